//! Whose asks are whose: when a session of an agent counts as over, so that another joins what it asked.

use std::time::Duration;

use loopback_contract::{AskId, Origin};
use loopback_inbox::{Attending, Caller, session};

use crate::support::{Inbox, caller, question, soon, withdrawal};

const MINUTE: Duration = Duration::from_mins(1);
const DAY: Duration = Duration::from_hours(24);

/// A run of the bridge that calls.
fn bridge(id: &str) -> Caller {
    caller(&session::of_bridge(id))
}

fn there(inbox: &Inbox, caller: &Caller) -> Attending {
    inbox.hub.attend(caller.session.clone())
}

/// The ask of an agent that says what all say in these tests.
async fn asks(inbox: &Inbox, caller: &Caller) -> AskId {
    let waiter = inbox.hub.open(caller, None, question("Deploy?")).await;
    waiter.unwrap().ask_id().clone()
}

async fn ended(inbox: &Inbox, caller: &Caller) {
    let ended = inbox.hub.session_ended(caller.session.clone());
    ended.await.unwrap();
}

/// Whether an agent joins this ask by its words. If not, what it asked instead is taken back.
async fn joins(inbox: &Inbox, caller: &Caller, ask: &AskId) -> bool {
    let asked = asks(inbox, caller).await;
    if asked != *ask {
        let taken_back = inbox.hub.withdraw(caller, withdrawal(&asked));
        taken_back.await.unwrap();
    }
    asked == *ask
}

#[tokio::test]
async fn after_a_restart_an_agent_that_is_not_back_yet_keeps_what_it_asked_to_itself() {
    let inbox = Inbox::new();
    let (one, two) = (bridge("one"), bridge("two"));
    let was_there = there(&inbox, &one);
    let first = asks(&inbox, &one).await;
    drop(was_there);
    let inbox = inbox.restarted().await;
    inbox.clock.advance(MINUTE);
    assert!(!joins(&inbox, &two, &first).await);
    let listed = inbox.hub.asks_of(&two, Some("engine".to_owned())).await;
    let listed = listed.unwrap().into_iter().any(|row| row.id == first);
    assert!(!listed, "nor is it named to another");
    assert!(joins(&inbox, &one, &first).await);
}

#[tokio::test]
async fn an_agent_that_does_not_come_back_after_a_restart_is_gone() {
    let inbox = Inbox::new();
    let first = asks(&inbox, &bridge("one")).await;
    let inbox = inbox.restarted().await;
    inbox.clock.advance(2 * MINUTE);
    assert!(joins(&inbox, &bridge("two"), &first).await);
}

#[tokio::test]
async fn nobody_counts_as_gone_while_some_agent_could_not_be_heard() {
    let inbox = Inbox::new();
    let first = asks(&inbox, &bridge("one")).await;
    inbox.clock.advance(2 * MINUTE);
    inbox.hub.did_not_hear();
    assert!(!joins(&inbox, &bridge("two"), &first).await);
}

#[tokio::test]
async fn an_agent_whose_connection_was_cut_has_time_to_come_back() {
    let inbox = Inbox::new();
    let one = bridge("one");
    let was_there = there(&inbox, &one);
    let first = asks(&inbox, &one).await;
    inbox.clock.advance(10 * MINUTE);
    drop(was_there);
    assert!(!joins(&inbox, &bridge("two"), &first).await);
    inbox.clock.advance(MINUTE);
    drop(there(&inbox, &one));
    inbox.clock.advance(MINUTE);
    assert!(!joins(&inbox, &bridge("two"), &first).await);
    inbox.clock.advance(MINUTE);
    assert!(joins(&inbox, &bridge("two"), &first).await);
}

#[tokio::test]
async fn an_agent_that_was_seen_to_end_is_gone_at_once_and_after_a_restart_too() {
    let inbox = Inbox::new();
    let one = bridge("one");
    let is_there = there(&inbox, &one);
    let first = asks(&inbox, &one).await;
    // One of two connections ended: the agent is there all the same.
    ended(&inbox, &one).await;
    assert!(!joins(&inbox, &bridge("two"), &first).await);
    drop(is_there);
    ended(&inbox, &one).await;
    assert!(joins(&inbox, &bridge("two"), &first).await);
    let inbox = inbox.restarted().await;
    assert!(joins(&inbox, &bridge("three"), &first).await);
}

#[tokio::test]
async fn an_agent_that_comes_back_after_all_has_not_ended() {
    let inbox = Inbox::new();
    let one = bridge("one");
    let first = asks(&inbox, &one).await;
    ended(&inbox, &one).await;
    let is_there = there(&inbox, &one);
    let database = inbox.database();
    let noted = async || {
        let left = "select count(*) from ended_sessions";
        while database.query_row(left, [], |row| row.get(0)) != Ok(0) {
            tokio::task::yield_now().await;
        }
    };
    soon(noted()).await;
    drop(is_there);
    let inbox = inbox.restarted().await;
    assert!(!joins(&inbox, &bridge("two"), &first).await);
}

#[tokio::test]
async fn over_http_a_session_that_was_cut_may_be_alive_for_a_day_and_a_client_without_one_for_ever()
{
    for (session, days, expect) in [
        (session::of_protocol("one"), 0, false),
        (session::of_protocol("one"), 1, true),
        (session::of_connection("one"), 0, false),
        (session::of_connection("one"), 1, true),
        (session::of_client("claude-code", "2.1.3"), 0, false),
        (session::of_client("claude-code", "2.1.3"), 365, false),
    ] {
        let inbox = Inbox::new();
        let first = asks(&inbox, &caller(&session)).await;
        let inbox = inbox.restarted().await;
        inbox.clock.advance(10 * MINUTE + days * DAY);
        let joined = joins(&inbox, &bridge("two"), &first).await;
        assert_eq!(joined, expect, "{session} after {days} days");
        let inbox = inbox.restarted().await;
        let own = joins(&inbox, &caller(&session), &first).await;
        assert!(own, "{session}");
    }
}

#[tokio::test]
async fn an_agent_that_works_elsewhere_does_not_join_what_one_that_is_gone_asked() {
    let inbox = Inbox::new();
    let at = |id: &str, cwd: &str| Caller {
        origin: Some(Origin {
            cwd: cwd.to_owned(),
            repository: None,
            branch: None,
            host: None,
            remote: None,
            session: id.to_owned(),
        }),
        ..bridge(id)
    };
    let first = asks(&inbox, &at("one", "/home/ada/site")).await;
    ended(&inbox, &bridge("one")).await;
    let second = asks(&inbox, &at("two", "/home/ada/site-copy")).await;
    assert_ne!(second, first);
    assert_eq!(asks(&inbox, &at("three", "/home/ada/site")).await, first);
}
