//! What a review attaches is read by the bridge, where the agent runs, and nothing else is.

use std::path::{Path, PathBuf};

use loopback_tests::{Agent, Home, HttpAgent, Loopback};
use serde_json::{Value, json};

/// A repository with two commits, a change that is not committed, and settings that would run a program.
fn repository(home: &Home) -> PathBuf {
    let dir = home.path().join("shop");
    std::fs::create_dir(&dir).unwrap();
    let git = |arguments: &[&str]| {
        let done = std::process::Command::new("git")
            .args(["-c", "user.name=T", "-c", "user.email=t@example.com"])
            .args(arguments)
            .current_dir(&dir)
            .env("HOME", home.path())
            .output()
            .unwrap();
        assert!(done.status.success(), "{arguments:?}: {done:?}");
    };
    git(&["init", "--quiet", "--initial-branch", "main"]);
    std::fs::write(dir.join("cart.rs"), "fn total() {}\n").unwrap();
    std::fs::write(dir.join("other.rs"), "fn other() {}\n").unwrap();
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "first"]);
    git(&["tag", "v1"]);
    std::fs::write(dir.join("cart.rs"), "fn total() -> u32 { 1 }\n").unwrap();
    git(&["commit", "--quiet", "-a", "-m", "second"]);
    std::fs::write(dir.join("cart.rs"), "fn total() -> u64 { 2 }\n").unwrap();
    std::fs::write(dir.join("other.rs"), "fn other() -> u8 { 3 }\n").unwrap();
    std::fs::write(dir.join("PLAN.md"), "# The plan\n\nWiden the totals.\n").unwrap();
    // Each of these would leave a file behind.
    let ran = home.path().join("ran").display().to_string();
    let touch = format!("touch {ran}; cat");
    std::fs::write(dir.join(".git/info/attributes"), "*.rs diff=evil\n").unwrap();
    for name in [
        "diff.external",
        "diff.evil.textconv",
        "diff.evil.command",
        "core.fsmonitor",
        "core.pager",
    ] {
        git(&["config", name, &touch]);
    }
    dir
}

async fn asks(agent: &mut Agent, attach: Value) -> u64 {
    let content = json!([{ "type": "markdown", "text": "See below." }]);
    let review =
        json!({ "title": "Totals", "content": content, "project": "shop", "attach": attach });
    agent.call("request_review", review).await
}

async fn shown(attach: Value) -> (Vec<Value>, Home) {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let dir = repository(&home);
    let mut agent = Agent::introduced(&home, &dir, "tester").await;
    asks(&mut agent, attach).await;
    let ask = server.person().sees_ask_of("shop").await;
    let blocks = ask["prompt"]["content"].as_array().unwrap()[1..].to_vec();
    assert!(
        !home.path().join("ran").exists(),
        "something of the repository was run"
    );
    (blocks, home)
}

