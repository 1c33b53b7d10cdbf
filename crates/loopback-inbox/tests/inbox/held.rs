//! Replies that are held: sent in time and once, taken back, and never lost.

use std::time::Duration;

use loopback_contract::{
    Ask, AskId, AskStatus, DraftContent, DraftInput, Reply, Snapshot, ToolState,
};
use loopback_inbox::{Clock, Door, Hub, InboxConfig, Subscription};
use loopback_rules::RefusalKind;

use crate::support::{
    Inbox, answered, briefing, caller, changes, config, dismissed, event, follow_up, noon,
    point_answer, question, refusal, reply_in, responded, review, snapshot, soon, withdrawal,
};

const HELD: (RefusalKind, &str) = (RefusalKind::Conflict, "ask.held");
const NOT_HELD: (RefusalKind, &str) = (RefusalKind::Conflict, "ask.not_held");
const NO_DRAFT: (RefusalKind, &str) = (RefusalKind::Unknown, "draft.unknown");

impl Inbox {
    async fn held(&self, id: &AskId, reply: Reply) -> Ask {
        self.hub.hold(id, reply, Door::Window, 5).await.unwrap()
    }

    async fn typed(&self, id: &AskId, text: &str) -> i32 {
        let version = match self.hub.draft(id).await {
            Ok(draft) => draft.version,
            Err(_) => 0,
        };
        let content = DraftContent {
            text: Some(text.to_owned()),
            ..DraftContent::default()
        };
        let input = DraftInput { version, content };
        self.hub.put_draft(id, input).await.unwrap().version
    }

    /// Lets the time pass, and waits until the ask holds nothing any more.
    async fn sent_after(&self, passed: Duration, id: &AskId) -> Ask {
        let mut listener = listening(&self.hub).await;
        self.clock.advance(passed);
        loop {
            let told = event(&mut listener).await;
            if told.ask.id() == id && told.ask.held().is_none() {
                return Ask::clone(&told.ask);
            }
        }
    }
}

async fn listening(hub: &Hub) -> Subscription<Snapshot> {
    let mut listener = hub.subscribe();
    snapshot(&mut listener).await;
    listener
}

const FIVE: Duration = Duration::from_secs(5);

#[tokio::test]
async fn a_held_reply_is_seen_and_changes_nothing_else() {
    let inbox = Inbox::new();
    let waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    let before = inbox.hub.read(&id).await.unwrap();
    let mut listener = listening(&inbox.hub).await;
    let ask = inbox.held(&id, answered("Yes")).await;
    let held = ask.held().unwrap();
    assert_eq!(held.reply, answered("Yes"));
    assert!((5_000..5_100).contains(&held.until.ms_since(noon())));
    let told = event(&mut listener).await;
    assert_eq!(*told.ask, ask);
    assert_eq!(told.summary.held.as_ref(), Some(held));
    assert_eq!(inbox.hub.read(&id).await.unwrap(), ask);
    assert_eq!(inbox.hub.row(&id).await.unwrap(), *told.summary);
    assert_eq!(inbox.hub.snapshot().await.unwrap().open[0], ask);
    let mut same = ask;
    *same.common_mut().held = None;
    assert_eq!(same, before);
}

#[tokio::test]
async fn a_held_reply_is_given_when_its_time_has_come_and_not_before() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    let held = inbox
        .held(&id, answered("Yes"))
        .await
        .held()
        .unwrap()
        .clone();
    inbox.clock.advance(Duration::from_millis(4_999));
    let early = inbox.hub.renew(&id, 5).await.unwrap();
    assert!(early.held().unwrap().until > held.until);
    let ask = inbox.sent_after(FIVE, &id).await;
    assert_eq!(ask.last_reply(), Some(&answered("Yes")));
    assert_eq!(ask.status(), AskStatus::Closed);
    assert_eq!(ask.closed_at(), Some(ask.updated_at()));
    let outcome = soon(waiter.outcome()).await.unwrap();
    assert_eq!(reply_in(&outcome), &answered("Yes"));
    assert_eq!(inbox.hub.read(&id).await.unwrap(), ask);
}

#[tokio::test]
async fn the_agent_waits_on_while_a_reply_is_held() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    assert!(inbox.held(&id, answered("Yes")).await.waiting());
    let mut second = inbox.hub.wait(&caller("s2"), &id).await.unwrap();
    let nothing = tokio::time::timeout(Duration::ZERO, waiter.outcome()).await;
    assert!(nothing.is_err());
    inbox.sent_after(FIVE, &id).await;
    for waiter in [&mut waiter, &mut second] {
        let outcome = soon(waiter.outcome()).await.unwrap();
        assert_eq!(reply_in(&outcome), &answered("Yes"));
    }
}

