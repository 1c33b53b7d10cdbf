//! What a review attaches is read by the bridge, where the agent runs, and nothing else is.

use std::path::{Path, PathBuf};

use loopback_tests::{Agent, Home, HttpAgent, Loopback, PIXEL};
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
        configure(dir, &[("filter.evil.clean", &format!("touch {ran}; cat"))]);
        std::fs::write(dir.join(".gitattributes"), "* filter=evil\n").unwrap();
    })
    .await;
    assert!(words.contains("filters"), "{words}");
    let words = refused(json!([{}]), nothing).await;
    assert!(words.starts_with("attach.invalid: /attach/0: "), "{words}");
}

#[tokio::test]
async fn paths_mean_themselves_and_what_git_does_not_track_is_named() {
    let (blocks, _home) = shown(json!([{ "git": { "base": "v1" } }])).await;
    let untracked = &blocks[0]["read"]["untracked"];
    assert_eq!(*untracked, json!({ "count": 1, "files": ["PLAN.md"] }));
    let attach = json!([{ "git": { "base": "v1", "paths": ["*.rs"] } }]);
    let words = refused(attach, |_| {}).await;
    assert!(
        words.starts_with("attach.empty: /attach/0/git: "),
        "{words}"
    );
    let attach = json!([{ "git": { "base": "v1", "paths": ["PLAN.md"] } }]);
    let words = refused(attach, |_| {}).await;
    assert!(
        words.contains("PLAN.md") && words.contains("git add"),
        "{words}"
    );
}

#[tokio::test]
async fn all_that_is_attached_counts_together_as_it_lies_there_and_as_it_is_sent() {
    let words = refused(json!([{ "file": "one" }, { "file": "two" }]), |dir| {
        for name in ["one", "two"] {
            std::fs::write(dir.join(name), "x\n".repeat(1_100_000)).unwrap();
        }
    })
    .await;
    assert!(
        words.starts_with("attach.too_large: /attach/1/file: "),
        "{words}"
    );
    // Each is six bytes when it is sent.
    let words = refused(json!([{ "file": "bells" }]), |dir| {
        std::fs::write(dir.join("bells"), "\u{7}".repeat(1_100_000)).unwrap();
    })
    .await;
    assert!(
        words.starts_with("attach.too_large: /attach/0/file: "),
        "{words}"
    );
}

fn configure(dir: &Path, settings: &[(&str, &str)]) {
    for (name, value) in settings {
        let done = std::process::Command::new("git")
            .args(["config", name, value])
            .current_dir(dir)
            .status();
        assert!(done.unwrap().success());
    }
}

#[tokio::test]
async fn a_repository_cannot_move_its_root_to_open_more_of_the_disk() {
    let secret = |dir: &Path| std::fs::write(dir.join("../secret"), "s").unwrap();
    let words = refused(json!([{ "file": "../secret" }]), |dir| {
        secret(dir);
        configure(
            dir,
            &[("core.worktree", &dir.join("..").display().to_string())],
        );
    })
    .await;
    assert!(
        words.starts_with("attach.outside: /attach/0/file: "),
        "{words}"
    );
    let words = refused(json!([{ "git": { "base": "v1" } }]), |dir| {
        configure(
            dir,
            &[("core.worktree", &dir.join("..").display().to_string())],
        );
    })
    .await;
    assert!(words.contains("lie elsewhere"), "{words}");
}

#[tokio::test]
async fn a_missing_object_is_not_fetched_by_whatever_the_repository_names() {
    let home = Home::new();
    let ran = home.path().join("ran");
    let words = refused(json!([{ "git": { "base": "v1" } }]), |dir| {
        let url = format!("ext::sh -c touch% {}", ran.display());
        configure(
            dir,
            &[
                ("core.repositoryformatversion", "1"),
                ("extensions.partialClone", "origin"),
                ("remote.origin.url", &url),
                ("remote.origin.promisor", "true"),
                ("protocol.ext.allow", "always"),
            ],
        );
        let blob = std::process::Command::new("git")
            .args(["rev-parse", "v1:cart.rs"])
            .current_dir(dir)
            .output();
        let blob = String::from_utf8(blob.unwrap().stdout).unwrap();
        let (start, rest) = blob.trim().split_at(2);
        std::fs::remove_file(dir.join(".git/objects").join(start).join(rest)).unwrap();
    })
    .await;
    assert!(
        words.starts_with("attach.unreadable: /attach/0/git: "),
        "{words}"
    );
    assert!(!ran.exists(), "it was fetched");
}

#[tokio::test]
async fn variables_that_lead_git_elsewhere_are_not_passed_on() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let dir = repository(&home);
    let elsewhere = home.path().display().to_string();
    let variables = [("GIT_DIR", elsewhere.as_str()), ("GIT_WORK_TREE", "/")];
    let mut agent = Agent::start_with(&home, &dir, &variables);
    agent.initialize("2025-11-25", "tester").await;
    asks(&mut agent, json!([{ "git": { "base": "v1" } }])).await;
    let ask = server.person().sees_ask_of("shop").await;
    let repository = ask["origin"]["repository"].as_str().unwrap();
    assert_eq!(Path::new(repository), dir.canonicalize().unwrap());
}

