//! Whose asks are whose on the agents' socket: an agent that may be alive never has its ask given to another.

use loopback_inbox::session;
use loopback_server::mcp::wire;
use serde_json::{Value, json};

use crate::support::{Agent, Server, eventually};
use crate::{LONG, limits};

/// What a bridge says of its session in the `_meta` of what it sends.
fn of(session: &str) -> Value {
    json!({ wire::ORIGIN: { "cwd": "/site", "session": session } })
}

/// The ask that an agent opens or joins by what all agents say in these tests.
async fn asks(agent: &mut Agent, session: &str) -> Value {
    let arguments = json!({ "question": "Deploy?", "project": "site", "wait": false });
    agent
        .call("a", "ask_question", &arguments, of(session))
        .await;
    agent.result("a").await["structuredContent"]["askId"].take()
}

#[tokio::test]
async fn what_an_agent_asked_stays_its_own_when_the_server_is_started_anew() {
    let server = Server::start(limits(LONG, LONG)).await;
    let mut one = Agent::connect(&server).await;
    let first = asks(&mut one, "one").await;
    let server = server.restarted().await;
    let mut two = Agent::connect(&server).await;
    assert_ne!(asks(&mut two, "two").await, first);
    let mut one = Agent::connect(&server).await;
    assert_eq!(asks(&mut one, "one").await, first);
}

#[tokio::test]
async fn a_bridge_that_introduces_itself_is_there_though_it_makes_no_call() {
    let server = Server::start(limits(LONG, LONG)).await;
    let mut one = Agent::connect(&server).await;
    let first = asks(&mut one, "one").await;
    let server = server.restarted().await;
    let mut one = Agent::connect(&server).await;
    one.request("i", "server/discover", of("one")).await;
    assert!(one.result("i").await["capabilities"].is_object());
    // A connection of its that ended is not its end.
    server.sees_the_end_of(&session::of_bridge("one")).await;
    let mut two = Agent::connect(&server).await;
    assert_ne!(asks(&mut two, "two").await, first);
}

#[tokio::test]
async fn a_bridge_that_hung_up_has_ended_and_one_that_comes_after_it_joins_what_it_asked() {
    let server = Server::start(limits(LONG, LONG)).await;
    let mut one = Agent::connect(&server).await;
    let mut introduction = of("one");
    introduction[wire::ENDS_SESSION] = json!(true);
    one.request("i", "server/discover", introduction).await;
    let first = asks(&mut one, "one").await;
    drop(one);
    let mut two = Agent::connect(&server).await;
    eventually(async || {
        let project = json!({ "project": "site" });
        two.call("l", "list_asks", &project, of("two")).await;
        let listed = two.result("l").await;
        let id = listed.pointer("/structuredContent/asks/0/askId");
        (id == Some(&first)).then_some(())
    })
    .await;
    assert_eq!(asks(&mut two, "two").await, first);
}

#[tokio::test]
async fn one_that_only_calls_in_a_session_does_not_end_it_when_it_hangs_up() {
    let server = Server::start(limits(LONG, LONG)).await;
    let mut hook = Agent::connect(&server).await;
    hook.request("i", "server/discover", of("one")).await;
    let first = asks(&mut hook, "one").await;
    drop(hook);
    // One that is seen to end after it: what is recorded of it would be recorded of the other by then.
    let mut last = Agent::connect(&server).await;
    let mut introduction = of("last");
    introduction[wire::ENDS_SESSION] = json!(true);
    last.request("i", "server/discover", introduction).await;
    let newer = asks(&mut last, "last").await;
    assert_ne!(newer, first);
    drop(last);
    let mut two = Agent::connect(&server).await;
    let listed = eventually(async || {
        let project = json!({ "project": "site" });
        two.call("l", "list_asks", &project, of("two")).await;
        let listed = two.result("l").await["structuredContent"]["asks"].take();
        let ids: Vec<_> = listed
            .as_array()?
            .iter()
            .map(|ask| ask["askId"].clone())
            .collect();
        ids.contains(&newer).then_some(ids)
    })
    .await;
    assert_eq!(listed, [newer]);
}

#[tokio::test]
async fn a_connection_that_names_no_session_is_one_of_its_own_in_every_run_of_the_server() {
    let server = Server::start(limits(LONG, LONG)).await;
    let arguments = json!({ "question": "Deploy?", "project": "site", "wait": false });
    let mut asked = Vec::new();
    let mut server = server;
    for _ in 0..2 {
        let mut agent = Agent::connect(&server).await;
        agent.call("a", "ask_question", &arguments, json!({})).await;
        asked.push(agent.result("a").await["structuredContent"]["askId"].take());
        server = server.restarted().await;
    }
    assert_ne!(asked[0], asked[1]);
}
