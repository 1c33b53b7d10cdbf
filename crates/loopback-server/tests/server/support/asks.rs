//! Asks of every kind, opened as agents open them.

use std::sync::atomic::{AtomicUsize, Ordering};

use loopback_contract::{AskId, Message, read_value};
use loopback_inbox::{Caller, Hub, Waiter};
use loopback_rules::AskInput;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// An agent, another one each time: what two of them say alike are two asks.
pub(crate) fn caller() -> Caller {
    static AGENTS: AtomicUsize = AtomicUsize::new(0);
    Caller {
        session: format!("session-{}", AGENTS.fetch_add(1, Ordering::Relaxed)),
        client_name: "test-client".to_owned(),
        client_version: "1.0".to_owned(),
        origin: None,
    }
}

fn input<T: Message + DeserializeOwned>(value: &Value) -> T {
    read_value(value).unwrap()
}

async fn open(hub: &Hub, input: AskInput) -> Waiter {
    let caller = caller();
    // It stays to the end of the test.
    std::mem::forget(hub.attend(caller.session.clone()));
    hub.open(&caller, None, input).await.unwrap()
}

pub(crate) async fn question(hub: &Hub) -> Waiter {
    let asked = json!({
        "question": "Which **database**?",
        "options": [{ "label": "SQLite", "description": "one file" }, { "label": "Postgres" }],
        "context": "We have `one` user.",
        "project": "loopback",
    });
    open(hub, AskInput::Question(input(&asked))).await
}

pub(crate) async fn review(hub: &Hub) -> Waiter {
    let shown = json!({
        "title": "Rename a function",
        "summary": "One *name*.",
        "content": [
            { "type": "markdown", "text": "# Why\n\n<script>alert(1)</script>" },
            { "type": "code", "code": "fn main() {}", "language": "rust" },
            { "type": "diff", "diff": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n" },
        ],
        "project": "loopback",
    });
    open(hub, AskInput::Review(input(&shown))).await
}

pub(crate) async fn briefing(hub: &Hub) -> Waiter {
    let laid_out = json!({
        "title": "Findings",
        "summary": "Two of them.",
        "sections": [{ "title": "Now", "points": [
            { "title": "First", "detail": "with *detail*" },
            { "title": "Second", "content": [{ "type": "markdown", "text": "more" }] },
        ] }],
        "project": "loopback",
    });
    open(hub, AskInput::Briefing(input(&laid_out))).await
}

/// The path of an ask below the API.
pub(crate) fn path(id: &AskId, rest: &str) -> String {
    format!("/api/v1/asks/{id}{rest}")
}

/// A review with 64 KiB to read.
pub(crate) async fn large_review(hub: &Hub) -> Waiter {
    let text = "0123456789abcde ".repeat(4_096);
    let shown = json!({ "title": "Much", "content": [{ "type": "markdown", "text": text }], "project": "loopback" });
    open(hub, AskInput::Review(input(&shown))).await
}
