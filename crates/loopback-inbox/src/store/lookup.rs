//! What the indexes are asked for the terms of a query. They may propose too much, and never too little.

use crate::seek::{Last, Term, gram_of};

/// How many phrases one index is asked for; more would not leave fewer asks.
const MOST_PHRASES: usize = 32;

/// How many trigrams of one literal are looked up.
const MOST_GRAMS: usize = 16;

/// Expressions in the language of `FTS5`. There is none where nothing can be looked up.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Lookup {
    pub(crate) words: Option<String>,
    pub(crate) grams: Option<String>,
}

impl Lookup {
    pub(crate) fn of(terms: &[Term]) -> Self {
        let (mut words, mut grams) = (Vec::new(), Vec::new());
        for term in terms {
            match term {
                Term::Words { words: term, last } => words.push(phrase(term, *last)),
                Term::Literal(literal) => grams.extend(trigrams(literal)),
            }
        }
        Self {
            words: all(words),
            grams: all(grams),
        }
    }

    /// Whether there is nothing to look up.
    pub(crate) const fn is_empty(&self) -> bool {
        self.words.is_none() && self.grams.is_none()
    }
}

fn all(mut phrases: Vec<String>) -> Option<String> {
    phrases.sort_unstable();
    phrases.dedup();
    phrases.truncate(MOST_PHRASES);
    (!phrases.is_empty()).then(|| phrases.join(" AND "))
}

/// The words one after the other. They are letters and digits, which mean nothing to `FTS5`.
fn phrase(words: &[String], last: Last) -> String {
    let beginning = match last {
        Last::Whole => "",
        Last::Beginning => "*",
    };
    format!("\"{}\"{beginning}", words.join(" "))
}

/// Some of the trigrams of a literal, from all over it.
fn trigrams(literal: &str) -> Vec<String> {
    let quoted = |gram: String| format!("\"{}\"", gram.replace('"', "\"\""));
    let chars: Vec<char> = literal.chars().collect();
    let all = chars.windows(3);
    if all.len() == 0 {
        return gram_of(literal).map(quoted).into_iter().collect();
    }
    let step = all.len().div_ceil(MOST_GRAMS).max(1);
    all.step_by(step)
        .map(|gram| quoted(gram.iter().collect()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_mark_in_a_literal_ends_no_string() {
        assert_eq!(trigrams("a\"b"), ["\"a\"\"b\""]);
    }

    #[test]
    fn only_some_trigrams_of_a_long_literal_are_looked_up_and_none_of_a_short_one() {
        assert_eq!(trigrams("abcd"), ["\"abc\"", "\"bcd\""]);
        assert!(trigrams("ab").is_empty());
        assert_eq!(trigrams("->"), ["\"\u{e001}->\""]);
        assert_eq!(trigrams("🚀"), ["\"\u{e001}🚀\u{e001}\""]);
        let long = "abcdefghij".repeat(100);
        assert!((8..=MOST_GRAMS).contains(&trigrams(&long).len()));
    }
}