#[tokio::test]
async fn beside_a_held_reply_the_person_does_nothing_else() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.held(&id, answered("Yes")).await;
    let hub = &inbox.hub;
    assert_eq!(
        refusal(hub.reply(&id, answered("Yes"), Door::Window).await),
        HELD
    );
    assert_eq!(refusal(hub.reply(&id, dismissed(), Door::File).await), HELD);
    assert_eq!(
        refusal(hub.hold(&id, answered("No"), Door::Link, 5).await),
        HELD
    );
    let briefed = inbox.opened(briefing("Findings", 2)).await;
    inbox.reply(&briefed, responded("1", "Why?")).await;
    inbox.held(&briefed, dismissed()).await;
    assert_eq!(refusal(hub.close(&briefed).await), HELD);
    assert_eq!(refusal(hub.take_back(&briefed).await), HELD);
}

#[tokio::test]
async fn only_a_reply_that_fits_is_held() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let unfit = inbox.hub.hold(&id, answered(" "), Door::Window, 5).await;
    assert_eq!(refusal(unfit), (RefusalKind::Unfit, "reply.blank"));
    let nobody = "nobody".into();
    let unknown = inbox
        .hub
        .hold(&nobody, answered("Yes"), Door::Window, 5)
        .await;
    assert_eq!(refusal(unknown), (RefusalKind::Unknown, "ask.unknown"));
    assert_eq!(refusal(inbox.hub.undo(&id).await), NOT_HELD);
    assert_eq!(refusal(inbox.hub.renew(&id, 5).await), NOT_HELD);
    assert_eq!(refusal(inbox.hub.renew(&id, 0).await), NOT_HELD);
}

#[tokio::test]
async fn a_reply_held_for_no_time_is_given_at_once_and_none_is_held_for_long() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let ask = inbox.hub.hold(&id, answered("Yes"), Door::Window, 0).await;
    assert!(ask.unwrap().is_closed());
    let id = inbox.opened(question("Sure?")).await;
    let ask = inbox
        .hub
        .hold(&id, answered("Yes"), Door::Window, 3_600)
        .await
        .unwrap();
    assert!(ask.held().unwrap().until.ms_since(ask.updated_at()) < 10_100);
}

#[tokio::test]
async fn a_reply_taken_back_is_never_given() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let before = inbox.hub.read(&id).await.unwrap();
    inbox.held(&id, answered("Yes")).await;
    assert_eq!(inbox.hub.undo(&id).await.unwrap(), before);
    inbox.clock.advance(FIVE * 2);
    // Whatever is due is done before the next move that is asked for.
    let other = inbox.opened(question("Other?")).await;
    inbox.held(&other, answered("Yes")).await;
    inbox.sent_after(FIVE, &other).await;
    assert_eq!(inbox.hub.read(&id).await.unwrap(), before);
    assert_eq!(refusal(inbox.hub.undo(&other).await), NOT_HELD);
}

#[tokio::test]
async fn renewed_with_no_time_left_it_is_given_at_once() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.held(&id, answered("Yes")).await;
    let ask = inbox.hub.renew(&id, 0).await.unwrap();
    assert_eq!(
        (ask.held(), ask.last_reply()),
        (None, Some(&answered("Yes")))
    );
}

#[tokio::test]
async fn a_clock_that_is_set_back_delays_nothing() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.held(&id, answered("Yes")).await;
    inbox.clock.set(noon().plus_ms(-3_600_000));
    assert!(inbox.sent_after(FIVE, &id).await.is_closed());
}

#[tokio::test]
async fn by_the_machines_own_clock_it_is_given_too() {
    let temp = tempfile::tempdir().unwrap();
    let hub = Hub::start(InboxConfig {
        clock: Clock::system(),
        ..config(&temp.path().join("inbox"))
    })
    .unwrap();
    let waiter = hub
        .open(&caller("s1"), None, question("Deploy?"))
        .await
        .unwrap();
    let id = waiter.ask_id().clone();
    let mut listener = listening(&hub).await;
    let ask = hub
        .hold(&id, answered("Yes"), Door::Window, 1)
        .await
        .unwrap();
    let until = ask.held().unwrap().until;
    event(&mut listener).await;
    let sent = event(&mut listener).await;
    assert!(sent.ask.is_closed());
    assert!(sent.ask.updated_at() >= until);
    hub.stop().await;
}

