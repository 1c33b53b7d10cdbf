//! Who waits for which ask, and which replies are on their way to an agent.
//!
//! This is presence, not state: it lives as long as the calls do and is never stored. A seat is taken
//! before the ask it is for can be read, and is given up when it is dropped, however that comes about.
//! What is committed, and in which order changes are announced, is the desk's business.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use loopback_contract::{Ask, AskId, AskSummary, Following, Timestamp};
use tokio::sync::oneshot;

use crate::clock::Clock;
use crate::housekeeping::Note;
use crate::outcome::{self, Outcome};
use crate::session::{self, Known};

/// Everyone who waits.
#[derive(Debug)]
pub(crate) struct Presence {
    state: Mutex<State>,
    /// Hears of every ask whose last waiting agent left by itself, and of sessions that come.
    notes: Sender<Note>,
    clock: Clock,
}

#[derive(Debug, Default)]
struct State {
    seats: HashMap<AskId, Vec<Seated>>,
    /// How often agents came back to wait on.
    renewed: HashMap<AskId, i32>,
    /// How each ask was last announced to be attended to, unless not at all.
    announced: HashMap<AskId, Attention>,
    /// The sessions of agents that are there, by how many connections hold each.
    sessions: HashMap<String, usize>,
    /// Those whose coming was not heard of yet.
    came: HashSet<String>,
    /// When those left that are not there any more and may come back, by the steady clock.
    away: HashMap<String, i64>,
    /// Since when every agent that is there has been heard, by the steady clock.
    hearing_since: i64,
    /// The replies that were handed to a call and not yet confirmed, by how many hold each.
    in_hand: HashMap<(AskId, Timestamp), usize>,
    next_seat: u64,
    stopped: bool,
}

#[derive(Debug)]
struct Seated {
    seat: u64,
    turn: usize,
    following: Following,
    wake: oneshot::Sender<Outcome>,
}

/// How agents attend to an ask.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Attention {
    /// How one follows it now.
    pub(crate) following: Option<Following>,
    /// How often one came back to wait on.
    pub(crate) renewed: Option<i32>,
}

impl Attention {
    /// Says so on the ask.
    pub(crate) fn mark(self, ask: &mut Ask) {
        ask.set_following(self.following, self.renewed);
    }

    /// Says so on the row.
    pub(crate) fn mark_row(self, row: &mut AskSummary) {
        row.waiting = self.following.is_some();
        row.following = self.following;
        row.renewed = self.renewed;
    }
}

/// One waiting call's place at an ask. The agent waits as long as this exists.
#[derive(Debug)]
pub(crate) struct Seat {
    presence: Arc<Presence>,
    ask: AskId,
    number: u64,
    turn: usize,
}

impl Seat {
    /// The reply that is waited for stands at this place of the thread, or later.
    pub(crate) const fn turn(&self) -> usize {
        self.turn
    }

    /// Whoever sits here no longer waits in a call but polls a task.
    pub(crate) fn become_task(&self) {
        let mut state = self.presence.state();
        let mut seats = state.seats.get_mut(&self.ask).into_iter().flatten();
        if let Some(seated) = seats.find(|seated| seated.seat == self.number) {
            seated.following = Following::Task;
        }
    }
}

/// That a session of an agent is there. It is as long as one of these exists for it.
#[derive(Debug)]
pub struct Attending {
    presence: Arc<Presence>,
    session: String,
}

/// A reply on its way to an agent. While one exists, the person cannot take the reply back.
#[derive(Debug)]
pub(crate) struct InHand {
    presence: Arc<Presence>,
    key: (AskId, Timestamp),
}

impl Presence {
    pub(crate) fn new(notes: Sender<Note>, clock: Clock) -> Arc<Self> {
        let state = State {
            hearing_since: clock.steady(),
            ..State::default()
        };
        Arc::new(Self {
            state: Mutex::new(state),
            notes,
            clock,
        })
    }

    /// Seats a call that waits for the first reply at place `turn` of the ask's thread, or later. The
    /// receiver fails when the hub stops.
    pub(crate) fn seat(
        self: &Arc<Self>,
        ask: &AskId,
        turn: usize,
        following: Following,
    ) -> (Seat, oneshot::Receiver<Outcome>) {
        let (wake, woken) = oneshot::channel();
        let mut state = self.state();
        let number = state.next_seat;
        state.next_seat += 1;
        if !state.stopped {
            state.seats.entry(ask.clone()).or_default().push(Seated {
                seat: number,
                turn,
                following,
                wake,
            });
        }
        let seat = Seat {
            presence: Arc::clone(self),
            ask: ask.clone(),
            number,
            turn,
        };
        (seat, woken)
    }

