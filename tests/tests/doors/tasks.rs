//! Waits that are polled as tasks: at once, over a restart, and by nobody any more.

use loopback_tests::{Agent, Home, HttpAgent, Loopback, eventually};
use serde_json::{Value, json};

async fn asks(agent: &HttpAgent, words: &str) -> Value {
    let arguments = json!({ "question": words, "project": "site" });
    agent.call("ask_question", arguments).await.result().await
}

async fn polls(agent: &HttpAgent, task: &Value) -> Value {
    let params = json!({ "taskId": task["taskId"] });
    agent.request("tasks/get", params).await.result().await
}

fn yes() -> Value {
    json!({ "outcome": "answered", "selected": [], "text": "Yes." })
}

#[tokio::test]
async fn a_request_that_declares_tasks_gets_one_at_once_and_its_result_also_after_a_crash() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let agent = HttpAgent::sessionless(&server, "tester").that_polls();
    let task = asks(&agent, "Deploy?").await;
    assert_eq!(task["resultType"], "task", "{task}");
    assert_eq!(task["status"], "working");
    assert!(task["ttlMs"].is_null(), "{task}");
    assert_eq!(task["pollIntervalMs"], 4000);
    let seen = server.person().sees_ask_of("site").await;
    assert_eq!(seen["following"], "task", "{seen}");
    assert_eq!(polls(&agent, &task).await["status"], "working");
    server.crash().await;

    let server = Loopback::start(&home).await;
    let agent = HttpAgent::sessionless(&server, "tester").that_polls();
    let person = server.person();
    assert_eq!(polls(&agent, &task).await["status"], "working");
    let id = seen["id"].as_str().unwrap();
    assert_eq!(person.ask(id).await["following"], "task");
    person.replies(id, &yes()).await;
    for time in ["once", "and again"] {
        let done = polls(&agent, &task).await;
        assert_eq!(done["status"], "completed", "{time}: {done}");
        assert_eq!(
            done["result"]["structuredContent"]["reply"],
            yes(),
            "{done}"
        );
        let text = done["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("answered the question \"Deploy?\""), "{text}");
        let delivered = |ask: &Value| !ask["thread"][0]["deliveredAt"].is_null();
        person
            .sees(id, "the reply counts as delivered", delivered)
            .await;
    }
}

#[tokio::test]
async fn a_task_that_is_cancelled_leaves_the_ask_open_and_its_agent_away() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let agent = HttpAgent::sessionless(&server, "tester").that_polls();
    let task = asks(&agent, "Deploy?").await;
    let seen = server.person().sees_ask_of("site").await;
    let id = seen["id"].as_str().unwrap();
    let params = json!({ "taskId": task["taskId"] });
    let cancelled = agent.request("tasks/cancel", params).await.result().await;
    assert!(cancelled.get("error").is_none(), "{cancelled}");
    let person = server.person();
    eventually("the agent is away", async || {
        let ask = person.ask(id).await;
        (ask["waiting"] == false && ask["status"] == "awaiting_human").then_some(())
    })
    .await;
    person.replies(id, &yes()).await;
    let arguments = json!({ "askId": id });
    let result = agent.call("wait_for_reply", arguments).await.result().await;
    assert_eq!(result["structuredContent"]["reply"], yes(), "{result}");
}

#[tokio::test]
async fn a_request_that_does_not_declare_tasks_waits_in_its_call_and_an_unknown_task_is_refused() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let agent = HttpAgent::sessionless(&server, "tester");
    let waiting = tokio::spawn({
        let agent = agent.clone();
        async move { asks(&agent, "Deploy?").await }
    });
    let person = server.person();
    let seen = person.sees_ask_of("site").await;
    assert_eq!(seen["following"], "call");
    person.replies(seen["id"].as_str().unwrap(), &yes()).await;
    let result = waiting.await.unwrap();
    assert_eq!(result["structuredContent"]["state"], "replied");

    let agent = agent.that_polls();
    let id = seen["id"].as_str().unwrap();
    let [later, spelt] = [format!("{id}.7"), format!("{id}.+0")];
    for method in ["tasks/get", "tasks/cancel"] {
        for id in ["", "nobody", "nobody.0", &later, &spelt] {
            let refused = agent.request(method, json!({ "taskId": id })).await;
            let refused = refused.result().await;
            assert_eq!(refused["error"]["code"], -32602, "{method} {id}: {refused}");
        }
    }
}