#[tokio::test]
async fn the_door_a_held_reply_came_in_by_is_recorded_when_it_is_given() {
    let inbox = Inbox::new();
    for (door, recorded) in [
        (Door::Window, None),
        (Door::Notification, None),
        (Door::Link, Some("link")),
        (Door::File, Some("file")),
    ] {
        let id = inbox
            .opened(question(&format!("Deploy by {door:?}?")))
            .await;
        inbox.hub.hold(&id, answered("Yes"), door, 5).await.unwrap();
        let held = inbox.sent_after(FIVE, &id).await;
        let id = inbox
            .opened(question(&format!("Deploy by {door:?} at once?")))
            .await;
        let given = inbox.hub.reply(&id, answered("Yes"), door).await.unwrap();
        for ask in [held, given] {
            assert_eq!(ask.last_human().unwrap().door.as_deref(), recorded);
        }
    }
}

#[tokio::test]
async fn the_draft_stays_while_its_reply_is_held_and_goes_when_it_is_given() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.typed(&id, "Yes").await;
    inbox.held(&id, answered("Yes")).await;
    let draft = inbox.hub.draft(&id).await.unwrap();
    inbox.hub.undo(&id).await.unwrap();
    assert_eq!(inbox.hub.draft(&id).await.unwrap(), draft);
    inbox.held(&id, answered("Yes")).await;
    inbox.sent_after(FIVE, &id).await;
    assert_eq!(refusal(inbox.hub.draft(&id).await), NO_DRAFT);
}

#[tokio::test]
async fn what_is_typed_while_a_reply_is_held_stays_when_it_is_given() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.typed(&id, "Why?").await;
    inbox.held(&id, follow_up("Why?")).await;
    inbox.typed(&id, "And then I thought").await;
    inbox.sent_after(FIVE, &id).await;
    let draft = inbox.hub.draft(&id).await.unwrap();
    assert_eq!(draft.content.text.as_deref(), Some("And then I thought"));
    assert_eq!(draft.unsent, None);
}

#[tokio::test]
async fn a_reply_without_a_draft_is_one_when_it_is_taken_back() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let held = inbox
        .hub
        .hold(&id, answered("Yes"), Door::Notification, 5)
        .await;
    held.unwrap();
    inbox.hub.undo(&id).await.unwrap();
    let draft = inbox.hub.draft(&id).await.unwrap();
    assert_eq!(draft.content.text.as_deref(), Some("Yes"));
    assert_eq!(draft.unsent, None);
    assert_eq!(inbox.hub.row(&id).await.unwrap().drafted, Some(true));
}

#[tokio::test]
async fn a_reply_from_elsewhere_leaves_what_is_typed_in_the_window() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.typed(&id, "Half a sent").await;
    let replied = inbox.hub.reply(&id, answered("Yes"), Door::File).await;
    assert!(replied.unwrap().is_closed());
    let draft = inbox.hub.draft(&id).await.unwrap();
    assert_eq!(draft.content.text.as_deref(), Some("Half a sent"));
    // What the reply says too is not kept twice.
    let id = inbox.opened(question("Deploy again?")).await;
    inbox.typed(&id, "Yes").await;
    inbox
        .hub
        .reply(&id, answered("Yes"), Door::File)
        .await
        .unwrap();
    assert_eq!(refusal(inbox.hub.draft(&id).await), NO_DRAFT);
}

#[tokio::test]
async fn a_dismissal_leaves_what_was_typed() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.typed(&id, "Half a sent").await;
    inbox.reply(&id, dismissed()).await;
    let draft = inbox.hub.draft(&id).await.unwrap();
    assert_eq!(draft.content.text.as_deref(), Some("Half a sent"));
}

#[tokio::test]
async fn a_stop_gives_what_is_held() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    inbox.typed(&id, "Yes").await;
    inbox.held(&id, answered("Yes")).await;
    let inbox = inbox.restarted().await;
    let outcome = soon(waiter.outcome()).await.unwrap();
    assert_eq!(reply_in(&outcome), &answered("Yes"));
    let ask = inbox.hub.read(&id).await.unwrap();
    assert_eq!(
        (ask.held(), ask.last_reply()),
        (None, Some(&answered("Yes")))
    );
    assert_eq!(refusal(inbox.hub.draft(&id).await), NO_DRAFT);
}

