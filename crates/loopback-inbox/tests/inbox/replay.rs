//! Whatever agents and the person do, who replays the events knows what a fresh snapshot says.

use std::collections::BTreeMap;
use std::time::Duration;

use loopback_contract::{
    Ask, AskId, AskSummary, Dismissed, DraftContent, DraftInput, Reply, Snapshot, SummarySnapshot,
};
use loopback_inbox::{Door, Event, Frame, Hub, HubError, Listing, Outcome, Subscription, Waiter};
use loopback_rules::{AnswerInput, AskChange};
use proptest::prelude::*;

use crate::support::{
    Inbox, answered, briefing, caller, changes, follow_up, follow_up_answer, point_answer,
    question, responded, review, snapshot, soon, withdrawal,
};

/// One thing that is done. The numbers pick an ask, a waiter or a reply, whatever there is.
#[derive(Debug, Clone)]
enum Deed {
    Open(usize),
    To(usize, Act),
    Leave(usize),
    Deliver(usize),
    /// Time passes, in seconds.
    Pass(u64),
}

/// What is done to one ask.
#[derive(Debug, Clone)]
enum Act {
    Reply(usize),
    Answer,
    Withdraw,
    Close,
    TakeBack,
    Wait,
    Hold(usize),
    Renew(u32),
    Undo,
    See,
    Unsee,
    Snooze(i64),
    Wake,
    Type(&'static str),
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let any = || 0..64_usize;
    let act = prop_oneof![
        4 => any().prop_map(Act::Reply),
        3 => Just(Act::Answer),
        1 => Just(Act::Withdraw),
        1 => Just(Act::Close),
        1 => Just(Act::TakeBack),
        2 => Just(Act::Wait),
        3 => any().prop_map(Act::Hold),
        1 => (0..3_u32).prop_map(Act::Renew),
        1 => Just(Act::Undo),
        1 => Just(Act::See),
        1 => Just(Act::Unsee),
        1 => (1..20_i64).prop_map(Act::Snooze),
        1 => Just(Act::Wake),
        2 => prop::sample::select(vec!["", "Yes", "Why?"]).prop_map(Act::Type),
    ];
    let deed = prop_oneof![
        3 => any().prop_map(Deed::Open),
        20 => (any(), act).prop_map(|(ask, act)| Deed::To(ask, act)),
        3 => any().prop_map(Deed::Leave),
        2 => any().prop_map(Deed::Deliver),
        3 => (0..12_u64).prop_map(Deed::Pass),
    ];
    proptest::collection::vec(deed, 1..60)
}

#[derive(Default)]
struct World {
    asks: Vec<AskId>,
    waiters: Vec<Waiter>,
    outcomes: Vec<Outcome>,
}

impl World {
    async fn does(&mut self, inbox: &Inbox, deed: Deed) -> Result<(), HubError> {
        match deed {
            Deed::Open(kind) => {
                let input = match kind % 3 {
                    0 => question("Deploy?"),
                    1 => review("Parser", None),
                    _ => briefing("Findings", 3),
                };
                let waiter = inbox.hub.open(&caller("s1"), None, input).await?;
                self.asks.push(waiter.ask_id().clone());
                self.waiters.push(waiter);
            }
            Deed::To(ask, act) => {
                if !self.asks.is_empty() {
                    let id = &self.asks[ask % self.asks.len()];
                    self.waiters.extend(does_to(&inbox.hub, id, act).await?);
                }
            }
            Deed::Leave(waiter) => {
                if !self.waiters.is_empty() {
                    let mut waiter = self.waiters.swap_remove(waiter % self.waiters.len());
                    let given_up = tokio::time::timeout(Duration::ZERO, waiter.outcome()).await;
                    self.outcomes.extend(given_up.into_iter().flatten());
                }
            }
            Deed::Deliver(outcome) => {
                if !self.outcomes.is_empty() {
                    let outcome = self.outcomes.swap_remove(outcome % self.outcomes.len());
                    inbox.hub.delivered(&outcome).await?;
                }
            }
            // What is due then is done sooner or later.
            Deed::Pass(seconds) => inbox.clock.advance(Duration::from_secs(seconds)),
        }
        Ok(())
    }
}

async fn does_to(hub: &Hub, id: &AskId, act: Act) -> Result<Option<Waiter>, HubError> {
    let agent = caller("s1");
    match act {
        Act::Answer => {
            return hub
                .answer(&agent, None, some_answer(hub, id).await?)
                .await
                .map(Some);
        }
        Act::Wait => return hub.wait(&agent, id).await.map(Some),
        Act::Reply(reply) => drop(hub.reply(id, some_reply(reply), Door::Window).await?),
        Act::Withdraw => drop(hub.withdraw(&agent, withdrawal(id)).await?),
        Act::Close => drop(hub.close(id).await?),
        Act::TakeBack => drop(hub.take_back(id).await?),
        Act::Hold(reply) => drop(hub.hold(id, some_reply(reply), Door::File, 5).await?),
        Act::Renew(seconds) => drop(hub.renew(id, seconds).await?),
        Act::Undo => drop(hub.undo(id).await?),
        Act::See => drop(hub.see(id, hub.row(id).await?.updated_at).await?),
        Act::Unsee => drop(hub.unsee(id).await?),
        Act::Snooze(seconds) => {
            drop(hub.snooze(id, hub.now().plus_ms(seconds * 1_000)).await?);
        }
        Act::Wake => drop(hub.wake(id).await?),
        Act::Type(text) => {
            let version = hub.draft(id).await.map_or(0, |draft| draft.version);
            let content = DraftContent {
                text: Some(text.to_owned()),
                ..DraftContent::default()
            };
            drop(hub.put_draft(id, DraftInput { version, content }).await?);
        }
    }
    Ok(None)
}

async fn some_answer(hub: &Hub, id: &AskId) -> Result<AnswerInput, HubError> {
    Ok(match hub.read(id).await? {
        Ask::Briefing(briefing) => {
            let round = briefing.thread.last();
            let text = serde_json::to_string(&round).unwrap();
            let point = if text.contains("And this") { "2" } else { "1" };
            point_answer(id, point, "Because.")
        }
        Ask::Question(_) | Ask::Review(_) => follow_up_answer(id, "Because."),
    })
}

fn some_reply(n: usize) -> Reply {
    match n % 6 {
        0 => answered("Yes"),
        1 => follow_up("Why?"),
        2 => changes("Name it better."),
        3 => responded("1", "Why?"),
        4 => responded("2", "And this?"),
        _ => Reply::Dismissed(Dismissed::default()),
    }
}

/// What a listener has put together from its snapshot and its events.
struct Replayed<T> {
    seq: u64,
    known: BTreeMap<String, T>,
}

impl<T: Clone> Replayed<T> {
    /// Hears everything up to an event.
    async fn up_to<S: Listing>(
        &mut self,
        last: u64,
        listener: &mut Subscription<S>,
        of: impl Fn(&Event) -> T,
    ) {
        while self.seq < last {
            let Some(Frame::Event(event)) = soon(listener.next()).await.unwrap() else {
                panic!("an event was to come");
            };
            self.seq += 1;
            assert_eq!(event.seq, self.seq, "no gap and no repeat");
            let id = event.ask.id().to_string();
            let known = self.known.insert(id, of(&event)).is_some();
            assert_eq!(known, event.change == AskChange::Updated);
        }
    }
}

async fn replays(deeds: Vec<Deed>) {
    let inbox = Inbox::new();
    let (mut whole, mut rows) = (inbox.hub.subscribe(), inbox.hub.subscribe_summaries());
    snapshot(&mut whole).await;
    snapshot(&mut rows).await;
    let mut replayed = Replayed::<Ask> {
        seq: 0,
        known: BTreeMap::new(),
    };
    let mut replayed_rows = Replayed::<AskSummary> {
        seq: 0,
        known: BTreeMap::new(),
    };
    let mut world = World::default();
    for deed in deeds {
        match world.does(&inbox, deed).await {
            Ok(()) | Err(HubError::Refused(_)) => {}
            Err(error) => panic!("{error}"),
        }
        // Agents may just be leaving: the stream and the snapshot agree all the same.
        let (seq, state): (_, Snapshot) = snapshot(&mut inbox.hub.subscribe()).await;
        replayed
            .up_to(seq, &mut whole, |event| Ask::clone(&event.ask))
            .await;
        let fresh = state.open.into_iter().chain(state.recent);
        let fresh: BTreeMap<_, _> = fresh.map(|ask| (ask.id().to_string(), ask)).collect();
        assert_eq!(replayed.known, fresh);

        let (seq, state): (_, SummarySnapshot) =
            snapshot(&mut inbox.hub.subscribe_summaries()).await;
        replayed_rows
            .up_to(seq, &mut rows, |event| AskSummary::clone(&event.summary))
            .await;
        let fresh = state.open.into_iter().chain(state.recent);
        let fresh: BTreeMap<_, _> = fresh.map(|row| (row.id.to_string(), row)).collect();
        assert_eq!(replayed_rows.known, fresh);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn replayed_events_and_a_fresh_snapshot_say_the_same(deeds in deeds()) {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_time()
            .build()
            .unwrap();
        runtime.block_on(replays(deeds));
    }
}
