//! The agents' socket as a bridge meets it: waits and signs of life, joining by call id, delivery,
//! and the server's end.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod pictures;
mod questions;
mod sessions;
mod support;

use std::time::Duration;

use loopback_contract::{Reply, ToolResult, check};
use loopback_inbox::Door;
use loopback_server::mcp::{WaitLimits, tools, wire};
use rmcp::ServiceExt as _;
use rmcp::model::{CallToolRequestParams, ClientConfig, Implementation};
use serde_json::{Value, json};

use support::{Agent, Server};

const LONG: Duration = Duration::from_hours(1);

fn limits(otherwise: Duration, progress_every: Duration) -> WaitLimits {
    WaitLimits {
        otherwise,
        progress_every,
        ..WaitLimits::default()
    }
}

fn question() -> Value {
    json!({ "question": "Deploy?", "project": "site" })
}

#[tokio::test]
async fn signs_of_life_come_at_once_and_go_on_growing() {
    let server = Server::start(limits(LONG, Duration::from_millis(20))).await;
    let mut agent = Agent::connect(&server).await;
    let meta = json!({ "progressToken": "p" });
    agent.call("a", "ask_question", &question(), meta).await;
    let mut last = -1.0;
    for _ in 0..4 {
        let sign = agent.hear("notifications/progress").await;
        let progress = sign["params"]["progress"].as_f64().unwrap();
        assert!(progress > last, "{sign}");
        assert_eq!(sign["params"]["progressToken"], "p");
        last = progress;
    }
}

#[tokio::test]
async fn without_a_token_the_wait_ends_and_what_was_waited_before_counts() {
    let server = Server::start(limits(LONG, LONG)).await;
    let mut agent = Agent::connect(&server).await;
    let waited = u64::try_from(LONG.as_millis()).unwrap();
    agent
        .call(
            "a",
            "ask_question",
            &question(),
            json!({ wire::WAITED_MS: waited }),
        )
        .await;
    let result = agent.result("a").await;
    assert_eq!(result["structuredContent"]["state"], "still_waiting");
    check::<ToolResult>(&result["structuredContent"]).unwrap();
    assert_eq!(server.open().await.len(), 1);
}

#[tokio::test]
async fn a_repeat_under_the_same_call_id_joins_the_ask_on_any_connection() {
    let server = Server::start(limits(LONG, LONG)).await;
    let mut first = Agent::connect(&server).await;
    let meta = json!({ wire::CALL_ID: "the-call" });
    first
        .call("a", "ask_question", &question(), meta.clone())
        .await;
    let opened = first.hear(wire::OPENED).await;
    assert_eq!(opened["params"][wire::OPENED_CALL_ID], "the-call");
    let id = opened["params"][wire::OPENED_ASK_ID]
        .as_str()
        .unwrap()
        .to_owned();
    drop(first);
    server.until_nobody_waits(&id).await;

    let mut second = Agent::connect(&server).await;
    second.call("b", "ask_question", &question(), meta).await;
    let opened = second.hear(wire::OPENED).await;
    assert_eq!(opened["params"][wire::OPENED_ASK_ID], json!(id));
    assert_eq!(server.open().await.len(), 1);
    server.reply(&id, json!({ "outcome": "dismissed" })).await;
    assert_eq!(
        second.result("b").await["structuredContent"]["askId"],
        json!(id)
    );
}

#[tokio::test]
async fn a_repeat_under_the_clients_own_call_id_has_the_reply_again() {
    let server = Server::start(limits(LONG, LONG)).await;
    let mut agent = Agent::connect(&server).await;
    let own = || json!({ "claudecode/toolUseId": "toolu_1" });
    agent.call("a", "ask_question", &question(), own()).await;
    let id = server.until_open().await;
    server.reply(&id, json!({ "outcome": "dismissed" })).await;
    agent.result("a").await;
    server.until_delivered(&id).await;
    agent.call("b", "ask_question", &question(), own()).await;
    let again = agent.result("b").await;
    assert_eq!(again["structuredContent"]["askId"], json!(id));
    assert!(server.open().await.is_empty());
}

