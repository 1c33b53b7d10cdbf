//! The person's marks: what they have seen, put off and ticked off. No agent ever hears of them.

use loopback_contract::{AskId, AskSummary, Timestamp, ViewedFiles, ViewedInput};

use super::Hub;
use crate::desk::viewed;
use crate::error::HubError;

impl Hub {
    /// Puts an ask off: it is not to be shown as waiting until a moment, or until something happens on
    /// it. Then it is unread again.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); `ask.not_your_turn`, `ask.closed` (409); `snooze.until` (422) unless the
    /// moment is to come, within a year; [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn snooze(&self, ask: &AskId, until: Timestamp) -> Result<AskSummary, HubError> {
        let id = ask.clone();
        self.at_desk(move |desk| desk.snooze(&id, until)).await
    }

    /// Has an ask back at once that was put off.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn wake(&self, ask: &AskId) -> Result<AskSummary, HubError> {
        let id = ask.clone();
        self.at_desk(move |desk| desk.wake(&id)).await
    }

    /// Notes that the person saw the ask as it was at this `updatedAt`.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn see(&self, ask: &AskId, updated_at: Timestamp) -> Result<AskSummary, HubError> {
        let id = ask.clone();
        self.at_desk(move |desk| desk.see(&id, updated_at)).await
    }

    /// Marks an ask as not seen.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn unsee(&self, ask: &AskId) -> Result<AskSummary, HubError> {
        let id = ask.clone();
        self.at_desk(move |desk| desk.unsee(&id)).await
    }

    /// Which files of an ask's diffs are ticked off, in it or in one it revises.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn viewed(&self, ask: &AskId) -> Result<ViewedFiles, HubError> {
        let id = ask.clone();
        self.reading(move |db, _| viewed::files(db, &id)).await
    }

    /// Ticks a file off, or takes the tick away.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); `viewed.too_many` (422) above 5,000 files of one ask;
    /// [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn view(&self, ask: &AskId, input: ViewedInput) -> Result<ViewedFiles, HubError> {
        let id = ask.clone();
        self.at_desk(move |desk| desk.view(&id, &input)).await
    }
}
