//! Signs that are no words, emoji among them, for an index that knows nothing shorter than three characters.

use std::collections::BTreeSet;

use super::is_token;

/// Stands before what is looked up alone or in a pair. No text has this character, and no trigram of one either.
const ALONE: char = '\u{e001}';

/// The trigram by which one or two characters are found of which one at least is a sign.
pub(crate) fn gram_of(few: &str) -> Option<String> {
    let mut chars = few.chars();
    let (first, second, none) = (chars.next()?, chars.next(), chars.next());
    let has_sign = is_sign(first) || second.is_some_and(is_sign);
    (none.is_none() && has_sign).then(|| {
        [ALONE, first, second.unwrap_or(ALONE)]
            .into_iter()
            .collect()
    })
}

/// The trigrams of all signs in a folded text, alone and with what stands beside them.
pub(crate) fn signs(folded: &str, into: &mut BTreeSet<[char; 3]>) {
    let mut before = ' ';
    for c in folded.chars() {
        if is_sign(c) {
            into.insert([ALONE, c, ALONE]);
        }
        if before != ' ' && c != ' ' && (is_sign(before) || is_sign(c)) {
            into.insert([ALONE, before, c]);
        }
        before = c;
    }
}

fn is_sign(c: char) -> bool {
    c != ' ' && !is_token(c)
}
