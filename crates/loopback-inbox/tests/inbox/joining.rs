//! Calls that are repeated under their own id.

use loopback_inbox::{CallId, Caller, Hub, HubError, Waiter};
use loopback_rules::RefusalKind;

use crate::support::{
    Inbox, answered, briefing, call, caller, dismissed, follow_up, follow_up_answer, question,
    refusal, reply_in, responded, review, soon,
};

#[tokio::test]
async fn a_repeated_call_joins_the_ask_that_the_first_one_opened() {
    let inbox = Inbox::new();
    let open = |hub: Hub| async move {
        hub.open(&caller("s1"), Some(call("toolu_1")), question("Deploy?"))
            .await
            .unwrap()
    };
    let first = open(inbox.hub.clone()).await;
    let id = first.ask_id().clone();
    drop(first);
    let mut second = open(inbox.hub.clone()).await;
    assert!(second.rejoined());
    assert_eq!(second.ask_id(), &id);
    assert_eq!(inbox.hub.snapshot().await.unwrap().open.len(), 1);
    inbox.reply(&id, answered("Yes")).await;
    assert_eq!(
        reply_in(&soon(second.outcome()).await.unwrap()),
        &answered("Yes")
    );
}

#[tokio::test]
async fn a_call_can_be_repeated_after_a_restart_and_from_another_session() {
    let inbox = Inbox::new();
    let first = inbox
        .hub
        .open(&caller("s1"), Some(call("c1")), question("Deploy?"))
        .await
        .unwrap();
    let id = first.ask_id().clone();
    let inbox = inbox.restarted().await;
    let mut second = inbox
        .hub
        .open(&caller("s2"), Some(call("c1")), question("Deploy?"))
        .await
        .unwrap();
    assert_eq!((second.ask_id(), second.rejoined()), (&id, true));
    inbox.reply(&id, answered("Yes")).await;
    assert_eq!(
        reply_in(&soon(second.outcome()).await.unwrap()),
        &answered("Yes")
    );
}

#[tokio::test]
async fn a_repeat_gets_the_reply_to_its_own_call_and_not_a_later_one() {
    let inbox = Inbox::new();
    let hub = &inbox.hub;
    let first = hub
        .open(&caller("s1"), Some(call("c1")), question("Deploy?"))
        .await
        .unwrap();
    let id = first.ask_id().clone();
    inbox.reply(&id, follow_up("Why?")).await;
    let answer = follow_up_answer(&id, "Because.");
    hub.answer(&caller("s1"), Some(call("c2")), answer.clone())
        .await
        .unwrap();
    inbox.reply(&id, answered("Yes")).await;

    let mut opening = hub
        .open(&caller("s1"), Some(call("c1")), question("Deploy?"))
        .await
        .unwrap();
    assert_eq!(
        reply_in(&soon(opening.outcome()).await.unwrap()),
        &follow_up("Why?")
    );
    let mut answering = hub
        .answer(&caller("s1"), Some(call("c2")), answer)
        .await
        .unwrap();
    assert!(answering.rejoined());
    assert_eq!(
        reply_in(&soon(answering.outcome()).await.unwrap()),
        &answered("Yes")
    );
    assert_eq!(
        hub.read(&id).await.unwrap().thread().len(),
        3,
        "the answer was taken once"
    );
}

#[tokio::test]
async fn a_repeat_of_a_briefings_call_gets_the_dismissal_that_came_on_top() {
    let inbox = Inbox::new();
    let hub = &inbox.hub;
    let opened = hub
        .open(&caller("s1"), Some(call("c1")), briefing("Findings", 2))
        .await
        .unwrap();
    let id = opened.ask_id().clone();
    inbox.reply(&id, responded("1", "Why?")).await;
    inbox.reply(&id, dismissed()).await;
    let mut again = hub
        .open(&caller("s1"), Some(call("c1")), briefing("Findings", 2))
        .await
        .unwrap();
    assert_eq!(
        reply_in(&soon(again.outcome()).await.unwrap()),
        &dismissed()
    );
}

#[tokio::test]
async fn another_call_under_the_same_id_is_refused_and_opens_nothing() {
    let inbox = Inbox::new();
    let hub = &inbox.hub;
    let first = hub
        .open(&caller("s1"), Some(call("c1")), question("Deploy?"))
        .await
        .unwrap();
    let id = first.ask_id().clone();
    let conflict = (RefusalKind::Conflict, "call.conflict");
    let other_words = hub
        .open(&caller("s1"), Some(call("c1")), question("Roll back?"))
        .await;
    assert_eq!(refusal(other_words), conflict);
    let other_tool = hub
        .open(&caller("s1"), Some(call("c1")), review("Deploy?", None))
        .await;
    assert_eq!(refusal(other_tool), conflict);
    inbox.reply(&id, follow_up("Why?")).await;
    let answer = hub
        .answer(
            &caller("s1"),
            Some(call("c1")),
            follow_up_answer(&id, "So."),
        )
        .await;
    assert_eq!(refusal(answer), conflict);
    assert_eq!(hub.snapshot().await.unwrap().open.len(), 1);
}

