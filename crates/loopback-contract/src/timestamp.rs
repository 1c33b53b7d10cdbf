//! Moments as the contract writes them: UTC in whole milliseconds.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A moment in UTC, in whole milliseconds.
///
/// Finer fractions of what is read are cut off, so a moment survives every trip through a message or
/// the database, and two that look the same are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(jiff::Timestamp);

impl Timestamp {
    /// The moment so many milliseconds after 1970 began; `None` beyond the year 9999 or before -9999.
    #[must_use]
    pub fn from_millisecond(millisecond: i64) -> Option<Self> {
        jiff::Timestamp::from_millisecond(millisecond)
            .ok()
            .map(Self)
    }

    /// Milliseconds since 1970 began.
    #[must_use]
    pub fn as_millisecond(self) -> i64 {
        self.0.as_millisecond()
    }

    /// The moment so many milliseconds later; the last or first moment there is, if that is beyond it.
    #[must_use]
    pub fn plus_ms(self, milliseconds: i64) -> Self {
        let limit = if milliseconds < 0 {
            jiff::Timestamp::MIN
        } else {
            jiff::Timestamp::MAX
        };
        let sum = self.as_millisecond().checked_add(milliseconds);
        sum.and_then(Self::from_millisecond)
            .unwrap_or_else(|| Self::from(limit))
    }

    /// Milliseconds from `earlier` to this moment; negative if that is later.
    #[must_use]
    pub fn ms_since(self, earlier: Self) -> i64 {
        self.as_millisecond() - earlier.as_millisecond()
    }

    /// The same moment for calendars and time zones.
    #[must_use]
    pub const fn to_jiff(self) -> jiff::Timestamp {
        self.0
    }
}

impl From<jiff::Timestamp> for Timestamp {
    fn from(moment: jiff::Timestamp) -> Self {
        // Floored, as the clock only ever reaches a millisecond after it began.
        let whole = moment.as_nanosecond().div_euclid(1_000_000);
        let floored = i64::try_from(whole)
            .ok()
            .and_then(|millisecond| jiff::Timestamp::from_millisecond(millisecond).ok());
        Self(floored.unwrap_or(moment))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.0)
    }
}

impl FromStr for Timestamp {
    type Err = jiff::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse::<jiff::Timestamp>().map(Self::from)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        jiff::Timestamp::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn a_moment_is_written_with_three_digits_of_fraction() {
        assert_eq!(
            moment("2026-11-30T17:03:33Z").to_string(),
            "2026-11-30T17:03:33.000Z"
        );
        assert_eq!(
            moment("2026-11-30T18:03:33.1204+01:00").to_string(),
            "2026-11-30T17:03:33.120Z"
        );
    }

    #[test]
    fn a_moment_read_is_the_moment_written() {
        for millisecond in [0, 1, -1, 999, 1_796_058_213_123, -62_135_596_800_000] {
            let written = Timestamp::from_millisecond(millisecond).unwrap();
            assert_eq!(moment(&written.to_string()), written);
        }
    }

    #[test]
    fn a_finer_fraction_is_cut_off_before_1970_too() {
        assert_eq!(
            moment("2026-11-30T17:03:33.1239Z"),
            moment("2026-11-30T17:03:33.123Z")
        );
        assert_eq!(moment("1969-12-31T23:59:59.9999Z").as_millisecond(), -1);
    }

    #[test]
    fn adding_milliseconds_stops_at_the_last_moment_there_is() {
        let moment = moment("2026-11-30T17:03:33.123Z");
        assert_eq!(moment.plus_ms(877).to_string(), "2026-11-30T17:03:34.000Z");
        assert_eq!(moment.plus_ms(60_000).ms_since(moment), 60_000);
        assert!(moment.plus_ms(i64::MAX) > moment);
        assert!(moment.plus_ms(i64::MIN) < moment);
    }
}
