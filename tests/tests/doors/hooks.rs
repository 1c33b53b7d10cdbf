//! `loopback hook claude-code` as Claude Code runs it.

use std::path::PathBuf;
use std::process::{Output, Stdio};

use loopback_tests::{Agent, Home, Loopback, PATIENCE, Person, eventually, loopback};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::process::Child;

/// A Claude Code in a project, as far as its hooks see it.
struct ClaudeCode {
    home: Home,
    site: PathBuf,
}

impl ClaudeCode {
    fn new() -> Self {
        let home = Home::new();
        let site = home.path().join("site");
        std::fs::create_dir_all(&site).unwrap();
        let site = site.canonicalize().unwrap();
        Self { home, site }
    }

    fn event(&self, name: &str, more: &Value) -> Value {
        let mut event = json!({ "session_id": "s1", "cwd": self.site, "hook_event_name": name });
        let more = more.as_object().unwrap().clone();
        event.as_object_mut().unwrap().extend(more);
        event
    }

    fn permission(&self, tool: &str, input: &Value) -> Value {
        let suggestion =
            json!({ "type": "setMode", "mode": "acceptEdits", "destination": "session" });
        let more = json!({ "tool_name": tool, "tool_input": input, "permission_suggestions": [suggestion] });
        self.event("PermissionRequest", &more)
    }

    fn plan(&self) -> Value {
        let input = json!({ "plan": "# Move it\n\n1. do it", "planFilePath": "/p.md" });
        self.permission("ExitPlanMode", &input)
    }

    fn command(&self) -> Value {
        self.permission("Bash", &json!({ "command": "rm -r build" }))
    }

    async fn starts(&self, event: &str, arguments: &[&str]) -> Child {
        let mut child = loopback(&self.home)
            .args(["hook", "claude-code", "--data-dir"])
            .arg(self.home.data_dir())
            .args(arguments)
            .env("CLAUDE_PROJECT_DIR", &self.site)
            .env("CLAUDE_PID", std::process::id().to_string())
            .current_dir(&self.site)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // One that is told nothing it understands may be gone already.
        let _ = stdin.write_all(event.as_bytes()).await;
        child
    }

    async fn hook(&self, event: &Value) -> Child {
        self.starts(&event.to_string(), &[]).await
    }

    /// What the hook says, which must have ended well.
    async fn says(&self, event: &Value) -> Option<Value> {
        said(self.hook(event).await).await
    }
}

async fn output(child: Child) -> Output {
    let output = tokio::time::timeout(PATIENCE, child.wait_with_output()).await;
    output.unwrap().unwrap()
}

async fn said(child: Child) -> Option<Value> {
    let output = output(child).await;
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complained}");
    let said = String::from_utf8(output.stdout).unwrap();
    (!said.is_empty()).then(|| serde_json::from_str(&said).unwrap())
}

fn decision(said: Option<Value>) -> Value {
    let said = said.expect("there is a decision");
    assert_eq!(
        said["hookSpecificOutput"]["hookEventName"],
        "PermissionRequest"
    );
    said["hookSpecificOutput"]["decision"].clone()
}

fn id(ask: &Value) -> &str {
    ask["id"].as_str().unwrap()
}

fn pid(child: &Child) -> Pid {
    Pid::from_raw(i32::try_from(child.id().unwrap()).unwrap()).unwrap()
}