#[tokio::test]
async fn with_a_call_id_a_reply_counts_as_delivered_when_the_bridge_says_so() {
    let server = Server::start(limits(LONG, LONG)).await;
    let mut agent = Agent::connect(&server).await;
    agent
        .call(
            "a",
            "ask_question",
            &question(),
            json!({ wire::CALL_ID: "c" }),
        )
        .await;
    let opened = agent.hear(wire::OPENED).await;
    let id = opened["params"][wire::OPENED_ASK_ID].as_str().unwrap();
    server.reply(id, json!({ "outcome": "dismissed" })).await;
    let result = agent.result("a").await;
    check::<ToolResult>(&result["structuredContent"]).unwrap();
    assert!(!server.delivered(id).await);
    agent
        .notify(wire::DELIVERED, json!({ wire::OPENED_CALL_ID: "another" }))
        .await;
    // Answered in order: when this is, the notification before it was heard.
    agent.call("b", "open_inbox", &json!({}), json!({})).await;
    agent.result("b").await;
    assert!(!server.delivered(id).await);
    agent
        .notify(wire::DELIVERED, json!({ wire::OPENED_CALL_ID: "c" }))
        .await;
    server.until_delivered(id).await;
}

#[tokio::test]
async fn without_a_call_id_a_reply_counts_as_delivered_when_it_was_written() {
    let server = Server::start(limits(LONG, LONG)).await;
    let mut agent = Agent::connect(&server).await;
    agent
        .call("a", "ask_question", &question(), json!({}))
        .await;
    let id = server.until_open().await;
    server.reply(&id, json!({ "outcome": "dismissed" })).await;
    agent.result("a").await;
    server.until_delivered(&id).await;
}

#[tokio::test]
async fn a_reply_that_was_delivered_says_so_when_it_is_read_again() {
    let server = Server::start(limits(LONG, LONG)).await;
    let mut agent = Agent::connect(&server).await;
    agent
        .call("a", "ask_question", &question(), json!({}))
        .await;
    let id = server.until_open().await;
    server.reply(&id, json!({ "outcome": "dismissed" })).await;
    let first = agent.result("a").await;
    server.until_delivered(&id).await;
    agent
        .call("b", "wait_for_reply", &json!({ "askId": id }), json!({}))
        .await;
    let again = agent.result("b").await;
    let reply = |result: &Value| result["structuredContent"]["reply"].clone();
    assert_eq!(reply(&again), reply(&first));
    // Some clients show their model the text alone, others the structure.
    for place in ["/content/0/text", "/structuredContent/next"] {
        let said = |result: &Value| result.pointer(place).unwrap().as_str().unwrap().to_owned();
        assert!(said(&again).contains("handed over before"), "{again}");
        assert!(!said(&first).contains("handed over before"), "{first}");
    }
}

#[tokio::test]
async fn when_the_server_stops_a_call_is_not_answered_so_that_the_bridge_comes_back() {
    let server = Server::start(limits(LONG, LONG)).await;
    let mut agent = Agent::connect(&server).await;
    agent
        .call(
            "a",
            "ask_question",
            &question(),
            json!({ wire::CALL_ID: "c" }),
        )
        .await;
    agent.hear(wire::OPENED).await;
    server.stop().await;
    assert_eq!(agent.next().await, None);
}

#[tokio::test]
async fn the_sdks_own_client_lists_the_tools_and_gets_a_reply() {
    let server = Server::start(limits(LONG, LONG)).await;
    let stream = loopback_server::mcp::connect(&server.data_dir())
        .await
        .unwrap();
    let name = Implementation::new("sdk-agent", "9.9");
    let client = ClientConfig::new(rmcp::model::ClientCapabilities::default(), name);
    let client = client.serve(stream).await.unwrap();
    assert_eq!(client.list_all_tools().await.unwrap(), tools::list().tools);
    let arguments = question().as_object().unwrap().clone();
    let request = CallToolRequestParams::new("ask_question").with_arguments(arguments);
    let call = client.call_tool(request);
    let person = async {
        let id = server.until_open().await;
        assert_eq!(server.read(&id).await.client(), Some("sdk-agent 9.9"));
        let reply = json!({ "outcome": "answered", "selected": [], "text": "Yes." });
        server.reply(&id, reply.clone()).await;
        reply
    };
    let (result, reply) = tokio::join!(call, person);
    let structured = result.unwrap().structured_content.unwrap();
    assert_eq!(structured["reply"], reply);
}

/// What a person's reply is in the contract.
fn reply(value: Value) -> Reply {
    serde_json::from_value(value).unwrap()
}

/// Replies in these tests come from the window.
const DOOR: Door = Door::Window;
