//! Many clients at once, and one that does not read what it is told.

use std::time::Duration;

use loopback_tests::{Home, HttpAgent, Loopback, eventually};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::UnixStream;

/// How many wait at once: as many as there may be open asks.
const MANY: usize = 1_000;

/// Lets this process hold as many sockets as it needs here.
fn allow_many_files() {
    let now = getrlimit(Resource::Nofile);
    let limit = Rlimit {
        current: now.maximum,
        maximum: now.maximum,
    };
    setrlimit(Resource::Nofile, limit).unwrap();
}

#[tokio::test]
async fn a_thousand_clients_wait_at_once_and_each_has_its_own_reply() {
    allow_many_files();
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let person = server.person();
    let calls: Vec<_> = (0..MANY)
        .map(|n| {
            // One that waits for as long as it hears something.
            let agent = HttpAgent::sessionless(&server, &format!("opencode-{n}"));
            let question =
                json!({ "question": format!("Number {n}?"), "project": format!("p{n}") });
            tokio::spawn(async move { agent.call("ask_question", question).await.result().await })
        })
        .collect();
    let open = eventually("all of them wait", async || {
        let open = person.get("/snapshot?view=summary").await["open"].take();
        let open = open.as_array().unwrap().clone();
        let waiting = open.iter().filter(|ask| ask["waiting"] == true).count();
        (waiting == MANY).then_some(open)
    })
    .await;
    for ask in &open {
        let text = format!("For {}", ask["project"].as_str().unwrap());
        let reply = json!({ "outcome": "answered", "selected": [], "text": text });
        person.replies(ask["id"].as_str().unwrap(), &reply).await;
    }
    for (n, call) in calls.into_iter().enumerate() {
        let result = call.await.unwrap();
        let text = &result["structuredContent"]["reply"]["text"];
        assert_eq!(*text, format!("For p{n}"), "{result}");
    }
}

/// How much of the program is in memory, in KiB.
fn resident(server: &Loopback) -> usize {
    let file = format!("/proc/{}/status", server.pid().as_raw_nonzero());
    let status = std::fs::read_to_string(file).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let size = line.unwrap().trim().strip_suffix(" kB").unwrap();
    size.parse().unwrap()
}

#[tokio::test]
async fn a_client_that_never_reads_does_not_fill_the_memory() {
    /// Far more than answers to all of it would take if they were kept: a list of tools is some 50 KiB.
    const REQUESTS: usize = 20_000;
    /// How long the program may take to be ready for more before it counts as not reading on.
    const STUCK: Duration = Duration::from_secs(3);
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "mute", "version": "1" },
    });
    let mut mute = UnixStream::connect(home.data_dir().join("agent.sock"))
        .await
        .unwrap();
    let before = resident(&server);
    for id in 0..REQUESTS {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/list", "params": { "_meta": meta } });
        let line = format!("{request}\n");
        let written = tokio::time::timeout(STUCK, mute.write_all(line.as_bytes())).await;
        if !matches!(written, Ok(Ok(()))) {
            break;
        }
    }
    let grown = resident(&server).saturating_sub(before) / 1024;
    assert!(grown < 100, "{grown} MiB");
    // Nobody else notices.
    let agent = HttpAgent::sessionless(&server, "tester");
    let listed: Value = agent.request("tools/list", json!({})).await.result().await;
    assert!(listed["tools"].is_array(), "{listed}");
}
