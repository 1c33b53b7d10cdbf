//! What the person notes for themselves: put off, seen, ticked off.

use loopback_contract::AskId;
use serde_json::{Value, json};

use crate::support::{Answer, Server, path, question, review};

async fn put(server: &Server, id: &AskId, what: &str, body: &Value) -> Answer {
    let at = path(id, &format!("/{what}"));
    server.person("PUT", &at).json(body).send().await
}

async fn delete(server: &Server, id: &AskId, what: &str) -> Answer {
    let at = path(id, &format!("/{what}"));
    server.person("DELETE", &at).send().await
}

fn in_an_hour(server: &Server) -> Value {
    json!({ "until": server.hub().now().plus_ms(3_600_000) })
}

#[tokio::test]
async fn an_ask_is_put_off_and_fetched_back() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let id = waiter.ask_id();
    let until = in_an_hour(&server);
    let row = put(&server, id, "snooze", &until).await.ok();
    assert_eq!(row["snoozedUntil"], until["until"]);
    let rows = server.get("/api/v1/snapshot?view=summary").await.ok();
    assert_eq!(rows["open"][0]["snoozedUntil"], until["until"]);
    let row = delete(&server, id, "snooze").await.ok();
    assert!(row.get("snoozedUntil").is_none(), "{row}");
}

#[tokio::test]
async fn what_is_over_or_never_comes_is_no_time_to_put_an_ask_off_to() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let id = waiter.ask_id();
    let now = server.hub().now();
    for ms in [-1, 400 * 24 * 3_600_000] {
        let refused = put(&server, id, "snooze", &json!({ "until": now.plus_ms(ms) })).await;
        assert_eq!(refused.refusal(), "422 snooze.until", "{ms}");
    }
    let refused = put(&server, id, "snooze", &json!({ "until": "tomorrow" })).await;
    assert_eq!(refused.refusal(), "422 body.invalid");
    assert!(
        refused.message().starts_with("/until"),
        "{}",
        refused.message()
    );
    let reply = json!({ "outcome": "dismissed" });
    server.post(&path(id, "/reply"), &reply).await.ok();
    let refused = put(&server, id, "snooze", &in_an_hour(&server)).await;
    assert_eq!(refused.status, 409);
}

#[tokio::test]
async fn an_ask_is_unread_until_it_is_seen_as_it_is_and_may_be_made_so_again() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let id = waiter.ask_id();
    let rows = server.get("/api/v1/snapshot?view=summary").await.ok();
    assert_eq!(rows["open"][0]["unread"], true);
    let seen = json!({ "updatedAt": rows["open"][0]["updatedAt"] });
    assert_ne!(put(&server, id, "seen", &seen).await.ok()["unread"], true);
    assert_eq!(delete(&server, id, "seen").await.ok()["unread"], true);
    let refused = put(&server, id, "seen", &json!({})).await;
    assert_eq!(refused.refusal(), "422 body.invalid");
}

#[tokio::test]
async fn a_file_is_ticked_off_and_the_tick_taken_away() {
    let server = Server::start().await;
    let waiter = review(server.hub()).await;
    let id = waiter.ask_id();
    let none = server.get(&path(id, "/viewed")).await.ok();
    assert_eq!(none, json!({ "digests": [] }));
    let digest = "0123456789abcdef".repeat(4);
    let tick = |viewed| json!({ "digest": digest, "viewed": viewed });
    let ticked = put(&server, id, "viewed", &tick(true)).await.ok();
    assert_eq!(ticked, json!({ "digests": [digest] }));
    assert_eq!(server.get(&path(id, "/viewed")).await.ok(), ticked);
    assert_eq!(put(&server, id, "viewed", &tick(false)).await.ok(), none);
    for digest in ["", "0123", &"G".repeat(64), &"A".repeat(64)] {
        let wrong = json!({ "digest": digest, "viewed": true });
        let refused = put(&server, id, "viewed", &wrong).await;
        assert_eq!(refused.refusal(), "422 body.invalid", "{digest}");
        assert!(
            refused.message().starts_with("/digest"),
            "{}",
            refused.message()
        );
    }
}

#[tokio::test]
async fn nothing_can_be_noted_about_an_ask_that_is_not_there() {
    let server = Server::start().await;
    let id = AskId::new("made-up");
    let seen = json!({ "updatedAt": server.hub().now() });
    let tick = json!({ "digest": "0".repeat(64), "viewed": true });
    for refused in [
        put(&server, &id, "snooze", &in_an_hour(&server)).await,
        delete(&server, &id, "snooze").await,
        put(&server, &id, "seen", &seen).await,
        delete(&server, &id, "seen").await,
        put(&server, &id, "viewed", &tick).await,
        server.get(&path(&id, "/viewed")).await,
    ] {
        assert_eq!(refused.refusal(), "404 ask.unknown");
    }
}
