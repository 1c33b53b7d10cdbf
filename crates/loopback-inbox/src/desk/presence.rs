//! What is announced of agents coming and going, and of replies that arrived.

use loopback_contract::{AskId, Entry, Timestamp};
use loopback_rules::AskChange;

use super::{Desk, existing};
use crate::error::HubError;
use crate::store;

impl Desk {
    /// Announces whether an agent waits for the ask, if that has changed since it was announced.
    pub(crate) fn announce_presence(&mut self, id: &AskId) -> Result<(), HubError> {
        if self.presence.is_stale(id) {
            let mut ask = existing(&self.db, id)?;
            self.presence.announce(id).mark(&mut ask);
            let marks = store::marks::read(&self.db, id)?;
            self.feed.publish(AskChange::Updated, ask, marks);
        }
        Ok(())
    }

    /// Records that a session was seen to end, unless it is there all the same. Of one that never opened an ask
    /// nobody will want to know.
    pub(crate) fn session_ended(&mut self, session: &str) -> Result<(), HubError> {
        if !self.presence.has_gone(session) || !store::sessions::is_known(&self.db, session)? {
            return Ok(());
        }
        let now = self.clock.look();
        self.beside(|change| Ok(store::sessions::insert_ended(change, session, now)?))
    }

    /// Records that a session did not end, if it was taken to have.
    pub(crate) fn session_came(&mut self, session: &str) -> Result<(), HubError> {
        if !self.presence.take_came(session) || !store::sessions::has_ended(&self.db, session)? {
            return Ok(());
        }
        self.beside(|change| Ok(store::sessions::delete_ended(change, session)?))
    }

    /// Records that the reply of this moment reached an agent. That is no turn, so `updatedAt` stays;
    /// only the first time counts.
    pub(crate) fn delivered(&mut self, id: &AskId, at: Timestamp) -> Result<(), HubError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        let mut ask = existing(&change, id)?;
        let mut turns = ask.common_mut().thread.iter_mut();
        let undelivered = turns.find_map(|entry| match entry {
            Entry::Human(turn) if turn.at == at && turn.delivered_at.is_none() => Some(turn),
            Entry::Human(_) | Entry::Agent(_) => None,
        });
        let Some(turn) = undelivered else {
            return Ok(());
        };
        turn.delivered_at = Some(now);
        store::asks::update(&change, &ask)?;
        let marks = store::marks::read(&change, id)?;
        store::commit(change, now)?;
        self.announce(AskChange::Updated, ask, marks);
        Ok(())
    }
}
