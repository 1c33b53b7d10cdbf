//! The person's moves.

use loopback_contract::{Ask, AskId, Entry, Reply};
use loopback_rules::{HandedOver, close, reply, take_back};

use super::Desk;
use crate::error::HubError;
use crate::store;

impl Desk {
    /// Gives the person's reply. What they had typed for the ask is dropped with it.
    pub(crate) fn reply(&mut self, id: &AskId, given: Reply) -> Result<Ask, HubError> {
        let person = self.person.clone();
        self.change(
            id,
            |ask, now| reply(ask, given, &person, now),
            |change| store::drafts::drop(change, id),
        )
    }

    /// Closes an ask on the agent's turn.
    pub(crate) fn close_ask(&mut self, id: &AskId) -> Result<Ask, HubError> {
        let person = self.person.clone();
        self.change(id, |ask, now| close(ask, &person, now), |_| Ok(()))
    }

    /// Takes back a question that no agent has been handed, nor is being handed.
    pub(crate) fn take_back(&mut self, id: &AskId) -> Result<Ask, HubError> {
        let presence = std::sync::Arc::clone(&self.presence);
        let handed_over = move |ask: &Ask| match ask.thread().last() {
            Some(Entry::Human(turn)) if presence.is_in_hand(id, turn.at) => HandedOver::Already,
            _ => HandedOver::NotYet,
        };
        self.change(
            id,
            |ask, now| take_back(ask, handed_over(ask), now),
            |_| Ok(()),
        )
    }
}
