//! Looking for words in what was written, and the line in which they are shown.
//!
//! Pure: texts in, places out. What a person types is `query`'s business, and where the texts come from
//! is the store's. The index in the database only proposes; what is found is decided here.

mod fold;
mod line;
mod signs;
mod snippet;
mod texts;
mod tokens;

use std::ops::Range;

use loopback_contract::SearchField;

pub(crate) use fold::{Folded, fold};
pub(crate) use line::{line, shortened};
pub(crate) use signs::{gram_of, signs};
pub(crate) use snippet::{snippet, whole};
pub(crate) use texts::texts;
pub(crate) use tokens::{is_token, tokens};

/// Something that has to be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Term {
    /// Words that follow each other, whatever stands between them that is no word, or parts of a name in
    /// `camelCase`. All are folded.
    Words {
        /// The words, of which there is one at least.
        words: Vec<String>,
        /// How much of the last one is known.
        last: Last,
    },
    /// Characters as they stand, though folded: part of a path or an identifier, or words together with
    /// their punctuation.
    Literal(String),
}

/// How much of the last word of a term is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Last {
    /// All of it.
    Whole,
    /// How it begins.
    Beginning,
}

/// The text in which terms were found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found<'a> {
    pub(crate) field: SearchField,
    pub(crate) text: &'a str,
}

/// Looks for all terms in the texts, taken together. The text that is told is the one that holds most of
/// them, and of those the first. There has to be a term.
pub(crate) fn seek<'a>(
    terms: &[Term],
    texts: impl IntoIterator<Item = (SearchField, &'a str)>,
) -> Option<Found<'a>> {
    let mut missing: Vec<&Term> = terms.iter().collect();
    let mut best: Option<(usize, Found<'a>)> = None;
    for (field, text) in texts {
        let folded = Folded::of(text);
        let there = |term: &&Term| term.first_in(&folded, 0).is_some();
        let held = terms.iter().filter(|term| there(term)).count();
        missing.retain(|term| !there(term));
        if held > best.as_ref().map_or(0, |(most, _)| *most) {
            best = Some((held, Found { field, text }));
        }
        if missing.is_empty() {
            break;
        }
    }
    best.filter(|_| missing.is_empty()).map(|(_, found)| found)
}

impl Term {
    /// Where it stands first in a folded text, from a place on.
    pub(crate) fn first_in(&self, folded: &Folded, from: usize) -> Option<Range<usize>> {
        match self {
            Self::Words { words, last } => tokens::first(words, *last, folded, from),
            Self::Literal(literal) => {
                let start = from + folded.text.get(from..)?.find(literal.as_str())?;
                Some(start..start + literal.len())
            }
        }
    }
}

#[cfg(test)]
mod tests;
