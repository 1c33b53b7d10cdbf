//! Real clients, as agents use them: each kind of ask, each outcome, over HTTP and stdio.

use loopback_tests::{Home, Loopback, Person, real};
use serde_json::{Value, json};

const DIFF: &str = "diff --git a/site.css b/site.css\n--- a/site.css\n+++ b/site.css\n@@ -1 +1 @@\n-a\n+b\n\
                    diff --git a/site.js b/site.js\n--- a/site.js\n+++ b/site.js\n@@ -1 +1,2 @@\n x\n+y\n";

/// A question with choices, answered.
fn question() -> (Value, Value) {
    let options = json!([{ "label": "Now" }, { "label": "Later", "description": "after lunch" }]);
    let ask = json!({ "question": "When?", "options": options, "project": "site" });
    (
        ask,
        json!({ "outcome": "answered", "selected": ["Later"], "text": "but today" }),
    )
}

/// A review of a diff, sent back.
fn review() -> (Value, Value) {
    let content = json!([
        { "type": "markdown", "text": "Two files." },
        { "type": "diff", "diff": DIFF },
    ]);
    let ask = json!({ "title": "Style", "content": content, "project": "site" });
    (
        ask,
        json!({ "outcome": "changes_requested", "feedback": "Not **b**." }),
    )
}

/// The person replies to the only ask of the project; the client returns that very reply.
async fn check(person: &Person, client: real::Running, name: &str, reply: &Value) -> Value {
    let ask = person.sees_ask_of("site").await;
    assert_eq!(ask["client"], format!("{name} 1.0"));
    let id = ask["id"].as_str().unwrap();
    person.replies(id, reply).await;
    let result = client.result().await;
    assert_eq!(result["state"], "replied");
    assert_eq!(result["askId"], ask["id"]);
    assert_eq!(result["reply"], *reply);
    let told =
        |ask: &Value| !ask["thread"].as_array().unwrap().last().unwrap()["deliveredAt"].is_null();
    person.sees(id, "the reply counts as delivered", told).await
}

#[tokio::test]
async fn the_python_client_over_http_gets_every_kind_of_reply() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let person = server.person();
    let run = async |tool, arguments: &Value, reply: &Value| {
        let client = real::start(real::python(&server, tool), arguments).await;
        check(&person, client, "python-agent", reply).await
    };
    let (ask, reply) = question();
    run("ask_question", &ask, &reply).await;
    run("ask_question", &ask, &json!({ "outcome": "dismissed" })).await;

    let (ask, reply) = review();
    run(
        "request_review",
        &ask,
        &json!({ "outcome": "approved", "note": "Nice." }),
    )
    .await;
    let sent_back = run("request_review", &ask, &reply).await;
    let mut next = ask;
    next["revises"] = sent_back["id"].clone();
    let asked_back = json!({ "outcome": "follow_up", "question": "Why *b*?" });
    let open = run("request_review", &next, &asked_back).await;
    let answer = json!({ "askId": open["id"], "answer": "It is shorter." });
    run(
        "answer_follow_up",
        &answer,
        &json!({ "outcome": "approved" }),
    )
    .await;
}

#[tokio::test]
async fn a_briefing_goes_through_its_rounds_with_points_beneath_points() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let person = server.person();
    let run = async |tool, arguments: &Value, reply: &Value| {
        let client = real::start(real::python(&server, tool), arguments).await;
        check(&person, client, "python-agent", reply).await
    };
    let sections = json!([
        { "title": "Found", "points": [{ "title": "Slow" }, { "title": "Old", "detail": "since 2019" }] },
        { "points": [{ "title": "Ugly" }] },
    ]);
    let briefing = json!({ "title": "State", "sections": sections, "project": "site" });
    let round = json!({ "outcome": "responded", "points": [
        { "point": "1", "text": "How slow?" },
        { "point": "2", "resolved": true },
    ]});
    let open = run("present_briefing", &briefing, &round).await;
    assert_eq!(open["status"], "awaiting_agent");
    let answers = json!([{
        "point": "1",
        "answer": "In two ways.",
        "points": [{ "title": "At start" }, { "title": "At end" }],
    }]);
    let answer = json!({ "askId": open["id"], "answers": answers });
    let round = json!({ "outcome": "responded", "points": [
        { "point": "1", "resolved": true },
        { "point": "3", "resolved": true },
    ]});
    let closed = run("answer_briefing", &answer, &round).await;
    assert_eq!(closed["status"], "closed");
    assert_eq!(closed["thread"][1]["points"][1]["id"], "1.2");
}

#[tokio::test]
async fn the_typescript_sdk_over_stdio_gets_replies_and_refusals() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let person = server.person();
    for (tool, (ask, reply)) in [("ask_question", question()), ("request_review", review())] {
        let client = real::start(real::typescript(&home, tool), &ask).await;
        let ask = check(&person, client, "typescript-agent", &reply).await;
        assert!(ask["origin"]["session"].is_string());
    }
    let nameless = json!({ "question": "Which project?" });
    let refused = real::start(real::typescript(&home, "ask_question"), &nameless).await;
    let refused = refused.result().await;
    assert!(
        refused["refused"]
            .as_str()
            .unwrap()
            .contains("arguments.invalid"),
        "{refused}"
    );
}

#[tokio::test]
async fn the_typescript_sdks_call_returns_the_reply_across_a_crash_of_the_app() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let (ask, reply) = question();
    let client = real::start(real::typescript(&home, "ask_question"), &ask).await;
    let before = server.person().sees_ask_of("site").await;
    server.crash().await;
    let server = Loopback::start(&home).await;
    assert_eq!(server.person().sees_ask_of("site").await, before);
    check(&server.person(), client, "typescript-agent", &reply).await;
}
