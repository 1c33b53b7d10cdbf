//! The app crashes, restarts or ends while agents wait: nothing is lost, nobody gets another's reply.

use loopback_tests::{Agent, Home, HttpAgent, Loopback};
use rustix::process::Signal;
use serde_json::json;

#[tokio::test]
async fn a_call_over_stdio_returns_the_exact_reply_across_a_crash_of_the_app() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    let call = agent
        .call(
            "ask_question",
            json!({ "question": "Deploy **now**?", "project": "site" }),
        )
        .await;
    let before = server.person().sees_ask_of("site").await;
    server.crash().await;

    let server = Loopback::start(&home).await;
    let person = server.person();
    let after = person.sees_ask_of("site").await;
    assert_eq!(after, before, "the ask is unchanged");
    let id = after["id"].as_str().unwrap();
    let reply = json!({ "outcome": "answered", "selected": [], "text": "Not on a Friday.\n" });
    person.replies(id, &reply).await;

    let result = agent.response(call).await;
    assert_eq!(result["structuredContent"]["reply"], reply);
    assert_eq!(result["structuredContent"]["askId"], after["id"]);
    let delivered = |ask: &serde_json::Value| !ask["thread"][0]["deliveredAt"].is_null();
    person
        .sees(id, "the reply counts as delivered", delivered)
        .await;
}

#[tokio::test]
async fn over_http_wait_for_reply_returns_the_exact_reply_after_a_crash() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let agent = HttpAgent::sessionless(&server, "tester");
    let mut call = agent
        .call(
            "ask_question",
            json!({ "question": "Deploy?", "project": "site" }),
        )
        .await;
    let before = server.person().sees_ask_of("site").await;
    let id = before["id"].as_str().unwrap().to_owned();
    server.crash().await;
    while call.next().await.is_some() {}

    let server = Loopback::start(&home).await;
    let person = server.person();
    let mut unchanged = before;
    unchanged["waiting"] = json!(false);
    unchanged.as_object_mut().unwrap().remove("following");
    assert_eq!(person.ask(&id).await, unchanged);
    let reply = json!({ "outcome": "answered", "selected": [], "text": "Yes." });
    person.replies(&id, &reply).await;
    let agent = HttpAgent::sessionless(&server, "tester");
    let result = agent
        .call("wait_for_reply", json!({ "askId": id }))
        .await
        .result()
        .await;
    assert_eq!(result["structuredContent"]["reply"], reply);
}

#[tokio::test]
async fn a_clean_restart_is_invisible_to_an_agent_over_stdio() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    let call = agent
        .call(
            "ask_question",
            json!({ "question": "Deploy?", "project": "site" }),
        )
        .await;
    server.person().sees_ask_of("site").await;
    assert!(server.end(Signal::TERM).await.success());

    let server = Loopback::start(&home).await;
    let ask = server.person().sees_ask_of("site").await;
    let reply = json!({ "outcome": "dismissed" });
    server
        .person()
        .replies(ask["id"].as_str().unwrap(), &reply)
        .await;
    assert_eq!(
        agent.response(call).await["structuredContent"]["reply"],
        reply
    );
}

#[tokio::test]
async fn a_client_that_would_give_up_gets_still_waiting_though_no_app_is_there() {
    let home = Home::new();
    home.settings("[agents]\nstill_waiting_after_seconds = 10\n");
    let server = Loopback::start(&home).await;
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    let arguments = json!({ "question": "Deploy?", "project": "site" });
    let params = json!({ "name": "ask_question", "arguments": arguments });
    let call = agent.send("tools/call", params).await;
    let ask = server.person().sees_ask_of("site").await;
    server.crash().await;
    let result = agent.response(call).await;
    assert_eq!(result["structuredContent"]["state"], "still_waiting");
    assert_eq!(result["structuredContent"]["askId"], ask["id"]);
}

#[tokio::test]
async fn an_agent_over_http_learns_when_the_app_ends_that_its_ask_is_still_open() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    for agent in [
        HttpAgent::sessionless(&server, "new").clone(),
        HttpAgent::with_session(&server, "old", "2025-06-18").await,
    ] {
        let call = agent
            .call(
                "ask_question",
                json!({ "question": "Deploy?", "project": "site" }),
            )
            .await;
        let _ = server.person().sees_ask_of("site").await;
        tokio::spawn(async move {
            let result = call.result().await;
            assert_eq!(result["structuredContent"]["state"], "still_waiting");
        });
    }
    assert!(server.end(Signal::INT).await.success());
}

#[tokio::test]
async fn two_agents_of_two_projects_never_get_each_others_replies() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let person = server.person();
    let mut calls = Vec::new();
    for project in ["left", "right"] {
        let mut agent = Agent::introduced(&home, home.path(), "same client").await;
        let arguments = json!({ "question": "The same question?", "project": project });
        let call = agent.call("ask_question", arguments).await;
        calls.push((project, agent, call));
    }
    for project in ["right", "left"] {
        let ask = person.sees_ask_of(project).await;
        let words = format!("for {project}");
        let reply = json!({ "outcome": "answered", "selected": [], "text": words });
        person.replies(ask["id"].as_str().unwrap(), &reply).await;
    }
    for (project, mut agent, call) in calls {
        let result = agent.response(call).await;
        let text = &result["structuredContent"]["reply"]["text"];
        assert_eq!(*text, json!(format!("for {project}")));
    }
}
