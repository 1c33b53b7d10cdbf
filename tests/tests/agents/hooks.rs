//! Claude Code itself with Loopback's hooks: its prompts are answered by the person, or by nobody.

use loopback_tests::{AgentProgram, Home, Loopback, Model, PATIENCE, Person, eventually};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::process::Child;

const CLAUDE: AgentProgram = AgentProgram::ClaudeCode;

/// Claude Code, connected with hooks, and a model that makes these calls.
struct Run {
    home: Home,
    model: Model,
    server: Loopback,
}

impl Run {
    async fn of(calls: &Value) -> Self {
        let home = Home::new();
        let server = Loopback::start(&home).await;
        let model = Model::calling(&home, calls).await;
        CLAUDE.settles_in(&home, &model);
        CLAUDE.is_connected_with(&home, &["--hooks"]).await;
        Self {
            home,
            model,
            server,
        }
    }

    /// One that makes a file by a command that it must be allowed.
    async fn that_makes_a_file() -> Self {
        Self::of(&json!([making_a_file()])).await
    }

    fn person(&self) -> Person {
        self.server.person()
    }

    fn begins(&self) -> Child {
        CLAUDE.asks(&self.home, &self.model).spawn().unwrap()
    }

    fn made_it(&self) -> bool {
        self.home.path().join("site/made").exists()
    }
}

fn making_a_file() -> Value {
    json!({ "name": "Bash", "input": { "command": "touch made", "description": "makes a file" } })
}

/// What it says at its end.
async fn says(agent: Child) -> String {
    let output = tokio::time::timeout(PATIENCE, agent.wait_with_output()).await;
    let output = output.unwrap().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complained}");
    said
}

fn id(ask: &Value) -> &str {
    ask["id"].as_str().unwrap()
}

#[tokio::test]
async fn claude_code_does_what_the_person_allows_in_the_inbox() {
    let run = Run::that_makes_a_file().await;
    let agent = run.begins();
    let ask = run.person().sees_ask_of("site").await;
    assert_eq!(ask["client"], "claude-code-hook");
    assert!(!run.made_it());
    let reply = json!({ "outcome": "answered", "selected": ["Allow once"] });
    run.person().replies(id(&ask), &reply).await;
    says(agent).await;
    assert!(run.made_it());
}

#[tokio::test]
async fn claude_code_allows_from_then_on_what_it_suggested_and_the_person_chose() {
    let run = Run::of(&json!([
        making_a_file(),
        { "name": "Bash", "input": { "command": "touch made2", "description": "and another" } },
    ]))
    .await;
    let agent = run.begins();
    let ask = run.person().sees_ask_of("site").await;
    let reply = json!({ "outcome": "answered", "selected": ["Allow, and all edits after it"] });
    run.person().replies(id(&ask), &reply).await;
    says(agent).await;
    assert!(run.made_it() && run.home.path().join("site/made2").exists());
    let recent = run.person().get("/snapshot").await["recent"].clone();
    assert_eq!(
        recent.as_array().unwrap().len(),
        1,
        "it asked once: {recent}"
    );
}

#[tokio::test]
async fn claude_code_is_told_the_words_of_the_person_who_denies() {
    let run = Run::that_makes_a_file().await;
    let agent = run.begins();
    let ask = run.person().sees_ask_of("site").await;
    let reply = json!({ "outcome": "answered", "selected": ["Deny"], "text": "use mktemp" });
    run.person().replies(id(&ask), &reply).await;
    let said = says(agent).await;
    assert!(said.contains("use mktemp"), "{said}");
    assert!(!run.made_it());
}

#[tokio::test]
async fn claude_code_does_nothing_that_nobody_answered() {
    let run = Run::that_makes_a_file().await;
    CLAUDE.has_hooks_run_for(&run.home, 4);
    let agent = run.begins();
    let ask = run.person().sees_ask_of("site").await;
    says(agent).await;
    assert!(!run.made_it());
    let back = |ask: &Value| !ask["withdrawn"].is_null();
    let ask = run
        .person()
        .sees(id(&ask), "the ask is withdrawn", back)
        .await;
    let reason = ask["withdrawn"]["reason"].as_str().unwrap();
    assert!(reason.starts_with("Answered in the terminal"), "{reason}");
}

