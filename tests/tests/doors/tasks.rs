//! Waits that are polled as tasks: at once, over a restart, and by nobody any more.

use loopback_tests::{Home, HttpAgent, Loopback, eventually};
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
