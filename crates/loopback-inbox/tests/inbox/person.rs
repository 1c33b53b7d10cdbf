//! The person replies, closes and takes back.

use loopback_contract::{AskStatus, Entry};
use loopback_inbox::Door;
use loopback_rules::RefusalKind;

use crate::support::{
    Inbox, answered, briefing, caller, follow_up, question, refusal, responded, review, soon,
    withdrawal,
};

#[tokio::test]
async fn a_reply_names_the_person_and_the_moment() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let ask = inbox.reply(&id, answered("Yes")).await;
    let turn = ask.last_human().unwrap();
    assert_eq!(turn.by.as_ref().unwrap().id, "local");
    assert_eq!(
        turn.by.as_ref().unwrap().name.as_deref(),
        Some("Ada Lovelace")
    );
    assert_eq!(Some(turn.at), ask.closed_at());
    assert_eq!(ask.status(), AskStatus::Closed);
    assert_eq!(inbox.hub.read(&id).await.unwrap(), ask);
}

#[tokio::test]
async fn a_refused_reply_changes_nothing() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let before = inbox.hub.read(&id).await.unwrap();
    let unfit = inbox.hub.reply(&id, answered("  "), Door::Window).await;
    assert_eq!(refusal(unfit), (RefusalKind::Unfit, "reply.blank"));
    assert_eq!(inbox.hub.read(&id).await.unwrap().thread(), before.thread());
    inbox.reply(&id, answered("Yes")).await;
    let twice = inbox.hub.reply(&id, answered("No"), Door::Window).await;
    assert_eq!(refusal(twice), (RefusalKind::Conflict, "ask.closed"));
}

#[tokio::test]
async fn a_question_asked_back_can_be_taken_back_while_no_agent_has_it() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.reply(&id, follow_up("Why?")).await;
    let ask = inbox.hub.take_back(&id).await.unwrap();
    assert_eq!(ask.status(), AskStatus::AwaitingHuman);
    assert!(ask.thread().is_empty());
    let draft = inbox.hub.draft(&id).await.unwrap();
    assert_eq!(draft.content.text.as_deref(), Some("Why?"));
    let none = inbox.hub.take_back(&id).await;
    assert_eq!(refusal(none), (RefusalKind::Conflict, "ask.no_follow_up"));
}

#[tokio::test]
async fn a_question_asked_back_stays_once_a_waiting_agent_was_handed_it() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    inbox.reply(&id, follow_up("Why?")).await;
    // On its way: the call was woken, and whether the client has it is not known yet.
    let handed_over = (RefusalKind::Conflict, "ask.handed_over");
    assert_eq!(refusal(inbox.hub.take_back(&id).await), handed_over);
    let outcome = soon(waiter.outcome()).await.unwrap();
    drop(waiter);
    assert_eq!(refusal(inbox.hub.take_back(&id).await), handed_over);
    inbox.hub.delivered(&outcome).await.unwrap();
    drop(outcome);
    assert_eq!(refusal(inbox.hub.take_back(&id).await), handed_over);
    let inbox = inbox.restarted().await;
    assert_eq!(refusal(inbox.hub.take_back(&id).await), handed_over);
}

#[tokio::test]
async fn a_question_asked_back_can_be_taken_back_again_when_its_delivery_failed() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    inbox.reply(&id, follow_up("Why?")).await;
    let outcome = soon(waiter.outcome()).await.unwrap();
    // The client went away before it had the reply.
    drop((outcome, waiter));
    inbox.hub.take_back(&id).await.unwrap();
    let mut next = inbox.hub.wait(&caller("s1"), &id).await.unwrap();
    inbox.reply(&id, answered("Yes")).await;
    let outcome = soon(next.outcome()).await.unwrap();
    assert_eq!(crate::support::reply_in(&outcome), &answered("Yes"));
}

#[tokio::test]
async fn an_ask_is_closed_only_on_the_agents_turn() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    assert_eq!(
        refusal(inbox.hub.close(&id).await),
        (RefusalKind::Conflict, "ask.your_turn")
    );
    inbox.reply(&id, follow_up("Why?")).await;
    let ask = inbox.hub.close(&id).await.unwrap();
    assert_eq!(ask.status(), AskStatus::Closed);
    assert!(matches!(ask.thread(), [Entry::Human(_), Entry::Human(_)]));
    assert_eq!(
        refusal(inbox.hub.close(&id).await),
        (RefusalKind::Conflict, "ask.closed")
    );
}

#[tokio::test]
async fn a_row_says_the_same_as_its_ask() {
    let inbox = Inbox::new();
    let asked = inbox.waiting(question("# **Deploy** now?\n\nMore.")).await;
    let reviewed = inbox.opened(review("Parser\nrewrite", None)).await;
    let briefed = inbox.opened(briefing("Findings", 3)).await;
    inbox.reply(&briefed, responded("2", "Why?")).await;
    let gone = inbox.opened(question("Never mind?")).await;
    inbox
        .hub
        .withdraw(&caller("s1"), withdrawal(&gone))
        .await
        .unwrap();

    let rows = inbox.hub.summaries().await.unwrap();
    let titles: Vec<_> = rows.open.iter().map(|row| row.title.as_str()).collect();
    assert_eq!(titles, ["Findings", "Parser rewrite", "Deploy now?"]);
    let [briefing, review, question] = &rows.open[..] else {
        panic!("three asks are open");
    };
    assert_eq!((&question.id, question.waiting), (asked.ask_id(), true));
    assert_eq!((&review.id, review.waiting), (&reviewed, false));
    assert_eq!(briefing.status, AskStatus::AwaitingAgent);
    assert_eq!(
        (briefing.points_open, briefing.points_total),
        (Some(3), Some(3))
    );
    assert_eq!(
        (briefing.outcome.as_deref(), briefing.turns),
        (Some("responded"), 1)
    );
    let [withdrawn] = &rows.recent[..] else {
        panic!("one ask is closed");
    };
    assert_eq!((&withdrawn.id, withdrawn.withdrawn), (&gone, Some(true)));
    assert_eq!(withdrawn.outcome, None);

    let whole = inbox.hub.snapshot().await.unwrap();
    for (row, ask) in rows.open.iter().zip(&whole.open) {
        assert_eq!((&row.id, row.waiting), (ask.id(), ask.waiting()));
        assert_eq!(row.created_at, ask.created_at());
        assert_eq!(row.updated_at, ask.updated_at());
        assert_eq!(row.client.as_deref(), ask.client());
    }
}
