//! One ask's life: each move read, decided by the rules, written and committed in one transaction,
//! and only then told to whoever waits and listens.
//!
//! A desk is used by one thread at a time, so the order of commits is the order of events. Threads,
//! locks and who calls are not known here.

mod agent;
pub(crate) mod drafts;
mod held;
mod marks;
mod open;
mod person;
mod presence;
mod uploads;
pub(crate) mod viewed;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use loopback_contract::{Actor, Ask, AskId, Reply, Timestamp};
use loopback_rules::{AskChange, Refusal, Transition, uploads_named};
use rusqlite::{Connection, Transaction};
use tokio::sync::{broadcast, oneshot};

use crate::clock::Clock;
use crate::error::{HubError, StoreError};
use crate::feed::{Event, Feed};
use crate::housekeeping::Note;
use crate::outcome::Outcome;
use crate::presence::{Attention, Presence, Seat};
use crate::store;
use crate::store::marks::Marks;
use crate::store::search_index::Progress;

pub(crate) use held::Sent;
pub(crate) use open::FRESH;
pub(crate) use person::Given;
pub(crate) use uploads::look_at_ticket;
pub use uploads::{IssuedTicket, MAX_UPLOAD_BYTES};

/// Where every change is made.
#[derive(Debug)]
pub(crate) struct Desk {
    db: Connection,
    feed: Feed,
    clock: Clock,
    presence: Arc<Presence>,
    person: Actor,
    /// When each reply that is held is to be sent, by the steady clock.
    holds: HashMap<AskId, i64>,
    /// Hears of everything that has a time to come.
    notes: Sender<Note>,
    /// How far the tables have come that are derived from the asks. Behind until the contrary is known.
    derived: Progress,
}

/// How a call that waits begins: with its outcome, or with a seat until there is one.
#[derive(Debug)]
pub(crate) enum Wait {
    Over(Outcome),
    Seated(Seat, oneshot::Receiver<Outcome>),
}

/// A wait, and what it is for.
#[derive(Debug)]
pub(crate) struct Begun {
    pub(crate) ask: AskId,
    pub(crate) rejoined: bool,
    pub(crate) wait: Wait,
}

impl Desk {
    pub(crate) fn new(
        db: Connection,
        clock: Clock,
        presence: Arc<Presence>,
        person: Actor,
        notes: Sender<Note>,
    ) -> Self {
        Self {
            db,
            feed: Feed::new(),
            clock,
            presence,
            person,
            holds: HashMap::new(),
            notes,
            derived: Progress::Behind,
        }
    }

    /// Listens to what is announced from now on. The number is that of the last event before, and the
    /// asks are those that agents attend to, and how.
    pub(crate) fn listen(&self) -> (u64, broadcast::Receiver<Event>, HashMap<AskId, Attention>) {
        let (seq, events) = self.feed.listen();
        (seq, events, self.presence.announced())
    }

    /// Tells nobody anything any more: those who listen hear that it is over.
    pub(crate) fn silenced(mut self) -> Self {
        self.feed = Feed::new();
        self
    }

    /// Closes the database, with everything in it that was committed.
    pub(crate) fn close(self) -> Result<(), StoreError> {
        store::close(self.db)
    }

    /// Takes one step towards tables that hold all that is derived from the asks.
    pub(crate) fn derive(&mut self) -> Result<Progress, StoreError> {
        self.derived = store::search_index::step(&mut self.db)?;
        Ok(self.derived)
    }

    /// How long it is until the next held reply is to be sent, in milliseconds.
    pub(crate) fn next_to_send(&self) -> Option<i64> {
        let next = self.holds.values().min()?;
        Some(next.saturating_sub(self.clock.steady()))
    }

    /// Makes one move on one ask: `rule` decides, `beside` writes what belongs to it beside the ask,
    /// of which it gets how it was and how it is. An ask on which something happens is put off no more.
    fn change(
        &mut self,
        id: &AskId,
        rule: impl FnOnce(&Ask, Timestamp) -> Result<Transition, Refusal>,
        beside: impl FnOnce(&Transaction<'_>, &Ask, &Ask, &mut Marks) -> Result<(), StoreError>,
    ) -> Result<Ask, HubError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        let before = existing(&change, id)?;
        let Transition { ask, event } = rule(&before, now)?;
        store::asks::update(&change, &ask)?;
        let mut marks = store::marks::read(&change, id)?;
        marks.snoozed_until = None;
        beside(&change, &before, &ask, &mut marks)?;
        store::marks::write(&change, id, marks)?;
        store::commit(change, now)?;
        Ok(self.announce(event, ask, marks))
    }

    /// Makes a change that belongs to no ask, of which nothing is announced.
    pub(crate) fn beside<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, HubError>,
    ) -> Result<T, HubError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        let done = work(&change)?;
        store::commit(change, now)?;
        Ok(done)
    }

    /// Wakes those who waited for this, and tells everyone. Called once the change is committed, never
    /// before.
    fn announce(&mut self, event: AskChange, mut ask: Ask, marks: Marks) -> Ask {
        self.presence.wake(&ask);
        self.presence.announce(ask.id()).mark(&mut ask);
        self.feed.publish(event, ask.clone(), marks);
        if self.derived != Progress::Behind {
            self.derived = Progress::Behind;
            // An error says that the thread is gone, which the hub has to itself while it stops.
            let _ = self.notes.send(Note::Written);
        }
        ask
    }
}

/// The ask with this id, or the refusal that says there is none.
fn existing(db: &Connection, id: &AskId) -> Result<Ask, HubError> {
    let found = store::asks::read(db, id)?;
    found.ok_or_else(|| Refusal::ask_unknown().into())
}

/// Those of the pictures a reply names that are stored.
fn stored_pictures(db: &Connection, reply: &Reply) -> Result<BTreeSet<String>, StoreError> {
    store::uploads::stored(db, uploads_named(reply))
}

#[cfg(test)]
mod tests;
