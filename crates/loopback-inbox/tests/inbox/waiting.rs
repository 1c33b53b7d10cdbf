//! Whether an agent waits, and that every way of leaving is noticed.

use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use loopback_contract::{AskId, AskStatus, Snapshot};
use loopback_inbox::{Event, Subscription};
use loopback_rules::AskChange;
use tokio::sync::Notify;

use crate::support::{
    Inbox, answered, call, caller, event, follow_up, follow_up_answer, question, refusal, snapshot,
    soon, withdrawal,
};

async fn listening(inbox: &Inbox) -> Subscription<Snapshot> {
    let mut listener = inbox.hub.subscribe();
    snapshot(&mut listener).await;
    listener
}

fn told(event: &Event) -> (AskChange, bool) {
    assert_eq!(event.ask.waiting(), event.summary.waiting);
    (event.change, event.ask.waiting())
}

const CAME: (AskChange, bool) = (AskChange::Updated, true);
const LEFT: (AskChange, bool) = (AskChange::Updated, false);

#[tokio::test]
async fn the_first_that_is_heard_and_read_of_an_ask_says_that_it_is_waited_for() {
    let inbox = Inbox::new();
    let mut listener = listening(&inbox).await;
    let waiter = inbox.waiting(question("Deploy?")).await;
    assert_eq!(told(&event(&mut listener).await), (AskChange::Opened, true));
    assert!(inbox.hub.read(waiter.ask_id()).await.unwrap().waiting());
    assert!(inbox.hub.snapshot().await.unwrap().open[0].waiting());
    assert!(inbox.hub.summaries().await.unwrap().open[0].waiting);
    let mut late = inbox.hub.subscribe_summaries();
    assert!(snapshot(&mut late).await.1.open[0].waiting);
}

#[tokio::test]
async fn nobody_ever_reads_an_ask_as_not_waited_for_while_its_call_waits() {
    let inbox = Inbox::new();
    let hub = inbox.hub.clone();
    let reader = tokio::spawn(async move {
        let mut seen = 0;
        while seen < 50 {
            let open = hub.summaries().await.unwrap().open;
            assert!(open.iter().all(|row| row.waiting), "{open:?}");
            seen = open.len();
        }
    });
    let mut waiters = Vec::new();
    for n in 0..50 {
        waiters.push(inbox.waiting(question(&format!("Number {n}?"))).await);
    }
    soon(reader).await.unwrap();
}

#[tokio::test]
async fn a_dropped_waiter_is_announced_as_gone_and_the_ask_is_as_it_was() {
    let inbox = Inbox::new();
    let waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    let before = inbox.hub.read(&id).await.unwrap();
    let mut listener = listening(&inbox).await;
    drop(waiter);
    assert_eq!(told(&event(&mut listener).await), LEFT);
    let mut after = inbox.hub.read(&id).await.unwrap();
    assert!(!after.waiting());
    after.set_following(Some(loopback_contract::Following::Call), None);
    assert_eq!(after, before, "leaving is no turn");
}

/// An ask nobody waits for any more, and a listener that has heard everything about it.
async fn left_alone(inbox: &Inbox) -> (AskId, Subscription<Snapshot>) {
    let mut listener = listening(inbox).await;
    let id = inbox.opened(question("Deploy?")).await;
    assert_eq!(told(&event(&mut listener).await), (AskChange::Opened, true));
    assert_eq!(told(&event(&mut listener).await), LEFT);
    (id, listener)
}

async fn heard_coming_and_going(listener: &mut Subscription<Snapshot>) {
    assert_eq!(told(&event(listener).await), CAME);
    assert_eq!(told(&event(listener).await), LEFT);
}

