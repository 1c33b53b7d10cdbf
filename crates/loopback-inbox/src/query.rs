//! What a person types to find asks and decisions, taken apart.
//!
//! Owns the words of the query language and what each means. Pure: the time zone in which dates are
//! meant is handed in, and how anything is found is not known here.

mod date;
mod filters;
mod parts;
mod term;

use jiff::tz::TimeZone;
use loopback_rules::{Refusal, RefusalKind};

use crate::seek::{Last, Term};
use parts::{Part, Quote};

pub(crate) use filters::Filters;

/// What is looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Query {
    /// All of these have to be there.
    pub(crate) terms: Vec<Term>,
    /// And all of these have to hold.
    pub(crate) filters: Filters,
}

impl Query {
    /// Takes apart what was typed. Days begin in `zone`.
    ///
    /// # Errors
    ///
    /// `search.query` (422), whose words begin with the part that is to blame and never repeat its value.
    pub(crate) fn parse(typed: &str, zone: &TimeZone) -> Result<Self, Refusal> {
        let mut query = Self::default();
        let parts = parts::parts(typed);
        let last = parts
            .iter()
            .rposition(|part| !matches!(part, Part::Filter(..)));
        for (index, part) in parts.into_iter().enumerate() {
            let going_on = last == Some(index) && !typed.ends_with(char::is_whitespace);
            let word_is = if going_on {
                Last::Beginning
            } else {
                Last::Whole
            };
            let term = match part {
                Part::Filter(key, value) => {
                    query.filters.add(key, value, zone)?;
                    continue;
                }
                Part::Word(word) => term::of_word(word, word_is),
                Part::Quoted(text, Quote::Open) => term::of_quoted(text, word_is),
                Part::Quoted(text, Quote::Closed) => term::of_quoted(text, Last::Whole),
            };
            query.terms.extend(term);
        }
        let mut terms = Vec::with_capacity(query.terms.len());
        for term in query.terms {
            if !terms.contains(&term) {
                terms.push(term);
            }
        }
        query.terms = terms;
        Ok(query)
    }
}

/// The refusal of a query for one of its parts.
pub(crate) fn refusal(words: impl Into<String>) -> Refusal {
    Refusal {
        kind: RefusalKind::Unfit,
        code: "search.query",
        message: words.into(),
    }
}

#[cfg(test)]
mod tests;
