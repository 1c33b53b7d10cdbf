//! What changed in a review since the version it revises.

use loopback_contract::AskId;
use loopback_inbox::Waiter;
use loopback_rules::AskInput;
use serde_json::{Value, json};

use crate::support::{Server, caller, path, question, review};

async fn show(server: &Server, mut shown: Value, revises: Option<&AskId>) -> Waiter {
    shown["title"] = json!("Rename a function");
    shown["project"] = json!("loopback");
    if let Some(before) = revises {
        shown["revises"] = json!(before);
    }
    let input = AskInput::Review(serde_json::from_value(shown).unwrap());
    server.hub().open(&caller(), None, input).await.unwrap()
}

/// A review that was sent back with these comments, and its next version.
async fn revised(
    server: &Server,
    before: Value,
    comments: Value,
    after: Value,
) -> (Waiter, Waiter) {
    let first = show(server, before, None).await;
    let reply =
        json!({ "outcome": "changes_requested", "feedback": "Not yet.", "comments": comments });
    server
        .post(&path(first.ask_id(), "/reply"), &reply)
        .await
        .ok();
    let second = show(server, after, Some(first.ask_id())).await;
    (first, second)
}

async fn changes(server: &Server, id: &AskId) -> Value {
    server.get(&path(id, "/changes")).await.ok()
}

const BEFORE: &str = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-old\n+new\n end\n";
const AFTER: &str = "--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n-old\n+first\n+new\n end\n";

#[tokio::test]
async fn each_block_stands_beside_what_it_was() {
    let server = Server::start().await;
    let (first, second) = revised(
        &server,
        json!({ "summary": "One *name*.", "content": [
            { "type": "markdown", "text": "The plan is to wait." },
            { "type": "code", "code": "fn a() {}\n", "filename": "a.rs" },
            { "type": "code", "code": "fn gone() {}\n", "filename": "gone.rs" },
            { "type": "diff", "diff": BEFORE },
        ] }),
        json!([]),
        json!({ "summary": "One *name*.", "content": [
            { "type": "code", "code": "fn a() {}\n", "filename": "a.rs" },
            { "type": "markdown", "text": "The plan is to go." },
            { "type": "diff", "diff": AFTER },
            { "type": "markdown", "text": "<script>alert(1)</script> and more" },
        ] }),
    )
    .await;
    let changes = changes(&server, second.ask_id()).await;
    assert_eq!(changes["askId"], json!(second.ask_id()));
    assert_eq!(changes["since"], json!(first.ask_id()));
    assert_eq!(changes["feedback"], "Not yet.");
    let parts = changes["parts"].as_array().unwrap();
    let told: Vec<_> = parts
        .iter()
        .map(|part| {
            let text = |key: &str| part[key].as_str().unwrap_or("-").replace("/prompt/", "");
            format!("{} {} {}", text("change"), text("was"), text("place"))
        })
        .collect();
    assert_eq!(
        told,
        [
            "same summary summary",
            "same content/1 content/0",
            "removed content/2 -",
            "changed content/0 content/1",
            "changed content/3 content/2",
            "added - content/3",
        ]
    );
    for part in parts {
        assert_eq!(
            part.get("html").is_some(),
            part["change"] != "same",
            "{part}"
        );
    }
    let html = |part: usize| parts[part]["html"].as_str().unwrap();
    assert!(html(2).contains("gone"), "{}", html(2));
    assert!(html(3).contains("<ins"), "{}", html(3));
    assert!(html(4).contains("first"), "{}", html(4));
    assert!(!html(5).contains("<script"), "{}", html(5));
}

#[tokio::test]
async fn a_diff_may_be_asked_for_side_by_side() {
    let server = Server::start().await;
    let content = |diff: &str| json!({ "content": [{ "type": "diff", "diff": diff }] });
    let (_first, second) = revised(&server, content(BEFORE), json!([]), content(AFTER)).await;
    let html = async |query: &str| {
        let at = path(second.ask_id(), &format!("/changes{query}"));
        server.get(&at).await.ok()["parts"][0]["html"].to_string()
    };
    assert!(html("?layout=split").await.contains("lb-split"));
    assert!(!html("").await.contains("lb-split"));
    let at = path(second.ask_id(), "/changes?layout=both");
    assert_eq!(server.get(&at).await.refusal(), "422 query.invalid");
}

#[tokio::test]
async fn the_persons_comments_are_where_their_lines_are_now() {
    let server = Server::start().await;
    let comment = |place: &str, rest: Value| {
        let mut comment = json!({ "place": place, "quote": "new", "text": "Why?" });
        comment
            .as_object_mut()
            .unwrap()
            .extend(rest.as_object().unwrap().clone());
        comment
    };
    let comments = json!([
        comment(
            "/prompt/content/0",
            json!({ "file": "x", "side": "new", "line": 1 })
        ),
        comment(
            "/prompt/content/0",
            json!({ "file": "x", "side": "old", "line": 1 })
        ),
        comment("/prompt/content/1", json!({ "line": 1 })),
        comment("/prompt/content/1", json!({ "line": 2 })),
        comment("/prompt/summary", json!({ "quote": "name, please" })),
        comment("/prompt/summary", json!({ "quote": "another" })),
    ]);
    let (_first, second) = revised(
        &server,
        json!({ "summary": "One *name*, please, or another.", "content": [
            { "type": "diff", "diff": BEFORE },
            { "type": "code", "code": "one();\ntwo();\n", "filename": "a.rs" },
        ] }),
        comments.clone(),
        json!({ "summary": "Just *one name*, please.", "content": [
            { "type": "code", "code": "zero();\none();\n", "filename": "a.rs" },
            { "type": "diff", "diff": AFTER },
        ] }),
    )
    .await;
    let changes = changes(&server, second.ask_id()).await;
    let carried = changes["comments"].as_array().unwrap();
    let now: Vec<_> = carried
        .iter()
        .zip(comments.as_array().unwrap())
        .map(|(carried, comment)| {
            assert_eq!(&carried["comment"], comment);
            (carried["place"].as_str(), carried["line"].as_i64())
        })
        .collect();
    assert_eq!(
        now,
        [
            (Some("/prompt/content/1"), Some(2)),
            (Some("/prompt/content/1"), Some(1)),
            (Some("/prompt/content/0"), Some(2)),
            (None, None),
            (Some("/prompt/summary"), None),
            (None, None),
        ]
    );
}

#[tokio::test]
async fn what_revises_nothing_has_no_changes() {
    let server = Server::start().await;
    for waiter in [question(server.hub()).await, review(server.hub()).await] {
        let answer = server.get(&path(waiter.ask_id(), "/changes")).await;
        assert_eq!(answer.refusal(), "404 ask.no_revision");
    }
    let unknown = path(&AskId::new("made-up"), "/changes");
    assert_eq!(server.get(&unknown).await.refusal(), "404 ask.unknown");
}
