//! What callers choose: colours or none, the layout of a diff, what is known of a piece, and how long to colour.
//!
//! Owns these choices and the clock behind [`Budget`]. Knows nothing of how anything is rendered.

use std::time::{Duration, Instant};

/// Whether code is coloured. The text, the lines and the chunks are the same either way, so that a page can show the
/// plain form at once and put the coloured one in its place, chunk by chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Colour {
    /// No highlighting: fast, whatever the input.
    Plain,
    /// Highlighted for as long as the [`Budget`] lasts.
    #[default]
    Full,
}

/// How the two sides of a diff stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// One column: deleted lines above the added ones.
    #[default]
    Unified,
    /// Two columns: the old file left, the new one right.
    Split,
}

/// How a piece of code is shown and what is known of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CodeOptions<'a> {
    /// The language's name or an alias.
    pub language: Option<&'a str>,
    /// The file it is from; tells the language where that is not named.
    pub filename: Option<&'a str>,
    /// Whether it is coloured.
    pub colour: Colour,
}

/// How a diff is shown and what is known of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DiffOptions<'a> {
    /// The file it is about where the diff itself does not say (a bare hunk).
    pub filename: Option<&'a str>,
    /// How its sides stand.
    pub layout: Layout,
    /// Whether it is coloured.
    pub colour: Colour,
}

/// How much time is left for colouring: one for all pieces that are shown together, so that many slow pieces are no
/// slower than one. Only the time spent on colouring counts. What it no longer covers is plain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    left: Duration,
}

impl Budget {
    /// A budget of `time`.
    #[must_use]
    pub const fn new(time: Duration) -> Self {
        Self { left: time }
    }

    /// Whether nothing is left.
    #[must_use]
    pub const fn is_spent(&self) -> bool {
        self.left.is_zero()
    }

    /// Does `work` and takes the time it needed off; `None`, and nothing done, where nothing is left.
    pub(crate) fn spend<T>(&mut self, work: impl FnOnce() -> T) -> Option<T> {
        if self.is_spent() {
            return None;
        }
        let begun = Instant::now();
        let done = work();
        self.left = self.left.saturating_sub(begun.elapsed());
        Some(done)
    }
}

impl Default for Budget {
    /// Two seconds.
    fn default() -> Self {
        Self::new(Duration::from_secs(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_spent_is_gone_and_then_nothing_is_done() {
        let mut budget = Budget::new(Duration::from_nanos(1));
        assert_eq!(
            budget.spend(|| std::thread::sleep(Duration::from_micros(1))),
            Some(())
        );
        assert!(budget.is_spent());
        assert_eq!(budget.spend(|| unreachable!("nothing is left")), None::<()>);
    }
}
