//! Agents ask, wait, answer and take back.

use loopback_contract::{AskStatus, Entry, Origin, ToolState};
use loopback_inbox::{Caller, Ended};
use loopback_rules::RefusalKind;

use crate::support::{
    Inbox, answered, briefing, caller, changes, dismissed, follow_up, follow_up_answer, noon,
    point_answer, question, refusal, reply_in, responded, review, soon, withdrawal,
};

#[tokio::test]
async fn an_ask_is_on_disk_with_who_asked_before_the_call_waits() {
    let inbox = Inbox::new();
    let origin = Origin {
        cwd: "/home/ada/engine".to_owned(),
        repository: Some("/home/ada/engine".to_owned()),
        branch: Some("main".to_owned()),
        host: None,
        remote: None,
        session: "s1".to_owned(),
    };
    let caller = Caller {
        origin: Some(origin.clone()),
        ..caller("s1")
    };
    let waiter = inbox
        .hub
        .open(&caller, None, question("Deploy?"))
        .await
        .unwrap();
    let ask = inbox.hub.read(waiter.ask_id()).await.unwrap();
    assert_eq!(ask.client(), Some("claude-code 2.1.0"));
    assert_eq!(
        ask.raised_by().unwrap().name.as_deref(),
        Some("Ada Lovelace")
    );
    assert_eq!(ask.origin(), Some(&origin));
    assert!(ask.created_at() >= noon());
    assert_eq!(ask.created_at(), ask.updated_at());
    assert_eq!(ask.project(), Some("engine"));
    assert_eq!(ask.status(), AskStatus::AwaitingHuman);
    assert!(!waiter.rejoined());
}

#[tokio::test]
async fn a_waiting_call_gets_the_exact_reply() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    let ask = inbox.reply(&id, answered("Yes, after lunch.")).await;
    let outcome = soon(waiter.outcome()).await.unwrap();
    assert_eq!(reply_in(&outcome), &answered("Yes, after lunch."));
    assert!(!outcome.repeated);
    assert!(matches!(outcome.ended, Ended::Replied { at, .. } if at == ask.updated_at()));
    let result = outcome.tool_result();
    assert_eq!((result.ask_id, result.state), (id, ToolState::Replied));
    assert_eq!(result.reply, Some(answered("Yes, after lunch.")));
}

#[tokio::test]
async fn the_outcome_is_the_same_however_often_it_is_asked_for() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    // Given up at an await, as a time-out does it, and taken up again.
    let given_up = tokio::time::timeout(std::time::Duration::from_millis(1), waiter.outcome());
    assert!(given_up.await.is_err());
    inbox.reply(&waiter.ask_id().clone(), answered("Yes")).await;
    for _ in 0..3 {
        let outcome = soon(waiter.outcome()).await.unwrap();
        assert_eq!(reply_in(&outcome), &answered("Yes"));
    }
}

#[tokio::test]
async fn a_question_asked_back_goes_round_and_round() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    for round in 0..3 {
        inbox.reply(&id, follow_up(&format!("Why {round}?"))).await;
        let outcome = soon(waiter.outcome()).await.unwrap();
        assert_eq!(reply_in(&outcome), &follow_up(&format!("Why {round}?")));
        waiter = inbox.answer(&id, &format!("Because {round}.")).await;
    }
    let ask = inbox.reply(&id, answered("Yes")).await;
    assert_eq!(
        reply_in(&soon(waiter.outcome()).await.unwrap()),
        &answered("Yes")
    );
    assert_eq!(ask.thread().len(), 7);
}

#[tokio::test]
async fn every_reply_reaches_every_call_that_waits_for_the_ask() {
    let inbox = Inbox::new();
    let mut opener = inbox.waiting(question("Deploy?")).await;
    let id = opener.ask_id().clone();
    let mut other = inbox.hub.wait(&caller("s2"), &id).await.unwrap();
    inbox.reply(&id, answered("Yes")).await;
    for waiter in [&mut opener, &mut other] {
        assert_eq!(
            reply_in(&soon(waiter.outcome()).await.unwrap()),
            &answered("Yes")
        );
    }
}

#[tokio::test]
async fn two_agents_never_get_each_others_replies() {
    let inbox = Inbox::new();
    let mut one = inbox.waiting(question("One?")).await;
    let mut two = inbox.waiting(question("Two?")).await;
    inbox.reply(two.ask_id(), answered("second")).await;
    inbox.reply(one.ask_id(), answered("first")).await;
    assert_eq!(
        reply_in(&soon(one.outcome()).await.unwrap()),
        &answered("first")
    );
    assert_eq!(
        reply_in(&soon(two.outcome()).await.unwrap()),
        &answered("second")
    );
}