#[tokio::test]
async fn clients_of_different_names_may_use_the_same_call_id() {
    let inbox = Inbox::new();
    let codex = Caller {
        client_name: "codex".to_owned(),
        ..caller("s2")
    };
    let hub = &inbox.hub;
    let one = hub
        .open(&caller("s1"), Some(call("1")), question("Deploy?"))
        .await
        .unwrap();
    let two = hub
        .open(&codex, Some(call("1")), question("Deploy?"))
        .await
        .unwrap();
    assert_ne!(one.ask_id(), two.ask_id());
    assert!(!two.rejoined());
}

#[tokio::test]
async fn a_call_that_was_refused_may_be_repeated_with_better_words() {
    let inbox = Inbox::new();
    let refused = inbox
        .hub
        .open(&caller("s1"), Some(call("c1")), question("  "))
        .await;
    assert_eq!(refusal(refused), (RefusalKind::Unfit, "ask.blank"));
    let taken = inbox
        .hub
        .open(&caller("s1"), Some(call("c1")), question("Deploy?"))
        .await
        .unwrap();
    assert!(!taken.rejoined());
}

#[tokio::test]
async fn a_call_id_says_what_it_was_given() {
    assert_eq!(CallId::new("toolu_1").as_str(), "toolu_1");
    let error = HubError::Stopping;
    assert_eq!(error.to_string(), "Loopback is stopping");
}

/// The call of a client of this session, under an id of the client's own.
async fn asks(inbox: &Inbox, session: &str, id: &str, words: &str) -> Waiter {
    let ids = [CallId::of_client(id)];
    let caller = caller(session);
    let asked = inbox.hub.open(&caller, ids, question(words));
    asked.await.unwrap()
}

async fn had(inbox: &Inbox, waiter: &mut Waiter) {
    inbox.reply(&waiter.ask_id().clone(), answered("Yes")).await;
    let outcome = soon(waiter.outcome()).await.unwrap();
    inbox.hub.delivered(&outcome).await.unwrap();
}

#[tokio::test]
async fn a_clients_own_id_gets_a_repeat_the_reply_again_within_its_session_and_for_a_while() {
    let inbox = Inbox::new();
    let mut first = asks(&inbox, "s1", "toolu_1", "Deploy?").await;
    had(&inbox, &mut first).await;
    let id = first.ask_id();
    inbox.clock.advance(std::time::Duration::from_secs(599));
    let mut again = asks(&inbox, "s1", "toolu_1", "Deploy?").await;
    assert_eq!((again.ask_id(), again.rejoined()), (id, true));
    assert!(soon(again.outcome()).await.unwrap().repeated);
    // Of another session, or with other words, the same id is another call.
    inbox.hub.session_ended("s1".to_owned()).await.unwrap();
    let elsewhere = asks(&inbox, "s2", "toolu_1", "Deploy?").await;
    assert_ne!(elsewhere.ask_id(), id);
    let other_words = asks(&inbox, "s1", "toolu_2", "Release?").await;
    assert_ne!(other_words.ask_id(), id);
    let same_id = asks(&inbox, "s1", "toolu_2", "Deploy now?").await;
    assert_ne!(same_id.ask_id(), other_words.ask_id());
    // An old reply never answers a new call, whatever its id.
    inbox.clock.advance(std::time::Duration::from_secs(2));
    let later = asks(&inbox, "s1", "toolu_1", "Deploy?").await;
    assert_ne!(later.ask_id(), id);
}

#[tokio::test]
async fn an_answer_that_is_sent_again_under_a_clients_own_id_waits_on() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.reply(&id, follow_up("Why?")).await;
    let hub = &inbox.hub;
    let s1 = caller("s1");
    for rejoined in [false, true] {
        let ids = [CallId::of_client("toolu_1")];
        let answer = hub.answer(&s1, ids, follow_up_answer(&id, "Because."));
        assert_eq!(answer.await.unwrap().rejoined(), rejoined);
    }
    let ids = [CallId::of_client("toolu_1")];
    let s2 = caller("s2");
    let other = hub.answer(&s2, ids, follow_up_answer(&id, "Because."));
    assert_eq!(refusal(other.await).1, "ask.not_your_turn");
}
