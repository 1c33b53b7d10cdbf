//! `loopback serve`: its ready line, its exit codes, its end, and what it does with the token.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Output, Stdio};

use loopback_tests::{Home, Loopback, PERSON_TOKEN, loopback, program};
use rustix::process::Signal;
use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, BufReader};

async fn serve(home: &Home, arguments: &[&str]) -> Output {
    let mut command = loopback(home);
    command
        .arg("serve")
        .arg("--data-dir")
        .arg(home.data_dir())
        .args(arguments);
    command.stdin(Stdio::null()).output().await.unwrap()
}

/// It must fail with exit code 1 and one sentence on stderr, nothing on stdout.
fn check_refused(output: &Output, expect: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(output.stdout.is_empty());
    let mut lines = stderr.lines().filter(|line| line.starts_with("loopback: "));
    let sentence = lines
        .next()
        .unwrap_or_else(|| panic!("no sentence in {stderr:?}"));
    assert!(lines.next().is_none(), "{stderr}");
    for words in expect {
        assert!(
            sentence.contains(words),
            "{sentence:?} does not say {words:?}"
        );
    }
}

#[tokio::test]
async fn the_first_line_is_the_ready_line_and_nothing_secret_follows_without_a_terminal() {
    let home = Home::new();
    let mut child = loopback(&home)
        .args(["serve", "--port", "0", "--data-dir"])
        .arg(home.data_dir())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let token = home.data_dir().join("agent-token");
    loopback_tests::eventually("the token is there", async || token.exists().then_some(())).await;
    let pid = i32::try_from(child.id().unwrap()).unwrap();
    loopback_tests::eventually("it can be ended", async || {
        let pid = rustix::process::Pid::from_raw(pid).unwrap();
        rustix::process::kill_process(pid, Signal::TERM).ok()?;
        child.try_wait().unwrap()
    })
    .await;
    let output = child.wait_with_output().await.unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    // It may have been ended before it was ready; if it was ready, it said so and no more.
    if let Some(port) = stdout.strip_prefix("loopback: ready at http://127.0.0.1:") {
        assert!(port.trim_end().parse::<u16>().is_ok(), "{stdout:?}");
        assert_eq!(stdout.lines().count(), 1);
    } else {
        assert!(stdout.is_empty(), "{stdout:?}");
    }
}

#[tokio::test]
async fn on_a_terminal_a_link_follows_that_signs_in_once() {
    let home = Home::new();
    // A command that gives the program a terminal.
    let plain = loopback(&home);
    let mut terminal = tokio::process::Command::new("script");
    terminal
        .env_clear()
        .kill_on_drop(true)
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    terminal.envs(
        plain
            .as_std()
            .get_envs()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    // The log would come out of the same terminal.
    terminal.env("LOOPBACK_LOG", "off");
    let program = program().display();
    let data = home.data_dir();
    let serve = format!("'{program}' serve --port 0 --data-dir '{}'", data.display());
    let mut terminal = terminal
        .args(["-qefc", &serve, "/dev/null"])
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(terminal.stdout.take().unwrap()).lines();
    let mut said = async |what: &'static str| {
        let line = lines.next_line().await.unwrap().unwrap();
        let said = line.trim_end().split_once(what);
        said.unwrap_or_else(|| panic!("{line}")).1.to_owned()
    };
    let base = said("loopback: ready at ").await;
    let link = said("sign in: ").await;
    let code = link.strip_prefix(&format!("{base}/#code=")).unwrap();
    let redeem = async || {
        let body = json!({ "code": code });
        let url = format!("{base}/api/v1/sessions");
        reqwest::Client::new()
            .post(url)
            .json(&body)
            .send()
            .await
            .unwrap()
            .status()
    };
    assert_eq!(redeem().await, 201);
    assert_eq!(redeem().await, 401);
}

#[tokio::test]
async fn a_port_in_use_is_one_sentence_and_exit_code_1() {
    let (first, second) = (Home::new(), Home::new());
    let server = Loopback::start(&first).await;
    let output = serve(&second, &["--port", server.port()]).await;
    check_refused(&output, &["port", server.port(), "in use"]);
}

#[tokio::test]
async fn a_locked_data_directory_is_one_sentence_and_exit_code_1() {
    let home = Home::new();
    let _server = Loopback::start(&home).await;
    let output = serve(&home, &["--port", "0"]).await;
    check_refused(&output, &[home.data_dir().to_str().unwrap()]);
}

#[tokio::test]
async fn a_data_directory_that_cannot_be_written_is_one_sentence_and_exit_code_1() {
    let home = Home::new();
    // A place no user can write to, root included.
    let mut command = loopback(&home);
    command.args(["serve", "--port", "0", "--data-dir", "/proc/loopback"]);
    let output = command.stdin(Stdio::null()).output().await.unwrap();
    check_refused(&output, &["/proc/loopback"]);
}

