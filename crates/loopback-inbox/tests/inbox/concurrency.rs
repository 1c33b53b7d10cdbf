//! Many agents and many listeners at once.

use std::collections::BTreeSet;

use loopback_contract::{Snapshot, Timestamp};
use loopback_inbox::{Door, Hub, Subscription};
use tokio::task::JoinSet;

use crate::support::{
    Inbox, answered, call, caller, event, follow_up, follow_up_answer, question, reply_in,
    snapshot, soon,
};

/// Opens, replies, answers, replies and delivers: five commits.
async fn whole_life(hub: Hub, n: usize) {
    let caller = caller(&format!("s{n}"));
    let mut waiter = hub
        .open(&caller, None, question(&format!("Number {n}?")))
        .await
        .unwrap();
    let id = waiter.ask_id().clone();
    hub.reply(&id, follow_up(&format!("Why {n}?")), Door::Window)
        .await
        .unwrap();
    let outcome = waiter.outcome().await.unwrap();
    assert_eq!(reply_in(&outcome), &follow_up(&format!("Why {n}?")));
    drop((waiter, outcome));
    let mut waiter = hub
        .answer(&caller, None, follow_up_answer(&id, "So."))
        .await
        .unwrap();
    hub.reply(&id, answered(&format!("Yes {n}")), Door::Window)
        .await
        .unwrap();
    let outcome = waiter.outcome().await.unwrap();
    assert_eq!(reply_in(&outcome), &answered(&format!("Yes {n}")));
    hub.delivered(&outcome).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn events_come_in_the_order_of_their_commits_without_gap_or_repeat() {
    const AGENTS: usize = 40;
    let inbox = Inbox::new();
    let mut early = inbox.hub.subscribe();
    let (mut seq, _) = snapshot(&mut early).await;
    let mut agents = JoinSet::new();
    for n in 0..AGENTS {
        agents.spawn(whole_life(inbox.hub.clone(), n));
    }
    let mut late = JoinSet::new();
    for _ in 0..8 {
        late.spawn(follows(inbox.hub.subscribe(), AGENTS));
    }
    let mut newest: Option<Timestamp> = None;
    let mut delivered = 0;
    while delivered < AGENTS {
        let event = event(&mut early).await;
        seq += 1;
        assert_eq!(event.seq, seq);
        // A turn's moment is the moment of its commit; a delivery's event repeats an older one.
        if event.summary.delivered_at.is_some() {
            delivered += 1;
        } else {
            let at = Some(event.ask.updated_at());
            assert!(at > newest, "{at:?} after {newest:?}");
            newest = at;
        }
    }
    while let Some(agent) = soon(agents.join_next()).await {
        agent.unwrap();
    }
    while let Some(listener) = soon(late.join_next()).await {
        listener.unwrap();
    }
}

/// A listener that comes somewhere in the middle: what its snapshot holds and what it is told after it
/// are all there is, each once.
async fn follows(mut listener: Subscription<Snapshot>, agents: usize) {
    let (mut seq, state) = snapshot(&mut listener).await;
    let mut turns = std::collections::BTreeMap::new();
    for ask in state.open.iter().chain(&state.recent) {
        turns.insert(ask.id().clone(), ask.thread().len());
    }
    let is_delivered = |ask: &loopback_contract::Ask| {
        ask.is_closed()
            && ask
                .last_human()
                .is_some_and(|turn| turn.delivered_at.is_some())
    };
    let mut delivered: BTreeSet<_> = state
        .recent
        .iter()
        .filter(|ask| is_delivered(ask))
        .map(|ask| ask.id().clone())
        .collect();
    while delivered.len() < agents {
        let event = event(&mut listener).await;
        seq += 1;
        assert_eq!(event.seq, seq);
        let known = turns.insert(event.ask.id().clone(), event.ask.thread().len());
        let step = event.ask.thread().len() - known.unwrap_or_default();
        assert!(step <= 1, "no turn is skipped");
        assert_eq!(
            known.is_none(),
            event.change == loopback_rules::AskChange::Opened
        );
        if is_delivered(&event.ask) {
            assert!(delivered.insert(event.ask.id().clone()), "told twice");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_repeats_of_one_call_at_once_one_opens_and_all_get_the_reply() {
    let inbox = Inbox::new();
    let mut calls = JoinSet::new();
    for n in 0..30 {
        let hub = inbox.hub.clone();
        calls.spawn(async move {
            let mut waiter = hub
                .open(
                    &caller(&format!("s{n}")),
                    Some(call("c1")),
                    question("Deploy?"),
                )
                .await
                .unwrap();
            let outcome = waiter.outcome().await.unwrap();
            (
                waiter.ask_id().clone(),
                waiter.rejoined(),
                reply_in(&outcome).clone(),
            )
        });
    }
    let mut listener = inbox.hub.subscribe();
    let (_, state) = snapshot(&mut listener).await;
    let id = match state.open.first() {
        Some(ask) => ask.id().clone(),
        None => event(&mut listener).await.ask.id().clone(),
    };
    inbox.reply(&id, answered("Yes")).await;
    let mut openers = 0;
    while let Some(done) = soon(calls.join_next()).await {
        let (ask, rejoined, reply) = done.unwrap();
        assert_eq!((ask, reply), (id.clone(), answered("Yes")));
        openers += usize::from(!rejoined);
    }
    assert_eq!(openers, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_replies_at_once_one_is_taken() {
    let inbox = Inbox::new();
    let mut waiter = inbox.waiting(question("Deploy?")).await;
    let id = waiter.ask_id().clone();
    let mut replies = JoinSet::new();
    for n in 0..20 {
        let (hub, id) = (inbox.hub.clone(), id.clone());
        replies.spawn(async move {
            let reply = answered(&format!("Reply {n}"));
            hub.reply(&id, reply.clone(), Door::Window)
                .await
                .ok()
                .map(|_| reply)
        });
    }
    let mut taken = Vec::new();
    while let Some(reply) = soon(replies.join_next()).await {
        taken.extend(reply.unwrap());
    }
    let outcome = soon(waiter.outcome()).await.unwrap();
    assert_eq!(taken, [reply_in(&outcome).clone()]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_question_is_either_taken_back_or_handed_over_and_never_both() {
    let inbox = Inbox::new();
    for round in 0..40 {
        let id = inbox.opened(question(&format!("Round {round}?"))).await;
        inbox.reply(&id, follow_up("Why?")).await;
        let (hub, ask) = (inbox.hub.clone(), id.clone());
        let waiting = tokio::spawn(async move {
            let mut waiter = hub.wait(&caller("s1"), &ask).await.unwrap();
            let given_up =
                tokio::time::timeout(std::time::Duration::from_millis(20), waiter.outcome());
            // Kept to the end of the test: the client has it.
            given_up.await.ok().map(Result::unwrap)
        });
        let taken_back = inbox.hub.take_back(&id).await.is_ok();
        let handed_over = soon(waiting).await.unwrap();
        assert_ne!(taken_back, handed_over.is_some());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_snapshot_holds_exactly_what_its_number_says() {
    const ASKS: usize = 300;
    let inbox = Inbox::new();
    let hub = inbox.hub.clone();
    let opening = tokio::spawn(async move {
        let mut waiters = Vec::new();
        for n in 0..ASKS {
            let caller = caller(&format!("s{}", n / 100));
            let asked = question(&format!("Deploy {n}?"));
            waiters.push(hub.open(&caller, None, asked).await.unwrap());
        }
        waiters
    });
    // Every ask is one event as long as its agent stays, so the number tells how many there are.
    let mut held = 0;
    while held < ASKS {
        let (seq, state) = snapshot(&mut inbox.hub.subscribe_summaries()).await;
        held = state.open.len();
        assert_eq!(usize::try_from(seq).unwrap(), held);
        assert!(state.open.iter().all(|row| row.waiting));
    }
    drop(soon(opening).await.unwrap());
}