#[tokio::test]
async fn an_agent_that_comes_late_gets_the_reply_at_once() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.reply(&id, answered("Yes")).await;
    let inbox = inbox.restarted().await;
    let mut waiter = inbox
        .hub
        .wait(&caller("another session"), &id)
        .await
        .unwrap();
    let outcome = soon(waiter.outcome()).await.unwrap();
    assert_eq!(reply_in(&outcome), &answered("Yes"));
    assert!(!outcome.repeated, "nobody has had it yet");
}

#[tokio::test]
async fn a_reply_that_was_delivered_is_marked_as_repeated_from_then_on() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    inbox.reply(&id, answered("Yes")).await;
    let outcome = soon(waiter.outcome()).await.unwrap();
    inbox.hub.delivered(&outcome).await.unwrap();
    let mut again = inbox.hub.wait(&caller("s1"), &id).await.unwrap();
    let outcome = soon(again.outcome()).await.unwrap();
    assert!(outcome.repeated);
    assert_eq!(reply_in(&outcome), &answered("Yes"));
}

#[tokio::test]
async fn delivery_is_recorded_once_and_is_no_turn() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    let replied = inbox.reply(&id, answered("Yes")).await;
    let outcome = soon(waiter.outcome()).await.unwrap();
    inbox.hub.delivered(&outcome).await.unwrap();
    let first = inbox.hub.read(&id).await.unwrap();
    let delivered_at = first.last_human().unwrap().delivered_at.unwrap();
    assert!(delivered_at > replied.updated_at());
    assert_eq!(first.updated_at(), replied.updated_at());
    assert_eq!(first.closed_at(), replied.closed_at());
    let summary = inbox.hub.summaries().await.unwrap().recent.remove(0);
    assert_eq!(summary.delivered_at, Some(delivered_at));
    inbox.hub.delivered(&outcome).await.unwrap();
    assert_eq!(inbox.hub.read(&id).await.unwrap(), first);
}

#[tokio::test]
async fn taking_an_ask_back_ends_every_wait_with_the_reason() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    let result = inbox
        .hub
        .withdraw(&caller("s2"), withdrawal(&id))
        .await
        .unwrap();
    assert_eq!(result.state, ToolState::Withdrawn);
    assert_eq!(result.reason.as_deref(), Some("found it myself"));
    let outcome = soon(waiter.outcome()).await.unwrap();
    assert_eq!(outcome.tool_result(), result);
    inbox.hub.delivered(&outcome).await.unwrap();
    let mut late = inbox.hub.wait(&caller("s1"), &id).await.unwrap();
    assert_eq!(soon(late.outcome()).await.unwrap().tool_result(), result);
    let again = inbox.hub.withdraw(&caller("s1"), withdrawal(&id)).await;
    assert_eq!(refusal(again), (RefusalKind::Conflict, "ask.closed"));
}

#[tokio::test]
async fn an_answer_to_a_briefing_that_was_dismissed_meanwhile_ends_with_that() {
    let inbox = Inbox::new();
    let id = inbox.opened(briefing("Findings", 2)).await;
    inbox.reply(&id, responded("1", "Why?")).await;
    inbox.reply(&id, dismissed()).await;
    let answer = point_answer(&id, "1", "Because.");
    let mut waiter = inbox.hub.answer(&caller("s1"), None, answer).await.unwrap();
    assert_eq!(
        reply_in(&soon(waiter.outcome()).await.unwrap()),
        &dismissed()
    );
    let ask = inbox.hub.read(&id).await.unwrap();
    assert_eq!(ask.thread().len(), 2, "nothing was added");
}

#[tokio::test]
async fn an_ask_closed_over_the_agents_head_ends_a_later_wait_with_the_dismissal() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.reply(&id, follow_up("Why?")).await;
    inbox.hub.close(&id).await.unwrap();
    let mut waiting = inbox.hub.wait(&caller("s1"), &id).await.unwrap();
    assert_eq!(
        reply_in(&soon(waiting.outcome()).await.unwrap()),
        &dismissed()
    );
    let answer = inbox
        .hub
        .answer(&caller("s1"), None, follow_up_answer(&id, "So."))
        .await;
    let outcome = soon(answer.unwrap().outcome()).await.unwrap();
    assert_eq!(reply_in(&outcome), &dismissed());
}

