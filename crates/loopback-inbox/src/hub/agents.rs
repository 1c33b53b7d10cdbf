//! What agents do.

use loopback_contract::{AskId, ToolResult, UploadRequest, WithdrawInput};
use loopback_rules::{AnswerInput, AskInput};

use super::{Hub, Waiter};
use crate::caller::{CallId, Caller, Fingerprint};
use crate::desk::IssuedTicket;
use crate::error::HubError;
use crate::outcome::{Ended, Outcome};

impl Hub {
    /// Opens an ask, and waits for it. It is committed before this returns, and stays whatever becomes
    /// of the caller. A repeat with the same call id joins the ask that the first call opened.
    ///
    /// # Errors
    ///
    /// The refusals of [`loopback_rules::open`], and `call.conflict` (409) for a call id that came with
    /// other content before; [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn open(
        &self,
        caller: &Caller,
        call: Option<CallId>,
        input: AskInput,
    ) -> Result<Waiter, HubError> {
        let caller = caller.clone();
        let call = call.map(|id| Fingerprint::of_opening(id, &input));
        self.at_desk(move |desk| desk.open(&caller, call.as_ref(), input))
            .await
            .map(Waiter::new)
    }

    /// Answers what the person asked back, and waits for what they say next. On an ask they have
    /// dismissed meanwhile it ends with that reply.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); the refusals of [`loopback_rules::answer`]; `call.conflict` (409);
    /// [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn answer(
        &self,
        caller: &Caller,
        call: Option<CallId>,
        input: AnswerInput,
    ) -> Result<Waiter, HubError> {
        let caller = caller.clone();
        let call = call.map(|id| Fingerprint::of_answer(id, &input));
        self.at_desk(move |desk| desk.answer(&caller, call.as_ref(), input))
            .await
            .map(Waiter::new)
    }

    /// Waits for an ask: it ends with the newest reply if the move is not the person's, and else with
    /// their next one. Whoever names the id may wait, from any session.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn wait(&self, caller: &Caller, ask: &AskId) -> Result<Waiter, HubError> {
        let id = ask.clone();
        let begun = self.at_desk(move |desk| desk.wait(&id)).await?;
        tracing::debug!(%ask, client = caller.client_name, "an agent comes for a reply");
        Ok(Waiter::new(begun))
    }

    /// Takes an ask back.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); the refusals of [`loopback_rules::withdraw`]; [`HubError::Stopping`];
    /// [`HubError::Store`].
    pub async fn withdraw(
        &self,
        caller: &Caller,
        input: WithdrawInput,
    ) -> Result<ToolResult, HubError> {
        let result = self.at_desk(move |desk| desk.withdraw(&input)).await?;
        tracing::info!(ask = %result.ask_id, client = caller.client_name, "an agent took its ask back");
        Ok(result)
    }

    /// Issues a ticket for one image.
    ///
    /// # Errors
    ///
    /// `ticket.too_many` (409) while 32 are open; [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn request_upload(&self, request: UploadRequest) -> Result<IssuedTicket, HubError> {
        self.at_desk(move |desk| desk.issue_ticket(request.content_type))
            .await
    }

    /// Records that a reply reached the client. The first time counts, and is announced; an ask that
    /// was withdrawn has no reply to record.
    ///
    /// # Errors
    ///
    /// [`HubError::Stopping`]; [`HubError::Store`]. The reply then counts as not delivered, and is
    /// handed over again to whoever comes for it.
    pub async fn delivered(&self, outcome: &Outcome) -> Result<(), HubError> {
        let Ended::Replied { at, .. } = outcome.ended else {
            return Ok(());
        };
        // Held until it is recorded: in between, the reply must not count as free to be taken back.
        let outcome = outcome.clone();
        self.at_desk(move |desk| desk.delivered(&outcome.ask_id, at))
            .await
    }
}
