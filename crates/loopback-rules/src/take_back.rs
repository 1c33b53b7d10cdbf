//! The person takes back a question they asked back, before any agent has seen it.

use loopback_contract::{Ask, AskStatus, Entry, Reply, Timestamp};

use crate::turn::{check_not_held, check_open, without_last_turn};
use crate::{Code, Refusal, Transition};

/// Whether a turn of the person has reached an agent. Only the floor that delivers it knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HandedOver {
    /// No agent has it, and none is being handed it.
    NotYet,

    /// An agent has it, or may have it.
    Already,
}

/// Takes the `follow_up` that handed the move to the agent off the thread, as if it had never been
/// sent; the move is the person's again.
///
/// # Errors
///
/// `ask.closed`; `ask.held`; `ask.no_follow_up` if the newest turn is none, a briefing's round included;
/// `ask.handed_over` if an agent has it, by `handed_over` or by the turn's own `deliveredAt`.
pub fn take_back(
    ask: &Ask,
    handed_over: HandedOver,
    now: Timestamp,
) -> Result<Transition, Refusal> {
    check_open(ask)?;
    check_not_held(ask)?;
    let follow_up = match ask.thread().last() {
        Some(Entry::Human(turn)) if matches!(turn.reply, Reply::FollowUp(_)) => turn,
        _ => {
            return Err(Refusal::new(
                Code::AskNoFollowUp,
                "There is no question of yours that the agent has yet to answer.",
            ));
        }
    };
    if handed_over == HandedOver::Already || follow_up.delivered_at.is_some() {
        return Err(Refusal::new(
            Code::AskHandedOver,
            "The agent already has your question and may be working on it.",
        ));
    }
    Ok(without_last_turn(ask, AskStatus::AwaitingHuman, now))
}
