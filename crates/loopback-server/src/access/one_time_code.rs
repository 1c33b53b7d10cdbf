//! The code in a link that begins a session: one at a time, for one minute, with few guesses.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::token::{Token, TokenHash};

const LASTS: Duration = Duration::from_mins(1);
/// After so many wrong codes the right one is void too.
const GUESSES: u32 = 10;

/// The one code that is outstanding, if any.
#[derive(Default)]
pub(crate) struct OneTimeCode(Mutex<Option<Outstanding>>);

struct Outstanding {
    hash: TokenHash,
    until: Instant,
    guesses: u32,
}

impl OneTimeCode {
    /// A new code; the one before it is void.
    pub(crate) fn issue(&self) -> String {
        let code = Token::random();
        let outstanding = Outstanding {
            hash: code.hash(),
            until: Instant::now() + LASTS,
            guesses: GUESSES,
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(outstanding);
        code.into_string()
    }

    /// True for the right code, once.
    pub(crate) fn redeem(&self, code: &str) -> bool {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(mut outstanding) = slot
            .take()
            .filter(|outstanding| Instant::now() < outstanding.until)
        else {
            return false;
        };
        if outstanding.hash.matches(TokenHash::of(code)) {
            return true;
        }
        outstanding.guesses -= 1;
        *slot = (outstanding.guesses > 0).then_some(outstanding);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_code_works_once() {
        let codes = OneTimeCode::default();
        let code = codes.issue();
        assert!(codes.redeem(&code));
        assert!(!codes.redeem(&code));
    }

    #[tokio::test(start_paused = true)]
    async fn a_code_works_for_a_minute() {
        let codes = OneTimeCode::default();
        let code = codes.issue();
        tokio::time::advance(LASTS).await;
        assert!(!codes.redeem(&code));
    }

    #[tokio::test(start_paused = true)]
    async fn a_new_code_voids_the_last() {
        let codes = OneTimeCode::default();
        let (old, new) = (codes.issue(), codes.issue());
        assert!(!codes.redeem(&old));
        assert!(codes.redeem(&new));
    }

    #[tokio::test(start_paused = true)]
    async fn ten_wrong_guesses_void_a_code_and_nine_do_not() {
        let codes = OneTimeCode::default();
        for (guesses, works) in [(GUESSES - 1, true), (GUESSES, false)] {
            let code = codes.issue();
            for _ in 0..guesses {
                assert!(!codes.redeem("wrong"));
            }
            assert_eq!(codes.redeem(&code), works);
        }
    }
}
