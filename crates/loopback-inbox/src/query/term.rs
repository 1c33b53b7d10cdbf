//! What has to be there for a word or a quoted text. There is nothing if it has no character that is seen.

use crate::seek::{Last, Term, fold, is_token, tokens};

/// The shortest literal of which the index of trigrams knows anything.
const SHORTEST: usize = 3;

/// A plain word is looked for as one. Whatever else is written without blanks is part of a path or an
/// identifier, and is found in the middle of one too.
pub(super) fn of_word(word: &str, last: Last) -> Vec<Term> {
    let spoken = word.trim_end_matches([',', ';', ':', '.', '!', '?', '…']);
    let word = if spoken.is_empty() { word } else { spoken };
    let folded = fold(word);
    if is_camel_case(word) || !folded.chars().all(is_token) {
        return literal(&folded);
    }
    words(&folded, last)
}

/// What a quoted text looks for: its words one after the other, and their punctuation if it has any.
pub(super) fn of_quoted(text: &str, last: Last) -> Vec<Term> {
    let folded = fold(text);
    let folded = folded.trim();
    if folded.chars().all(|c| c == ' ' || is_token(c)) {
        return words(folded, last);
    }
    literal(folded)
}

fn words(folded: &str, last: Last) -> Vec<Term> {
    let words: Vec<_> = tokens(folded).map(str::to_owned).collect();
    if words.is_empty() {
        return Vec::new();
    }
    vec![Term::Words { words, last }]
}

fn literal(folded: &str) -> Vec<Term> {
    let mut terms = Vec::new();
    if folded.chars().count() < SHORTEST {
        // A short one is looked up by its words: `c#` by `c`.
        terms.extend(words(folded, Last::Whole));
    }
    if !folded.is_empty() {
        terms.push(Term::Literal(folded.to_owned()));
    }
    terms
}

/// Whether a capital follows a small letter, as in `camelCase` and `PascalCase`.
fn is_camel_case(word: &str) -> bool {
    let mut after_small = false;
    word.chars().any(|c| {
        let found = after_small && c.is_uppercase();
        after_small = c.is_lowercase();
        found
    })
}
