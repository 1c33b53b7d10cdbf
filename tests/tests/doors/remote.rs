//! Agents on another machine, through a real sshd. It is this machine, under another home.

use std::net::TcpListener;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use loopback_tests::{Agent, Home, Loopback, PATIENCE, eventually, loopback};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::UnixStream;
use tokio::process::{Child, Command};

const HOST: &str = "127.0.0.1";

/// The other machine: an sshd that lets one key in.
struct Machine {
    dir: PathBuf,
    port: u16,
    _sshd: Child,
}

impl Machine {
    async fn start(home: &Home) -> Self {
        let sshd = std::env::var("LOOPBACK_TEST_SSHD").expect("cargo xtask test names an sshd");
        let dir = home.path().join("there");
        std::fs::DirBuilder::new().mode(0o700).create(&dir).unwrap();
        for key in ["host_key", "key"] {
            let made = Command::new("ssh-keygen")
                .args(["-q", "-t", "ed25519", "-N", "", "-f"])
                .arg(dir.join(key))
                .status()
                .await;
            assert!(made.unwrap().success());
        }
        std::fs::copy(dir.join("key.pub"), dir.join("authorized_keys")).unwrap();
        let port = TcpListener::bind((HOST, 0))
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let place = dir.display();
        let config = format!(
            "Port {port}\nListenAddress {HOST}\nHostKey {place}/host_key\nPidFile none\n\
             AuthorizedKeysFile {place}/authorized_keys\nStrictModes no\nUsePAM no\n\
             PasswordAuthentication no\nPermitRootLogin yes\nSetEnv HOME={place}\n"
        );
        std::fs::write(dir.join("sshd_config"), config).unwrap();
        // As root, sshd wants a place that the system's own service would make.
        let _ = std::fs::DirBuilder::new().mode(0o755).create("/run/sshd");
        let child = Command::new(sshd)
            .args(["-D", "-e", "-f"])
            .arg(dir.join("sshd_config"))
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        eventually("sshd listens", async || {
            tokio::net::TcpStream::connect((HOST, port)).await.ok()
        })
        .await;
        Self {
            dir,
            port,
            _sshd: child,
        }
    }

    fn socket_dir(&self) -> PathBuf {
        self.dir.join(".loopback")
    }
}

/// `loopback remote`, once it has said which command agents are given.
struct Remote {
    child: Child,
    socket: PathBuf,
}

impl Remote {
    async fn start(home: &Home, machine: &Machine) -> Self {
        let port = machine.port.to_string();
        let mut child = loopback(home)
            .args(["remote", HOST, "--data-dir"])
            .arg(home.data_dir())
            .args(["--", "-F", "none", "-p", &port, "-i"])
            .arg(machine.dir.join("key"))
            .args([
                "-o",
                "StrictHostKeyChecking=no",
                "-o",
                "UserKnownHostsFile=/dev/null",
            ])
            .args(["-o", "LogLevel=ERROR", "-o", "BatchMode=yes"])
            // As a person's settings may have it.
            .args(["-o", "RemoteCommand=/bin/false"])
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = tokio::time::timeout(PATIENCE, lines.next_line()).await;
        let line = line.unwrap().unwrap().expect("it says a command");
        let socket = line.strip_prefix("loopback mcp --socket ").unwrap();
        Self {
            child,
            socket: socket.into(),
        }
    }

    /// Cuts the connection, as a network does.
    fn is_cut(&self) {
        let us = self.child.id().unwrap().to_string();
        let killed = std::process::Command::new("pkill")
            .args(["-9", "-P", &us, "-x", "ssh"])
            .status();
        assert!(killed.unwrap().success(), "there was a connection to cut");
    }
}

async fn asks(agent: &mut Agent, question: &str) -> u64 {
    let question = json!({ "question": question, "project": "kiln" });
    agent.call("ask_question", question).await
}

async fn replies(server: &Loopback, ask: &Value, text: &str) {
    let reply = json!({ "outcome": "answered", "selected": [], "text": text });
    server
        .person()
        .replies(ask["id"].as_str().unwrap(), &reply)
        .await;
}

async fn waits(server: &Loopback, ask: &Value) {
    let id = ask["id"].as_str().unwrap();
    let waits = |ask: &Value| ask["waiting"] == true;
    server.person().sees(id, "the agent waits", waits).await;
}

async fn cli(home: &Home, arguments: &[&str]) -> (bool, String) {
    let data_dir = home.data_dir();
    let mut command = loopback(home);
    command
        .arg("remote")
        .args(arguments)
        .arg("--data-dir")
        .arg(data_dir);
    let output = command.output().await.unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    (output.status.success(), said)
}

