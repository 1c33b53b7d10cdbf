//! Who waits for which ask, and which replies are on their way to an agent.
//!
//! This is presence, not state: it lives as long as the calls do and is never stored. A seat is taken
//! before the ask it is for can be read, and is given up when it is dropped, however that comes about.
//! What is committed, and in which order changes are announced, is the desk's business.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use loopback_contract::{Ask, AskId, Timestamp};
use tokio::sync::oneshot;

use crate::housekeeping::Note;
use crate::outcome::{self, Outcome};

/// Everyone who waits.
#[derive(Debug)]
pub(crate) struct Presence {
    state: Mutex<State>,
    /// Hears of every ask whose last waiting agent left by itself.
    left: Sender<Note>,
}

#[derive(Debug, Default)]
struct State {
    seats: HashMap<AskId, Vec<Seated>>,
    /// The asks that were last announced as waited for.
    announced: HashSet<AskId>,
    /// The replies that were handed to a call and not yet confirmed, by how many hold each.
    in_hand: HashMap<(AskId, Timestamp), usize>,
    next_seat: u64,
    stopped: bool,
}

#[derive(Debug)]
struct Seated {
    seat: u64,
    turn: usize,
    wake: oneshot::Sender<Outcome>,
}

/// One waiting call's place at an ask. The agent waits as long as this exists.
#[derive(Debug)]
pub(crate) struct Seat {
    presence: Arc<Presence>,
    ask: AskId,
    number: u64,
}

/// A reply on its way to an agent. While one exists, the person cannot take the reply back.
#[derive(Debug)]
pub(crate) struct InHand {
    presence: Arc<Presence>,
    key: (AskId, Timestamp),
}

impl Presence {
    pub(crate) fn new(left: Sender<Note>) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::default(),
            left,
        })
    }

    /// Seats a call that waits for the first reply at place `turn` of the ask's thread, or later. The
    /// receiver fails when the hub stops.
    pub(crate) fn seat(
        self: &Arc<Self>,
        ask: &AskId,
        turn: usize,
    ) -> (Seat, oneshot::Receiver<Outcome>) {
        let (wake, woken) = oneshot::channel();
        let mut state = self.state();
        let number = state.next_seat;
        state.next_seat += 1;
        if !state.stopped {
            state.seats.entry(ask.clone()).or_default().push(Seated {
                seat: number,
                turn,
                wake,
            });
        }
        let seat = Seat {
            presence: Arc::clone(self),
            ask: ask.clone(),
            number,
        };
        (seat, woken)
    }

    /// Hands what they waited for to all whom this change of the ask concerns.
    pub(crate) fn wake(self: &Arc<Self>, ask: &Ask) {
        let mut woken = Vec::new();
        {
            let mut state = self.state();
            let Some(seats) = state.seats.get_mut(ask.id()) else {
                return;
            };
            let mut staying = Vec::new();
            for seated in seats.drain(..) {
                match outcome::ended(ask, seated.turn) {
                    Some(ended) => woken.push((seated.wake, ended)),
                    None => staying.push(seated),
                }
            }
            if staying.is_empty() {
                state.seats.remove(ask.id());
            } else {
                *seats = staying;
            }
        }
        // Outside the lock: an outcome whose receiver is gone drops here, and that takes the lock.
        for (wake, ended) in woken {
            let _ = wake.send(Outcome::new(self, ask.id(), ended));
        }
    }

    /// Whether a call waits for the ask at this moment.
    pub(crate) fn is_waiting(&self, ask: &AskId) -> bool {
        self.state().seats.contains_key(ask)
    }

    /// What to announce about the ask: whether a call waits for it. From now on that counts as
    /// announced. Only the desk may ask this, as it orders what is announced.
    pub(crate) fn announce(&self, ask: &AskId) -> bool {
        let mut state = self.state();
        let waiting = state.seats.contains_key(ask);
        if waiting {
            state.announced.insert(ask.clone());
        } else {
            state.announced.remove(ask);
        }
        waiting
    }

    /// Whether what was announced about the ask is no longer so.
    pub(crate) fn is_stale(&self, ask: &AskId) -> bool {
        let state = self.state();
        state.seats.contains_key(ask) != state.announced.contains(ask)
    }

    /// The asks that were last announced as waited for.
    pub(crate) fn announced(&self) -> HashSet<AskId> {
        self.state().announced.clone()
    }

    /// Whether a call holds the reply of this moment and has not confirmed it.
    pub(crate) fn is_in_hand(&self, ask: &AskId, at: Timestamp) -> bool {
        self.state().in_hand.contains_key(&(ask.clone(), at))
    }

    /// Notes that a call holds the reply of this moment.
    pub(crate) fn hand(self: &Arc<Self>, ask: &AskId, at: Timestamp) -> InHand {
        let key = (ask.clone(), at);
        *self.state().in_hand.entry(key.clone()).or_default() += 1;
        InHand {
            presence: Arc::clone(self),
            key,
        }
    }

    /// Ends every wait, and every one that begins later.
    pub(crate) fn stop(&self) {
        let mut state = self.state();
        state.stopped = true;
        state.seats.clear();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change below is whole in itself, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut state = self.presence.state();
        let Some(seats) = state.seats.get_mut(&self.ask) else {
            return;
        };
        seats.retain(|seated| seated.seat != self.number);
        if !seats.is_empty() {
            return;
        }
        state.seats.remove(&self.ask);
        if state.announced.contains(&self.ask) {
            // If nobody listens any more, the hub is gone and nobody needs to hear of it.
            let _ = self.presence.left.send(Note::Left(self.ask.clone()));
        }
    }
}

impl Drop for InHand {
    fn drop(&mut self) {
        let mut state = self.presence.state();
        if let Some(holders) = state.in_hand.get_mut(&self.key) {
            *holders -= 1;
            if *holders == 0 {
                state.in_hand.remove(&self.key);
            }
        }
    }
}
