//! An agent that says the same again, without saying that it is the same call.

use loopback_contract::AskId;
use loopback_inbox::{Caller, Ended, Hub, Waiter};
use loopback_rules::AskInput;

use crate::support::{
    Inbox, answered, call, caller, dismissed, follow_up, question, refusal, review, soon,
};

async fn opens(inbox: &Inbox, caller: &Caller, input: AskInput) -> Waiter {
    inbox.hub.open(caller, None, input).await.unwrap()
}

fn other_client(session: &str) -> Caller {
    Caller {
        client_name: "codex".to_owned(),
        ..caller(session)
    }
}

async fn deliver(hub: &Hub, waiter: &mut Waiter) {
    let outcome = soon(waiter.outcome()).await.unwrap();
    hub.delivered(&outcome).await.unwrap();
}

#[tokio::test]
async fn while_an_ask_is_open_its_agent_joins_it_and_that_counts_as_coming_back() {
    let inbox = Inbox::new();
    let first = opens(&inbox, &caller("s1"), question("Deploy?")).await;
    let again = opens(&inbox, &caller("s1"), question("Deploy?")).await;
    assert_eq!(again.ask_id(), first.ask_id());
    assert!(again.rejoined());
    let ask = inbox.hub.read(first.ask_id()).await.unwrap();
    assert_eq!(ask.renewed(), Some(1));
    let other = opens(&inbox, &caller("s1"), question("Deploy now?")).await;
    assert_ne!(other.ask_id(), first.ask_id());
}

#[tokio::test]
async fn what_is_asked_back_is_the_outcome_of_the_same_words() {
    let inbox = Inbox::new();
    let first = opens(&inbox, &caller("s1"), review("Rename", None)).await;
    inbox.reply(first.ask_id(), follow_up("Why?")).await;
    let mut again = opens(&inbox, &caller("s1"), review("Rename", None)).await;
    assert_eq!(again.ask_id(), first.ask_id());
    let Ended::Replied { reply, .. } = soon(again.outcome()).await.unwrap().ended else {
        panic!("no reply")
    };
    assert_eq!(reply, follow_up("Why?"));
}

#[tokio::test]
async fn another_agent_that_is_there_is_never_joined_and_one_that_is_gone_is() {
    let inbox = Inbox::new();
    let there = inbox.hub.attend("s1".to_owned());
    let first = opens(&inbox, &caller("s1"), question("Deploy?")).await;
    let other = opens(&inbox, &caller("s2"), question("Deploy?")).await;
    assert_ne!(other.ask_id(), first.ask_id());
    let elsewhere = opens(&inbox, &other_client("s3"), question("Deploy?")).await;
    assert_ne!(elsewhere.ask_id(), first.ask_id());
    inbox
        .hub
        .withdraw(&caller("s2"), withdrawal(other.ask_id()))
        .await
        .unwrap();
    drop(there);
    inbox.hub.session_ended("s1".to_owned()).await.unwrap();
    let after = opens(&inbox, &caller("s4"), question("Deploy?")).await;
    assert_eq!(after.ask_id(), first.ask_id());
}

#[tokio::test]
async fn a_twin_that_was_taken_back_does_not_hide_the_agents_own_open_ask() {
    let inbox = Inbox::new();
    let there = inbox.hub.attend("s1".to_owned());
    let own = opens(&inbox, &caller("s1"), question("Deploy?")).await;
    let twin = opens(&inbox, &caller("s2"), question("Deploy?")).await;
    assert_ne!(twin.ask_id(), own.ask_id());
    let hub = &inbox.hub;
    let taken_back = withdrawal(twin.ask_id());
    hub.withdraw(&caller("s2"), taken_back).await.unwrap();
    let again = opens(&inbox, &caller("s1"), question("Deploy?")).await;
    assert_eq!(again.ask_id(), own.ask_id());
    drop(there);
}

#[tokio::test]
async fn an_agents_own_open_ask_comes_before_a_newer_one_of_an_agent_that_is_gone() {
    let inbox = Inbox::new();
    let there = inbox.hub.attend("s1".to_owned());
    let own = opens(&inbox, &caller("s1"), question("Deploy?")).await;
    let newer = opens(&inbox, &caller("s2"), question("Deploy?")).await;
    assert_ne!(newer.ask_id(), own.ask_id());
    let again = opens(&inbox, &caller("s1"), question("Deploy?")).await;
    assert_eq!(again.ask_id(), own.ask_id());
    drop(there);
}

#[tokio::test]
async fn a_damaged_ask_of_the_same_words_or_the_same_call_does_not_stop_a_new_one() {
    let inbox = Inbox::new();
    let s1 = caller("s1");
    let opened = inbox
        .hub
        .open(&s1, Some(call("c1")), review("Plan", None))
        .await;
    let damaged = opened.unwrap().ask_id().clone();
    inbox.hub.stop().await;
    let damage = "update asks set body = '{' where id = ?1";
    let database = inbox.database();
    database.execute(damage, [damaged.as_str()]).unwrap();
    drop(database);
    let inbox = inbox.restarted().await;
    for id in [None, Some(call("c1")), Some(call("c1"))] {
        let again = inbox.hub.open(&s1, id, review("Plan", None)).await.unwrap();
        assert_ne!(again.ask_id(), &damaged);
    }
    let revised = inbox.hub.open(&s1, None, review("Next", Some(&damaged)));
    assert_eq!(refusal(revised.await).1, "ask.not_revisable");
}

fn withdrawal(ask: &AskId) -> loopback_contract::WithdrawInput {
    loopback_contract::WithdrawInput {
        ask_id: ask.clone(),
        reason: "Done already.".to_owned(),
    }
}