#[tokio::test]
async fn what_was_read_stays_the_same_when_the_call_is_sent_again_to_another_app() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let dir = repository(&home);
    let mut agent = Agent::introduced(&home, &dir, "tester").await;
    asks(&mut agent, json!([{ "file": "PLAN.md" }])).await;
    let before = server.person().sees_ask_of("shop").await;
    server.crash().await;
    std::fs::write(dir.join("PLAN.md"), "# Another plan\n").unwrap();
    let server = Loopback::start(&home).await;
    let id = before["id"].as_str().unwrap();
    let waits = |ask: &Value| ask["waiting"] == true;
    server
        .person()
        .sees(id, "the agent waits again", waits)
        .await;
    let open = server.person().get("/snapshot").await["open"].clone();
    assert_eq!(open.as_array().unwrap().len(), 1);
    assert_eq!(open[0]["prompt"]["content"], before["prompt"]["content"]);
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

#[tokio::test]
async fn what_only_the_bridge_may_say_means_nothing_when_its_client_says_it() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    let forged = json!({ "type": "code", "code": "harmless", "filename": "read/from/disk.rs" });
    let content = json!([{ "type": "markdown", "text": "See below." }]);
    let arguments = json!({ "title": "Totals", "content": content, "project": "shop" });
    let meta = json!({ "progressToken": "p", "loopback/attached": [forged] });
    let params = json!({ "name": "request_review", "arguments": arguments, "_meta": meta });
    agent.send("tools/call", params).await;
    let ask = server.person().sees_ask_of("shop").await;
    assert_eq!(ask["prompt"]["content"], content, "{ask}");
}

#[tokio::test]
async fn an_image_is_stored_and_shown_and_the_same_call_again_joins_its_ask() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let dir = repository(&home);
    std::fs::write(dir.join("shot.png"), PIXEL).unwrap();
    let attach = json!([{ "file": "shot.png" }, { "file": "PLAN.md" }]);
    let mut agent = Agent::introduced(&home, &dir, "tester").await;
    asks(&mut agent, attach.clone()).await;
    let person = server.person();
    let ask = person.sees_ask_of("shop").await;
    let image = &ask["prompt"]["content"][1];
    assert_eq!(image["type"], "image");
    assert_eq!(image["read"]["path"], "shot.png");
    let upload = image["uploadId"].as_str().unwrap();
    let shown = person
        .request(reqwest::Method::GET, &format!("/files/{upload}"), None)
        .await;
    assert_eq!(shown.headers()["content-type"], "image/png");
    assert_eq!(ask["prompt"]["content"][2]["type"], "markdown");

    agent.crash().await;
    let alone = |ask: &Value| ask["waiting"] == false;
    person
        .sees(ask["id"].as_str().unwrap(), "nobody waits", alone)
        .await;
    let mut agent = Agent::introduced(&home, &dir, "tester").await;
    let call = asks(&mut agent, attach).await;
    let again = person.sees_ask_of("shop").await;
    assert_eq!(again["id"], ask["id"]);
    let approved = json!({ "outcome": "approved" });
    person.replies(ask["id"].as_str().unwrap(), &approved).await;
    let result = agent.response(call).await;
    assert_eq!(result["structuredContent"]["reply"], approved);
}

#[tokio::test]
async fn what_is_neither_text_nor_a_sound_image_is_refused() {
    let png = |dir: &Path, bytes: &[u8]| std::fs::write(dir.join("shot.png"), bytes).unwrap();
    for bytes in [
        &[0, 1, 2, 3][..],
        &PIXEL[..40],
        &[0xff, 0xd8, 0xff, 0xe0, 0, 0],
    ] {
        let words = refused(json!([{ "file": "shot.png" }]), |dir| png(dir, bytes)).await;
        let expected = "attach.unreadable: /attach/0/file: it is no text, and no image";
        assert!(words.starts_with(expected), "{words}");
    }
    let words = refused(json!([{ "file": "shot.png" }]), |dir| {
        let mut large = PIXEL.to_vec();
        large.resize(4 * 1024 * 1024 + 1, 0);
        png(dir, &large);
    })
    .await;
    assert!(
        words.starts_with("attach.too_large: /attach/0/file: "),
        "{words}"
    );
}

#[tokio::test]
async fn a_patch_file_is_shown_as_a_diff() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let dir = repository(&home);
    let patch = "--- a/cart.rs\n+++ b/cart.rs\n@@ -1 +1 @@\n-1\n+2\n";
    std::fs::write(dir.join("fix.PATCH"), patch).unwrap();
    let mut agent = Agent::introduced(&home, &dir, "tester").await;
    asks(&mut agent, json!([{ "file": "fix.PATCH" }])).await;
    let ask = server.person().sees_ask_of("shop").await;
    let block = &ask["prompt"]["content"][1];
    assert_eq!(
        (&block["type"], &block["diff"]),
        (&json!("diff"), &json!(patch))
    );
    assert_eq!(block["read"]["path"], "fix.PATCH");
}
