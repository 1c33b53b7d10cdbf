//! Drafts: nothing typed is lost, and no edit overwrites a newer one.

use serde_json::json;

use crate::support::{Server, path, question};

#[tokio::test]
async fn a_draft_is_kept_read_changed_and_dropped() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let at = path(waiter.ask_id(), "/draft");
    assert_eq!(server.get(&at).await.refusal(), "404 draft.unknown");
    let first = json!({ "version": 0, "content": { "text": "I th", "selected": ["SQLite"], "outcome": "answered" } });
    let kept = server.person("PUT", &at).json(&first).send().await.ok();
    assert_eq!(kept["content"], first["content"]);
    assert_eq!(server.get(&at).await.ok(), kept);
    let second = json!({ "version": kept["version"], "content": { "text": "I think" } });
    let changed = server.person("PUT", &at).json(&second).send().await.ok();
    assert!(changed["version"].as_i64() > kept["version"].as_i64());
    assert_eq!(server.person("DELETE", &at).send().await.status, 204);
    assert_eq!(server.get(&at).await.refusal(), "404 draft.unknown");
    assert_eq!(server.person("DELETE", &at).send().await.status, 204);
}

#[tokio::test]
async fn an_edit_of_an_older_version_is_stale() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let at = path(waiter.ask_id(), "/draft");
    let edit = json!({ "version": 0, "content": { "text": "one" } });
    server.person("PUT", &at).json(&edit).send().await.ok();
    assert_eq!(
        server.person("PUT", &at).json(&edit).send().await.refusal(),
        "409 draft.stale"
    );
}

#[tokio::test]
async fn a_draft_that_does_not_fit_its_shape_is_refused_at_the_place() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let at = path(waiter.ask_id(), "/draft");
    for (draft, place) in [
        (json!({ "version": -1, "content": {} }), "/version"),
        (
            json!({ "version": 0, "content": { "text": 1 } }),
            "/content/text",
        ),
        (json!({ "version": 0 }), ""),
    ] {
        let answer = server.person("PUT", &at).json(&draft).send().await;
        assert_eq!(answer.refusal(), "422 body.invalid");
        assert!(answer.message().starts_with(place), "{}", answer.message());
    }
}

#[tokio::test]
async fn a_draft_that_is_too_large_is_refused_as_such() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let draft = json!({ "version": 0, "content": { "text": "x".repeat(300_000) } });
    let answer = server
        .person("PUT", &path(waiter.ask_id(), "/draft"))
        .json(&draft)
        .send()
        .await;
    assert_eq!(answer.refusal(), "413 draft.too_large");
}
