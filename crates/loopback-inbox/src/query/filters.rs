//! What narrows a search down: whose asks, of which kind, how they ended, and when.

use jiff::tz::TimeZone;
use loopback_contract::{AskKind, Timestamp};
use loopback_rules::Refusal;

use super::parts::Key;
use super::{date, refusal};
use crate::seek::line;

/// What narrows a search down. Of several values for the same thing, any will do; none means all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Filters {
    /// Names of projects, in any case.
    pub(crate) projects: Vec<String>,
    /// How the names of agents begin, in any case.
    pub(crate) agents: Vec<String>,
    pub(crate) kinds: Vec<AskKind>,
    pub(crate) outcomes: Vec<&'static str>,
    /// The first moment that counts.
    pub(crate) from: Option<Timestamp>,
    /// The first moment that counts no more.
    pub(crate) until: Option<Timestamp>,
}

/// The outcomes a reply can have.
const OUTCOMES: [&str; 6] = [
    "answered",
    "approved",
    "changes_requested",
    "follow_up",
    "dismissed",
    "responded",
];

impl Filters {
    /// Whether they narrow anything down.
    pub(crate) fn narrow(&self) -> bool {
        *self != Self::default()
    }

    pub(super) fn add(&mut self, key: Key, value: &str, zone: &TimeZone) -> Result<(), Refusal> {
        match key {
            Key::Project => self.projects.push(name(key, value)?),
            Key::Agent => self.agents.push(name(key, value)?),
            Key::Kind => self
                .kinds
                .push(one_of(key, AskKind::ALL, AskKind::as_str, value)?),
            Key::Outcome => self
                .outcomes
                .push(one_of(key, &OUTCOMES, |known| known, value)?),
            // Of several dates the narrowest counts: any other would hold as well.
            Key::Before => {
                let until = date(key, value, zone)?;
                self.until = Some(self.until.map_or(until, |known| known.min(until)));
            }
            Key::After => {
                let from = date(key, value, zone)?;
                self.from = Some(self.from.map_or(from, |known| known.max(from)));
            }
        }
        Ok(())
    }
}

fn name(key: Key, value: &str) -> Result<String, Refusal> {
    let name = line(value);
    if name.is_empty() {
        return Err(refusal(format!(
            "{0}: needs a name, as in {0}:engine, or {0}:\"my engine\" if there are blanks in it.",
            key.name()
        )));
    }
    Ok(name)
}

fn one_of<T: Copy>(
    key: Key,
    all: &[T],
    word: impl Fn(T) -> &'static str,
    value: &str,
) -> Result<T, Refusal> {
    let found = all
        .iter()
        .copied()
        .find(|&known| word(known).eq_ignore_ascii_case(value));
    found.ok_or_else(|| {
        let words: Vec<_> = all.iter().map(|&known| word(known)).collect();
        let (last, others) = words.split_last().unwrap_or((&"", &[]));
        refusal(format!(
            "{}: must be {} or {last}.",
            key.name(),
            others.join(", ")
        ))
    })
}

fn date(key: Key, value: &str, zone: &TimeZone) -> Result<Timestamp, Refusal> {
    date::beginning(value, zone).ok_or_else(|| {
        refusal(format!(
            "{}: must be a date such as 2026-11-30, 2026-11 or 2026, or a moment such as 2026-11-30T17:03:33Z.",
            key.name()
        ))
    })
}