async fn refused(attach: Value, prepare: impl FnOnce(&Path)) -> String {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let dir = repository(&home);
    prepare(&dir);
    let mut agent = Agent::introduced(&home, &dir, "tester").await;
    let call = asks(&mut agent, attach).await;
    let result = agent.response(call).await;
    assert_eq!(result["isError"], true, "{result}");
    let open = server.person().get("/snapshot").await["open"].clone();
    assert_eq!(open, json!([]), "nothing was asked");
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_diff_against_a_commit_shows_the_files_as_they_lie_there_and_runs_nothing() {
    let (blocks, _home) = shown(json!([{ "git": { "base": "v1", "paths": ["cart.rs"] } }])).await;
    let [block] = &*blocks else {
        panic!("{blocks:?}")
    };
    let diff = block["diff"].as_str().unwrap();
    assert!(
        diff.contains("-fn total() {}\n+fn total() -> u64 { 2 }"),
        "{diff}"
    );
    assert!(!diff.contains("other"), "{diff}");
    let read = &block["read"];
    assert_eq!(read["worktree"], true);
    for commit in ["base", "head"] {
        assert_eq!(read[commit].as_str().unwrap().len(), 40, "{read}");
    }
    assert_ne!(read["base"], read["head"]);
}

#[tokio::test]
async fn a_range_of_commits_and_files_come_in_their_order() {
    let attach = json!([
        { "git": { "base": "v1", "head": "main" } },
        { "file": "PLAN.md" },
        { "file": "other.rs" },
    ]);
    let (blocks, _home) = shown(attach).await;
    assert!(
        blocks[0]["diff"]
            .as_str()
            .unwrap()
            .contains("+fn total() -> u32 { 1 }")
    );
    assert!(blocks[0]["read"].get("worktree").is_none());
    assert_eq!(blocks[1]["type"], "markdown");
    assert_eq!(blocks[1]["read"]["path"], "PLAN.md");
    assert_eq!(blocks[2]["code"], "fn other() -> u8 { 3 }\n");
    assert_eq!(blocks[2]["filename"], "other.rs");
}

#[tokio::test]
async fn what_cannot_or_may_not_be_read_is_refused_with_its_place_and_nothing_is_asked() {
    let nothing = |_: &Path| {};
    for base in ["nobody", "--output=stolen", "-O/dev/zero"] {
        let words = refused(json!([{ "git": { "base": base } }]), nothing).await;
        assert!(
            words.starts_with("attach.unreadable: /attach/0/git/base: "),
            "{base}: {words}"
        );
    }
    let words = refused(
        json!([{ "git": { "base": "HEAD", "head": "HEAD" } }]),
        nothing,
    )
    .await;
    assert!(
        words.starts_with("attach.empty: /attach/0/git: "),
        "{words}"
    );
    let words = refused(json!([{ "file": "../secret" }]), |dir| {
        std::fs::write(dir.join("../secret"), "s").unwrap();
    })
    .await;
    assert!(
        words.starts_with("attach.outside: /attach/0/file: "),
        "{words}"
    );
    let words = refused(json!([{ "file": "cart.rs" }, { "file": "link" }]), |dir| {
        std::os::unix::fs::symlink("/etc/hostname", dir.join("link")).unwrap();
    })
    .await;
    assert!(
        words.starts_with("attach.outside: /attach/1/file: "),
        "{words}"
    );
    let words = refused(json!([{ "file": "." }]), nothing).await;
    assert!(
        words.starts_with("attach.unreadable: /attach/0/file: "),
        "{words}"
    );
    let words = refused(json!([{ "file": "picture" }]), |dir| {
        std::fs::write(dir.join("picture"), loopback_tests::PIXEL).unwrap();
    })
    .await;
    assert!(words.contains("request_upload"), "{words}");
    let words = refused(json!([{ "file": "pipe" }]), |dir| {
        let made = std::process::Command::new("mkfifo")
            .arg(dir.join("pipe"))
            .status();
        assert!(made.unwrap().success());
    })
    .await;
    assert!(
        words.starts_with("attach.unreadable: /attach/0/file: "),
        "{words}"
    );
    let words = refused(json!([{ "file": "large" }]), |dir| {
        std::fs::write(dir.join("large"), "x\n".repeat(2_200_000)).unwrap();
    })
    .await;
    assert!(
        words.starts_with("attach.too_large: /attach/0/file: "),
        "{words}"
    );
    let words = refused(json!([{ "git": { "base": "v1" } }]), |dir| {
        let ran = dir.join("../ran").display().to_string();
        let done = std::process::Command::new("git")
            .args(["config", "filter.evil.clean", &format!("touch {ran}; cat")])
            .current_dir(dir)
            .status();
        assert!(done.unwrap().success());
        std::fs::write(dir.join(".gitattributes"), "* filter=evil\n").unwrap();
    })
    .await;
    assert!(words.contains("filters"), "{words}");
    let words = refused(json!([{}]), nothing).await;
    assert!(words.starts_with("attach.invalid: /attach/0: "), "{words}");
}

#[tokio::test]
async fn over_http_nothing_is_read_and_that_is_said() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let agent = HttpAgent::sessionless(&server, "tester");
    let content = json!([{ "type": "markdown", "text": "See below." }]);
    let review =
        json!({ "title": "t", "content": content, "project": "p", "attach": [{ "file": "x" }] });
    let result = agent.call("request_review", review).await.result().await;
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(
        text.starts_with("ask.attach_unreachable: /attach: "),
        "{text}"
    );
}
