//! `loopback mcp` as clients meet it.

use std::process::Stdio;

use loopback_tests::{Agent, Home, Loopback, eventually, loopback, program};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

const REVISIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn without_the_app_it_introduces_itself_and_lists_its_tools_in_every_revision() {
    let home = Home::new();
    for revision in REVISIONS {
        let mut agent = Agent::start(&home, home.path());
        let introduction = agent.initialize(revision, "tester").await;
        assert_eq!(introduction["protocolVersion"], revision);
        assert_eq!(introduction["serverInfo"]["name"], "loopback");
        assert!(
            introduction["instructions"]
                .as_str()
                .unwrap()
                .contains("ask_question")
        );
        let tools = agent.request("tools/list", json!({})).await;
        assert_eq!(tools["tools"].as_array().unwrap().len(), 11);
        assert!(
            tools.get("resultType").is_none(),
            "a word of a later revision"
        );
    }
}

#[tokio::test]
async fn without_the_app_it_answers_the_newest_revision_without_a_handshake() {
    let home = Home::new();
    let mut agent = Agent::start(&home, home.path());
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "tester", "version": "1" },
    });
    let discovered = agent
        .request("server/discover", json!({ "_meta": meta }))
        .await;
    let versions = discovered["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!("2026-07-28")) && versions.contains(&json!("2024-11-05")));
    let tools = agent.request("tools/list", json!({ "_meta": meta })).await;
    assert_eq!(tools["tools"].as_array().unwrap().len(), 11);
    assert_eq!(tools["resultType"], "complete");
}

#[tokio::test]
async fn without_the_app_a_call_says_how_to_start_it() {
    let home = Home::new();
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    let call = agent
        .call(
            "ask_question",
            json!({ "question": "?", "project": "site" }),
        )
        .await;
    let result = agent.response(call).await;
    assert_eq!(result["isError"], true);
    assert!(text(&result).contains("not running"), "{result}");
    assert!(text(&result).contains("loopback serve"), "{result}");
    // And once it runs, the same bridge reaches it.
    let server = Loopback::start(&home).await;
    let call = agent
        .call(
            "ask_question",
            json!({ "question": "?", "project": "site" }),
        )
        .await;
    let ask = server.person().sees_ask_of("site").await;
    server
        .person()
        .replies(
            ask["id"].as_str().unwrap(),
            &json!({ "outcome": "dismissed" }),
        )
        .await;
    assert_eq!(
        agent.response(call).await["structuredContent"]["state"],
        "replied"
    );
}

#[tokio::test]
async fn an_ask_names_the_real_client_and_where_the_agent_runs() {
    let home = Home::new();
    let project = home.path().join("site");
    std::fs::create_dir_all(project.join("src")).unwrap();
    let git = |arguments: &[&str]| {
        let done = std::process::Command::new("git")
            .args(arguments)
            .current_dir(&project)
            .env("HOME", home.path())
            .stdout(Stdio::null())
            .status();
        assert!(done.unwrap().success());
    };
    git(&["init", "--quiet", "--initial-branch", "topic"]);
    let server = Loopback::start(&home).await;
    let mut agent = Agent::introduced(&home, &project.join("src"), "claude-code").await;
    agent
        .call(
            "ask_question",
            json!({ "question": "?", "project": "site" }),
        )
        .await;
    let ask = server.person().sees_ask_of("site").await;
    assert_eq!(ask["client"], "claude-code 1.2.3");
    let origin = &ask["origin"];
    let real = |path: &std::path::Path| json!(path.canonicalize().unwrap());
    assert_eq!(origin["cwd"], real(&project.join("src")));
    assert_eq!(origin["repository"], real(&project));
    assert_eq!(origin["branch"], "topic");
    assert!(
        origin["session"]
            .as_str()
            .is_some_and(|session| session.len() >= 32)
    );
}

