//! `kill -9` of the app and of the bridge at many moments of a call: nothing is asked twice, and no reply is lost.

use std::time::Duration;

use loopback_tests::{Agent, Home, Loopback};
use serde_json::{Value, json};

/// How long after a step something is killed, in milliseconds: about the time one step takes, and around it.
const MOMENTS: [u64; 8] = [0, 1, 2, 4, 8, 15, 30, 80];

fn question(n: usize) -> Value {
    json!({ "question": format!("Number {n}?"), "project": "site" })
}

fn reply(n: usize) -> Value {
    json!({ "outcome": "answered", "selected": [], "text": format!("Answer {n}") })
}

async fn moment(milliseconds: u64) {
    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
}

#[tokio::test]
async fn the_app_may_be_killed_at_any_moment_of_a_call_over_stdio() {
    let home = Home::new();
    let mut server = Loopback::start(&home).await;
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    for (n, milliseconds) in MOMENTS.into_iter().enumerate() {
        let call = agent.call("ask_question", question(n)).await;
        moment(milliseconds).await;
        server.crash().await;
        server = Loopback::start(&home).await;
        let person = server.person();
        let ask = person.sees_ask_of("site").await;
        assert_eq!(ask["prompt"]["question"], question(n)["question"]);
        // What the person sends is told to them as sent, and then it is.
        person.replies(ask["id"].as_str().unwrap(), &reply(n)).await;
        moment(milliseconds).await;
        server.crash().await;
        server = Loopback::start(&home).await;
        let result = agent.response(call).await;
        assert_eq!(result["structuredContent"]["reply"], reply(n), "{result}");
        assert_eq!(result["structuredContent"]["askId"], ask["id"]);
    }
    let open = server.person().get("/snapshot?view=summary").await["open"].clone();
    assert_eq!(open, json!([]), "nothing was asked twice");
}

#[tokio::test]
async fn the_bridge_may_be_killed_at_any_moment_and_whoever_comes_back_has_the_reply() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let person = server.person();
    for (n, milliseconds) in MOMENTS.into_iter().enumerate() {
        let mut agent = Agent::introduced(&home, home.path(), "tester").await;
        agent.call("ask_question", question(n)).await;
        let ask = person.sees_ask_of("site").await;
        let id = ask["id"].as_str().unwrap();
        let replies = tokio::spawn({
            let (person, id) = (person.clone(), id.to_owned());
            async move { person.replies(&id, &reply(n)).await }
        });
        moment(milliseconds).await;
        agent.crash().await;
        replies.await.unwrap();

        // By its id it is read again, as often as anybody likes.
        let mut next = Agent::introduced(&home, home.path(), "tester").await;
        for _ in 0..2 {
            let call = next.call("wait_for_reply", json!({ "askId": id })).await;
            let result = next.response(call).await;
            assert_eq!(result["structuredContent"]["reply"], reply(n), "{result}");
        }
        // And another agent that asks the same afterwards asks anew: an old answer answers nothing.
        let call = next.call("ask_question", question(n)).await;
        let again = person.sees_ask_of("site").await;
        assert_ne!(again["id"], ask["id"]);
        person
            .replies(
                again["id"].as_str().unwrap(),
                &json!({ "outcome": "dismissed" }),
            )
            .await;
        next.response(call).await;
    }
}
