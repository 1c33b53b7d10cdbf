//! What someone who waits for an ask gets for it now.

use loopback_contract::{Ask, AskStatus, HumanEntry, Withdrawn};

/// How far an ask is, seen by the agent that waits for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing<'a> {
    /// The person is to move: there is nothing to hand over yet.
    Waiting,

    /// The person replied. This is their newest turn.
    Replied(&'a HumanEntry),

    /// The agent took the ask back. No reply will come.
    Withdrawn(&'a Withdrawn),
}

/// What the agent that waits for this ask gets now.
///
/// It is the newest reply whenever the move is not the person's: also an ask that was dismissed or
/// closed over the agent's head ends a wait with that `dismissed`, never with an error.
#[must_use]
pub fn standing(ask: &Ask) -> Standing<'_> {
    if let Some(withdrawn) = ask.withdrawn() {
        return Standing::Withdrawn(withdrawn);
    }
    match (ask.status(), ask.last_human()) {
        (AskStatus::AwaitingHuman, _) | (_, None) => Standing::Waiting,
        (AskStatus::AwaitingAgent | AskStatus::Closed, Some(turn)) => Standing::Replied(turn),
    }
}
