//! The protocol's own conformance suite: against the real command, the scenarios that need no tools made for the suite;
//! against the same server with these tools beside ours, everything.

use std::path::Path;

use loopback_tests::{Home, Loopback, real};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// Scenarios of which failures are known, by the beginning of their names, and why.
const KNOWN: &[(&str, &str)] = &[
    (
        "tasks-",
        "an extension: its tools are jobs that end by themselves, and our tasks are asks that a person ends; \
         loopback-server's own tests hold those to the same rules",
    ),
    (
        "http-custom-header-server-validation",
        "no tool has an argument that is repeated in a header, so there is nothing to compare",
    ),
];

/// Loopback as it is run by a person, with none of the suite's tools: these scenarios need none.
const PLAIN: [&str; 8] = [
    "server-initialize",
    "server-session-lifecycle",
    "ping",
    "tools-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
    "http-header-validation",
    "server-stateless",
];

/// What the suite says of a check that only a tool of its own could exercise.
const NOT_TESTABLE: &str = "Not testable";

#[tokio::test]
async fn every_scenario_that_needs_no_tools_of_its_own_passes() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let port = with_token(&server).await;
    for scenario in PLAIN {
        let checks = run(&home, port, &["--scenario", scenario]).await;
        let failed: Vec<_> = checks
            .iter()
            .filter(|(_, check)| {
                let why = check["errorMessage"].as_str().unwrap_or_default();
                is_failure(check) && !why.starts_with(NOT_TESTABLE)
            })
            .collect();
        assert!(failed.is_empty(), "{scenario}: {failed:#?}");
    }
}

#[tokio::test]
async fn all_that_revision_2025_11_25_requires_passes() {
    all_that_is_required_passes("2025-11-25").await;
}

#[tokio::test]
async fn all_that_revision_2026_07_28_requires_passes() {
    all_that_is_required_passes("2026-07-28").await;
}

/// Every scenario of the suite for that revision, whether the suite scores it or not.
async fn all_that_is_required_passes(revision: &str) {
    let home = Home::new();
    let server = Loopback::start_for_the_suite(&home).await;
    let port = with_token(&server).await;
    let checks = run(&home, port, &["--requirements", revision]).await;
    let failed: Vec<_> = checks
        .iter()
        .filter(|(scenario, check)| {
            let scenario = scenario.trim_start_matches("server-");
            let known = KNOWN.iter().any(|(known, _)| scenario.starts_with(known));
            is_failure(check) && !known
        })
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Runs the suite; each check with the name of the folder of its scenario.
async fn run(home: &Home, port: u16, what: &[&str]) -> Vec<(String, Value)> {
    let results = home.path().join(what[1]);
    let output = real::conformance()
        .arg("server")
        .args(what)
        .arg("--url")
        .arg(format!("http://127.0.0.1:{port}/mcp"))
        .arg("--output-dir")
        .arg(&results)
        .output()
        .await
        .unwrap();
    let checks = checks(&results);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!checks.is_empty(), "{what:?}: {said}");
    checks
}

fn is_failure(check: &Value) -> bool {
    check["status"] == "FAILURE"
}

fn checks(results: &Path) -> Vec<(String, Value)> {
    let runs = std::fs::read_dir(results).into_iter().flatten().flatten();
    let mut checks = Vec::new();
    for run in runs {
        let Ok(text) = std::fs::read_to_string(run.path().join("checks.json")) else {
            continue;
        };
        let scenario = run.file_name().to_string_lossy().into_owned();
        let all: Vec<Value> = serde_json::from_str(&text).unwrap();
        checks.extend(all.into_iter().map(|check| (scenario.clone(), check)));
    }
    checks
}

/// The suite cannot send a credential, so something between adds it. All else passes as it is.
async fn with_token(server: &Loopback) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let target = server.base_url().trim_start_matches("http://").to_owned();
    let token = server.agent_token();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (target, token) = (target.clone(), token.clone());
            tokio::spawn(async move { pass(client, &target, &token).await });
        }
    });
    port
}

/// One request a connection: after its head nothing needs to be understood.
async fn pass(mut client: TcpStream, target: &str, token: &str) -> std::io::Result<()> {
    let mut read = Vec::new();
    let end = loop {
        if let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if client.read_buf(&mut read).await? == 0 {
            return Ok(());
        }
    };
    let head = String::from_utf8_lossy(&read[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let mut passed = vec![lines.next().unwrap_or_default().to_owned()];
    passed.push(format!("authorization: Bearer {token}"));
    passed.push("connection: close".to_owned());
    let others = lines.filter(|line| !line.to_ascii_lowercase().starts_with("connection:"));
    passed.extend(others.map(str::to_owned));
    let mut server = TcpStream::connect(target).await?;
    server.write_all(passed.join("\r\n").as_bytes()).await?;
    server.write_all(&read[end..]).await?;
    tokio::io::copy_bidirectional(&mut client, &mut server).await?;
    Ok(())
}