#[tokio::test]
async fn a_reply_held_by_a_process_that_dies_is_a_draft_that_says_so() {
    let inbox = Inbox::new();
    let typed = inbox.opened(question("Typed?")).await;
    let version = inbox.typed(&typed, "Yes, but ").await;
    inbox.held(&typed, follow_up("Yes, but")).await;
    let clicked = inbox.opened(review("Clicked?", None)).await;
    inbox.held(&clicked, changes("Not yet.")).await;
    let thrown = inbox.opened(question("Thrown away?")).await;
    inbox.held(&thrown, dismissed()).await;
    let inbox = inbox.revived().await;
    for (id, text, outcome) in [
        (&typed, Some("Yes, but "), "follow_up"),
        (&clicked, Some("Not yet."), "changes_requested"),
        (&thrown, None, "dismissed"),
    ] {
        let ask = inbox.hub.read(id).await.unwrap();
        assert_eq!((ask.held(), ask.thread().len()), (None, 0));
        let draft = inbox.hub.draft(id).await.unwrap();
        assert_eq!(draft.content.text.as_deref(), text);
        assert_eq!(draft.content.outcome.as_deref(), Some(outcome));
        assert_eq!(draft.unsent, Some(true));
        assert_eq!(inbox.hub.row(id).await.unwrap().drafted, Some(true));
    }
    let kept = inbox.hub.draft(&typed).await.unwrap();
    assert_eq!(kept.version, version + 1, "an edit made before is stale");
    // Once they touch it, it is a draft like any other.
    inbox.typed(&typed, "Yes, but when?").await;
    assert_eq!(inbox.hub.draft(&typed).await.unwrap().unsent, None);
}

#[tokio::test]
async fn a_held_reply_that_closes_the_ask_goes_before_the_agents_withdrawal() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    inbox.held(&id, answered("Yes")).await;
    let withdrawn = inbox.hub.withdraw(&caller("s1"), withdrawal(&id)).await;
    let result = withdrawn.unwrap();
    assert_eq!(result.state, ToolState::Replied);
    assert_eq!(result.reply, Some(answered("Yes")));
    let outcome = soon(waiter.outcome()).await.unwrap();
    assert_eq!(reply_in(&outcome), &answered("Yes"));
    let ask = inbox.hub.read(&id).await.unwrap();
    assert_eq!((ask.withdrawn(), ask.thread().len()), (None, 1));
}

#[tokio::test]
async fn a_held_question_is_a_draft_once_the_agent_has_withdrawn_its_ask() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.held(&id, follow_up("Why?")).await;
    inbox
        .hub
        .withdraw(&caller("s1"), withdrawal(&id))
        .await
        .unwrap();
    let ask = inbox.hub.read(&id).await.unwrap();
    assert!(ask.withdrawn().is_some());
    assert_eq!((ask.held(), ask.thread().len()), (None, 0));
    let draft = inbox.hub.draft(&id).await.unwrap();
    assert_eq!(draft.content.text.as_deref(), Some("Why?"));
    assert_eq!(draft.unsent, Some(true));
    assert_eq!(refusal(inbox.hub.undo(&id).await), NOT_HELD);
    // Nothing is left that would be sent later.
    inbox.clock.advance(FIVE * 2);
    let inbox = inbox.restarted().await;
    assert_eq!(inbox.hub.read(&id).await.unwrap(), ask);
}

#[tokio::test]
async fn an_agents_answer_is_taken_while_a_dismissal_is_held_which_is_given_all_the_same() {
    let inbox = Inbox::new();
    let id = inbox.opened(briefing("Findings", 2)).await;
    inbox.reply(&id, responded("1", "Why?")).await;
    inbox.held(&id, dismissed()).await;
    let answer = point_answer(&id, "1", "Because.");
    let mut waiter = inbox.hub.answer(&caller("s1"), None, answer).await.unwrap();
    let answered = inbox.hub.read(&id).await.unwrap();
    assert_eq!(answered.status(), AskStatus::AwaitingHuman);
    assert!(
        answered.held().is_some(),
        "the person can still think again"
    );
    let ask = inbox.sent_after(FIVE, &id).await;
    assert_eq!((ask.status(), ask.thread().len()), (AskStatus::Closed, 3));
    let outcome = soon(waiter.outcome()).await.unwrap();
    assert_eq!(reply_in(&outcome), &dismissed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_reply_is_either_taken_back_or_given_and_never_both() {
    let inbox = Inbox::new();
    for round in 0..40 {
        let id = inbox.opened(question(&format!("Round {round}?"))).await;
        inbox.held(&id, answered("Yes")).await;
        let (hub, ask) = (inbox.hub.clone(), id.clone());
        let undoing = tokio::spawn(async move { hub.undo(&ask).await });
        inbox.clock.advance(FIVE);
        let undone = soon(undoing).await.unwrap();
        let given = || async { inbox.hub.read(&id).await.unwrap() };
        match undone {
            Ok(_) => assert!(given().await.thread().is_empty()),
            Err(_) => assert_eq!(given().await.thread().len(), 1),
        }
        assert_eq!(given().await.held(), None);
    }
}
