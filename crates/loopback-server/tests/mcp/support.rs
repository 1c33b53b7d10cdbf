//! A server with an inbox of its own, the person at its hub, and a client that speaks lines.

use std::path::PathBuf;
use std::time::Duration;

use loopback_contract::{Ask, AskId, Asking, ProjectAsking, UploadRequest, WithdrawInput};
use loopback_inbox::Caller;
use loopback_server::mcp::WaitLimits;
use loopback_server::{Running, ServeConfig, serve};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running server.
pub(crate) struct Server {
    running: Running,
    limits: WaitLimits,
    directory: TempDir,
}

impl Server {
    pub(crate) async fn start(limits: WaitLimits) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), limits).await
    }

    async fn start_in(directory: TempDir, limits: WaitLimits) -> Self {
        let mut config = ServeConfig::new(directory.path().join("data"), 0);
        config.settings_file = directory.path().join("config/settings.toml");
        config.limits.wait = limits.clone();
        Self {
            running: serve(config).await.unwrap(),
            limits,
            directory,
        }
    }

    /// The next run of the server in the same place.
    pub(crate) async fn restarted(self) -> Self {
        self.running.shutdown().await;
        Self::start_in(self.directory, self.limits).await
    }

    pub(crate) fn data_dir(&self) -> PathBuf {
        self.directory.path().join("data")
    }

    pub(crate) async fn stop(self) {
        self.running.shutdown().await;
    }

    pub(crate) async fn open(&self) -> Vec<Ask> {
        self.running.hub().snapshot().await.unwrap().open
    }

    pub(crate) async fn read(&self, id: &str) -> Ask {
        self.running.hub().read(&AskId::new(id)).await.unwrap()
    }

    pub(crate) async fn reply(&self, id: &str, reply: Value) {
        let reply = crate::reply(reply);
        let hub = self.running.hub();
        hub.reply(&AskId::new(id), reply, crate::DOOR)
            .await
            .unwrap();
    }

    /// An agent takes an ask back.
    pub(crate) async fn withdraw(&self, input: WithdrawInput) {
        let agent = Caller {
            session: "another call".to_owned(),
            client_name: "tester".to_owned(),
            client_version: String::new(),
            origin: None,
        };
        self.running.hub().withdraw(&agent, input).await.unwrap();
    }

    /// A connection of this session ended.
    pub(crate) async fn sees_the_end_of(&self, session: &str) {
        let hub = self.running.hub();
        hub.session_ended(session.to_owned()).await.unwrap();
    }

    /// The person says how readily the agents of a project are to ask.
    pub(crate) async fn wishes(&self, project: &str, asking: Asking) {
        let project = project.to_owned();
        let wish = ProjectAsking { project, asking };
        self.running.hub().wish_asking(wish).await.unwrap();
    }

    /// Stores a picture, and returns its id.
    pub(crate) async fn upload(&self, png: Vec<u8>) -> String {
        let hub = self.running.hub();
        let content_type = loopback_contract::ImageType::Png;
        let ticket = hub
            .request_upload(UploadRequest { content_type })
            .await
            .unwrap();
        let stored = hub
            .store_upload(&ticket.token, "image/png", png.into())
            .await;
        stored.unwrap().upload_id
    }

    pub(crate) async fn delivered(&self, id: &str) -> bool {
        let ask = self.read(id).await;
        ask.last_human()
            .is_some_and(|turn| turn.delivered_at.is_some())
    }

    pub(crate) async fn until_delivered(&self, id: &str) {
        eventually(async || self.delivered(id).await.then_some(())).await;
    }

    pub(crate) async fn until_nobody_waits(&self, id: &str) {
        eventually(async || (!self.read(id).await.waiting()).then_some(())).await;
    }

    /// The id of the only open ask, once there is one.
    pub(crate) async fn until_open(&self) -> String {
        eventually(async || Some(self.open().await.first()?.id().to_string())).await
    }
}

pub(crate) async fn eventually<T>(mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let found = async {
        loop {
            if let Some(found) = ask().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.unwrap()
}

/// A client on the agents' socket, of the newest revision.
pub(crate) struct Agent {
    lines: Lines<BufReader<OwnedReadHalf>>,
    write: OwnedWriteHalf,
}

impl Agent {
    pub(crate) async fn connect(server: &Server) -> Self {
        let stream = loopback_server::mcp::connect(&server.data_dir())
            .await
            .unwrap();
        let (read, write) = stream.into_split();
        Self {
            lines: BufReader::new(read).lines(),
            write,
        }
    }

    /// Calls a tool with these keys beside those every call has in its `_meta`.
    pub(crate) async fn call(&mut self, id: &str, tool: &str, arguments: &Value, meta: Value) {
        let params = json!({ "name": tool, "arguments": arguments, "_meta": with_usual(meta) });
        self.send(id, "tools/call", params).await;
    }

    /// Makes a request that has no parameters but its `_meta`.
    pub(crate) async fn request(&mut self, id: &str, method: &str, meta: Value) {
        self.send(id, method, json!({ "_meta": with_usual(meta) }))
            .await;
    }

    async fn send(&mut self, id: &str, method: &str, params: Value) {
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .await;
    }

    pub(crate) async fn notify(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.say(&message).await;
    }

    async fn say(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.write.write_all(line.as_bytes()).await.unwrap();
    }

    /// The next message. `None` when the server closed the connection.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        let line = tokio::time::timeout(PATIENCE, self.lines.next_line())
            .await
            .unwrap();
        Some(serde_json::from_str(&line.unwrap()?).unwrap())
    }

    /// The next notification of a kind. Anything else before it is passed over.
    pub(crate) async fn hear(&mut self, method: &str) -> Value {
        self.until(|message| message["method"] == method).await
    }

    /// The result of a call.
    pub(crate) async fn result(&mut self, id: &str) -> Value {
        self.until(|message| message["id"] == id).await["result"].take()
    }

    async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await.expect("the connection holds");
            if wanted(&message) {
                return message;
            }
        }
    }
}

/// The `_meta` of a request with what every one of them has.
fn with_usual(mut meta: Value) -> Value {
    meta["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
    meta["io.modelcontextprotocol/clientInfo"] = json!({ "name": "tester", "version": "1" });
    meta
}
