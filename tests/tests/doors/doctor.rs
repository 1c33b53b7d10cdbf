//! `loopback doctor`: what it finds, what it says to do, and its exit code.

use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;

use loopback_tests::{Home, Loopback, loopback};
use serde_json::Value;
use tokio::process::Command;

fn doctor(home: &Home) -> Command {
    let mut command = loopback(home);
    command
        .args(["doctor", "--json", "--data-dir"])
        .arg(home.data_dir())
        .stdin(Stdio::null());
    command
}

/// What it found, and its exit code.
async fn found(mut command: Command) -> (Vec<Value>, i32) {
    let output = command.output().await.unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
    let code = output.status.code().unwrap();
    assert_eq!(report["ok"], code == 0, "{report}");
    (report["findings"].as_array().unwrap().clone(), code)
}

fn of<'a>(findings: &'a [Value], check: &str) -> &'a Value {
    let mut all = findings.iter();
    all.find(|finding| finding["check"] == check)
        .unwrap_or_else(|| panic!("no {check} in {findings:?}"))
}

fn check(findings: &[Value], check: &str, level: &str, words: &str) {
    let finding = of(findings, check);
    assert_eq!(finding["level"], level, "{finding}");
    let says = finding["says"].as_str().unwrap();
    assert!(says.contains(words), "{says}");
}

#[tokio::test]
async fn where_loopback_runs_nothing_is_wrong() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let (findings, code) = found(doctor(&home)).await;
    assert_eq!(code, 0, "{findings:?}");
    check(&findings, "app", "fine", "without a window");
    check(&findings, "socket", "fine", "reach it");
    let port = server.base_url().rsplit(':').next().unwrap().to_owned();
    check(&findings, "port", "fine", &format!("answers on {port}"));
    check(&findings, "display", "note", "none here");
    let mut shown = loopback(&home);
    shown.arg("doctor").arg("--data-dir").arg(home.data_dir());
    let shown = String::from_utf8(shown.output().await.unwrap().stdout).unwrap();
    assert!(shown.ends_with("\nNothing is wrong.\n"), "{shown}");
}

#[tokio::test]
async fn where_nothing_runs_that_is_said_with_what_to_do_and_nothing_is_made() {
    let home = Home::new();
    let (findings, code) = found(doctor(&home)).await;
    assert_eq!(code, 1);
    check(&findings, "app", "wrong", "not running");
    assert!(
        of(&findings, "app")["mend"]
            .as_str()
            .unwrap()
            .contains("loopback serve")
    );
    assert!(!home.data_dir().exists());
}

#[tokio::test]
async fn a_port_that_is_taken_names_whose_program_has_it() {
    let home = Home::new();
    let stranger = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = stranger.local_addr().unwrap().port();
    home.settings(&format!("[server]\nport = {port}\n"));
    let (findings, _) = found(doctor(&home)).await;
    check(
        &findings,
        "port",
        "wrong",
        &format!("{port} is taken by a program of yours"),
    );
}

#[tokio::test]
async fn settings_a_directory_or_a_database_that_cannot_be_used_are_told_with_their_place() {
    let home = Home::new();
    home.settings("[server\n");
    Loopback::start(&home).await.crash().await;
    std::fs::write(home.data_dir().join("inbox.db"), vec![b'x'; 8192]).unwrap();
    let _ = std::fs::remove_file(home.data_dir().join("inbox.db-wal"));
    let (findings, code) = found(doctor(&home)).await;
    assert_eq!(code, 1);
    check(&findings, "settings", "wrong", "line 1");
    check(&findings, "inbox", "wrong", "inbox.db");
    let open = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(home.data_dir(), open).unwrap();
    let (findings, _) = found(doctor(&home)).await;
    check(&findings, "inbox", "wrong", "chmod 700");
}

#[tokio::test]
async fn the_persons_token_in_the_environment_is_told() {
    let home = Home::new();
    let mut command = doctor(&home);
    command.env("LOOPBACK_PERSON_TOKEN", "x".repeat(40));
    let (findings, _) = found(command).await;
    check(&findings, "environment", "wrong", "LOOPBACK_PERSON_TOKEN");
    assert!(!format!("{findings:?}").contains("xxxx"));
}
