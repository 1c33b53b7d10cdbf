//! Several questions in one call, whose results come together.

use std::time::Duration;

use loopback_contract::{AskId, Asking, QuestionsResult, WithdrawInput, check};
use loopback_server::mcp::wire;
use serde_json::{Value, json};

use crate::support::{Agent, Server};
use crate::{LONG, limits};

const TOOL: &str = "ask_questions";

fn two() -> Value {
    let questions = [json!({ "question": "One?" }), json!({ "question": "Two?" })];
    json!({ "questions": questions, "project": "site" })
}

fn yes() -> Value {
    json!({ "outcome": "answered", "selected": [], "text": "Yes." })
}

/// A server, an agent that has asked both questions in a call of this id, and the ids of their asks.
async fn asked(call: &str) -> (Server, Agent, [String; 2]) {
    let server = Server::start(limits(LONG, LONG)).await;
    let mut agent = Agent::connect(&server).await;
    asks(&mut agent, call).await;
    let ids: Vec<_> = server
        .open()
        .await
        .iter()
        .map(|ask| ask.id().to_string())
        .collect();
    let [second, first] = <[String; 2]>::try_from(ids).unwrap();
    (server, agent, [first, second])
}

async fn asks(agent: &mut Agent, call: &str) {
    agent
        .call(call, TOOL, &two(), json!({ wire::CALL_ID: call }))
        .await;
    agent.hear(wire::OPENED).await;
}

/// The structure of a call's result, which the contract knows, and of it how each question stands.
async fn result(agent: &mut Agent, call: &str) -> (Value, [Value; 3]) {
    let result = agent.result(call).await["structuredContent"].take();
    check::<QuestionsResult>(&result).unwrap();
    let states = ["/state", "/results/0/state", "/results/1/state"]
        .map(|place| result.pointer(place).unwrap().clone());
    (result, states)
}

#[tokio::test]
async fn what_is_asked_back_about_one_is_handed_over_at_once_and_what_is_open_is_named() {
    let (server, mut agent, [first, second]) = asked("a").await;
    server
        .reply(
            &second,
            json!({ "outcome": "follow_up", "question": "Why?" }),
        )
        .await;
    let (back, states) = result(&mut agent, "a").await;
    assert_eq!(
        states,
        ["still_waiting", "still_waiting", "replied"],
        "{back}"
    );
    assert_eq!(back["results"][1]["reply"]["question"], "Why?");
    let next = back["next"].as_str().unwrap();
    assert!(
        next.contains(&format!("asked back about question 2 (ask {second})")),
        "{next}"
    );
    assert!(
        next.contains(&format!(
            "Nobody has replied yet to question 1 (ask {first})"
        )),
        "{next}"
    );

    // It answers, and both are waited for again.
    let answer = json!({ "askId": second, "answer": "Because.", "wait": false });
    agent
        .call("b", "answer_follow_up", &answer, json!({}))
        .await;
    agent.result("b").await;
    asks(&mut agent, "c").await;
    server.reply(&first, yes()).await;
    server.reply(&second, yes()).await;
    let (done, states) = result(&mut agent, "c").await;
    assert_eq!(states, ["replied"; 3], "{done}");
    assert!(server.open().await.is_empty());
}

#[tokio::test]
async fn a_repeat_waits_for_what_is_open_and_has_what_is_settled_again() {
    let (server, agent, [first, second]) = asked("a").await;
    server.reply(&first, yes()).await;
    drop(agent);
    server.until_nobody_waits(&second).await;
    // The same call, sent again by the bridge; then another one that says the same.
    let mut waiting = Vec::new();
    for call in ["a", "b"] {
        let mut agent = Agent::connect(&server).await;
        asks(&mut agent, call).await;
        waiting.push((call, agent));
    }
    assert_eq!(server.open().await.len(), 1);
    server.reply(&second, yes()).await;
    for (call, mut agent) in waiting {
        let (done, states) = result(&mut agent, call).await;
        assert_eq!(states, ["replied"; 3], "{done}");
        assert_eq!(done["results"][0]["askId"], json!(first));
        assert_eq!(done["results"][1]["askId"], json!(second));
    }
}

#[tokio::test]
async fn questions_of_which_one_was_taken_back_do_not_read_as_if_all_were_replied_to() {
    let (server, mut agent, [first, second]) = asked("a").await;
    let input = WithdrawInput {
        ask_id: AskId::new(&*first),
        reason: "Found it.".to_owned(),
    };
    server.withdraw(input).await;
    server.reply(&second, yes()).await;
    let (done, states) = result(&mut agent, "a").await;
    assert_eq!(states, ["withdrawn", "withdrawn", "replied"], "{done}");
    assert_eq!(done["results"][0]["reason"], "Found it.");
    let next = done["next"].as_str().unwrap();
    assert!(
        next.contains(&format!("Question 1 (ask {first}) was taken back")),
        "{next}"
    );
}

#[tokio::test]
async fn how_readily_to_ask_is_said_beside_the_replies_to_several_questions_too() {
    let (server, mut agent, ids) = asked("a").await;
    server.wishes("site", Asking::Less).await;
    for id in &ids {
        server.reply(id, yes()).await;
    }
    let result = agent.result("a").await;
    let next = result["structuredContent"]["next"].as_str().unwrap();
    assert!(next.contains("asked less in this project"), "{result}");
    let texts = result["content"].to_string();
    assert_eq!(
        texts.matches("asked less in this project").count(),
        1,
        "{texts}"
    );
}

#[tokio::test]
async fn a_call_that_ends_without_any_reply_says_so_of_each() {
    let server = Server::start(limits(Duration::ZERO, LONG)).await;
    let mut agent = Agent::connect(&server).await;
    agent.call("a", TOOL, &two(), json!({})).await;
    let (open, states) = result(&mut agent, "a").await;
    assert_eq!(states, ["still_waiting"; 3], "{open}");
}
