//! Texts to take away.

use loopback_contract::check_schema;
use serde_json::{Value, json};

use crate::support::{Server, large_review, path, question, review};

async fn replied(server: &Server) -> String {
    let waiter = question(server.hub()).await;
    let reply = json!({ "outcome": "answered", "selected": ["SQLite"], "text": "It is *enough*." });
    server
        .post(&path(waiter.ask_id(), "/reply"), &reply)
        .await
        .ok();
    waiter.ask_id().to_string()
}

#[tokio::test]
async fn one_ask_is_taken_away_as_markdown_or_as_it_is() {
    let server = Server::start().await;
    let id = replied(&server).await;
    let text = server.get(&format!("/api/v1/asks/{id}/export")).await;
    assert_eq!(
        text.header("content-type"),
        Some("text/markdown; charset=utf-8")
    );
    assert!(
        text.text().starts_with("# Which database?\n"),
        "{}",
        text.text()
    );
    assert!(text.text().contains("> It is *enough*."), "{}", text.text());
    let same = server
        .get(&format!("/api/v1/asks/{id}/export?format=markdown"))
        .await;
    assert_eq!(same.text(), text.text());
    let json = server
        .get(&format!("/api/v1/asks/{id}/export?format=json"))
        .await
        .ok();
    assert_eq!(json, server.get(&format!("/api/v1/asks/{id}")).await.ok());
    let unknown = server.get("/api/v1/asks/x/export").await;
    assert_eq!(unknown.refusal(), "404 ask.unknown");
    let html = server
        .get(&format!("/api/v1/asks/{id}/export?format=html"))
        .await;
    assert_eq!(html.refusal(), "422 query.invalid");
}

#[tokio::test]
async fn everything_is_taken_away_the_oldest_first() {
    let server = Server::start().await;
    let mut ids = Vec::new();
    for n in 0..25 {
        let waiter = match n % 3 {
            0 => question(server.hub()).await,
            1 => review(server.hub()).await,
            _ => large_review(server.hub()).await,
        };
        ids.push(Value::from(waiter.ask_id().as_str()));
    }
    let log = server.get("/api/v1/export?format=json").await;
    assert_eq!(log.header("content-type"), Some("application/json"));
    let log = log.ok();
    check_schema("AskLog", &log).unwrap();
    let items = log["items"].as_array().unwrap();
    assert_eq!(
        items
            .iter()
            .map(|ask| ask["id"].clone())
            .collect::<Vec<_>>(),
        ids
    );
    let text = server.get("/api/v1/export").await;
    let text = text.text();
    assert!(
        text.starts_with("# All asks, the oldest first\n\nTaken from Loopback on "),
        "{text:.80}"
    );
    assert_eq!(text.matches("\n---\n\n# ").count(), 25);
}

#[tokio::test]
async fn the_decisions_are_taken_away_narrowed_down_as_the_list_is() {
    let server = Server::start().await;
    for _ in 0..3 {
        replied(&server).await;
    }
    let waiter = review(server.hub()).await;
    server
        .post(
            &path(waiter.ask_id(), "/reply"),
            &json!({ "outcome": "approved" }),
        )
        .await
        .ok();
    let log = server
        .get("/api/v1/decisions/export?format=json")
        .await
        .ok();
    check_schema("DecisionLog", &log).unwrap();
    let outcomes: Vec<_> = log["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["outcome"].clone())
        .collect();
    assert_eq!(outcomes, ["approved", "answered", "answered", "answered"]);
    let some = server
        .get("/api/v1/decisions/export?format=json&q=outcome:approved")
        .await
        .ok();
    assert_eq!(some["items"].as_array().unwrap().len(), 1);
    let text = server.get("/api/v1/decisions/export").await;
    assert!(
        text.text()
            .contains("loopback: Rename a function → **approved**\n"),
        "{}",
        text.text()
    );
    assert!(
        text.text()
            .contains(r"loopback: Which database? → **answered**: SQLite – It is \*enough\*."),
        "{}",
        text.text()
    );
}

#[tokio::test]
async fn an_empty_inbox_is_taken_away_too() {
    let server = Server::start().await;
    for route in ["export", "decisions/export"] {
        let log = server
            .get(&format!("/api/v1/{route}?format=json"))
            .await
            .ok();
        assert_eq!(log["items"], json!([]));
        let text = server.get(&format!("/api/v1/{route}")).await;
        assert!(
            text.text().ends_with("There is nothing yet.\n"),
            "{}",
            text.text()
        );
    }
}