#[tokio::test]
async fn both_signals_end_it_cleanly_with_everything_committed() {
    let home = Home::new();
    for signal in [Signal::TERM, Signal::INT] {
        let server = Loopback::start(&home).await;
        let agent = loopback_tests::HttpAgent::sessionless(&server, "tester");
        let arguments = json!({ "question": "Deploy?", "project": "site" });
        let _call = agent.call("ask_question", arguments).await;
        let ask = server.person().sees_ask_of("site").await;
        let id = ask["id"].as_str().unwrap().to_owned();
        let reply = json!({ "outcome": "answered", "selected": [], "text": "Yes." });
        server.person().replies(&id, &reply).await;
        assert_eq!(server.end(signal).await.code(), Some(0));
        let server = Loopback::start(&home).await;
        assert_eq!(server.person().ask(&id).await["thread"][0]["reply"], reply);
        server.crash().await;
    }
}

#[tokio::test]
async fn the_token_from_the_environment_is_gone_from_the_process() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    assert_eq!(server.person().get("/whoami").await["actor"]["id"], "local");
    let process = format!("/proc/{}", server.pid().as_raw_nonzero());
    for file in ["environ", "cmdline"] {
        // Only root can still read these of a process that protects its memory.
        if let Ok(bytes) = std::fs::read(format!("{process}/{file}")) {
            let text = String::from_utf8_lossy(&bytes);
            assert!(!text.contains(PERSON_TOKEN), "{file}");
        }
    }
}

#[tokio::test]
async fn a_token_file_opens_the_api_and_a_weak_or_open_one_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::new();
    let file = home.path().join("token");
    let path = file.to_str().unwrap();
    let write = |token: &str, mode| {
        std::fs::write(&file, token).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let arguments = ["--port", "0", "--person-token-file", path];
    write("short", 0o600);
    check_refused(&serve(&home, &arguments).await, &["32"]);
    write(PERSON_TOKEN, 0o644);
    check_refused(&serve(&home, &arguments).await, &["chmod 600", path]);
    write(PERSON_TOKEN, 0o600);
    let server = Loopback::start_with(&home, &arguments).await;
    assert_eq!(server.person().get("/whoami").await["space"], "local");
}

#[tokio::test]
async fn a_weak_token_in_the_environment_is_refused_by_name() {
    let home = Home::new();
    let mut command = loopback(&home);
    command
        .args(["serve", "--port", "0", "--data-dir"])
        .arg(home.data_dir());
    command
        .env("LOOPBACK_PERSON_TOKEN", "too short")
        .stdin(Stdio::null());
    let output = command.output().await.unwrap();
    check_refused(&output, &["LOOPBACK_PERSON_TOKEN", "32"]);
}

#[tokio::test]
async fn broken_settings_are_reported_and_left_alone_and_the_defaults_used() {
    let home = Home::new();
    home.settings("[server\nport = 1\n");
    let file = home.settings_file();
    let server = Loopback::start(&home).await;
    assert_eq!(server.person().get("/health").await["status"], "ok");
    drop(server);
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        "[server\nport = 1\n"
    );
}

#[tokio::test]
async fn settings_that_others_could_have_written_stop_the_start_with_the_command_that_mends_it() {
    let home = Home::new();
    home.settings("");
    let file = home.settings_file();
    let dir = file.parent().unwrap();
    let mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(&file, 0o620);
    for command in ["serve", "mcp"] {
        let output = loopback(&home).arg(command).output().await.unwrap();
        check_refused(&output, &["settings.toml has mode 0620", "chmod 600 '"]);
    }
    mode(&file, 0o600);
    mode(dir, 0o755);
    for command in ["serve", "mcp"] {
        let output = loopback(&home).arg(command).output().await.unwrap();
        check_refused(&output, &["config/loopback has mode 0755", "chmod 700 '"]);
    }
    mode(dir, 0o700);
    std::fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink("/dev/null", &file).unwrap();
    for command in ["serve", "mcp"] {
        let output = loopback(&home).arg(command).output().await.unwrap();
        check_refused(&output, &["settings.toml is a symbolic link"]);
    }
}

#[tokio::test]
async fn settings_choose_the_port_and_the_command_line_overrides_them() {
    let home = Home::new();
    let taken = Loopback::start(&Home::new()).await;
    home.settings(&format!("[server]\nport = {}\n", taken.port()));
    check_refused(&serve(&home, &[]).await, &[taken.port()]);
    let _server = Loopback::start(&home).await;
}

#[tokio::test]
async fn help_and_version_are_there_for_every_command() {
    let home = Home::new();
    for arguments in [
        &["--help"][..],
        &["serve", "--help"],
        &["mcp", "--help"],
        &["--version"],
    ] {
        let output = loopback(&home).args(arguments).output().await.unwrap();
        assert!(output.status.success(), "{arguments:?}");
        assert!(!output.stdout.is_empty(), "{arguments:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.contains("person-token-fd"), "{text}");
    }
}
