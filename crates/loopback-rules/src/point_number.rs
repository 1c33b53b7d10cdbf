//! The number of a point of a briefing: `3`, `3.1`, `3.1.2`.
//!
//! Numbers only; what a point says and what has become of it stands elsewhere.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// How many levels of points a briefing may have.
pub const MAX_LEVELS: usize = 3;

/// The number of a point. Numbers sort as a reader meets them: `2`, `2.1`, `2.1.1`, `2.2`, `10`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointNumber {
    /// One part for each level, counted from 1. Levels that are not used are 0.
    parts: [u16; MAX_LEVELS],
}

/// That a text is no number of a point, in the one way such numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not the number of a point")]
pub struct NotAPointNumber;

impl PointNumber {
    /// The number of the `n`th point at the top, counted from 1.
    pub(crate) fn top(n: u16) -> Self {
        Self { parts: [n, 0, 0] }
    }

    /// The number of the `n`th point beneath this one, counted from 1. On the last level there is none.
    pub(crate) fn child(self, n: u16) -> Option<Self> {
        let mut parts = self.parts;
        *parts.get_mut(self.level())? = n;
        Some(Self { parts })
    }

    /// The level the point stands on: 1 at the top, [`MAX_LEVELS`] at most.
    #[must_use]
    pub fn level(self) -> usize {
        self.parts.iter().take_while(|&&part| part > 0).count()
    }

    /// The number of the point this one stands beneath, if any.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        if self.level() < 2 {
            return None;
        }
        let mut parts = self.parts;
        parts[self.level() - 1] = 0;
        Some(Self { parts })
    }

    /// This number and every number beneath it.
    pub(crate) fn with_all_beneath(self) -> RangeInclusive<Self> {
        let mut last = self.parts;
        last[self.level()..].fill(u16::MAX);
        self..=Self { parts: last }
    }

    /// The last part of the number: 2 for `3.1.2`.
    pub(crate) fn last_part(self) -> u16 {
        self.parts[self.level() - 1]
    }
}

impl fmt::Display for PointNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.parts[0])?;
        for part in &self.parts[1..self.level()] {
            write!(f, ".{part}")?;
        }
        Ok(())
    }
}

impl FromStr for PointNumber {
    type Err = NotAPointNumber;

    /// Reads a number only in the form it is shown in: no signs, no spaces, no leading zeros. Two
    /// different texts are thus never the same point.
    fn from_str(text: &str) -> Result<Self, NotAPointNumber> {
        let mut parts = [0; MAX_LEVELS];
        for (level, part) in text.split('.').enumerate() {
            let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            if !digits || part.starts_with('0') {
                return Err(NotAPointNumber);
            }
            *parts.get_mut(level).ok_or(NotAPointNumber)? =
                part.parse().map_err(|_| NotAPointNumber)?;
        }
        Ok(Self { parts })
    }
}
