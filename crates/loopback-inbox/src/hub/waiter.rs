//! A call that waits for the person.

use loopback_contract::AskId;
use tokio::sync::oneshot;

use crate::desk::{Begun, Wait};
use crate::error::HubError;
use crate::outcome::Outcome;
use crate::presence::Seat;

/// A call that waits for an ask. As long as it exists and has no outcome, the ask is shown as waited
/// for; dropping it, in whatever way, ends that and nothing else.
#[derive(Debug)]
pub struct Waiter {
    ask: AskId,
    rejoined: bool,
    progress: Progress,
}

#[derive(Debug)]
enum Progress {
    Seated {
        seat: Seat,
        woken: oneshot::Receiver<Outcome>,
    },
    Over(Outcome),
    Stopped,
}

impl Waiter {
    pub(super) fn new(begun: Begun) -> Self {
        let progress = match begun.wait {
            Wait::Over(outcome) => Progress::Over(outcome),
            Wait::Seated(seat, woken) => Progress::Seated { seat, woken },
        };
        Self {
            ask: begun.ask,
            rejoined: begun.rejoined,
            progress,
        }
    }

    /// The ask that is waited for.
    #[must_use]
    pub const fn ask_id(&self) -> &AskId {
        &self.ask
    }

    /// Whether this call is a repeat that joined what an earlier one with its id began.
    #[must_use]
    pub const fn rejoined(&self) -> bool {
        self.rejoined
    }

    /// Whether there is an outcome already, so that nothing is waited for.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.progress, Progress::Over(_))
    }

    /// The place in the ask's thread at which the reply stands that is waited for, or after it. Nothing once
    /// there is an outcome.
    #[must_use]
    pub const fn turn(&self) -> Option<usize> {
        match &self.progress {
            Progress::Seated { seat, .. } => Some(seat.turn()),
            Progress::Over(_) | Progress::Stopped => None,
        }
    }

    /// Whoever waits no longer does so in a call but polls a task.
    pub(super) fn become_task(&self) {
        if let Progress::Seated { seat, .. } = &self.progress {
            seat.become_task();
        }
    }

    /// Waits for the outcome. It may be given up at any await and taken up again, and gives the same
    /// outcome every time once there is one. Confirm it with [`Hub::delivered`](crate::Hub::delivered)
    /// when it has reached the client.
    ///
    /// # Errors
    ///
    /// [`HubError::Stopping`] when the hub stops. The ask stays as it is.
    pub async fn outcome(&mut self) -> Result<Outcome, HubError> {
        if let Progress::Seated { woken, .. } = &mut self.progress {
            self.progress = match woken.await {
                Ok(outcome) => Progress::Over(outcome),
                Err(_) => Progress::Stopped,
            };
        }
        match &self.progress {
            Progress::Over(outcome) => Ok(outcome.clone()),
            Progress::Seated { .. } | Progress::Stopped => Err(HubError::Stopping),
        }
    }
}
