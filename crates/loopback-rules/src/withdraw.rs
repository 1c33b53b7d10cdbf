//! An agent takes back an ask it needs no more.

use loopback_contract::{Ask, Timestamp, Withdrawn};

use crate::turn::{check_open, with_withdrawal};
use crate::words::need_words;
use crate::{Code, Refusal, Transition};

/// Takes an open ask back, whoever is to move. Its thread stays as it is, and a reply that was held is
/// held no more. One that closes the ask goes first: see [`held_reply_closes`](crate::held_reply_closes).
///
/// # Errors
///
/// `ask.closed`; `ask.blank` for a reason without words.
pub fn withdraw(ask: &Ask, reason: &str, now: Timestamp) -> Result<Transition, Refusal> {
    check_open(ask)?;
    need_words(Code::AskBlank, "/reason", reason)?;
    let withdrawn = Withdrawn {
        reason: reason.to_owned(),
        at: now,
    };
    Ok(with_withdrawal(ask, withdrawn, now))
}