#[tokio::test]
async fn a_call_whose_task_is_cancelled_is_noticed() {
    let inbox = Inbox::new();
    let (id, mut listener) = left_alone(&inbox).await;
    let (waiting, hub) = (Arc::new(Notify::new()), inbox.hub.clone());
    let there = Arc::clone(&waiting);
    let task = tokio::spawn(async move {
        let mut waiter = hub.wait(&caller("s1"), &id).await.unwrap();
        there.notify_one();
        waiter.outcome().await
    });
    soon(waiting.notified()).await;
    task.abort();
    heard_coming_and_going(&mut listener).await;
}

#[tokio::test]
async fn a_call_that_runs_out_of_time_is_noticed() {
    let inbox = Inbox::new();
    let (id, mut listener) = left_alone(&inbox).await;
    let mut waiter = inbox.hub.wait(&caller("s1"), &id).await.unwrap();
    let call = async move { waiter.outcome().await };
    tokio::time::timeout(Duration::from_millis(1), call)
        .await
        .unwrap_err();
    heard_coming_and_going(&mut listener).await;
}

#[tokio::test]
async fn a_call_that_panics_is_noticed() {
    let inbox = Inbox::new();
    let (id, mut listener) = left_alone(&inbox).await;
    let hub = inbox.hub.clone();
    let task = tokio::spawn(async move {
        let _waiter = hub.wait(&caller("s1"), &id).await.unwrap();
        panic!("a fault in a tool, as this test wants it");
    });
    assert!(task.await.unwrap_err().is_panic());
    heard_coming_and_going(&mut listener).await;
}

#[tokio::test]
async fn a_call_that_ends_on_a_thread_without_a_runtime_is_noticed() {
    let inbox = Inbox::new();
    let (id, mut listener) = left_alone(&inbox).await;
    let waiter = inbox.hub.wait(&caller("s1"), &id).await.unwrap();
    std::thread::spawn(move || drop(waiter)).join().unwrap();
    heard_coming_and_going(&mut listener).await;
}

#[tokio::test]
async fn a_call_whose_runtime_ends_is_noticed() {
    let inbox = Inbox::new();
    let (id, mut listener) = left_alone(&inbox).await;
    let waiter = inbox.hub.wait(&caller("s1"), &id).await.unwrap();
    let ending = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime.spawn(async move {
            let mut waiter = waiter;
            waiter.outcome().await
        });
        runtime.block_on(tokio::task::yield_now());
    });
    ending.join().unwrap();
    heard_coming_and_going(&mut listener).await;
}

/// A call after its first step: it has its turn at the desk on another thread.
async fn polled_once<F: Future + Unpin>(mut call: F) -> F {
    std::future::poll_fn(|context| {
        let _ = Pin::new(&mut call).poll(context);
        Poll::Ready(())
    })
    .await;
    call
}

#[tokio::test]
async fn a_caller_that_leaves_while_the_hub_seats_it_is_noticed() {
    let inbox = Inbox::new();
    let (id, mut listener) = left_alone(&inbox).await;
    let caller = caller("s1");
    let call = Box::pin(inbox.hub.wait(&caller, &id));
    drop(polled_once(call).await);
    heard_coming_and_going(&mut listener).await;
    assert!(!inbox.hub.read(&id).await.unwrap().waiting());
}

#[tokio::test]
async fn a_caller_that_leaves_while_its_ask_is_opened_leaves_the_ask_behind() {
    let inbox = Inbox::new();
    let mut listener = listening(&inbox).await;
    let caller = caller("s1");
    let opening = Box::pin(inbox.hub.open(&caller, None, question("Deploy?")));
    drop(polled_once(opening).await);
    let opened = event(&mut listener).await;
    assert_eq!(told(&opened), (AskChange::Opened, true));
    assert_eq!(told(&event(&mut listener).await), LEFT);
    assert!(!inbox.hub.read(opened.ask.id()).await.unwrap().waiting());
}

