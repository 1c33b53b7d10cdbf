//! An agent's client at the bridge `loopback mcp`: it speaks JSON-RPC lines, of whichever revision.

use std::path::Path;
use std::process::{ExitStatus, Stdio};

use rustix::process::Pid;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::{Home, PATIENCE, eventually, loopback};

/// A client with its bridge.
#[derive(Debug)]
pub struct Agent {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
    /// What came while something else was waited for.
    heard: Vec<Value>,
    next_id: u64,
}

impl Agent {
    /// Starts a bridge in a directory. Nothing is said to it yet.
    #[must_use]
    pub fn start(home: &Home, cwd: &Path) -> Self {
        Self::start_with(home, cwd, &[])
    }

    /// Starts a bridge with this in its environment besides.
    ///
    /// # Panics
    ///
    /// If it does not start.
    #[must_use]
    pub fn start_with(home: &Home, cwd: &Path, variables: &[(&str, &str)]) -> Self {
        let data_dir = home.data_dir();
        let mut bridge = loopback(home);
        bridge.arg("mcp").arg("--data-dir").arg(data_dir);
        bridge.envs(variables.iter().copied()).current_dir(cwd);
        Self::run(bridge)
    }

    /// Starts a bridge as on another machine, which goes by a socket that was put there.
    ///
    /// # Panics
    ///
    /// If it does not start.
    #[must_use]
    pub fn start_at(home: &Home, cwd: &Path, socket: &Path) -> Self {
        let mut bridge = loopback(home);
        bridge.arg("mcp").arg("--socket").arg(socket);
        bridge.current_dir(cwd);
        Self::run(bridge)
    }

    fn run(mut bridge: Command) -> Self {
        let mut child = bridge
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the bridge starts");
        let stdout = child.stdout.take().expect("its output is piped");
        Self {
            stdin: child.stdin.take(),
            child,
            lines: BufReader::new(stdout).lines(),
            heard: Vec::new(),
            next_id: 1,
        }
    }

    /// Starts a bridge and introduces a client to it by the handshake of an older revision.
    pub async fn introduced(home: &Home, cwd: &Path, name: &str) -> Self {
        let mut agent = Self::start(home, cwd);
        agent.initialize("2025-11-25", name).await;
        agent
    }

    /// The handshake. Returns the server's introduction.
    pub async fn initialize(&mut self, revision: &str, name: &str) -> Value {
        let params = json!({
            "protocolVersion": revision,
            "capabilities": {},
            "clientInfo": { "name": name, "version": "1.2.3" },
        });
        let introduction = self.request("initialize", params).await;
        self.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await;
        introduction
    }

    /// Sends one message as it is.
    ///
    /// # Panics
    ///
    /// If the bridge does not take it.
    pub async fn say(&mut self, message: &Value) {
        let stdin = self.stdin.as_mut().expect("its input is open");
        let line = format!("{message}\n");
        stdin
            .write_all(line.as_bytes())
            .await
            .expect("the bridge reads");
    }

    /// Sends a request and returns its id without waiting.
    pub async fn send(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.say(&request).await;
        id
    }

    /// Sends a request and waits for its response, whose `result` or `error` is returned whole.
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params).await;
        self.response(id).await
    }

    /// Calls a tool without waiting. The client asks for progress, so the call may wait long.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> u64 {
        let token = self.next_id;
        let params = json!({
            "name": tool,
            "arguments": arguments,
            "_meta": { "progressToken": token },
        });
        self.send("tools/call", params).await
    }

    /// The response to a request.
    ///
    /// # Panics
    ///
    /// If none comes.
    pub async fn response(&mut self, id: u64) -> Value {
        let mut message = self.hear(|message| message["id"] == id).await;
        match message.get_mut("result") {
            Some(result) => result.take(),
            None => message,
        }
    }

    /// The next progress notification of a request.
    pub async fn progress(&mut self, id: u64) -> Value {
        let of_request = |message: &Value| {
            message["method"] == "notifications/progress"
                && message["params"]["progressToken"] == id
        };
        self.hear(of_request).await
    }

    /// The first message of that kind, among those heard before or the next to come.
    ///
    /// # Panics
    ///
    /// If none comes.
    pub async fn hear(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.heard.iter().position(&wanted) {
            return self.heard.remove(at);
        }
        let listen = async {
            loop {
                let line = self
                    .lines
                    .next_line()
                    .await
                    .expect("its output can be read");
                let line = line.expect("the bridge is still there");
                let message: Value = serde_json::from_str(&line).expect("it speaks JSON");
                if wanted(&message) {
                    return message;
                }
                self.heard.push(message);
            }
        };
        let heard = tokio::time::timeout(PATIENCE, listen).await;
        heard.expect("the bridge says it in time")
    }

    /// Closes the bridge's input, as a client does that ends.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// The bridge's process.
    ///
    /// # Panics
    ///
    /// If it has ended.
    #[must_use]
    pub fn pid(&self) -> Pid {
        let pid = self.child.id().and_then(|pid| i32::try_from(pid).ok());
        pid.and_then(Pid::from_raw).expect("it runs")
    }

    /// Waits for the bridge's end.
    pub async fn ended(&mut self) -> ExitStatus {
        eventually("the bridge ended", async || {
            self.child.try_wait().ok().flatten()
        })
        .await
    }

    /// Ends the bridge at once, as a crash would.
    ///
    /// # Panics
    ///
    /// If that fails.
    pub async fn crash(mut self) {
        self.child.kill().await.expect("it can be killed");
    }
}