#[tokio::test]
async fn a_repositorys_settings_cannot_make_the_bridge_run_anything() {
    let home = Home::new();
    let project = home.path().join("trap");
    std::fs::create_dir_all(&project).unwrap();
    let mark = home.path().join("ran");
    let script = home.path().join("script");
    std::fs::write(&script, format!("#!/bin/sh\ntouch '{}'\n", mark.display())).unwrap();
    std::os::unix::fs::PermissionsExt::set_mode(
        &mut std::fs::metadata(&script).unwrap().permissions(),
        0o755,
    );
    let git = |arguments: &[&str]| {
        let git = std::process::Command::new("git")
            .args(arguments)
            .current_dir(&project)
            .status();
        assert!(git.unwrap().success());
    };
    git(&["init", "--quiet"]);
    git(&["config", "core.fsmonitor", script.to_str().unwrap()]);
    git(&["config", "core.pager", script.to_str().unwrap()]);
    let server = Loopback::start(&home).await;
    let mut agent = Agent::introduced(&home, &project, "tester").await;
    agent
        .call(
            "ask_question",
            json!({ "question": "?", "project": "trap" }),
        )
        .await;
    server.person().sees_ask_of("trap").await;
    assert!(!mark.exists());
}

#[tokio::test]
async fn progress_is_passed_on_from_the_start() {
    let home = Home::new();
    let _server = Loopback::start(&home).await;
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    let call = agent
        .call(
            "ask_question",
            json!({ "question": "?", "project": "site" }),
        )
        .await;
    let progress = agent.progress(call).await;
    assert!(
        progress["params"]["message"]
            .as_str()
            .unwrap()
            .contains("inbox"),
        "{progress}"
    );
}

#[tokio::test]
async fn a_cancelled_call_leaves_the_ask_open_and_nobody_waiting() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    let call = agent
        .call(
            "ask_question",
            json!({ "question": "?", "project": "site" }),
        )
        .await;
    let ask = server.person().sees_ask_of("site").await;
    let id = ask["id"].as_str().unwrap();
    let cancelled = json!({
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": { "requestId": call },
    });
    agent.say(&cancelled).await;
    let left = |ask: &Value| ask["waiting"] == false && ask["status"] == "awaiting_human";
    server.person().sees(id, "the agent has left", left).await;
    // The bridge goes on serving.
    assert!(agent.request("tools/list", json!({})).await["tools"].is_array());
}

#[tokio::test]
async fn a_bridge_that_dies_leaves_the_ask_open_and_nobody_waiting() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    agent
        .call(
            "ask_question",
            json!({ "question": "?", "project": "site" }),
        )
        .await;
    let ask = server.person().sees_ask_of("site").await;
    agent.crash().await;
    let left = |ask: &Value| ask["waiting"] == false && ask["status"] == "awaiting_human";
    server
        .person()
        .sees(ask["id"].as_str().unwrap(), "the agent has left", left)
        .await;
}

#[tokio::test]
async fn it_ends_when_its_input_closes_with_a_call_in_flight() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    agent
        .call(
            "ask_question",
            json!({ "question": "?", "project": "site" }),
        )
        .await;
    server.person().sees_ask_of("site").await;
    agent.hang_up();
    assert!(agent.ended().await.success());
}

/// Whether a process still does anything; one that ended may stay in the list until somebody looks.
fn runs(process: Pid) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero()));
    let state = stat
        .ok()
        .and_then(|stat| stat.rsplit(')').next()?.trim().chars().next());
    state.is_some_and(|state| state != 'Z')
}

