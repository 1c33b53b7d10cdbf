//! A reply is held for a while before it is given, so that the person can think again.
//!
//! Nothing else of the ask changes while a reply is held, and when its time has come it is given like any
//! other. How long the while is, and that it ends, is for the floor that has a clock.

use std::collections::BTreeSet;

use loopback_contract::{Ask, AskStatus, Held, Reply, Timestamp};

use crate::reply::{Sender, check_reply, reply};
use crate::turn::with_held;
use crate::{Code, Refusal, Transition};

/// Holds a reply, which has to be one that could be given now.
///
/// # Errors
///
/// As for [`reply()`].
pub fn hold(
    ask: &Ask,
    reply: Reply,
    uploads: &BTreeSet<String>,
    until: Timestamp,
) -> Result<Transition, Refusal> {
    check_reply(ask, &reply, uploads)?;
    Ok(with_held(ask, Some(Held { reply, until })))
}

/// Moves the moment at which the held reply is given.
///
/// # Errors
///
/// `ask.not_held`.
pub fn renew(ask: &Ask, until: Timestamp) -> Result<Transition, Refusal> {
    let reply = held(ask)?.reply.clone();
    Ok(with_held(ask, Some(Held { reply, until })))
}

/// Takes the held reply back. The ask is as if it had never been held.
///
/// # Errors
///
/// `ask.not_held`.
pub fn undo(ask: &Ask) -> Result<Transition, Refusal> {
    held(ask)?;
    Ok(with_held(ask, None))
}

/// Gives the held reply, as if it were given now.
///
/// # Errors
///
/// `ask.not_held`; and as for [`reply()`].
pub fn send(
    ask: &Ask,
    by: &Sender<'_>,
    uploads: &BTreeSet<String>,
    now: Timestamp,
) -> Result<Transition, Refusal> {
    let given = held(ask)?.reply.clone();
    reply(&with_held(ask, None).ask, given, by, uploads, now)
}

/// Whether the reply that is held can still be given and would close the ask. Then it goes before a
/// withdrawal: what the person decided counts more than that nobody needs it any more.
#[must_use]
pub fn held_reply_closes(ask: &Ask, uploads: &BTreeSet<String>) -> bool {
    let Ok(held) = held(ask) else {
        return false;
    };
    let after = check_reply(&with_held(ask, None).ask, &held.reply, uploads);
    matches!(after, Ok(AskStatus::Closed))
}

fn held(ask: &Ask) -> Result<&Held, Refusal> {
    ask.held().ok_or_else(|| {
        Refusal::new(
            Code::AskNotHeld,
            "No reply to this ask is held: it was sent already, or taken back.",
        )
    })
}
