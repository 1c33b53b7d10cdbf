//! Long waits of clients with their default limits: one for each way of waiting. `cargo xtask soak` runs them; a test run
//! does not.

use std::time::Duration;

use loopback_tests::real::{self, Client, Door};
use loopback_tests::{AgentProgram, Home, HttpAgent, Loopback, Patience};
use serde_json::{Value, json};

use crate::run::{Run, report};

/// How long the person lets them wait: `LOOPBACK_SOAK_MINUTES`, or 12 minutes, which is longer than most limits.
fn absence() -> Duration {
    let minutes = std::env::var("LOOPBACK_SOAK_MINUTES").ok();
    let minutes = minutes.map_or(12, |minutes| minutes.parse().unwrap());
    Duration::from_mins(minutes)
}

fn when() -> String {
    format!("after {} min", absence().as_secs() / 60)
}

async fn waits(agent: AgentProgram) {
    let mut run = Run::of(agent, Patience::ByItself).await;
    let child = run.begins();
    let first = run.server.person().sees_ask_of("site").await;
    tokio::time::sleep(absence()).await;
    let ask = run.ends_well(child).await;
    assert_eq!(ask["id"], first["id"], "it does not ask twice");
    run.report(&ask, &when());
}

#[tokio::test]
#[ignore = "takes 12 minutes: cargo xtask soak"]
async fn claude_code_waits() {
    waits(AgentProgram::ClaudeCode).await;
}

#[tokio::test]
#[ignore = "takes 12 minutes: cargo xtask soak"]
async fn codex_waits() {
    waits(AgentProgram::Codex).await;
}

#[tokio::test]
#[ignore = "takes 12 minutes: cargo xtask soak"]
async fn gemini_cli_waits() {
    waits(AgentProgram::GeminiCli).await;
}

#[tokio::test]
#[ignore = "takes 12 minutes: cargo xtask soak"]
async fn opencode_waits() {
    waits(AgentProgram::OpenCode).await;
}

/// A client without progress comes back again and again.
#[tokio::test]
#[ignore = "takes 12 minutes: cargo xtask soak"]
async fn the_typescript_sdk_comes_back_again_and_again() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let person = server.person();
    let calls = async {
        let mut calls = Vec::new();
        let (mut tool, mut arguments) = (
            "ask_question",
            json!({ "question": "When?", "project": "site" }),
        );
        loop {
            let call = Client::TypeScript.calls_quietly(Door::Stdio, &home, &server, tool);
            let result = real::start(call, &arguments).await.result().await;
            let state = result["state"].as_str().unwrap();
            calls.push(format!("{tool}: {state}"));
            if state != "still_waiting" {
                return (calls, result);
            }
            (tool, arguments) = ("wait_for_reply", json!({ "askId": result["askId"] }));
        }
    };
    let reply = json!({ "outcome": "answered", "selected": [], "text": "Now." });
    let replies = async {
        let first = person.sees_ask_of("site").await;
        tokio::time::sleep(absence()).await;
        let ask = person.sees_ask_of("site").await;
        assert_eq!(ask["id"], first["id"]);
        person.replies(ask["id"].as_str().unwrap(), &reply).await;
        ask
    };
    let ((calls, result), ask) = tokio::join!(calls, replies);
    assert_eq!(result["reply"], reply);
    report_calls(&ask, "2025-11-25", "limited", &calls);
}

/// A client that polls a task. None of the agents does yet, so this one is spoken by hand.
#[tokio::test]
#[ignore = "takes 12 minutes: cargo xtask soak"]
async fn a_client_of_tasks_polls() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let person = server.person();
    let agent = HttpAgent::sessionless(&server, "task-agent").that_polls();
    let question = json!({ "question": "When?", "project": "site" });
    let task = agent.call("ask_question", question).await.result().await;
    assert_eq!(task["resultType"], "task", "{task}");
    let first = person.sees_ask_of("site").await;
    let absence = tokio::time::sleep(absence());
    tokio::pin!(absence);
    let every = Duration::from_millis(task["pollIntervalMs"].as_u64().unwrap());
    let (mut polls, mut replied) = (0, false);
    let ended = loop {
        let params = json!({ "taskId": task["taskId"] });
        let state = agent.request("tasks/get", params).await.result().await;
        polls += 1;
        if state["status"] != "working" {
            break state;
        }
        tokio::select! {
            () = &mut absence, if !replied => {
                let reply = json!({ "outcome": "answered", "selected": [], "text": "Now." });
                person.replies(first["id"].as_str().unwrap(), &reply).await;
                replied = true;
            }
            () = tokio::time::sleep(every) => {}
        }
    };
    assert_eq!(ended["status"], "completed", "{ended}");
    let reply = &ended["result"]["structuredContent"]["reply"];
    assert_eq!(reply["text"], "Now.", "{ended}");
    let calls = [format!(
        "ask_question: task, tasks/get: {polls} times, replied"
    )];
    report_calls(&first, "2026-07-28", "as a task", &calls);
}

fn report_calls(ask: &Value, protocol: &str, waiting: &str, calls: &[String]) {
    report(&json!({
        "client": ask["client"],
        "protocol": protocol,
        "waiting": waiting,
        "when": when(),
        "outcome": calls.join(", "),
    }));
}