#[tokio::test]
async fn no_move_is_made_on_an_ask_that_does_not_exist() {
    let inbox = Inbox::new();
    let (hub, nobody) = (&inbox.hub, "../../etc/passwd".into());
    let unknown = (RefusalKind::Unknown, "ask.unknown");
    assert_eq!(refusal(hub.wait(&caller("s1"), &nobody).await), unknown);
    assert_eq!(
        refusal(hub.withdraw(&caller("s1"), withdrawal(&nobody)).await),
        unknown
    );
    let answer = follow_up_answer(&nobody, "So.");
    assert_eq!(
        refusal(hub.answer(&caller("s1"), None, answer).await),
        unknown
    );
    assert_eq!(refusal(hub.read(&nobody).await), unknown);
    assert_eq!(refusal(hub.close(&nobody).await), unknown);
    assert_eq!(refusal(hub.take_back(&nobody).await), unknown);
}

#[tokio::test]
async fn a_review_may_revise_one_that_came_back_and_only_once() {
    let inbox = Inbox::new();
    let id = inbox.opened(review("Parser", None)).await;
    let not_yet = inbox
        .hub
        .open(&caller("s1"), None, review("Parser 2", Some(&id)))
        .await;
    assert_eq!(refusal(not_yet), (RefusalKind::Unfit, "ask.not_revisable"));
    inbox.reply(&id, changes("Name it better.")).await;
    let next = inbox.opened(review("Parser 2", Some(&id))).await;
    assert_eq!(inbox.hub.read(&next).await.unwrap().revises(), Some(&id));
    let twice = inbox
        .hub
        .open(&caller("s1"), None, review("Parser 3", Some(&id)))
        .await;
    assert_eq!(refusal(twice), (RefusalKind::Unfit, "ask.not_revisable"));
    let nothing = "nothing".into();
    let unknown = inbox
        .hub
        .open(&caller("s1"), None, review("Parser", Some(&nothing)))
        .await;
    assert_eq!(refusal(unknown), (RefusalKind::Unfit, "ask.not_revisable"));
}

#[tokio::test]
async fn a_revision_that_was_withdrawn_makes_room_for_another() {
    let inbox = Inbox::new();
    let id = inbox.opened(review("Parser", None)).await;
    inbox.reply(&id, changes("Name it better.")).await;
    for title in ["Parser 2", "Parser 3"] {
        let next = inbox.opened(review(title, Some(&id))).await;
        let withdraw = withdrawal(&next);
        inbox.hub.withdraw(&caller("s1"), withdraw).await.unwrap();
    }
    let next = inbox.opened(review("Parser 4", Some(&id))).await;
    assert_eq!(inbox.hub.read(&next).await.unwrap().revises(), Some(&id));
    let twice = inbox
        .hub
        .open(&caller("s1"), None, review("Parser 5", Some(&id)))
        .await;
    assert_eq!(refusal(twice), (RefusalKind::Unfit, "ask.not_revisable"));
}

#[tokio::test]
async fn a_session_may_have_a_hundred_open_asks_and_another_still_ask() {
    let inbox = Inbox::new();
    let mut last = None;
    for n in 0..100 {
        last = Some(inbox.opened(question(&format!("Number {n}?"))).await);
    }
    let full = inbox
        .hub
        .open(&caller("s1"), None, question("One more?"))
        .await;
    assert_eq!(refusal(full), (RefusalKind::Conflict, "inbox.full"));
    inbox
        .hub
        .open(&caller("s2"), None, question("Me too?"))
        .await
        .unwrap();
    inbox.reply(&last.unwrap(), answered("Yes")).await;
    inbox.opened(question("One more?")).await;
}

#[tokio::test]
async fn a_thread_survives_a_restart_to_the_letter() {
    let inbox = Inbox::new();
    let id = inbox
        .opened(question("Grüße 👋🏽, \u{202e}wer?\n\n\tTab"))
        .await;
    inbox.reply(&id, follow_up("Was heißt \"so\"?\u{0}")).await;
    inbox.answer(&id, "So.").await;
    let before = inbox.hub.read(&id).await.unwrap();
    let inbox = inbox.restarted().await;
    let after = inbox.hub.read(&id).await.unwrap();
    assert_eq!(after.thread(), before.thread());
    assert!(matches!(after.thread(), [Entry::Human(_), Entry::Agent(_)]));
    assert_eq!(after.updated_at(), before.updated_at());
}
