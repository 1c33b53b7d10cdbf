//! Replies that are held for a while before they are sent.

use loopback_contract::{Ask, AskId, Reply};

use super::Hub;
use crate::door::Door;
use crate::error::HubError;

/// The most seconds a reply is held.
const LONGEST: u32 = 10;

impl Hub {
    /// Holds the person's reply for so many seconds, at most ten, and then gives it. Until then the ask
    /// stays as it is but for `held`, and [`Hub::undo`] takes the reply back. With 0 seconds it is given
    /// at once.
    ///
    /// Meanwhile every other reply is refused, and so is this one.
    ///
    /// A reply whose time never comes, because the process dies, and one that does not fit the ask any
    /// more when it does come, is kept as a draft that says so.
    ///
    /// # Errors
    ///
    /// As for [`Hub::reply`].
    pub async fn hold(
        &self,
        ask: &AskId,
        reply: Reply,
        door: Door,
        seconds: u32,
    ) -> Result<Ask, HubError> {
        if seconds == 0 {
            return self.reply(ask, reply, door).await;
        }
        let id = ask.clone();
        let (outcome, milliseconds) = (reply.tag(), milliseconds(seconds));
        let held = self
            .at_desk(move |desk| desk.hold(&id, reply, door, milliseconds))
            .await?;
        tracing::info!(%ask, outcome, ?door, "a reply is held");
        Ok(held)
    }

    /// Holds the reply that is held for so many seconds from now, at most ten; with 0 it is given at once.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); `ask.not_held` (409); with 0 also as for [`Hub::reply`];
    /// [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn renew(&self, ask: &AskId, seconds: u32) -> Result<Ask, HubError> {
        let id = ask.clone();
        let milliseconds = milliseconds(seconds);
        self.at_desk(move |desk| desk.renew(&id, milliseconds))
            .await
    }

    /// Takes the reply back that is held. What was typed to make it is a draft still, or again.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); `ask.not_held` (409); [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn undo(&self, ask: &AskId) -> Result<Ask, HubError> {
        let id = ask.clone();
        let undone = self.at_desk(move |desk| desk.undo(&id)).await?;
        tracing::info!(%ask, "the held reply was taken back");
        Ok(undone)
    }
}

fn milliseconds(seconds: u32) -> i64 {
    i64::from(seconds.min(LONGEST)) * 1_000
}
