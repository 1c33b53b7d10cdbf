//! Whatever agents and the person do, who replays the events knows what a fresh snapshot says.

use std::collections::BTreeMap;

use loopback_contract::{Ask, AskId, AskSummary, Dismissed, Reply, Snapshot, SummarySnapshot};
use loopback_inbox::{Door, Event, Frame, HubError, Listing, Outcome, Subscription, Waiter};
use loopback_rules::AskChange;
use proptest::prelude::*;

use crate::support::{
    Inbox, answered, briefing, caller, changes, follow_up, follow_up_answer, point_answer,
    question, responded, review, snapshot, soon, withdrawal,
};

/// One thing that is done. The numbers pick an ask, a waiter or a reply, whatever there is.
#[derive(Debug, Clone)]
enum Deed {
    Open(usize),
    Reply(usize, usize),
    Answer(usize),
    Withdraw(usize),
    Close(usize),
    TakeBack(usize),
    Wait(usize),
    Leave(usize),
    Deliver(usize),
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let any = || 0..64_usize;
    let deed = prop_oneof![
        3 => any().prop_map(Deed::Open),
        4 => (any(), any()).prop_map(|(ask, reply)| Deed::Reply(ask, reply)),
        3 => any().prop_map(Deed::Answer),
        1 => any().prop_map(Deed::Withdraw),
        1 => any().prop_map(Deed::Close),
        1 => any().prop_map(Deed::TakeBack),
        2 => any().prop_map(Deed::Wait),
        3 => any().prop_map(Deed::Leave),
        2 => any().prop_map(Deed::Deliver),
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
        let (hub, agent) = (&inbox.hub, caller("s1"));
        if let Deed::Open(kind) = deed {
            let input = match kind % 3 {
                0 => question("Deploy?"),
                1 => review("Parser", None),
                _ => briefing("Findings", 3),
            };
            let waiter = hub.open(&agent, None, input).await?;
            self.asks.push(waiter.ask_id().clone());
            self.waiters.push(waiter);
            return Ok(());
        }
        let pick = |n: usize| (!self.asks.is_empty()).then(|| &self.asks[n % self.asks.len()]);
        match deed {
            Deed::Open(_) => {}
            Deed::Reply(ask, reply) => {
                if let Some(id) = pick(ask) {
                    let reply = match reply % 6 {
                        0 => answered("Yes"),
                        1 => follow_up("Why?"),
                        2 => changes("Name it better."),
                        3 => responded("1", "Why?"),
                        4 => responded("2", "And this?"),
                        _ => Reply::Dismissed(Dismissed {}),
                    };
                    hub.reply(id, reply, Door::Window).await?;
                }
            }
            Deed::Answer(ask) => {
                if let Some(id) = pick(ask) {
                    let answer = match hub.read(id).await? {
                        Ask::Briefing(briefing) => {
                            let round = briefing.thread.last();
                            let text = serde_json::to_string(&round).unwrap();
                            let point = if text.contains("And this") { "2" } else { "1" };
                            point_answer(id, point, "Because.")
                        }
                        Ask::Question(_) | Ask::Review(_) => follow_up_answer(id, "Because."),
                    };
                    let waiter = hub.answer(&agent, None, answer).await?;
                    self.waiters.push(waiter);
                }
            }
            Deed::Withdraw(ask) => {
                if let Some(id) = pick(ask) {
                    hub.withdraw(&agent, withdrawal(id)).await?;
                }
            }
            Deed::Close(ask) => {
                if let Some(id) = pick(ask) {
                    hub.close(id).await?;
                }
            }
            Deed::TakeBack(ask) => {
                if let Some(id) = pick(ask) {
                    hub.take_back(id).await?;
                }
            }
            Deed::Wait(ask) => {
                if let Some(id) = pick(ask) {
                    let waiter = hub.wait(&agent, id).await?;
                    self.waiters.push(waiter);
                }
            }
            Deed::Leave(waiter) => {
                if !self.waiters.is_empty() {
                    let mut waiter = self.waiters.swap_remove(waiter % self.waiters.len());
                    let given_up =
                        tokio::time::timeout(std::time::Duration::ZERO, waiter.outcome()).await;
                    self.outcomes.extend(given_up.into_iter().flatten());
                }
            }
            Deed::Deliver(outcome) => {
                if !self.outcomes.is_empty() {
                    let outcome = self.outcomes.swap_remove(outcome % self.outcomes.len());
                    hub.delivered(&outcome).await?;
                }
            }
        }
        Ok(())
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
