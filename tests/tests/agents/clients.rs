//! What only some clients show: points beneath points, and a crash of the app in the middle of a call.

use loopback_tests::real::{self, Client, Door};
use loopback_tests::{Home, Loopback};
use serde_json::json;

#[tokio::test]
async fn an_answered_point_may_bring_points_beneath_it() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let person = server.person();
    let client = Client::Python;
    let sections = json!([
        { "title": "Found", "points": [{ "title": "Slow" }, { "title": "Old" }] },
        { "points": [{ "title": "Ugly" }] },
    ]);
    let briefing = json!({ "title": "State", "sections": sections, "project": "site" });
    let call = client.calls(Door::Http, &home, &server, "present_briefing");
    let call = real::start(call, &briefing).await;
    let ask = person.sees_ask_of("site").await;
    let id = ask["id"].as_str().unwrap();
    let round =
        json!({ "outcome": "responded", "points": [{ "point": "1", "text": "How slow?" }] });
    person.replies(id, &round).await;
    assert_eq!(call.result().await["reply"], round);

    let answers = json!([{
        "point": "1",
        "answer": "In two ways.",
        "points": [{ "title": "At start" }, { "title": "At end" }],
    }]);
    let call = client.calls(Door::Http, &home, &server, "answer_briefing");
    let call = real::start(call, &json!({ "askId": id, "answers": answers })).await;
    let open = person.sees_ask_of("site").await;
    assert_eq!(open["thread"][1]["points"][1]["id"], "1.2", "{open}");
    person.replies(id, &json!({ "outcome": "dismissed" })).await;
    assert_eq!(call.result().await["state"], "replied");
}

#[tokio::test]
async fn the_typescript_sdks_call_returns_the_reply_across_a_crash_of_the_app() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let ask = json!({ "question": "When?", "project": "site" });
    let call = Client::TypeScript.calls(Door::Stdio, &home, &server, "ask_question");
    let call = real::start(call, &ask).await;
    let before = server.person().sees_ask_of("site").await;
    assert!(before["origin"]["session"].is_string());
    server.crash().await;
    let server = Loopback::start(&home).await;
    let person = server.person();
    assert_eq!(person.sees_ask_of("site").await, before);
    let reply = json!({ "outcome": "answered", "selected": [], "text": "Now." });
    person.replies(before["id"].as_str().unwrap(), &reply).await;
    assert_eq!(call.result().await["reply"], reply);
}
