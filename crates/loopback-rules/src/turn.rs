//! One move made: the ask after it, and how it is announced.
//!
//! All changes to an ask go through here, so that status, thread and times always change together.

use loopback_contract::{Ask, AskStatus, Entry, Held, Timestamp, Withdrawn};

use crate::{Code, Refusal};

/// The outcome of a move that was allowed.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// The ask after the move. Whether an agent follows it is as it was before.
    pub ask: Ask,

    /// How the move is announced.
    pub event: AskChange,
}

/// What there is to announce about an ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AskChange {
    /// It is new.
    Opened,

    /// It is different.
    Updated,
}

impl AskChange {
    /// The type of the frame that announces it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Opened => "ask.opened",
            Self::Updated => "ask.updated",
        }
    }
}

/// The ask with further turns at the end of its thread.
pub(crate) fn with_turns(
    ask: &Ask,
    turns: impl IntoIterator<Item = Entry>,
    status: AskStatus,
    now: Timestamp,
) -> Transition {
    changed(ask, status, now, |ask| {
        ask.common_mut().thread.extend(turns);
    })
}

/// The ask without the newest turn of its thread.
pub(crate) fn without_last_turn(ask: &Ask, status: AskStatus, now: Timestamp) -> Transition {
    changed(ask, status, now, |ask| {
        ask.common_mut().thread.pop();
    })
}

/// The ask taken back by its agent.
pub(crate) fn with_withdrawal(ask: &Ask, withdrawn: Withdrawn, now: Timestamp) -> Transition {
    changed(ask, AskStatus::Closed, now, |ask| {
        let ask = ask.common_mut();
        *ask.withdrawn = Some(withdrawn);
        *ask.held = None;
    })
}

/// The ask with the reply that is held for it. That is no turn: status, thread and times stay.
pub(crate) fn with_held(ask: &Ask, held: Option<Held>) -> Transition {
    let mut ask = ask.clone();
    *ask.common_mut().held = held;
    Transition {
        ask,
        event: AskChange::Updated,
    }
}

fn changed(
    ask: &Ask,
    status: AskStatus,
    now: Timestamp,
    change: impl FnOnce(&mut Ask),
) -> Transition {
    let mut ask = ask.clone();
    change(&mut ask);
    let common = ask.common_mut();
    *common.status = status;
    *common.updated_at = now;
    if status == AskStatus::Closed {
        *common.closed_at = Some(now);
    }
    Transition {
        ask,
        event: AskChange::Updated,
    }
}

/// Refuses a move of the person beside the reply that is held.
pub(crate) fn check_not_held(ask: &Ask) -> Result<(), Refusal> {
    if ask.held().is_none() {
        return Ok(());
    }
    Err(Refusal::new(
        Code::AskHeld,
        "A reply to this ask is about to be sent. Undo it first.",
    ))
}

/// Refuses any move on an ask that is over.
pub(crate) fn check_open(ask: &Ask) -> Result<(), Refusal> {
    if ask.status() != AskStatus::Closed {
        return Ok(());
    }
    let words = if ask.withdrawn().is_some() {
        "This ask is closed: the agent took it back."
    } else {
        "This ask is closed already."
    };
    Err(Refusal::new(Code::AskClosed, words))
}