/// What a request over stdio says of itself in the newest revision, of a client that polls tasks if it says so.
fn meta(polls: bool) -> Value {
    let extensions = if polls {
        json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } })
    } else {
        json!({})
    };
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": extensions,
        "io.modelcontextprotocol/clientInfo": { "name": "tester", "version": "1" },
    })
}

#[tokio::test]
async fn a_request_through_the_bridge_that_declares_tasks_gets_one_and_its_result_after_a_crash() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let mut agent = Agent::start(&home, home.path());
    let discovered = agent
        .request("server/discover", json!({ "_meta": meta(true) }))
        .await;
    let extensions = &discovered["capabilities"]["extensions"];
    assert!(
        extensions["io.modelcontextprotocol/tasks"].is_object(),
        "{discovered}"
    );
    let arguments = json!({ "question": "Deploy?", "project": "site" });
    let call = json!({ "name": "ask_question", "arguments": arguments, "_meta": meta(true) });
    let task = agent.request("tools/call", call).await;
    assert_eq!(task["resultType"], "task", "{task}");
    let poll = json!({ "taskId": task["taskId"], "_meta": meta(true) });
    assert_eq!(
        agent.request("tasks/get", poll.clone()).await["status"],
        "working"
    );
    let seen = server.person().sees_ask_of("site").await;
    assert_eq!(seen["following"], "task", "{seen}");
    server.crash().await;

    let server = Loopback::start(&home).await;
    let person = server.person();
    let id = seen["id"].as_str().unwrap();
    assert_eq!(
        agent.request("tasks/get", poll.clone()).await["status"],
        "working"
    );
    person.replies(id, &yes()).await;
    let done = agent.request("tasks/get", poll).await;
    assert_eq!(done["status"], "completed", "{done}");
    assert_eq!(
        done["result"]["structuredContent"]["reply"],
        yes(),
        "{done}"
    );
    let delivered = |ask: &Value| !ask["thread"][0]["deliveredAt"].is_null();
    person
        .sees(id, "the reply counts as delivered", delivered)
        .await;
}

#[tokio::test]
async fn through_the_bridge_a_task_can_be_cancelled_and_a_request_that_declares_none_waits() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let person = server.person();
    let mut agent = Agent::start(&home, home.path());
    let arguments = json!({ "question": "Deploy?", "project": "site" });
    let call = json!({ "name": "ask_question", "arguments": arguments, "_meta": meta(true) });
    let task = agent.request("tools/call", call).await;
    let seen = person.sees_ask_of("site").await;
    let id = seen["id"].as_str().unwrap();
    let cancel = json!({ "taskId": task["taskId"], "_meta": meta(true) });
    let cancelled = agent.request("tasks/cancel", cancel).await;
    assert!(cancelled.get("error").is_none(), "{cancelled}");
    let away = |ask: &Value| ask["waiting"] == false && ask["status"] == "awaiting_human";
    person.sees(id, "the agent is away", away).await;

    let wait =
        json!({ "name": "wait_for_reply", "arguments": { "askId": id }, "_meta": meta(false) });
    let call = agent.send("tools/call", wait).await;
    let waits = |ask: &Value| ask["following"] == "call";
    person.sees(id, "a call waits", waits).await;
    person.replies(id, &yes()).await;
    let result = agent.response(call).await;
    assert_eq!(result["structuredContent"]["reply"], yes(), "{result}");
}
