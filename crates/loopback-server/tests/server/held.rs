//! Held replies: a reply that is given time to be undone.

use loopback_contract::AskId;
use serde_json::{Value, json};

use crate::support::{Answer, Server, briefing, moment, path, question};

fn answered() -> Value {
    json!({ "outcome": "answered", "selected": ["SQLite"] })
}

async fn hold(server: &Server, id: &AskId, seconds: u32, reply: &Value) -> Answer {
    let at = path(id, &format!("/reply?hold={seconds}"));
    server.post(&at, reply).await
}

async fn held(server: &Server, method: &str, id: &AskId, query: &str) -> Answer {
    let at = path(id, &format!("/held{query}"));
    server.person(method, &at).send().await
}

#[tokio::test]
async fn a_reply_that_is_held_changes_nothing_yet_and_is_seen_by_the_person() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let before = server.get(&path(waiter.ask_id(), "")).await.ok();
    let mut ask = hold(&server, waiter.ask_id(), 10, &answered()).await.ok();
    assert_eq!(ask["held"]["reply"], answered());
    assert!(moment(&ask["held"]["until"]) > server.hub().now());
    let rows = server.get("/api/v1/snapshot?view=summary").await.ok();
    assert_eq!(rows["open"][0]["held"], ask["held"]);
    ask.as_object_mut().unwrap().remove("held");
    assert_eq!(ask, before);
}

#[tokio::test]
async fn while_one_is_held_another_is_refused_whether_held_or_not() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let id = waiter.ask_id();
    hold(&server, id, 10, &answered()).await.ok();
    let other = json!({ "outcome": "dismissed" });
    assert_eq!(
        hold(&server, id, 10, &other).await.refusal(),
        "409 ask.held"
    );
    let at_once = server.post(&path(id, "/reply"), &other).await;
    assert_eq!(at_once.refusal(), "409 ask.held");
    let closed = server.person("POST", &path(id, "/close")).send().await;
    assert_eq!(closed.status, 409);
}

#[tokio::test]
async fn a_held_reply_can_be_taken_back_and_then_there_is_none() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let id = waiter.ask_id();
    assert_eq!(
        held(&server, "DELETE", id, "").await.refusal(),
        "409 ask.not_held"
    );
    hold(&server, id, 10, &answered()).await.ok();
    let ask = held(&server, "DELETE", id, "").await.ok();
    assert_eq!(ask["status"], "awaiting_human");
    assert!(ask.get("held").is_none(), "{ask}");
    let renewed = held(&server, "PUT", id, "?hold=3").await;
    assert_eq!(renewed.refusal(), "409 ask.not_held");
}

#[tokio::test]
async fn a_held_reply_can_be_held_longer_or_sent_at_once() {
    let server = Server::start().await;
    let mut waiter = question(server.hub()).await;
    let id = waiter.ask_id().clone();
    let first = hold(&server, &id, 5, &answered()).await.ok();
    let longer = held(&server, "PUT", &id, "?hold=10").await.ok();
    assert!(moment(&longer["held"]["until"]) > moment(&first["held"]["until"]));
    let sent = held(&server, "PUT", &id, "?hold=0").await.ok();
    assert_eq!(sent["status"], "closed");
    assert!(sent.get("held").is_none(), "{sent}");
    let result = waiter.outcome().await.unwrap().tool_result();
    assert_eq!(serde_json::to_value(result.reply).unwrap(), answered());
}

#[tokio::test]
async fn without_a_hold_or_with_none_a_reply_is_sent_at_once() {
    let server = Server::start().await;
    for query in ["", "?hold=0"] {
        let waiter = question(server.hub()).await;
        let at = path(waiter.ask_id(), &format!("/reply{query}"));
        assert_eq!(server.post(&at, &answered()).await.ok()["status"], "closed");
    }
}

#[tokio::test]
async fn a_hold_that_is_no_number_of_seconds_does_not_fit_and_nothing_is_sent() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let id = waiter.ask_id();
    for query in ["11", "-1", "", "soon", "1&hold=1"] {
        let at = path(id, &format!("/reply?hold={query}"));
        let refused = server.post(&at, &answered()).await;
        assert_eq!(refused.refusal(), "422 query.invalid", "{query}");
    }
    for query in ["", "?hold=11"] {
        let refused = held(&server, "PUT", id, query).await;
        assert_eq!(refused.refusal(), "422 query.invalid", "{query}");
    }
    let ask = server.get(&path(id, "")).await.ok();
    assert_eq!(ask["status"], "awaiting_human");
}

#[tokio::test]
async fn a_reply_that_does_not_fit_is_not_held() {
    let server = Server::start().await;
    let waiter = briefing(server.hub()).await;
    let refused = hold(&server, waiter.ask_id(), 5, &answered()).await;
    assert_eq!(refused.status, 422);
    let unknown = AskId::new("made-up");
    for refused in [
        hold(&server, &unknown, 5, &answered()).await,
        held(&server, "DELETE", &unknown, "").await,
        held(&server, "PUT", &unknown, "?hold=1").await,
    ] {
        assert_eq!(refused.refusal(), "404 ask.unknown");
    }
}
