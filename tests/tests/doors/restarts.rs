//! The app crashes, restarts or ends while agents wait: nothing is lost, nobody gets another's reply.

use std::collections::BTreeSet;
use std::path::PathBuf;

use loopback_tests::{Agent, Home, HttpAgent, Loopback, eventually};
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
async fn an_idle_bridge_comes_back_to_the_next_app_so_that_its_agent_counts_as_there_until_it_ends()
{
    let home = Home::new();
    let question = json!({ "question": "Deploy?", "project": "site", "wait": false });
    let asks = async |agent: &mut Agent| {
        let call = agent.call("ask_question", question.clone()).await;
        agent.response(call).await["structuredContent"]["askId"].take()
    };
    let server = Loopback::start(&home).await;
    let mut one = Agent::introduced(&home, home.path(), "tester").await;
    let first = asks(&mut one).await;
    let connected = sockets(&one);
    server.crash().await;
    let _server = Loopback::start(&home).await;
    eventually("the bridge has another connection", async || {
        let now = sockets(&one);
        (now.len() == connected.len() && now != connected).then_some(())
    })
    .await;
    let mut two = Agent::introduced(&home, home.path(), "tester").await;
    assert_ne!(asks(&mut two).await, first);
    drop(two);
    // Only of a bridge that is connected the end can be seen.
    one.crash().await;
    let mut three = Agent::introduced(&home, home.path(), "tester").await;
    eventually("the first one is gone", async || {
        let call = three.call("list_asks", json!({ "project": "site" })).await;
        let listed = three.response(call).await["structuredContent"]["asks"].take();
        let mut listed = listed.as_array()?.iter();
        listed.any(|ask| ask["askId"] == first).then_some(())
    })
    .await;
}

/// The sockets that an agent's bridge has open.
fn sockets(agent: &Agent) -> BTreeSet<PathBuf> {
    let pid = agent.pid().as_raw_nonzero();
    let open = std::fs::read_dir(format!("/proc/{pid}/fd")).unwrap();
    let targets = open.filter_map(|open| std::fs::read_link(open.ok()?.path()).ok());
    let sockets = targets.filter(|target| target.to_string_lossy().starts_with("socket:"));
    sockets.collect()
}

#[tokio::test]
async fn over_http_a_session_that_was_cut_may_be_alive_and_one_that_its_client_ended_is_not() {
    let home = Home::new();
    let asks = async |agent: &HttpAgent| {
        let question = json!({ "question": "Deploy?", "project": "site", "wait": false });
        let result = agent.call("ask_question", question).await.result().await;
        result["structuredContent"]["askId"].clone()
    };
    let server = Loopback::start(&home).await;
    let one = HttpAgent::with_session(&server, "tester", "2025-06-18").await;
    let first = asks(&one).await;
    server.crash().await;

    let server = Loopback::start(&home).await;
    let two = HttpAgent::with_session(&server, "tester", "2025-06-18").await;
    let second = asks(&two).await;
    assert_ne!(second, first);
    // Its client ends it though the server does not know it any more.
    let one = one.at(&server);
    for agent in [&two, &one] {
        let ended = agent.raw(reqwest::Method::DELETE).send().await.unwrap();
        assert!(ended.status().is_success(), "{ended:?}");
    }
    let three = HttpAgent::with_session(&server, "tester", "2025-06-18").await;
    let list = three.call("list_asks", json!({ "project": "site" })).await;
    let listed = list.result().await["structuredContent"]["asks"].take();
    let ids: Vec<_> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|ask| &ask["askId"])
        .collect();
    assert_eq!(ids, [&second, &first]);
    assert_eq!(asks(&three).await, second);
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