    /// Hands what they waited for to all whom this change of the ask concerns.
    pub(crate) fn wake(self: &Arc<Self>, ask: &Ask) {
        let mut woken = Vec::new();
        {
            let mut state = self.state();
            if ask.is_closed() {
                state.renewed.remove(ask.id());
            }
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

    /// Notes that an agent came back to wait on for the ask.
    pub(crate) fn renew(&self, ask: &AskId) {
        let mut state = self.state();
        let times = state.renewed.entry(ask.clone()).or_default();
        *times = times.saturating_add(1);
    }

    /// How agents attend to the ask at this moment.
    pub(crate) fn attention(&self, ask: &AskId) -> Attention {
        self.state().attention(ask)
    }

    /// What to announce about the ask: how agents attend to it. From now on that counts as announced.
    /// Only the desk may ask this, as it orders what is announced.
    pub(crate) fn announce(&self, ask: &AskId) -> Attention {
        let mut state = self.state();
        let attention = state.attention(ask);
        if attention == Attention::default() {
            state.announced.remove(ask);
        } else {
            state.announced.insert(ask.clone(), attention);
        }
        attention
    }

    /// Whether what was announced about the ask is no longer so.
    pub(crate) fn is_stale(&self, ask: &AskId) -> bool {
        let state = self.state();
        state.attention(ask) != state.announced.get(ask).copied().unwrap_or_default()
    }

    /// How each ask was last announced to be attended to. Those that are not there are not.
    pub(crate) fn announced(&self) -> HashMap<AskId, Attention> {
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

    /// Notes that an agent's session is there, for as long as what is returned exists.
    pub(crate) fn attend(self: &Arc<Self>, session: String) -> Attending {
        let mut state = self.state();
        state.away.remove(&session);
        let connections = state.sessions.entry(session.clone()).or_default();
        *connections += 1;
        if *connections == 1 {
            state.came.insert(session.clone());
            // If nobody listens any more, the hub is gone and nobody needs to hear of it.
            let _ = self.notes.send(Note::Came(session.clone()));
        }
        drop(state);
        Attending {
            presence: Arc::clone(self),
            session,
        }
    }

    /// Whether a session that is taken to have ended is gone. What is still to be heard of its coming was before.
    pub(crate) fn has_gone(&self, session: &str) -> bool {
        let mut state = self.state();
        if state.sessions.contains_key(session) {
            return false;
        }
        state.came.remove(session);
        true
    }

    /// Whether a session came of which that is heard now, and did not end in between.
    pub(crate) fn take_came(&self, session: &str) -> bool {
        self.state().came.remove(session)
    }

    /// Whether the agent of a session cannot be alive any more, as far as anyone can tell.
    pub(crate) fn is_over(&self, session: &Known) -> bool {
        let state = self.state();
        if state.sessions.contains_key(&session.name) {
            return false;
        }
        if session.ended {
            return true;
        }
        let Some(lapse) = session::lapse(&session.name) else {
            return false;
        };
        let left = state.away.get(&session.name).copied();
        let away_since = left.map_or(state.hearing_since, |left| left.max(state.hearing_since));
        self.clock.steady().saturating_sub(away_since) >= lapse
    }

    /// Whether what a session left is for the agent of another: it is over, and was on the same machine.
    pub(crate) fn is_left_to(&self, session: &str, left: &Known) -> bool {
        session::machine(session) == session::machine(&left.name) && self.is_over(left)
    }

    /// Notes that an agent was not heard: any that is away may be that one.
    pub(crate) fn did_not_hear(&self) {
        let now = self.clock.steady();
        self.state().hearing_since = now;
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

impl State {
    fn leave(&mut self, session: &str, now: i64) {
        let is_alive =
            |name: &str, left: i64| session::lapse(name).is_some_and(|lapse| now - left < lapse);
        self.away.retain(|name, left| is_alive(name, *left));
        self.away.insert(session.to_owned(), now);
    }

    fn attention(&self, ask: &AskId) -> Attention {
        let seats = self.seats.get(ask).map(Vec::as_slice).unwrap_or_default();
        let following = seats.iter().map(|seated| seated.following);
        Attention {
            // A call that is blocked says more than a task that is polled.
            following: following.min_by_key(|following| *following == Following::Task),
            renewed: self.renewed.get(ask).copied(),
        }
    }
}

impl Drop for Attending {
    fn drop(&mut self) {
        let mut state = self.presence.state();
        if let Some(connections) = state.sessions.get_mut(&self.session) {
            *connections -= 1;
            if *connections == 0 {
                state.sessions.remove(&self.session);
                state.leave(&self.session, self.presence.clock.steady());
            }
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut state = self.presence.state();
        let Some(seats) = state.seats.get_mut(&self.ask) else {
            return;
        };
        seats.retain(|seated| seated.seat != self.number);
        if seats.is_empty() {
            state.seats.remove(&self.ask);
        }
        let announced = state.announced.get(&self.ask);
        if announced.is_some_and(|announced| *announced != state.attention(&self.ask)) {
            // If nobody listens any more, the hub is gone and nobody needs to hear of it.
            let _ = self.presence.notes.send(Note::Left(self.ask.clone()));
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
