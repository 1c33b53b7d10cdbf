//! The log of the person's replies, by day.

use jiff::tz::TimeZone;
use loopback_contract::Decision;

use super::ink::inline;
use super::written;

/// Writes the log piece by piece, so that it never has to be there as a whole.
#[derive(Debug)]
pub(crate) struct Days {
    zone: TimeZone,
    day: String,
}

impl Days {
    pub(crate) fn new(zone: TimeZone) -> Self {
        Self {
            zone,
            day: String::new(),
        }
    }

    /// The next line, with its day above it if that is another than before.
    pub(crate) fn line(&mut self, decision: &Decision) -> String {
        let day = written("%Y-%m-%d", decision.at, &self.zone);
        let heading = if day == self.day {
            String::new()
        } else {
            format!("\n## {day}\n\n")
        };
        self.day = day;
        let time = written("%H:%M", decision.at, &self.zone);
        let project = decision
            .project
            .as_deref()
            .map(|project| format!(" {}:", inline(project)));
        let outcome = decision.outcome.replace('_', " ");
        let colon = if decision.answer.is_empty() { "" } else { ": " };
        format!(
            "{heading}- {time}{} {} → **{}**{colon}{}\n",
            project.unwrap_or_default(),
            inline(&decision.title),
            inline(&outcome),
            inline(&decision.answer),
        )
    }
}
