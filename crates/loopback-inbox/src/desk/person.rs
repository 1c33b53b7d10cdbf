//! The person's moves.

use std::sync::Arc;

use loopback_contract::{Ask, AskId, Entry, Reply};
use loopback_rules::{
    HandedOver, Sender, Transition, close, reply, send, take_back, uploads_named,
};

use super::drafts::{self, MadeOf, Unsent};
use super::{Desk, existing, stored_pictures};
use crate::door::Door;
use crate::error::HubError;
use crate::store;
use crate::store::held::HeldReply;
use crate::store::marks::Marks;

/// A reply that is given now.
#[derive(Debug)]
pub(crate) enum Given {
    /// It just came in.
    New(Reply, Door),
    /// It was held until now.
    Held(HeldReply),
}

impl Given {
    fn reply(&self) -> &Reply {
        match self {
            Self::New(reply, _) => reply,
            Self::Held(held) => &held.reply,
        }
    }

    fn door(&self) -> Door {
        match self {
            Self::New(_, door) => *door,
            Self::Held(held) => held.door,
        }
    }

    fn made_of(&self) -> MadeOf {
        match self {
            _ if !self.door().has_the_box() => MadeOf::None,
            Self::New(..) => MadeOf::Newest,
            Self::Held(held) => MadeOf::Version(held.draft),
        }
    }
}

impl Desk {
    /// Gives the person's reply. Every reply comes by here, the one that was held as any other. The
    /// draft it was made of is dropped with it.
    pub(crate) fn give(&mut self, id: &AskId, given: &Given) -> Result<Ask, HubError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        let ask = existing(&change, id)?;
        let words = given.reply();
        let pictures = stored_pictures(&change, words)?;
        let by = Sender {
            person: &self.person,
            door: given.door().recorded(),
        };
        let Transition { ask, event } = match given {
            Given::New(..) => reply(&ask, words.clone(), &by, &pictures, now)?,
            Given::Held(_) => send(&ask, &by, &pictures, now)?,
        };
        store::asks::update(&change, &ask)?;
        store::uploads::insert_uses(&change, id, &pictures)?;
        let marks = Marks {
            seen: Some(now),
            snoozed_until: None,
            drafted: drafts::drop_sent(&change, id, words, given.made_of(), now)?,
        };
        store::marks::write(&change, id, marks)?;
        store::held::delete(&change, id)?;
        store::commit(change, now)?;
        self.holds.remove(id);
        Ok(self.announce(event, ask, marks))
    }

    /// Closes an ask on the agent's turn.
    pub(crate) fn close_ask(&mut self, id: &AskId) -> Result<Ask, HubError> {
        let person = self.person.clone();
        self.change(
            id,
            |ask, now| close(ask, &person, now),
            |_, _, ask, marks| {
                marks.seen = Some(ask.updated_at());
                Ok(())
            },
        )
    }

    /// Takes back a question that no agent has been handed, nor is being handed. Its words are a draft
    /// again.
    pub(crate) fn take_back(&mut self, id: &AskId) -> Result<Ask, HubError> {
        let presence = Arc::clone(&self.presence);
        let handed_over = move |ask: &Ask| match ask.thread().last() {
            Some(Entry::Human(turn)) if presence.is_in_hand(id, turn.at) => HandedOver::Already,
            _ => HandedOver::NotYet,
        };
        self.change(
            id,
            |ask, now| take_back(ask, handed_over(ask), now),
            |change, before, ask, marks| {
                let now = ask.updated_at();
                marks.seen = Some(now);
                if let Some(question) = before.last_reply() {
                    let why = Unsent::TakenBack;
                    marks.drafted = drafts::give_back(change, id, question, why, now)?;
                }
                // The pictures that went with the question are the thread's no more.
                store::uploads::keep_uses(change, id, &uploads_named(ask), now)
            },
        )
    }
}