async fn withdrawn(person: &Person, ask: &Value) -> String {
    let is_back = |ask: &Value| !ask["withdrawn"].is_null();
    let ask = person.sees(id(ask), "the ask is withdrawn", is_back).await;
    ask["withdrawn"]["reason"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_permission_is_given_or_refused_by_the_persons_choice_and_by_nothing_else() {
    let claude = ClaudeCode::new();
    let server = Loopback::start(&claude.home).await;
    let person = server.person();
    let always = json!([{ "type": "setMode", "mode": "acceptEdits", "destination": "session" }]);
    for (reply, expected) in [
        (
            json!({ "outcome": "answered", "selected": ["Allow once"] }),
            Some(json!({ "behavior": "allow" })),
        ),
        (
            json!({ "outcome": "answered", "selected": ["Allow, and all edits after it"] }),
            Some(json!({ "behavior": "allow", "updatedPermissions": always })),
        ),
        (
            json!({ "outcome": "answered", "selected": ["Deny"] }),
            Some(json!({ "behavior": "deny", "message": "The person does not allow this." })),
        ),
        (json!({ "outcome": "dismissed" }), None),
    ] {
        let hook = claude.hook(&claude.command()).await;
        let ask = person.sees_ask_of("site").await;
        assert_eq!(ask["client"], "claude-code-hook");
        assert_eq!(ask["origin"]["cwd"], json!(claude.site));
        assert!(
            ask["prompt"]["context"]
                .as_str()
                .unwrap()
                .contains("rm -r build"),
            "{ask}"
        );
        person.replies(id(&ask), &reply).await;
        let said = said(hook).await;
        assert_eq!(said.map(|said| decision(Some(said))), expected, "{reply}");
    }
}

#[tokio::test]
async fn a_plan_is_a_review_and_its_next_version_revises_it() {
    let claude = ClaudeCode::new();
    let server = Loopback::start(&claude.home).await;
    let person = server.person();
    let hook = claude.hook(&claude.plan()).await;
    let first = person.sees_ask_of("site").await;
    assert_eq!(first["prompt"]["title"], "Plan: Move it");
    let changes = json!({ "outcome": "changes_requested", "feedback": "Smaller." });
    person.replies(id(&first), &changes).await;
    let denied = decision(said(hook).await);
    assert_eq!(denied["behavior"], "deny");
    assert!(denied["message"].as_str().unwrap().contains("Smaller."));

    let hook = claude.hook(&claude.plan()).await;
    let second = person.sees_ask_of("site").await;
    assert_eq!(second["revises"], first["id"]);
    person
        .replies(id(&second), &json!({ "outcome": "approved" }))
        .await;
    let allowed = decision(said(hook).await);
    let plan = claude.plan()["tool_input"].clone();
    assert_eq!(
        allowed,
        json!({ "behavior": "allow", "updatedInput": plan })
    );
    let is_delivered = |ask: &Value| !ask["thread"][0]["deliveredAt"].is_null();
    person
        .sees(id(&second), "the reply is delivered", is_delivered)
        .await;
}

#[tokio::test]
async fn a_plan_whose_next_version_was_settled_in_the_terminal_is_a_review_of_its_own() {
    let claude = ClaudeCode::new();
    let server = Loopback::start(&claude.home).await;
    let person = server.person();
    let changes = json!({ "outcome": "changes_requested", "feedback": "Smaller." });
    for (reply, revises) in [
        (&changes, false),
        (&json!({ "outcome": "dismissed" }), true),
        (&json!({ "outcome": "dismissed" }), false),
    ] {
        let hook = claude.hook(&claude.plan()).await;
        let ask = person.sees_ask_of("site").await;
        assert_eq!(!ask["revises"].is_null(), revises, "{ask}");
        person.replies(id(&ask), reply).await;
        assert_eq!(said(hook).await.is_some(), reply == &changes);
    }
}

#[tokio::test]
async fn what_was_asked_back_about_is_decided_once_when_the_agent_has_answered() {
    let claude = ClaudeCode::new();
    let server = Loopback::start(&claude.home).await;
    let person = server.person();
    let hook = claude.hook(&claude.command()).await;
    let ask = person.sees_ask_of("site").await;
    let back = json!({ "outcome": "follow_up", "question": "Is it all generated?" });
    person.replies(id(&ask), &back).await;
    let denied = decision(said(hook).await);
    assert_eq!(denied["behavior"], "deny");
    let told = denied["message"].as_str().unwrap();
    assert!(
        told.contains("Is it all generated?") && told.contains(id(&ask)),
        "{told}"
    );

    // Tried again without an answer, it is told the same, and the ask stays.
    let again = decision(claude.says(&claude.command()).await);
    assert_eq!(again, denied);
    claude
        .says(&claude.event("UserPromptSubmit", &json!({})))
        .await;

    let mut agent = Agent::introduced(&claude.home, &claude.site, "claude-code").await;
    let answer = json!({ "askId": ask["id"], "answer": "Yes, by make." });
    let call = agent.call("answer_follow_up", answer).await;
    person.sees_ask_of("site").await;
    let reply = json!({ "outcome": "answered", "selected": ["Allow once"] });
    person.replies(id(&ask), &reply).await;
    agent.response(call).await;

    // Anything else is a question of its own, also for whoever says in the memory that it is this.
    let memory = claude.home.data_dir().join("hooks.json");
    let remembered = std::fs::read_to_string(&memory).unwrap();
    let hash = |input: &Value| {
        let hook = json!(["Bash", input]).to_string();
        let sum = std::process::Command::new("sh")
            .args(["-c", "printf %s \"$0\" | sha256sum | cut -d' ' -f1", &hook])
            .output();
        String::from_utf8(sum.unwrap().stdout)
            .unwrap()
            .trim()
            .to_owned()
    };
    let (this, that) = (
        hash(&json!({ "command": "rm -r build" })),
        hash(&json!({ "command": "rm -r src" })),
    );
    assert!(remembered.contains(&this), "{remembered}");
    std::fs::write(&memory, remembered.replace(&this, &that)).unwrap();
    let other = claude.permission("Bash", &json!({ "command": "rm -r src" }));
    let hook = claude.hook(&other).await;
    let asked = person.sees_ask_of("site").await;
    person
        .replies(id(&asked), &json!({ "outcome": "dismissed" }))
        .await;
    assert_eq!(said(hook).await, None);
    std::fs::write(&memory, remembered).unwrap();

    let allowed = decision(claude.says(&claude.command()).await);
    assert_eq!(allowed, json!({ "behavior": "allow" }));
    let hook = claude.hook(&claude.command()).await;
    let asked = person.sees_ask_of("site").await;
    assert_ne!(asked["id"], ask["id"], "a decision counts once");
    person
        .replies(id(&asked), &json!({ "outcome": "dismissed" }))
        .await;
    assert_eq!(said(hook).await, None);
}

#[tokio::test]
async fn without_an_answer_the_terminal_decides_and_the_ask_is_withdrawn() {
    let claude = ClaudeCode::new();
    let server = Loopback::start(&claude.home).await;
    let person = server.person();
    let hook = claude
        .starts(&claude.command().to_string(), &["--limit", "3"])
        .await;
    let ask = person.sees_ask_of("site").await;
    assert_eq!(said(hook).await, None);
    let reason = withdrawn(&person, &ask).await;
    assert!(reason.starts_with("Answered in the terminal"), "{reason}");
}

#[tokio::test]
async fn a_hook_that_is_told_to_end_withdraws_its_ask_and_says_nothing() {
    let claude = ClaudeCode::new();
    let server = Loopback::start(&claude.home).await;
    let person = server.person();
    let hook = claude.hook(&claude.plan()).await;
    let ask = person.sees_ask_of("site").await;
    kill_process(pid(&hook), Signal::TERM).unwrap();
    assert_eq!(said(hook).await, None);
    let reason = withdrawn(&person, &ask).await;
    assert!(reason.contains("nswered in the terminal"), "{reason}");
}

#[tokio::test]
async fn the_ask_of_a_hook_that_was_killed_has_nobody_waiting_and_the_next_hook_withdraws_it() {
    let claude = ClaudeCode::new();
    let server = Loopback::start(&claude.home).await;
    let person = server.person();
    let mut hook = claude.hook(&claude.command()).await;
    let ask = person.sees_ask_of("site").await;
    hook.kill().await.unwrap();
    let alone = |ask: &Value| ask["waiting"] == false;
    person.sees(id(&ask), "nobody waits", alone).await;
    let prompt = claude.event("UserPromptSubmit", &json!({}));
    // That its session is over is known a moment later.
    eventually("the next hook withdraws it", async || {
        assert_eq!(claude.says(&prompt).await, None);
        let ask = person.ask(id(&ask)).await;
        (!ask["withdrawn"].is_null()).then_some(())
    })
    .await;
    let reason = withdrawn(&person, &ask).await;
    assert!(reason.starts_with("Answered in the terminal"), "{reason}");
}

#[tokio::test]
async fn an_answer_in_the_terminal_is_noticed_by_what_claude_code_writes_down() {
    let claude = ClaudeCode::new();
    let server = Loopback::start(&claude.home).await;
    let person = server.person();
    let transcript = claude.home.path().join("t.jsonl");
    let entry = |block: Value| json!({ "message": { "content": [block] } }).to_string() + "\n";
    let input = json!({ "command": "rm -r build" });
    let call = json!({ "type": "tool_use", "id": "t1", "name": "Bash", "input": input });
    std::fs::write(&transcript, entry(call.clone())).unwrap();
    let mut event = claude.command();
    event["transcript_path"] = json!(transcript);
    let hook = claude.hook(&event).await;
    let ask = person.sees_ask_of("site").await;
    let result = json!({ "type": "tool_result", "tool_use_id": "t1", "content": "" });
    std::fs::write(&transcript, entry(call) + &entry(result)).unwrap();
    assert_eq!(said(hook).await, None);
    assert_eq!(withdrawn(&person, &ask).await, "Answered in the terminal.");
}

#[tokio::test]
async fn a_hook_waits_through_a_restart_of_the_app() {
    let claude = ClaudeCode::new();
    // However short the person lets calls of the agent wait: the hook has its own limit.
    claude.home.settings("[agents.waits]\nclaude-code = 1\n");
    let server = Loopback::start(&claude.home).await;
    let hook = claude.hook(&claude.command()).await;
    let ask = server.person().sees_ask_of("site").await;
    server.crash().await;
    let server = Loopback::start(&claude.home).await;
    let person = server.person();
    assert_eq!(person.sees_ask_of("site").await["id"], ask["id"]);
    let reply = json!({ "outcome": "answered", "selected": ["Allow once"] });
    person.replies(id(&ask), &reply).await;
    assert_eq!(decision(said(hook).await), json!({ "behavior": "allow" }));
}

#[tokio::test]
async fn without_the_app_a_hook_says_nothing_at_once() {
    let claude = ClaudeCode::new();
    let stop = json!({ "stop_hook_active": false });
    for event in [
        claude.command(),
        claude.plan(),
        claude.event("SessionStart", &json!({ "source": "startup" })),
        claude.event("UserPromptSubmit", &json!({ "prompt": "hi" })),
        claude.event("Stop", &stop),
        claude.event("SomethingNew", &json!({})),
    ] {
        assert_eq!(claude.says(&event).await, None, "{event}");
    }
}

#[tokio::test]
async fn what_a_hook_does_not_understand_neither_blocks_nor_allows() {
    let claude = ClaudeCode::new();
    let server = Loopback::start(&claude.home).await;
    let nothing = json!({ "hook_event_name": "PermissionRequest" }).to_string();
    for text in ["", "{", "[]", "{}", &nothing] {
        let output = output(claude.starts(text, &[]).await).await;
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(
            output.stdout.is_empty() && !output.stderr.is_empty(),
            "{text}"
        );
    }
    // The usual code for a wrong command line, 2, would block what Claude Code was about to do.
    for arguments in [&["--of-another-version"][..], &["--limit", "long"]] {
        let output = output(claude.starts("{}", arguments).await).await;
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
    assert_eq!(server.person().get("/snapshot").await["open"], json!([]));
}

#[tokio::test]
async fn our_own_tools_and_the_terminals_questions_are_not_asked_about() {
    let claude = ClaudeCode::new();
    let server = Loopback::start(&claude.home).await;
    for tool in ["mcp__loopback__ask_question", "AskUserQuestion"] {
        assert_eq!(
            claude.says(&claude.permission(tool, &json!({}))).await,
            None
        );
    }
    assert_eq!(server.person().get("/snapshot").await["recent"], json!([]));
}

#[tokio::test]
async fn a_reply_is_put_before_the_next_agent_of_the_project_once() {
    let claude = ClaudeCode::new();
    let server = Loopback::start(&claude.home).await;
    let person = server.person();
    let mut agent = Agent::introduced(&claude.home, &claude.site, "claude-code").await;
    let question = json!({ "question": "Which colour?", "project": "site", "wait": false });
    let open = agent.call("ask_question", question).await;
    let open = agent.response(open).await["structuredContent"].clone();
    let ask = open["askId"].as_str().unwrap();
    agent.hang_up();
    agent.ended().await;
    let reply = json!({ "outcome": "answered", "selected": [], "text": "like the sea" });
    person.replies(ask, &reply).await;
    let start = claude.event("SessionStart", &json!({ "source": "startup" }));
    let said = claude.says(&start).await.expect("it is told");
    let output = &said["hookSpecificOutput"];
    assert_eq!(output["hookEventName"], "SessionStart");
    let context = output["additionalContext"].as_str().unwrap();
    assert!(
        context.contains("like the sea") && context.contains(ask),
        "{context}"
    );
    let is_delivered = |ask: &Value| !ask["thread"][0]["deliveredAt"].is_null();
    person
        .sees(ask, "the reply is delivered", is_delivered)
        .await;
    assert_eq!(claude.says(&start).await, None);
}

#[tokio::test]
async fn an_agent_that_is_alive_is_told_by_its_own_hooks() {
    let claude = ClaudeCode::new();
    let server = Loopback::start(&claude.home).await;
    let person = server.person();
    let by_claude_code = [("CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS", "s1")];
    let mut agent = Agent::start_with(&claude.home, &claude.site, &by_claude_code);
    agent.initialize("2025-11-25", "claude-code").await;
    let mut ask = async |question: &str| {
        let input = json!({ "question": question, "project": "site", "wait": false });
        let open = agent.call("ask_question", input).await;
        agent.response(open).await["structuredContent"]["askId"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let (first, second) = (ask("Which colour?").await, ask("Which size?").await);
    let reply = json!({ "outcome": "answered", "selected": [], "text": "like the sea" });
    person.replies(&first, &reply).await;
    let prompt = claude.event("UserPromptSubmit", &json!({ "prompt": "go on" }));
    let said = claude.says(&prompt).await.expect("it is told");
    let context = said["hookSpecificOutput"]["additionalContext"]
        .as_str()
        .unwrap();
    assert!(
        context.contains("like the sea") && !context.contains(&second),
        "{context}"
    );

    let ends = |again: bool| claude.event("Stop", &json!({ "stop_hook_active": again }));
    assert_eq!(
        claude.says(&ends(true)).await,
        None,
        "it was held up before"
    );
    let said = claude.says(&ends(false)).await.expect("it is told");
    assert_eq!(said["decision"], "block");
    let reason = said["reason"].as_str().unwrap();
    assert!(
        reason.contains(&second) && !reason.contains(&first),
        "{reason}"
    );
    assert_eq!(claude.says(&ends(true)).await, None);
    assert_eq!(claude.says(&ends(false)).await, None, "it is told once");

    // Another Claude Code that is alive in the same place is another agent.
    let mut other = claude.event("SessionStart", &json!({ "source": "startup" }));
    other["session_id"] = "s2".into();
    let mut hook = loopback(&claude.home);
    hook.args(["hook", "claude-code", "--data-dir"])
        .arg(claude.home.data_dir());
    hook.env("CLAUDE_PROJECT_DIR", &claude.site);
    let mut hook = hook
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = hook.stdin.take().unwrap();
    stdin.write_all(other.to_string().as_bytes()).await.unwrap();
    drop(stdin);
    assert!(output(hook).await.stdout.is_empty());
}
