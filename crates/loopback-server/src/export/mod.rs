//! Asks and decisions as markdown to take away, for a person or an agent to read.
//!
//! Pure. What somebody wrote stands in quotes and fences that it cannot break out of, or in one line with its markup
//! taken away, so that no text can pass for another's or for a turn that never was. No request is known here.

mod ask;
mod decisions;
pub mod ink;

use jiff::tz::TimeZone;
use loopback_contract::Timestamp;

pub(crate) use ask::ask;
pub(crate) use decisions::Days;

/// A moment as the person's clock shows it: `2026-11-30 17:03 +01:00`.
pub(crate) fn moment(at: Timestamp, zone: &TimeZone) -> String {
    written("%Y-%m-%d %H:%M %:z", at, zone)
}

fn written(form: &str, at: Timestamp, zone: &TimeZone) -> String {
    let local = at.to_jiff().to_zoned_datetime(zone.clone());
    local.strftime(form).to_string()
}

#[cfg(test)]
mod tests;
