//! Replies that are held: for how long, and what becomes of them.
//!
//! Each is sent, taken back, or left as a draft that says it was never sent; none is ever just gone.

use loopback_contract::{Ask, AskId, Reply};
use loopback_rules::{AskChange, Transition, held_reply_closes, hold, renew, undo};

use super::drafts::{self, Unsent};
use super::person::Given;
use super::{Desk, existing, stored_pictures};
use crate::door::Door;
use crate::error::{HubError, StoreError};
use crate::housekeeping::Note;
use crate::store;
use crate::store::drafts::Stored;
use crate::store::held::HeldReply;

/// How long a reply that could not be sent, because the disk failed, is held on.
const TRY_AGAIN: i64 = 5_000;

/// What became of a reply when its time had come.
#[derive(Debug)]
pub(crate) enum Sent {
    /// It was given. This is its outcome.
    Given(&'static str),
    /// It did not fit the ask any more, and is a draft now. The code says why.
    Unsent(&'static str),
}

impl Desk {
    /// Holds a reply for so many milliseconds.
    pub(crate) fn hold(
        &mut self,
        id: &AskId,
        given: Reply,
        door: Door,
        milliseconds: i64,
    ) -> Result<Ask, HubError> {
        let now = self.clock.tick();
        let until = now.plus_ms(milliseconds);
        let change = store::begin(&mut self.db)?;
        let ask = existing(&change, id)?;
        let pictures = stored_pictures(&change, &given)?;
        let Transition { ask, event } = hold(&ask, given.clone(), &pictures, until)?;
        let held = HeldReply {
            reply: given,
            until,
            door,
            draft: match store::drafts::read(&change, id)? {
                Stored::Kept(draft) => draft.version,
                Stored::Nothing { .. } => 0,
            },
        };
        store::held::write(&change, id, &held)?;
        let marks = store::marks::read(&change, id)?;
        store::commit(change, now)?;
        self.hold_until(id, self.clock.steady().saturating_add(milliseconds));
        Ok(self.announce(event, ask, marks))
    }

    /// Holds the held reply for so many milliseconds from now; with none it is given at once.
    pub(crate) fn renew(&mut self, id: &AskId, milliseconds: i64) -> Result<Ask, HubError> {
        let now = self.clock.tick();
        let until = now.plus_ms(milliseconds);
        let change = store::begin(&mut self.db)?;
        let ask = existing(&change, id)?;
        let Transition { ask, event } = renew(&ask, until)?;
        if let Some(held) = store::held::read(&change, id)? {
            if milliseconds == 0 {
                drop(change);
                return self.give(id, &Given::Held(held));
            }
            store::held::write(&change, id, &HeldReply { until, ..held })?;
        }
        let marks = store::marks::read(&change, id)?;
        store::commit(change, now)?;
        self.hold_until(id, self.clock.steady().saturating_add(milliseconds));
        Ok(self.announce(event, ask, marks))
    }

    /// Takes the held reply back. The person finds what they had typed where it was.
    pub(crate) fn undo(&mut self, id: &AskId) -> Result<Ask, HubError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        let ask = existing(&change, id)?;
        let Transition { ask: after, event } = undo(&ask)?;
        let mut marks = store::marks::read(&change, id)?;
        if let Some(held) = ask.held() {
            marks.drafted = drafts::give_back(&change, id, &held.reply, Unsent::TakenBack, now)?;
        }
        store::marks::write(&change, id, marks)?;
        store::held::delete(&change, id)?;
        store::commit(change, now)?;
        self.holds.remove(id);
        Ok(self.announce(event, after, marks))
    }

    /// Sends the replies whose time has come, and says what became of each.
    pub(crate) fn send_due(&mut self) -> Vec<(AskId, Result<Sent, HubError>)> {
        let now = self.clock.steady();
        let due: Vec<AskId> = self
            .holds
            .iter()
            .filter(|&(_, &until)| until <= now)
            .map(|(ask, _)| ask.clone())
            .collect();
        due.into_iter().map(|ask| self.send_held(ask)).collect()
    }

    /// Sends all replies that are held, whose time ends with the program's.
    pub(crate) fn send_all(&mut self) -> Vec<(AskId, Result<Sent, HubError>)> {
        let held: Vec<AskId> = self.holds.keys().cloned().collect();
        held.into_iter().map(|ask| self.send_held(ask)).collect()
    }

    /// Makes drafts of the replies that a process held which died. Their time is over, and whether the
    /// person would still send them nobody knows. Gives the asks they are for.
    pub(crate) fn recover(&mut self) -> Result<Vec<AskId>, HubError> {
        let mut recovered = Vec::new();
        for ask in store::held::all(&self.db)? {
            match self.unsend(&ask) {
                Ok(()) => recovered.push(ask),
                // It stays where it is, and the inbox opens.
                Err(HubError::Store(error)) if error.is_damaged_row() => store::rows::report(&ask),
                Err(error) => return Err(error),
            }
        }
        Ok(recovered)
    }

    /// Sends the held reply of an ask before its time if it would close the ask; what was sent, if so.
    pub(crate) fn send_if_it_closes(&mut self, id: &AskId) -> Result<Option<Reply>, HubError> {
        let ask = existing(&self.db, id)?;
        let Some(held) = ask.held() else {
            return Ok(None);
        };
        let pictures = stored_pictures(&self.db, &held.reply)?;
        if !held_reply_closes(&ask, &pictures) {
            return Ok(None);
        }
        self.send_held(id.clone()).1?;
        Ok(Some(held.reply.clone()))
    }

    fn send_held(&mut self, id: AskId) -> (AskId, Result<Sent, HubError>) {
        let sent = self.try_to_send(&id);
        if sent.is_err() {
            let again = self.clock.steady().saturating_add(TRY_AGAIN);
            self.hold_until(&id, again);
        }
        (id, sent)
    }

    fn try_to_send(&mut self, id: &AskId) -> Result<Sent, HubError> {
        let Some(held) = store::held::read(&self.db, id)? else {
            return Err(StoreError::Unreadable {
                what: "held reply",
                ask: id.clone(),
                why: "it is not there".to_owned(),
            }
            .into());
        };
        let outcome = held.reply.tag();
        match self.give(id, &Given::Held(held)) {
            Ok(_) => Ok(Sent::Given(outcome)),
            Err(HubError::Refused(refusal)) => {
                self.unsend(id)?;
                Ok(Sent::Unsent(refusal.code))
            }
            Err(error) => Err(error),
        }
    }

    /// Makes a draft of the held reply of an ask, marked as one that was never sent.
    fn unsend(&mut self, id: &AskId) -> Result<(), HubError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        let mut ask = existing(&change, id)?;
        let mut marks = store::marks::read(&change, id)?;
        drafts::unsend(&change, id, &mut marks, now)?;
        store::marks::write(&change, id, marks)?;
        *ask.common_mut().held = None;
        store::commit(change, now)?;
        self.holds.remove(id);
        self.announce(AskChange::Updated, ask, marks);
        Ok(())
    }

    /// Notes when a reply is to be sent, by the steady clock, and wakes whoever waits for that.
    fn hold_until(&mut self, id: &AskId, until: i64) {
        self.holds.insert(id.clone(), until);
        // If nobody listens, the hub is gone, and the next start finds the reply.
        let _ = self.notes.send(Note::Look);
    }
}
