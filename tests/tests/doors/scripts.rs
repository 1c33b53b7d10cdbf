//! `loopback ask` and its like, as scripts run them: by exit code and by what stdout holds.

use std::path::PathBuf;
use std::process::{Output, Stdio};

use loopback_tests::{Home, Loopback, PATIENCE, PIXEL, Person, loopback};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::process::Child;

/// A script in a project's directory.
struct Script {
    home: Home,
    site: PathBuf,
}

impl Script {
    fn new() -> Self {
        let home = Home::new();
        let site = home.path().join("site");
        std::fs::create_dir_all(&site).unwrap();
        Self { home, site }
    }

    fn starts(&self, arguments: &[&str]) -> Child {
        loopback(&self.home)
            .args(arguments)
            .env("LOOPBACK_DATA_DIR", self.home.data_dir())
            .current_dir(&self.site)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    async fn runs(&self, arguments: &[&str]) -> Ended {
        ended(self.starts(arguments)).await
    }

    /// Starts it with something in its stdin, which then ends.
    async fn told(&self, arguments: &[&str], stdin: &str) -> Child {
        let mut child = self.starts(arguments);
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(stdin.as_bytes()).await.unwrap();
        child
    }

    fn git(&self, arguments: &[&str]) {
        let done = std::process::Command::new("git")
            .args(["-c", "user.name=T", "-c", "user.email=t@example.com"])
            .args(arguments)
            .current_dir(&self.site)
            .env("HOME", self.home.path())
            .output()
            .unwrap();
        assert!(done.status.success(), "{arguments:?}: {done:?}");
    }
}

/// How a command ended.
#[derive(Debug)]
struct Ended {
    code: i32,
    stdout: String,
    stderr: String,
}

async fn ended(mut child: Child) -> Ended {
    drop(child.stdin.take());
    let output = tokio::time::timeout(PATIENCE, child.wait_with_output()).await;
    let Output {
        status,
        stdout,
        stderr,
    } = output.unwrap().unwrap();
    Ended {
        code: status.code().expect("it ended by itself"),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}

fn id(ask: &Value) -> &str {
    ask["id"].as_str().unwrap()
}

fn pid(child: &Child) -> Pid {
    Pid::from_raw(i32::try_from(child.id().unwrap()).unwrap()).unwrap()
}

async fn is_delivered(person: &Person, ask: &Value) {
    let delivered = |ask: &Value| !ask["thread"][0]["deliveredAt"].is_null();
    person
        .sees(id(ask), "the reply is delivered", delivered)
        .await;
}

#[tokio::test]
async fn a_question_is_answered_with_what_was_chosen_and_written() {
    let script = Script::new();
    let server = Loopback::start(&script.home).await;
    let person = server.person();
    let asking = [
        "ask",
        "Deploy?",
        "--option",
        "yes",
        "-o",
        "no",
        "--context",
        "-",
    ];
    let child = script.told(&asking, "All tests are *green*.").await;
    let ask = person.sees_ask_of("site").await;
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(ask["client"], format!("loopback-script {version}"));
    assert_eq!(ask["prompt"]["question"], "Deploy?");
    assert_eq!(ask["prompt"]["context"], "All tests are *green*.");
    let options = json!([{ "label": "yes" }, { "label": "no" }]);
    assert_eq!(ask["prompt"]["options"], options);
    let reply = json!({ "outcome": "answered", "selected": ["yes"], "text": "After six." });
    person.replies(id(&ask), &reply).await;
    let ended = ended(child).await;
    assert_eq!(
        (ended.code, &*ended.stdout),
        (0, "yes\nAfter six.\n"),
        "{ended:?}"
    );
    assert!(ended.stderr.contains(id(&ask)), "{ended:?}");
    is_delivered(&person, &ask).await;
}

#[tokio::test]
async fn every_outcome_has_its_code() {
    let script = Script::new();
    let server = Loopback::start(&script.home).await;
    let person = server.person();
    std::fs::write(script.site.join("PLAN.md"), "# Plan\n\nDo it.\n").unwrap();
    for (reply, code, stdout) in [
        (
            json!({ "outcome": "approved", "note": "Nice." }),
            0,
            "Nice.\n",
        ),
        (
            json!({ "outcome": "changes_requested", "feedback": "Smaller." }),
            10,
            "Smaller.\n",
        ),
        (json!({ "outcome": "dismissed" }), 11, ""),
        (
            json!({ "outcome": "follow_up", "question": "Why?" }),
            12,
            "Why?\n",
        ),
    ] {
        let child = script.starts(&["review", "PLAN.md", "--project", "mill"]);
        let ask = person.sees_ask_of("mill").await;
        person.replies(id(&ask), &reply).await;
        let ended = ended(child).await;
        assert_eq!((ended.code, &*ended.stdout), (code, stdout), "{ended:?}");
    }
}

#[tokio::test]
async fn what_was_asked_back_is_answered_and_then_decided() {
    let script = Script::new();
    let server = Loopback::start(&script.home).await;
    let person = server.person();
    let child = script.starts(&["ask", "Which port?"]);
    let ask = person.sees_ask_of("site").await;
    let back = json!({ "outcome": "follow_up", "question": "Which are free?" });
    person.replies(id(&ask), &back).await;
    assert_eq!(ended(child).await.code, 12);
    let child = script.starts(&["answer", id(&ask), "8080 and 9090."]);
    person.sees_ask_of("site").await;
    let reply = json!({ "outcome": "answered", "selected": [], "text": "9090" });
    person.replies(id(&ask), &reply).await;
    let ended = ended(child).await;
    assert_eq!((ended.code, &*ended.stdout), (0, "9090\n"), "{ended:?}");
}

#[tokio::test]
async fn a_timeout_leaves_the_ask_open_and_prints_the_id_by_which_it_is_waited_for() {
    let script = Script::new();
    let server = Loopback::start(&script.home).await;
    let person = server.person();
    for timeout in ["0", "1s"] {
        let asked = script
            .runs(&["ask", "Still there?", "--timeout", timeout])
            .await;
        assert_eq!(asked.code, 13, "{asked:?}");
        let open = person.ask(asked.stdout.trim()).await;
        assert_eq!(open["status"], "awaiting_human");
    }
    let asked = script
        .runs(&["ask", "Still there?", "--timeout", "0", "--json"])
        .await;
    let result: Value = serde_json::from_str(&asked.stdout).unwrap();
    assert_eq!(result["state"], "still_waiting");
    let id = result["askId"].as_str().unwrap();
    let open = person.get("/snapshot").await["open"].clone();
    assert_eq!(
        open.as_array().unwrap().len(),
        1,
        "asked again, it is the same ask: {open}"
    );

    let reply = json!({ "outcome": "answered", "selected": [], "text": "Yes." });
    person.replies(id, &reply).await;
    for _ in 0..2 {
        let waited = script.runs(&["wait", id]).await;
        assert_eq!((waited.code, &*waited.stdout), (0, "Yes.\n"), "{waited:?}");
    }
}

#[tokio::test]
async fn an_ask_that_is_taken_back_says_so_to_whoever_waits() {
    let script = Script::new();
    let server = Loopback::start(&script.home).await;
    let person = server.person();
    let child = script.starts(&["ask", "Restart the build?"]);
    let ask = person.sees_ask_of("site").await;
    let back = script
        .runs(&["withdraw", id(&ask), "It restarted by itself."])
        .await;
    assert_eq!(back.code, 0, "{back:?}");
    let waited = ended(child).await;
    assert_eq!((waited.code, &*waited.stdout), (15, ""), "{waited:?}");
    assert!(
        waited.stderr.contains("It restarted by itself."),
        "{waited:?}"
    );
    let again = script.runs(&["withdraw", id(&ask), "Again."]).await;
    assert_eq!(again.code, 0, "{again:?}");
}

#[tokio::test]
async fn a_signal_ends_the_wait_and_not_the_ask() {
    let script = Script::new();
    let server = Loopback::start(&script.home).await;
    let person = server.person();
    let child = script.starts(&["ask", "Go on?"]);
    let ask = person.sees_ask_of("site").await;
    kill_process(pid(&child), Signal::INT).unwrap();
    let ended = ended(child).await;
    assert_eq!((ended.code, &*ended.stdout), (130, ""), "{ended:?}");
    assert!(
        ended
            .stderr
            .contains(&format!("loopback wait {}", id(&ask))),
        "{ended:?}"
    );
    let left = |ask: &Value| ask["waiting"] == false && ask["status"] == "awaiting_human";
    person.sees(id(&ask), "it stays open", left).await;
}

#[tokio::test]
async fn without_loopback_nothing_is_asked_and_the_code_says_so() {
    let script = Script::new();
    std::fs::write(script.site.join("shot.png"), PIXEL).unwrap();
    for arguments in [["ask", "Anyone?"], ["review", "shot.png"]] {
        let asked = script.runs(&arguments).await;
        assert_eq!((asked.code, &*asked.stdout), (14, ""), "{asked:?}");
        assert!(asked.stderr.contains("not running"), "{asked:?}");
    }
}

#[tokio::test]
async fn a_wait_outlives_a_crash_of_loopback() {
    let script = Script::new();
    let server = Loopback::start(&script.home).await;
    let child = script.starts(&["ask", "Still the same?"]);
    let ask = server.person().sees_ask_of("site").await;
    server.crash().await;
    let server = Loopback::start(&script.home).await;
    let person = server.person();
    let again = person.sees_ask_of("site").await;
    assert_eq!(again["id"], ask["id"]);
    let reply = json!({ "outcome": "answered", "selected": [], "text": "Yes." });
    person.replies(id(&ask), &reply).await;
    let ended = ended(child).await;
    assert_eq!((ended.code, &*ended.stdout), (0, "Yes.\n"), "{ended:?}");
    assert!(ended.stderr.contains("Loopback is back"), "{ended:?}");
}

#[tokio::test]
async fn what_cannot_be_asked_is_refused_with_its_place() {
    let script = Script::new();
    let server = Loopback::start(&script.home).await;
    let one = script.runs(&["ask", "Sure?", "--option", "yes"]).await;
    assert_eq!(one.code, 2, "{one:?}");
    let twice = script
        .runs(&["ask", "Sure?", "-o", "yes", "-o", "yes"])
        .await;
    assert_eq!(twice.code, 1, "{twice:?}");
    assert!(twice.stderr.contains("options"), "{twice:?}");
    let unknown = script.runs(&["wait", "nothing"]).await;
    assert_eq!(unknown.code, 1, "{unknown:?}");
    assert!(unknown.stderr.contains("ask.unknown"), "{unknown:?}");
    let gone = script.runs(&["review", "gone.md"]).await;
    assert_eq!(gone.code, 1, "{gone:?}");
    assert!(
        gone.stderr.contains("gone.md: there is no such file"),
        "{gone:?}"
    );
    let empty = script.runs(&["review", "-"]).await;
    assert_eq!(empty.code, 1, "{empty:?}");
    let open = server.person().get("/snapshot").await["open"].clone();
    assert_eq!(open, json!([]), "nothing was asked");
}

#[tokio::test]
async fn a_review_shows_files_stdin_and_what_git_says_in_their_order() {
    let script = Script::new();
    let server = Loopback::start(&script.home).await;
    let person = server.person();
    script.git(&["init", "--quiet", "--initial-branch", "main"]);
    std::fs::create_dir(script.site.join("src")).unwrap();
    std::fs::write(script.site.join("src/a.rs"), "fn a() {}\n").unwrap();
    std::fs::write(script.site.join("b.rs"), "fn b() {}\n").unwrap();
    script.git(&["add", "."]);
    script.git(&["commit", "--quiet", "-m", "first"]);
    std::fs::write(script.site.join("src/a.rs"), "fn a() -> u8 { 1 }\n").unwrap();
    std::fs::write(script.site.join("b.rs"), "fn b() -> u8 { 1 }\n").unwrap();
    let outside = script.home.path().join("notes.md");
    std::fs::write(&outside, "Outside of the *repository*.\n").unwrap();
    let outside = outside.canonicalize().unwrap();
    let outside = outside.to_str().unwrap();

    let reviewing = [
        "review",
        outside,
        "-",
        "src/a.rs",
        "--git",
        "main",
        "--path",
        "src",
        "--summary",
        "Look at a.",
    ];
    let piped = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n";
    let child = script.told(&reviewing, piped).await;
    let ask = person.sees_ask_of("site").await;
    let prompt = &ask["prompt"];
    assert_eq!(prompt["title"], format!("{outside} and 3 more"));
    assert_eq!(prompt["summary"], "Look at a.");
    let [_, notes, piped, file, diff] = &**prompt["content"].as_array().unwrap() else {
        panic!("{prompt}")
    };
    assert_eq!(notes["text"], "Outside of the *repository*.\n");
    assert_eq!(notes["read"]["path"], outside);
    assert_eq!(piped["type"], "diff");
    assert!(piped.get("read").is_none(), "{piped}");
    assert_eq!(file["filename"], "src/a.rs");
    assert_eq!(file["read"]["path"], "src/a.rs");
    let diff = diff["diff"].as_str().unwrap();
    assert!(
        diff.contains("+fn a() -> u8 { 1 }") && !diff.contains("b.rs"),
        "{diff}"
    );
    person
        .replies(id(&ask), &json!({ "outcome": "approved" }))
        .await;
    assert_eq!(ended(child).await.code, 0);
}