#[tokio::test]
async fn agents_of_another_machine_ask_here_through_cuts_and_restarts_until_they_are_revoked() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let machine = Machine::start(&home).await;
    let mut remote = Remote::start(&home, &machine).await;
    assert!(
        remote.socket.starts_with(machine.socket_dir()),
        "{:?}",
        remote.socket
    );
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(
        (mode(&machine.socket_dir()), mode(&remote.socket)),
        (0o700, 0o600)
    );
    assert_eq!(cli(&home, &["--list"]).await, (true, format!("{HOST}\n")));

    let mut agent = Agent::start_at(&home, &machine.dir, &remote.socket);
    agent.initialize("2025-11-25", "codex").await;
    let call = asks(&mut agent, "Which glaze?").await;
    let ask = server.person().sees_ask_of("kiln").await;
    assert_eq!(
        (&ask["origin"]["host"], &ask["origin"]["remote"]),
        (&json!(HOST), &json!(true))
    );
    replies(&server, &ask, "The blue one.").await;
    let result = agent.response(call).await;
    assert_eq!(
        result["structuredContent"]["reply"]["text"],
        "The blue one."
    );

    // The network fails, and comes back.
    let call = asks(&mut agent, "How hot?").await;
    let ask = server.person().sees_ask_of("kiln").await;
    remote.is_cut();
    let id = ask["id"].as_str().unwrap();
    let alone = |ask: &Value| ask["waiting"] == false;
    server.person().sees(id, "the agent is away", alone).await;
    waits(&server, &ask).await;
    // So does the app.
    server.crash().await;
    let server = Loopback::start(&home).await;
    waits(&server, &ask).await;
    replies(&server, &ask, "1,240 degrees.").await;
    let result = agent.response(call).await;
    assert_eq!(
        result["structuredContent"]["reply"]["text"],
        "1,240 degrees."
    );

    let call = asks(&mut agent, "How long?").await;
    let ask = server.person().sees_ask_of("kiln").await;
    waits(&server, &ask).await;
    let (revoked, _) = cli(&home, &["--revoke", HOST]).await;
    assert!(revoked);
    let ended = tokio::time::timeout(PATIENCE, remote.child.wait()).await;
    assert!(ended.unwrap().unwrap().success());
    server
        .person()
        .sees(ask["id"].as_str().unwrap(), "the agent is cut off", alone)
        .await;
    assert_eq!(cli(&home, &["--list"]).await, (true, String::new()));
    eventually("the socket there is gone", async || {
        (!remote.socket.exists()).then_some(())
    })
    .await;
    agent
        .send("notifications/cancelled", json!({ "requestId": call }))
        .await;
    let (again, _) = cli(&home, &["--revoke", HOST]).await;
    assert!(!again, "there is nothing more to revoke");
}

#[tokio::test]
async fn what_comes_from_another_machine_is_an_agent_of_that_machine_and_nothing_else() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let machine = Machine::start(&home).await;
    let remote = Remote::start(&home, &machine).await;
    for words in [
        "@list\n",
        "@revoke 127.0.0.1\n",
        "@from elsewhere\n",
        "GET /api/v1/snapshot HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    ] {
        let mut socket = UnixStream::connect(&remote.socket).await.unwrap();
        socket.write_all(words.as_bytes()).await.unwrap();
        socket.shutdown().await.unwrap();
        let mut said = String::new();
        socket.read_to_string(&mut said).await.unwrap();
        let is_served = said.contains(HOST) || said.contains("revoked") || said.contains("HTTP/");
        assert!(!is_served, "{words}: {said}");
    }
    assert_eq!(cli(&home, &["--list"]).await, (true, format!("{HOST}\n")));

    // An agent here asked the same and left; its reply is not for one that only says it is the same.
    let mut here = Agent::introduced(&home, &machine.dir, "codex").await;
    asks(&mut here, "Which glaze?").await;
    let first = server.person().sees_ask_of("kiln").await;
    here.crash().await;
    let mut there = Agent::start_at(&home, &machine.dir, &remote.socket);
    there.initialize("2025-11-25", "codex").await;
    asks(&mut there, "Which glaze?").await;
    let both = eventually("both asks are open", async || {
        let open = server.person().get("/snapshot").await["open"].clone();
        (open.as_array().unwrap().len() == 2).then_some(open)
    })
    .await;
    assert!(
        both.as_array()
            .unwrap()
            .iter()
            .any(|ask| ask["id"] == first["id"])
    );

    let ticket = there
        .call("request_upload", json!({ "contentType": "image/png" }))
        .await;
    let result = there.response(ticket).await;
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("upload.unreachable"), "{text}");

    // The person's own way to revoke.
    let machines = server.person().get("/machines").await;
    assert_eq!(machines, json!({ "items": [{ "name": HOST }] }));
    let path = format!("/machines/{HOST}");
    let gone = server
        .person()
        .request(reqwest::Method::DELETE, &path, None)
        .await;
    assert_eq!(gone.status(), 204);
}

#[tokio::test]
async fn a_machine_that_cannot_be_reached_or_named_is_an_error_in_words() {
    let home = Home::new();
    let said = async |arguments: &[&str]| {
        let output = loopback(&home)
            .arg("remote")
            .args(arguments)
            .output()
            .await
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let words = said(&["a;b"]).await;
    assert!(words.contains("is no name of a machine"), "{words}");
    let words = said(&["nowhere.invalid", "--", "-F", "none", "-o", "BatchMode=yes"]).await;
    assert!(
        words.contains("ssh could not connect to nowhere.invalid"),
        "{words}"
    );
    // And ssh's own reason.
    assert!(words.contains("Could not resolve hostname"), "{words}");
    let words = said(&["--revoke", "box"]).await;
    assert!(words.contains("not running"), "{words}");
}
