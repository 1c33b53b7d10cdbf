//! Ids nobody can guess, for this process and its calls.

use loopback_inbox::hex::hex;

/// 128 random bits in hex.
pub(crate) fn id() -> String {
    let mut bytes = [0; 16];
    // The system's randomness does not fail on a system that runs; if it did, ids could collide.
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    hex(&bytes)
}
