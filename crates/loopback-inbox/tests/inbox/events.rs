//! Events and snapshots as a listener gets them.

use loopback_contract::{AskStatus, ServerEvent, SummaryEvent};
use loopback_inbox::Frame;
use loopback_rules::AskChange;

use crate::support::{
    Inbox, answered, caller, event, follow_up, question, snapshot, soon, withdrawal,
};

#[tokio::test]
async fn a_listener_gets_a_snapshot_and_then_every_change_in_order() {
    let inbox = Inbox::new();
    let before = inbox.waiting(question("Before?")).await;
    let mut listener = inbox.hub.subscribe();
    let (seq, state) = snapshot(&mut listener).await;
    assert_eq!(seq, 1);
    assert_eq!(state.open.len(), 1);
    assert_eq!(state.open[0].id(), before.ask_id());

    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    inbox.reply(&id, answered("Yes")).await;
    let outcome = soon(waiter.outcome()).await.unwrap();
    inbox.hub.delivered(&outcome).await.unwrap();

    let opened = event(&mut listener).await;
    assert_eq!((opened.seq, opened.change), (2, AskChange::Opened));
    let replied = event(&mut listener).await;
    assert_eq!((replied.seq, replied.change), (3, AskChange::Updated));
    assert_eq!(replied.ask.status(), AskStatus::Closed);
    assert_eq!(replied.summary.outcome.as_deref(), Some("answered"));
    let delivered = event(&mut listener).await;
    assert_eq!((delivered.seq, delivered.change), (4, AskChange::Updated));
    assert!(delivered.summary.delivered_at.is_some());
    assert_eq!(delivered.ask.updated_at(), replied.ask.updated_at());
}

#[tokio::test]
async fn what_is_told_can_be_read() {
    let inbox = Inbox::new();
    let mut listener = inbox.hub.subscribe();
    snapshot(&mut listener).await;
    let hub = inbox.hub.clone();
    let work = tokio::spawn(async move {
        for n in 0..20 {
            let mut waiter = hub
                .open(&caller("s1"), None, question(&format!("Number {n}?")))
                .await
                .unwrap();
            let id = waiter.ask_id().clone();
            hub.reply(&id, answered("Yes"), loopback_inbox::Door::Window)
                .await
                .unwrap();
            let outcome = waiter.outcome().await.unwrap();
            hub.delivered(&outcome).await.unwrap();
        }
    });
    for _ in 0..60 {
        let event = event(&mut listener).await;
        let read = inbox.hub.read(event.ask.id()).await.unwrap();
        assert!(read.updated_at() >= event.ask.updated_at());
        assert!(read.thread().len() >= event.ask.thread().len());
    }
    soon(work).await.unwrap();
}

#[tokio::test]
async fn a_refused_move_tells_nobody_anything() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.reply(&id, answered("Yes")).await;
    let mut listener = inbox.hub.subscribe();
    let (seq, _) = snapshot(&mut listener).await;
    inbox.hub.close(&id).await.unwrap_err();
    inbox
        .hub
        .withdraw(&caller("s1"), withdrawal(&id))
        .await
        .unwrap_err();
    inbox
        .hub
        .open(&caller("s1"), None, question(" "))
        .await
        .unwrap_err();
    let next = inbox.opened(question("Next?")).await;
    let told = event(&mut listener).await;
    assert_eq!((told.seq, told.ask.id()), (seq + 1, &next));
}

#[tokio::test]
async fn a_listener_that_is_too_slow_gets_a_fresh_snapshot_and_no_gap() {
    let inbox = Inbox::new();
    let mut slow = inbox.hub.subscribe();
    snapshot(&mut slow).await;
    let id = inbox.opened(question("Deploy?")).await;
    for n in 0..300 {
        inbox.reply(&id, follow_up(&format!("Why {n}?"))).await;
        inbox.hub.take_back(&id).await.unwrap();
    }
    let last = inbox.opened(question("Last?")).await;
    let (mut seq, state) = snapshot(&mut slow).await;
    assert!(seq > 600);
    assert_eq!(state.open[0].id(), &last);
    let next = inbox.opened(question("Next?")).await;
    loop {
        let told = event(&mut slow).await;
        seq += 1;
        assert_eq!(told.seq, seq);
        if told.change == AskChange::Opened && told.ask.id() == &next {
            break;
        }
    }
}

#[tokio::test]
async fn a_frame_that_was_given_up_waiting_for_is_not_lost() {
    let inbox = Inbox::new();
    let mut listener = inbox.hub.subscribe();
    for _ in 0..20 {
        let given_up = tokio::time::timeout(std::time::Duration::ZERO, listener.next());
        if given_up.await.is_ok() {
            break;
        }
    }
    let waiter = inbox.waiting(question("Deploy?")).await;
    let mut known = None;
    while known.is_none() {
        let given_up = tokio::time::timeout(std::time::Duration::from_millis(1), listener.next());
        known = match given_up.await {
            Err(_) | Ok(Ok(None)) => None,
            Ok(Err(error)) => panic!("{error}"),
            Ok(Ok(Some(Frame::Event(event)))) => Some(event.ask.id().clone()),
            Ok(Ok(Some(Frame::Snapshot { snapshot, .. }))) => {
                snapshot.open.first().map(|ask| ask.id().clone())
            }
        };
    }
    assert_eq!(known.as_ref(), Some(waiter.ask_id()));
}

#[tokio::test]
async fn an_event_becomes_a_frame_of_its_type_for_whole_asks_and_for_rows() {
    let inbox = Inbox::new();
    let mut listener = inbox.hub.subscribe_summaries();
    snapshot(&mut listener).await;
    let id = inbox.opened(question("Deploy?")).await;
    let opened = event(&mut listener).await;
    assert!(matches!(opened.whole(), ServerEvent::AskOpened(frame) if frame.ask.id() == &id));
    assert!(matches!(opened.row(), SummaryEvent::AskOpened(frame) if frame.ask.id == id));
    let left = event(&mut listener).await;
    assert!(matches!(left.whole(), ServerEvent::AskUpdated(_)));
    assert!(matches!(left.row(), SummaryEvent::AskUpdated(_)));
}
