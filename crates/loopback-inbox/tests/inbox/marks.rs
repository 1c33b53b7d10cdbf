//! What the person has seen, put off, and begun.

use std::time::Duration;

use loopback_contract::{AskId, AskSummary, DraftContent, DraftInput, SummarySnapshot, Timestamp};
use loopback_inbox::{Subscription, Waiter};
use loopback_rules::RefusalKind;

use crate::support::{
    Inbox, answered, caller, event, follow_up, noon, question, refusal, snapshot, withdrawal,
};

const HOUR: Duration = Duration::from_hours(1);

async fn listening(inbox: &Inbox) -> Subscription<SummarySnapshot> {
    let mut listener = inbox.hub.subscribe_summaries();
    snapshot(&mut listener).await;
    listener
}

impl Inbox {
    async fn row(&self, id: &AskId) -> AskSummary {
        self.hub.row(id).await.unwrap()
    }

    /// An ask whose agent stays, so that nothing is told of its leaving.
    async fn asked(&self, text: &str) -> (Waiter, AskId) {
        let waiter = self.waiting(question(text)).await;
        let id = waiter.ask_id().clone();
        (waiter, id)
    }

    async fn is_unread(&self, id: &AskId) -> bool {
        self.row(id).await.unread.unwrap_or_default()
    }

    async fn seen(&self, id: &AskId) -> AskSummary {
        let updated_at = self.row(id).await.updated_at;
        self.hub.see(id, updated_at).await.unwrap()
    }

    async fn snoozed(&self, id: &AskId, by: Duration) -> AskSummary {
        let until = later(by);
        self.hub.snooze(id, until).await.unwrap()
    }
}

fn later(by: Duration) -> Timestamp {
    noon().plus_ms(i64::try_from(by.as_millis()).unwrap())
}

#[tokio::test]
async fn an_ask_is_unread_until_it_was_seen_as_it_is() {
    let inbox = Inbox::new();
    let (_agent, id) = inbox.asked("Deploy?").await;
    assert!(inbox.is_unread(&id).await);
    let mut listener = listening(&inbox).await;
    let seen = inbox.seen(&id).await;
    assert_eq!(seen.unread, None);
    assert_eq!(*event(&mut listener).await.summary, seen);
    assert_eq!(inbox.row(&id).await, seen);
    assert_eq!(inbox.hub.summaries().await.unwrap().open[0], seen);
    let unseen = inbox.hub.unsee(&id).await.unwrap();
    assert_eq!(unseen.unread, Some(true));
    assert_eq!(*event(&mut listener).await.summary, unseen);
    let inbox = inbox.restarted().await;
    assert!(inbox.is_unread(&id).await);
}

#[tokio::test]
async fn what_the_agent_says_later_is_unread_again() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.seen(&id).await;
    inbox.reply(&id, follow_up("Why?")).await;
    assert!(!inbox.is_unread(&id).await, "it is the agent's move");
    inbox.answer(&id, "Because.").await;
    assert!(inbox.is_unread(&id).await);
}

#[tokio::test]
async fn a_view_of_an_older_state_is_no_view_of_this_one_and_none_reaches_ahead() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let older = inbox.row(&id).await.updated_at;
    inbox.reply(&id, follow_up("Why?")).await;
    inbox.answer(&id, "Because.").await;
    inbox.hub.see(&id, older).await.unwrap();
    assert!(inbox.is_unread(&id).await);
    inbox.hub.see(&id, later(HOUR)).await.unwrap();
    assert!(!inbox.is_unread(&id).await);
    // A late note of an earlier view takes nothing back.
    inbox.hub.see(&id, older).await.unwrap();
    assert!(!inbox.is_unread(&id).await);
    inbox.reply(&id, follow_up("And?")).await;
    inbox.answer(&id, "So.").await;
    assert!(inbox.is_unread(&id).await, "nobody saw this coming");
}

#[tokio::test]
async fn what_the_person_did_themselves_is_not_unread() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.reply(&id, follow_up("Why?")).await;
    inbox.hub.take_back(&id).await.unwrap();
    assert!(!inbox.is_unread(&id).await);
}

#[tokio::test]
async fn nothing_is_announced_of_marks_that_stay_the_same() {
    let inbox = Inbox::new();
    let (_agent, id) = inbox.asked("Deploy?").await;
    inbox.seen(&id).await;
    let mut listener = listening(&inbox).await;
    assert_eq!(inbox.seen(&id).await, inbox.row(&id).await);
    assert_eq!(inbox.hub.wake(&id).await.unwrap(), inbox.row(&id).await);
    inbox.hub.unsee(&id).await.unwrap();
    assert_eq!(event(&mut listener).await.summary.unread, Some(true));
}

