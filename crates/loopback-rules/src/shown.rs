//! What exactly the person judged, as a number that can be checked later.

use std::fmt::Write as _;

use loopback_contract::{Ask, ReviewPrompt};
use sha2::{Digest, Sha256};

/// The SHA-256, in lower-case hex, of a review's prompt as compact JSON with the properties in the
/// order of the contract.
#[must_use]
#[expect(
    clippy::missing_panics_doc,
    reason = "a message of the contract always has a JSON form"
)]
pub fn shown(prompt: &ReviewPrompt) -> String {
    let json = serde_json::to_vec(prompt).expect("messages of the contract have string keys only");
    Sha256::digest(json)
        .iter()
        .fold(String::with_capacity(64), |mut hex, byte| {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}

/// What a turn of the person on this ask records as shown: only reviews record it.
pub(crate) fn shown_on(ask: &Ask) -> Option<String> {
    match ask {
        Ask::Review(review) => Some(shown(&review.prompt)),
        Ask::Question(_) | Ask::Briefing(_) => None,
    }
}
