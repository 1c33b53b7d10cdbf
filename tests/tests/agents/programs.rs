//! The agents themselves: connected in an empty home, with default permissions, they ask and receive the reply; once
//! within their own limit of a tool call, and once after it; and once after they gave a call up.

use loopback_tests::{AgentProgram, Patience};

use crate::run::Run;

/// Has the server wait longer for the agents than they do, as if their limits were not known.
const TOO_LONG: &str =
    "[agents.waits]\nclaude-code = 600\ncodex = 600\ngemini-cli = 600\nopencode = 600\n";

async fn receives_the_reply_within_its_limit(agent: AgentProgram) {
    let mut run = Run::of(agent, Patience::AsConnected).await;
    let child = run.begins();
    let ask = run.ends_well(child).await;
    run.report(&ask, "within its limit");
}

async fn receives_the_reply_after_its_limit(agent: AgentProgram) {
    let mut run = Run::of(agent, Patience::Little).await;
    let child = run.begins();
    let first = run.server.person().sees_ask_of("site").await;
    let told = run.model.is_told().await;
    // Told in time, in whichever of the result's two forms it shows its model.
    assert!(told.contains(first["id"].as_str().unwrap()), "{told}");
    run.waits_again().await;
    let ask = run.ends_well(child).await;
    assert_eq!(ask["id"], first["id"], "it does not ask twice");
    run.report(&ask, "after its limit (6 s)");
}

async fn receives_the_reply_after_it_gave_up(agent: AgentProgram) {
    let mut run = Run::with(agent, Patience::Little, TOO_LONG).await;
    let child = run.begins();
    let first = run.server.person().sees_ask_of("site").await;
    let told = run.model.is_told().await;
    let id = first["id"].as_str().unwrap();
    assert!(
        !told.contains("like the sea") && !told.contains(id),
        "{told}"
    );
    run.waits_again().await;
    let ask = run.ends_well(child).await;
    assert_eq!(ask["id"], first["id"], "it does not ask twice");
    run.report(&ask, "after it gave up (6 s)");
}

#[tokio::test]
async fn claude_code_receives_the_reply_within_its_limit() {
    receives_the_reply_within_its_limit(AgentProgram::ClaudeCode).await;
}

#[tokio::test]
async fn claude_code_receives_the_reply_after_its_limit() {
    receives_the_reply_after_its_limit(AgentProgram::ClaudeCode).await;
}

#[tokio::test]
async fn claude_code_receives_the_reply_after_it_gave_up() {
    receives_the_reply_after_it_gave_up(AgentProgram::ClaudeCode).await;
}

#[tokio::test]
async fn codex_receives_the_reply_within_its_limit() {
    receives_the_reply_within_its_limit(AgentProgram::Codex).await;
}

#[tokio::test]
async fn codex_receives_the_reply_after_its_limit() {
    receives_the_reply_after_its_limit(AgentProgram::Codex).await;
}

#[tokio::test]
async fn codex_receives_the_reply_after_it_gave_up() {
    receives_the_reply_after_it_gave_up(AgentProgram::Codex).await;
}

#[tokio::test]
async fn gemini_cli_receives_the_reply_within_its_limit() {
    receives_the_reply_within_its_limit(AgentProgram::GeminiCli).await;
}

#[tokio::test]
async fn gemini_cli_receives_the_reply_after_its_limit() {
    receives_the_reply_after_its_limit(AgentProgram::GeminiCli).await;
}

#[tokio::test]
async fn gemini_cli_receives_the_reply_after_it_gave_up() {
    receives_the_reply_after_it_gave_up(AgentProgram::GeminiCli).await;
}

#[tokio::test]
async fn opencode_receives_the_reply_within_its_limit() {
    receives_the_reply_within_its_limit(AgentProgram::OpenCode).await;
}

#[tokio::test]
async fn opencode_receives_the_reply_after_its_limit() {
    receives_the_reply_after_its_limit(AgentProgram::OpenCode).await;
}

#[tokio::test]
async fn opencode_receives_the_reply_after_it_gave_up() {
    receives_the_reply_after_it_gave_up(AgentProgram::OpenCode).await;
}