#[tokio::test]
async fn an_ask_that_is_put_off_comes_back_in_time_and_unread() {
    let inbox = Inbox::new();
    let (_one, soon) = inbox.asked("Soon?").await;
    let (_other, late) = inbox.asked("Late?").await;
    inbox.snoozed(&late, HOUR * 2).await;
    let row = inbox.snoozed(&soon, HOUR).await;
    assert_eq!((row.snoozed_until, row.unread), (Some(later(HOUR)), None));
    assert_eq!(inbox.row(&soon).await, row);
    let mut listener = listening(&inbox).await;
    inbox.clock.set(later(HOUR).plus_ms(-1));
    inbox.clock.set(later(HOUR));
    let back = event(&mut listener).await.summary;
    assert_eq!(back.id, soon);
    assert_eq!((back.snoozed_until, back.unread), (None, Some(true)));
    assert_eq!(inbox.row(&soon).await, *back);
    assert!(inbox.row(&late).await.snoozed_until.is_some());
    inbox.clock.set(later(HOUR * 2));
    assert_eq!(event(&mut listener).await.summary.id, late);
}

#[tokio::test]
async fn an_ask_whose_time_came_while_nothing_ran_is_back_at_the_start() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.snoozed(&id, HOUR).await;
    let inbox = inbox.restarted_after(Duration::from_mins(59)).await;
    assert!(inbox.row(&id).await.snoozed_until.is_some());
    let inbox = inbox.restarted_after(HOUR).await;
    let row = inbox.row(&id).await;
    assert_eq!((row.snoozed_until, row.unread), (None, Some(true)));
}

#[tokio::test]
async fn an_ask_that_is_put_off_is_had_back_by_hand() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.snoozed(&id, HOUR).await;
    let row = inbox.hub.wake(&id).await.unwrap();
    assert_eq!((row.snoozed_until, row.unread), (None, Some(true)));
}

#[tokio::test]
async fn a_reply_a_withdrawal_and_an_answer_end_a_snooze() {
    let inbox = Inbox::new();
    let replied = inbox.opened(question("Replied?")).await;
    let gone = inbox.opened(question("Withdrawn?")).await;
    for id in [&replied, &gone] {
        inbox.snoozed(id, HOUR).await;
    }
    inbox.reply(&replied, follow_up("Why?")).await;
    inbox
        .hub
        .withdraw(&caller("s1"), withdrawal(&gone))
        .await
        .unwrap();
    for id in [&replied, &gone] {
        assert_eq!(inbox.row(id).await.snoozed_until, None);
    }
    inbox.answer(&replied, "Because.").await;
    assert!(inbox.is_unread(&replied).await);
}

#[tokio::test]
async fn an_ask_is_put_off_to_a_moment_within_a_year_and_only_on_the_persons_move() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let now = inbox.row(&id).await.updated_at;
    let until = (RefusalKind::Unfit, "snooze.until");
    for unfit in [now, now.plus_ms(-1), later(Duration::from_hours(24 * 367))] {
        assert_eq!(refusal(inbox.hub.snooze(&id, unfit).await), until);
    }
    inbox.snoozed(&id, Duration::from_hours(24 * 365)).await;
    inbox.reply(&id, follow_up("Why?")).await;
    let turn = (RefusalKind::Conflict, "ask.not_your_turn");
    assert_eq!(refusal(inbox.hub.snooze(&id, later(HOUR)).await), turn);
    inbox.answer(&id, "Because.").await;
    inbox.reply(&id, answered("Yes")).await;
    let closed = (RefusalKind::Conflict, "ask.closed");
    assert_eq!(refusal(inbox.hub.snooze(&id, later(HOUR)).await), closed);
    let nobody = inbox.hub.snooze(&"nobody".into(), later(HOUR)).await;
    assert_eq!(refusal(nobody), (RefusalKind::Unknown, "ask.unknown"));
}

fn typed(version: i32, content: DraftContent) -> DraftInput {
    DraftInput { version, content }
}

fn words(text: &str) -> DraftContent {
    DraftContent {
        text: Some(text.to_owned()),
        ..DraftContent::default()
    }
}

#[tokio::test]
async fn that_a_reply_was_begun_is_told_once_and_not_at_every_letter() {
    let inbox = Inbox::new();
    let (_agent, id) = inbox.asked("Deploy?").await;
    let hub = &inbox.hub;
    let mut listener = listening(&inbox).await;
    hub.put_draft(&id, typed(0, words(" "))).await.unwrap();
    hub.put_draft(&id, typed(1, words("Y"))).await.unwrap();
    assert_eq!(event(&mut listener).await.summary.drafted, Some(true));
    hub.put_draft(&id, typed(2, words("Ye"))).await.unwrap();
    hub.put_draft(&id, typed(3, words("Yes"))).await.unwrap();
    hub.put_draft(&id, typed(4, words(""))).await.unwrap();
    assert_eq!(event(&mut listener).await.summary.drafted, None);
    hub.put_draft(&id, typed(5, words("No"))).await.unwrap();
    assert_eq!(event(&mut listener).await.summary.drafted, Some(true));
    hub.delete_draft(&id).await.unwrap();
    assert_eq!(event(&mut listener).await.summary.drafted, None);
    assert_eq!(inbox.row(&id).await.drafted, None);
    hub.put_draft(&id, typed(0, words("Yes"))).await.unwrap();
    assert_eq!(event(&mut listener).await.summary.drafted, Some(true));
    inbox.reply(&id, answered("Yes")).await;
    let replied = event(&mut listener).await.summary;
    assert_eq!((replied.drafted, replied.turns), (None, 1));
}