#[tokio::test]
async fn an_ask_is_waited_for_as_long_as_one_of_its_calls_is() {
    let inbox = Inbox::new();
    let one = inbox.waiting(question("Deploy?")).await;
    let id = one.ask_id().clone();
    let mut listener = listening(&inbox).await;
    let two = inbox.hub.wait(&caller("s2"), &id).await.unwrap();
    let renewed = event(&mut listener).await;
    assert_eq!(told(&renewed), (AskChange::Updated, true));
    assert_eq!(renewed.ask.renewed(), Some(1));
    drop(one);
    assert!(inbox.hub.read(&id).await.unwrap().waiting());
    drop(two);
    let next = event(&mut listener).await;
    assert_eq!(told(&next), LEFT, "the first going tells nothing new");
}

#[tokio::test]
async fn coming_back_is_announced() {
    let inbox = Inbox::new();
    let first = inbox
        .hub
        .open(&caller("s1"), Some(call("c1")), question("Deploy?"))
        .await
        .unwrap();
    let id = first.ask_id().clone();
    let mut listener = listening(&inbox).await;
    drop(first);
    assert_eq!(told(&event(&mut listener).await), LEFT);
    let waiter = inbox.hub.wait(&caller("s1"), &id).await.unwrap();
    assert_eq!(told(&event(&mut listener).await), CAME);
    drop(waiter);
    assert_eq!(told(&event(&mut listener).await), LEFT);
    let again = inbox
        .hub
        .open(&caller("s1"), Some(call("c1")), question("Deploy?"))
        .await
        .unwrap();
    assert!(again.rejoined());
    assert_eq!(told(&event(&mut listener).await), CAME);
}

#[tokio::test]
async fn a_reply_ends_the_waiting_in_one_event() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    let mut listener = listening(&inbox).await;
    inbox.reply(&id, follow_up("Why?")).await;
    let replied = event(&mut listener).await;
    assert_eq!(told(&replied), LEFT);
    assert_eq!(replied.ask.status(), AskStatus::AwaitingAgent);
    soon(waiter.outcome()).await.unwrap();
    drop(waiter);
    let answering = inbox
        .hub
        .answer(&caller("s1"), None, follow_up_answer(&id, "So."))
        .await
        .unwrap();
    let answer = event(&mut listener).await;
    assert_eq!(
        told(&answer),
        CAME,
        "nothing was told of the dropped waiter"
    );
    assert_eq!(answer.ask.thread().len(), 2);
    drop(answering);
}

#[tokio::test]
async fn a_wait_that_is_over_at_once_is_no_presence() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.reply(&id, answered("Yes")).await;
    let mut listener = listening(&inbox).await;
    let waiter = inbox.hub.wait(&caller("s1"), &id).await.unwrap();
    assert!(!inbox.hub.read(&id).await.unwrap().waiting());
    drop(waiter);
    let next = inbox.opened(question("Next?")).await;
    assert_eq!(event(&mut listener).await.ask.id(), &next);
}

#[tokio::test]
async fn only_a_turn_that_an_ask_has_can_be_polled_for() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let check = async |turns: &[(usize, bool)]| {
        for &(turn, there) in turns {
            let polled = inbox.hub.poll(&id, turn).await;
            let checked = inbox.hub.check_turn(&id, turn).await;
            assert_eq!((polled.is_ok(), checked.is_ok()), (there, there), "{turn}");
        }
    };
    check(&[(0, true), (1, false), (7, false)]).await;
    inbox.reply(&id, follow_up("Why?")).await;
    check(&[(0, true), (1, false), (2, false)]).await;
    drop(inbox.answer(&id, "Because.").await);
    check(&[(0, true), (1, false), (2, true), (3, false)]).await;
    let taken_back = withdrawal(&id);
    let withdrawn = inbox.hub.withdraw(&caller("s1"), taken_back).await;
    withdrawn.unwrap();
    check(&[(0, true), (2, true), (3, false)]).await;
    let nobody = AskId::new("nobody");
    assert_eq!(refusal(inbox.hub.poll(&nobody, 0).await).1, "ask.unknown");
    assert!(inbox.hub.check_turn(&nobody, 0).await.is_err());
}
