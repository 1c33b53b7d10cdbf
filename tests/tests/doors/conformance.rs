//! The protocol's own conformance suite against the real server: the scenarios for servers that need
//! no tools made for the suite.

use loopback_tests::{Home, Loopback, real};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

const SCENARIOS: [&str; 8] = [
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
    for scenario in SCENARIOS {
        let results = home.path().join(scenario);
        let output = real::conformance()
            .args(["server", "--scenario", scenario, "--url"])
            .arg(format!("http://127.0.0.1:{port}/mcp"))
            .arg("--output-dir")
            .arg(&results)
            .output()
            .await
            .unwrap();
        let checks = checks(&results);
        assert!(
            !checks.is_empty(),
            "{scenario}: {}",
            String::from_utf8_lossy(&output.stdout)
        );
        let failed: Vec<_> = checks.iter().filter(|check| is_failure(check)).collect();
        assert!(failed.is_empty(), "{scenario}: {failed:#?}");
    }
}

fn is_failure(check: &Value) -> bool {
    let why = check["errorMessage"].as_str().unwrap_or_default();
    check["status"] == "FAILURE" && !why.starts_with(NOT_TESTABLE)
}

fn checks(results: &std::path::Path) -> Vec<Value> {
    let runs = std::fs::read_dir(results).into_iter().flatten().flatten();
    let files = runs.map(|run| run.path().join("checks.json"));
    let texts = files.filter_map(|file| std::fs::read_to_string(file).ok());
    texts
        .flat_map(|text| serde_json::from_str::<Vec<Value>>(&text).unwrap())
        .collect()
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
