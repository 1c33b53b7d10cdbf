//! The person closes an ask whose agent will not come back.

use loopback_contract::{Actor, Ask, AskStatus, Dismissed, Reply, Timestamp};

use crate::reply::{Sender, human_turn};
use crate::turn::{check_not_held, check_open, with_turns};
use crate::{Code, Refusal, Transition};

/// Closes an ask on the agent's turn. The thread gains a `dismissed` reply, which an agent that does
/// come back is handed in place of an error.
///
/// # Errors
///
/// `ask.closed`; `ask.held`; `ask.your_turn` while the person is to move, who dismisses by a reply.
pub fn close(ask: &Ask, by: &Actor, now: Timestamp) -> Result<Transition, Refusal> {
    check_open(ask)?;
    check_not_held(ask)?;
    if ask.status() == AskStatus::AwaitingHuman {
        return Err(Refusal::new(
            Code::AskYourTurn,
            "It is your move: reply to this ask, or dismiss it.",
        ));
    }
    let by = Sender {
        person: by,
        door: None,
    };
    let dismissed = human_turn(ask, Reply::Dismissed(Dismissed::default()), &by, now);
    Ok(with_turns(ask, [dismissed], AskStatus::Closed, now))
}
