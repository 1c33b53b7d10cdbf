//! Looking for asks, and the person's replies as a list.

use serde_json::{Value, json};

use crate::support::{Server, briefing, path, question, review};

/// The ids of all items, page by page.
async fn all(server: &Server, route: &str, id: &str) -> Vec<Value> {
    let (mut seen, mut before) = (Vec::new(), String::new());
    loop {
        let page = server
            .get(&format!("/api/v1/{route}&limit=2{before}"))
            .await
            .ok();
        let items = page["items"].as_array().unwrap();
        seen.extend(items.iter().map(|item| item.pointer(id).unwrap().clone()));
        match page.get("nextBefore") {
            Some(next) => before = format!("&before={}", next.as_str().unwrap()),
            None => return seen,
        }
    }
}

#[tokio::test]
async fn asks_are_found_by_their_words_and_the_hit_shows_them() {
    let server = Server::start().await;
    let asked = question(server.hub()).await;
    let reviewed = review(server.hub()).await;
    briefing(server.hub()).await;
    let hits = server.get("/api/v1/search?q=user+postg").await.ok();
    assert_eq!(hits["items"].as_array().unwrap().len(), 1);
    let hit = &hits["items"][0];
    assert_eq!(hit["ask"]["id"], asked.ask_id().as_str());
    assert_eq!(hit["field"], "prompt");
    assert_eq!(
        hit["snippet"],
        json!([
            { "text": "We have `one` ", "hit": false },
            { "text": "user", "hit": true },
            { "text": ".", "hit": false },
        ])
    );
    let hits = server.get("/api/v1/search?q=kind%3Areview").await.ok();
    assert_eq!(hits["items"][0]["ask"]["id"], reviewed.ask_id().as_str());
}

#[tokio::test]
async fn hits_and_decisions_are_paged_without_loss_or_repetition() {
    let server = Server::start().await;
    let mut ids = Vec::new();
    for _ in 0..5 {
        let waiter = question(server.hub()).await;
        let reply = json!({ "outcome": "answered", "selected": ["SQLite"] });
        server
            .post(&path(waiter.ask_id(), "/reply"), &reply)
            .await
            .ok();
        ids.insert(0, Value::from(waiter.ask_id().as_str()));
    }
    assert_eq!(all(&server, "search?q=database", "/ask/id").await, ids);
    assert_eq!(all(&server, "decisions?q=sqlite", "/askId").await, ids);
    assert_eq!(all(&server, "decisions?q=", "/askId").await, ids);
    assert_eq!(
        all(&server, "decisions?q=outcome:approved", "/askId").await,
        Vec::<Value>::new()
    );
    let line = &server.get("/api/v1/decisions?limit=1").await.ok()["items"][0];
    assert_eq!(line["title"], "Which database?");
    assert_eq!(line["answer"], "SQLite");
    assert_eq!(line["outcome"], "answered");
}

#[tokio::test]
async fn a_query_that_cannot_be_understood_is_422_and_names_its_part() {
    let server = Server::start().await;
    for route in ["search", "decisions", "decisions/export"] {
        let answer = server.get(&format!("/api/v1/{route}?q=kind%3Azebra")).await;
        assert_eq!(answer.refusal(), "422 search.query", "{route}");
        assert!(
            answer.message().starts_with("kind: "),
            "{}",
            answer.message()
        );
        assert!(!answer.message().contains("zebra"));
        let long = "x".repeat(1_001);
        let answer = server.get(&format!("/api/v1/{route}?q={long}")).await;
        assert_eq!(answer.refusal(), "422 query.invalid", "{route}");
    }
    assert_eq!(
        server.get("/api/v1/search").await.refusal(),
        "422 query.invalid"
    );
    assert_eq!(
        server.get("/api/v1/search?q=%20").await.refusal(),
        "422 search.query"
    );
}

#[tokio::test]
async fn a_thousand_characters_of_anything_are_never_our_failure() {
    let server = Server::start().await;
    question(server.hub()).await;
    for piece in [
        "%22",
        "%00",
        "%E6%96%87",
        "a+",
        "%2A",
        "%28",
        "AND+",
        "%F0%9F%8E%89",
        "-%3E",
        "%FF",
    ] {
        let answer = server
            .get(&format!("/api/v1/search?q={}", piece.repeat(250)))
            .await;
        assert!(
            [200, 422].contains(&answer.status),
            "{piece}: {}",
            answer.text()
        );
    }
}

#[tokio::test]
async fn only_the_person_looks_things_up() {
    let server = Server::start().await;
    for route in [
        "search?q=a",
        "decisions",
        "decisions/export",
        "export",
        "asks/x/export",
    ] {
        let path = format!("/api/v1/{route}");
        assert_eq!(
            server.stranger("GET", &path).send().await.status,
            401,
            "{route}"
        );
        let agent = server.stranger("GET", &path).bearer(&server.agent_token());
        assert_eq!(agent.send().await.status, 401, "{route}");
    }
}