#[tokio::test]
async fn claude_code_goes_on_with_a_plan_that_was_changed_and_then_approved_in_the_inbox() {
    let write =
        |plan: &str| json!({ "name": "Write", "input": { "file_path": "PLAN", "content": plan } });
    let present = json!({ "name": "ExitPlanMode", "input": {} });
    let calls = json!([write("# Make it\n\n1. all\n"), present, present]);
    let mut run = Run::of(&calls).await;
    let mut agent = CLAUDE.plans_at_a_terminal(&run.home, &run.model);
    let _agent = agent.spawn().unwrap();
    let ask = run.person().sees_ask_of("site").await;
    assert_eq!(ask["kind"], "review");
    assert_eq!(ask["prompt"]["content"][0]["text"], "# Make it\n\n1. all\n");
    let reply = json!({ "outcome": "changes_requested", "feedback": "Only a half." });
    run.person().replies(id(&ask), &reply).await;
    let told = hears(&mut run.model, "Only a half.").await;
    assert!(!told.contains("approved"), "{told}");

    let again = run.person().sees_ask_of("site").await;
    assert_eq!(again["revises"], ask["id"]);
    let reply = json!({ "outcome": "approved", "note": "Not on Friday." });
    run.person().replies(id(&again), &reply).await;
    let told = hears(&mut run.model, "approved").await;
    assert!(told.contains("Not on Friday."), "{told}");
}

#[tokio::test]
async fn a_plan_that_is_approved_in_the_terminal_is_withdrawn_from_the_inbox() {
    let calls = json!([
        { "name": "Write", "input": { "file_path": "PLAN", "content": "# Make it\n" } },
        { "name": "ExitPlanMode", "input": {} },
    ]);
    let mut run = Run::of(&calls).await;
    let mut agent = CLAUDE.plans_at_a_terminal(&run.home, &run.model);
    let mut agent = agent.spawn().unwrap();
    let mut keys = agent.stdin.take().unwrap();
    let ask = run.person().sees_ask_of("site").await;
    let mut looks = 0;
    let ask = eventually("the ask is withdrawn", async || {
        // The first choice of its prompt, once that is there. What comes faster than anyone types is taken for a paste.
        if looks % 50 == 0 {
            keys.write_all(b"\r").await.unwrap();
        }
        looks += 1;
        let ask = run.person().ask(id(&ask)).await;
        (!ask["withdrawn"].is_null()).then_some(ask)
    })
    .await;
    assert_eq!(ask["withdrawn"]["reason"], "Answered in the terminal.");
    hears(&mut run.model, "approved").await;
}

/// The next thing the model is told that has these words.
async fn hears(model: &mut Model, words: &str) -> String {
    loop {
        let told = model.is_told().await;
        if told.contains(words) {
            return told;
        }
    }
}

#[tokio::test]
async fn claude_code_is_told_once_what_it_leaves_open_and_later_of_the_reply() {
    let ask = json!({ "question": "Which colour?", "project": "site", "wait": false });
    let run = Run::of(&json!([{ "name": "mcp__loopback__ask_question", "input": ask }])).await;
    let said = says(run.begins()).await;
    let open = run.person().get("/snapshot").await["open"][0].clone();
    assert_eq!(said.matches("Stop hook feedback:").count(), 1, "{said}");
    assert!(said.contains(&format!("(ask {})", id(&open))), "{said}");
    let reply = json!({ "outcome": "answered", "selected": [], "text": "like the sea" });
    run.person().replies(id(&open), &reply).await;

    let model = Model::calling(&run.home, &json!([])).await;
    let said = says(CLAUDE.asks(&run.home, &model).spawn().unwrap()).await;
    assert!(said.contains("like the sea"), "{said}");
    let had = |ask: &Value| !ask["thread"][0]["deliveredAt"].is_null();
    run.person()
        .sees(id(&open), "the reply is delivered", had)
        .await;
}