#[tokio::test]
async fn a_reply_nobody_has_had_is_given_for_ten_minutes_and_then_never_by_itself() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let at = inbox.reply(&id, answered("Yes")).await.updated_at();
    inbox.clock.advance(std::time::Duration::from_secs(599));
    let mut fresh = opens(&inbox, &caller("s1"), question("Deploy?")).await;
    assert_eq!(fresh.ask_id(), &id);
    assert!(matches!(
        soon(fresh.outcome()).await.unwrap().ended,
        Ended::Replied { reply, .. } if reply == answered("Yes")
    ));
    inbox.clock.advance(std::time::Duration::from_secs(2));
    let stale = opens(&inbox, &caller("s1"), question("Deploy?")).await;
    assert_ne!(stale.ask_id(), &id);
    let ask = inbox.hub.read(stale.ask_id()).await.unwrap();
    let before = ask.answered_before().unwrap();
    assert_eq!(
        (&before.ask_id, &before.reply, before.at),
        (&id, &answered("Yes"), at)
    );
}

#[tokio::test]
async fn an_approval_that_was_had_never_answers_a_new_ask() {
    let inbox = Inbox::new();
    let mut first = opens(&inbox, &caller("s1"), question("Deploy?")).await;
    let id = first.ask_id().clone();
    inbox.reply(&id, answered("Yes")).await;
    deliver(&inbox.hub, &mut first).await;
    let again = opens(&inbox, &caller("s1"), question("Deploy?")).await;
    assert_ne!(again.ask_id(), &id);
    let ask = inbox.hub.read(again.ask_id()).await.unwrap();
    assert_eq!(
        ask.answered_before().map(|before| &before.ask_id),
        Some(&id)
    );
    // The new one is the ask that counts from now on.
    let third = opens(&inbox, &caller("s1"), question("Deploy?")).await;
    assert_eq!(third.ask_id(), again.ask_id());
}

#[tokio::test]
async fn the_repeat_of_a_call_that_joined_joins_too() {
    let inbox = Inbox::new();
    let first = opens(&inbox, &caller("s1"), question("Deploy?")).await;
    for _ in 0..2 {
        let hub = &inbox.hub;
        let s1 = caller("s1");
        let joined = hub.open(&s1, Some(call("c2")), question("Deploy?"));
        assert_eq!(joined.await.unwrap().ask_id(), first.ask_id());
    }
    inbox.reply(first.ask_id(), dismissed()).await;
    let hub = &inbox.hub;
    let s1 = caller("s1");
    let repeat = hub.open(&s1, Some(call("c2")), question("Deploy?"));
    assert_eq!(repeat.await.unwrap().ask_id(), first.ask_id());
}

#[tokio::test]
async fn an_agent_finds_its_open_asks_and_the_replies_it_has_not_had() {
    let inbox = Inbox::new();
    let there = inbox.hub.attend("s2".to_owned());
    let open = inbox.opened(question("Open?")).await;
    let replied = inbox.opened(question("Replied?")).await;
    inbox.reply(&replied, answered("Yes")).await;
    let mut had = opens(&inbox, &caller("s1"), question("Had?")).await;
    inbox.reply(&had.ask_id().clone(), answered("Yes")).await;
    deliver(&inbox.hub, &mut had).await;
    let others = opens(&inbox, &caller("s2"), question("Of another?")).await;
    let ids = async |caller: &Caller, project: Option<&str>| {
        let rows = inbox.hub.asks_of(caller, project.map(str::to_owned)).await;
        let rows = rows.unwrap();
        rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    let all = [had.ask_id().clone(), replied.clone(), open.clone()];
    let ours = ids(&caller("s1"), None).await;
    assert_eq!(ours, all, "one was handed over just now");
    inbox.clock.advance(std::time::Duration::from_secs(601));
    let ours = ids(&caller("s1"), None).await;
    assert_eq!(ours, [replied.clone(), open.clone()]);
    let undelivered = inbox.hub.undelivered(&caller("s1")).await.unwrap();
    assert_eq!(undelivered.len(), 1);
    assert_eq!(undelivered[0].id, replied);
    // A later session of the same client finds them by the project; another client's does not.
    inbox.hub.session_ended("s1".to_owned()).await.unwrap();
    assert_eq!(
        ids(&caller("s9"), Some("engine")).await,
        [replied.clone(), open.clone()]
    );
    assert!(ids(&caller("s9"), Some("site")).await.is_empty());
    assert!(ids(&other_client("s9"), Some("engine")).await.is_empty());
    drop(there);
    inbox.hub.session_ended("s2".to_owned()).await.unwrap();
    assert_eq!(
        ids(&caller("s9"), Some("engine")).await,
        [others.ask_id().clone(), replied, open]
    );
}

#[tokio::test]
async fn an_ask_knows_its_place_among_those_the_person_is_to_answer() {
    let inbox = Inbox::new();
    let first = inbox.opened(question("One?")).await;
    let second = inbox.opened(question("Two?")).await;
    let third = inbox.opened(question("Three?")).await;
    let place = async |id: &AskId| {
        let place = inbox.hub.place(id).await.unwrap();
        place.map(|place| (place.before, place.of))
    };
    assert_eq!(place(&second).await, Some((1, 3)));
    inbox.reply(&first, dismissed()).await;
    inbox.reply(&third, follow_up("Why?")).await;
    assert_eq!(place(&first).await, None);
    assert_eq!(place(&second).await, Some((0, 1)));
    assert_eq!(place(&third).await, None);
}