#[tokio::test]
async fn it_ends_when_its_parent_dies_though_its_input_stays_open() {
    let home = Home::new();
    let place = |name: &str| home.path().join(name).display().to_string();
    // A parent that starts the bridge on a pipe which stays open, and then sleeps.
    let script = "mkfifo \"$2\"; \"$0\" mcp --data-dir \"$1\" <>\"$2\" >\"$3\" & echo $! >\"$4\"; \
                  wait";
    let mut parent = tokio::process::Command::new("sh");
    parent.args(["-c", script]).arg(program());
    parent.args([place("data"), place("input"), place("output"), place("pid")]);
    let mut parent = parent.kill_on_drop(true).spawn().unwrap();
    let bridge = eventually("the bridge runs", async || {
        let pid = std::fs::read_to_string(place("pid"))
            .ok()?
            .trim()
            .parse()
            .ok()?;
        Pid::from_raw(pid)
    })
    .await;
    // It knows its parent once it says anything.
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    std::fs::write(place("input"), format!("{ping}\n")).unwrap();
    eventually("the bridge answers", async || {
        let output = std::fs::read_to_string(place("output")).ok()?;
        output.contains("\"id\":1").then_some(())
    })
    .await;
    assert!(runs(bridge));
    parent.kill().await.unwrap();
    eventually("the bridge ended", async || (!runs(bridge)).then_some(())).await;
}

#[tokio::test]
async fn it_warns_when_the_persons_token_is_in_its_environment() {
    let home = Home::new();
    let output = loopback(&home)
        .arg("mcp")
        .env(
            "LOOPBACK_PERSON_TOKEN",
            "a-token-nobody-should-put-there-0123",
        )
        .stdin(Stdio::null())
        .output()
        .await
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("LOOPBACK_PERSON_TOKEN"), "{stderr}");
    assert!(!stderr.contains("nobody-should"), "{stderr}");
}

#[tokio::test]
async fn it_never_falls_back_to_the_port() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    // Before the bridge begins: it asks there what to tell its agent, and then stays connected.
    std::fs::remove_file(home.data_dir().join("agent.sock")).unwrap();
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    let call = agent
        .call(
            "ask_question",
            json!({ "question": "?", "project": "site" }),
        )
        .await;
    let result = agent.response(call).await;
    assert_eq!(result["isError"], true, "{result}");
    assert_eq!(server.person().get("/snapshot").await["open"], json!([]));
}

#[tokio::test]
async fn a_socket_that_others_could_use_is_not_trusted() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::new();
    let _server = Loopback::start(&home).await;
    let socket = home.data_dir().join("agent.sock");
    std::fs::set_permissions(&socket, std::fs::Permissions::from_mode(0o666)).unwrap();
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    let call = agent
        .call(
            "ask_question",
            json!({ "question": "?", "project": "site" }),
        )
        .await;
    let result = agent.response(call).await;
    assert_eq!(result["isError"], true);
    assert!(text(&result).contains("agent.sock"), "{result}");
}

#[tokio::test]
async fn a_call_over_6_mib_is_refused_and_the_next_one_is_not() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    let filler = "x".repeat(6 * 1024 * 1024);
    let call = agent
        .call(
            "ask_question",
            json!({ "question": filler, "project": "a" }),
        )
        .await;
    let result = agent.response(call).await;
    assert_eq!(result["isError"], true);
    assert!(
        text(&result).starts_with("request.too_large"),
        "{}",
        text(&result)
    );
    // Under that limit the contract's own one is what refuses.
    let filler = "x".repeat(5 * 1024 * 1024);
    let call = agent
        .call(
            "ask_question",
            json!({ "question": filler, "project": "a" }),
        )
        .await;
    let result = agent.response(call).await;
    assert!(
        text(&result).starts_with("ask.too_large"),
        "{}",
        text(&result)
    );
    let call = agent
        .call(
            "ask_question",
            json!({ "question": "?", "project": "site" }),
        )
        .await;
    let ask = server.person().sees_ask_of("site").await;
    server
        .person()
        .replies(
            ask["id"].as_str().unwrap(),
            &json!({ "outcome": "dismissed" }),
        )
        .await;
    assert_eq!(
        agent.response(call).await["structuredContent"]["state"],
        "replied"
    );
}

#[tokio::test]
async fn a_signal_ends_it() {
    let home = Home::new();
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    kill_process(agent.pid(), Signal::TERM).unwrap();
    assert!(!agent.ended().await.success());
}
