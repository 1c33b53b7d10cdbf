//! One ask's life: each move read, decided by the rules, written and committed in one transaction,
//! and only then told to whoever waits and listens.
//!
//! A desk is used by one thread at a time, so the order of commits is the order of events. Threads,
//! locks and who calls are not known here.

mod agent;
pub(crate) mod drafts;
mod person;
mod presence;
mod uploads;

use std::collections::HashSet;
use std::sync::Arc;

use loopback_contract::{Actor, Ask, AskId, Timestamp};
use loopback_rules::{AskChange, Refusal, Transition};
use rusqlite::{Connection, Transaction};
use tokio::sync::{broadcast, oneshot};

use crate::clock::Clock;
use crate::error::{HubError, StoreError};
use crate::feed::{Event, Feed};
use crate::outcome::Outcome;
use crate::presence::{Presence, Seat};
use crate::store;

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
    ) -> Self {
        Self {
            db,
            feed: Feed::new(),
            clock,
            presence,
            person,
        }
    }

    /// Listens to what is announced from now on. The number is that of the last event before, and the
    /// asks are those that count as waited for.
    pub(crate) fn listen(&self) -> (u64, broadcast::Receiver<Event>, HashSet<AskId>) {
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

    /// Makes one move on one ask: `rule` decides, `beside` writes what belongs to it beside the ask.
    fn change(
        &mut self,
        id: &AskId,
        rule: impl FnOnce(&Ask, Timestamp) -> Result<Transition, Refusal>,
        beside: impl FnOnce(&Transaction<'_>) -> Result<(), StoreError>,
    ) -> Result<Ask, HubError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        let ask = existing(&change, id)?;
        let Transition { ask, event } = rule(&ask, now)?;
        store::asks::update(&change, &ask)?;
        beside(&change)?;
        store::commit(change, now)?;
        Ok(self.announce(event, ask))
    }

    /// Wakes those who waited for this, and tells everyone. Called once the change is committed, never
    /// before.
    fn announce(&mut self, event: AskChange, mut ask: Ask) -> Ask {
        self.presence.wake(&ask);
        ask.set_waiting(self.presence.announce(ask.id()));
        self.feed.publish(event, ask.clone());
        ask
    }
}

/// The ask with this id, or the refusal that says there is none.
fn existing(db: &Connection, id: &AskId) -> Result<Ask, HubError> {
    let found = store::asks::read(db, id)?;
    found.ok_or_else(|| Refusal::ask_unknown().into())
}

#[cfg(test)]
mod tests;
