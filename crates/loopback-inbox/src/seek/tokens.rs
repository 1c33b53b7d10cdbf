//! The words of a folded text: runs of letters and digits, and in scripts that write no blanks between
//! words every character by itself.

use std::ops::Range;

use super::{Folded, Last};

/// The words, in order.
pub(crate) fn tokens(folded: &str) -> impl Iterator<Item = &str> {
    let mut rest = folded;
    std::iter::from_fn(move || {
        let start = rest.find(is_token)?;
        rest = &rest[start..];
        let (token, after) = rest.split_at(end_of_token(rest));
        rest = after;
        Some(token)
    })
}

/// Whether a character belongs to a word.
pub(crate) fn is_token(c: char) -> bool {
    c.is_alphanumeric()
}

/// Where words that follow each other stand first, from a place on.
pub(super) fn first(
    words: &[String],
    last: Last,
    folded: &Folded,
    from: usize,
) -> Option<Range<usize>> {
    let (head, tail) = words.split_first()?;
    let mut from = from;
    loop {
        let start = from + folded.text.get(from..)?.find(head.as_str())?;
        if is_boundary(folded, start)
            && let Some(end) = follow(head, tail, last, folded, start)
        {
            return Some(start..end);
        }
        from = start + folded.text[start..].chars().next()?.len_utf8();
    }
}

/// The end of the words, if they stand at `start`.
fn follow(head: &str, tail: &[String], last: Last, folded: &Folded, start: usize) -> Option<usize> {
    let mut end = start + head.len();
    for word in tail {
        if !is_boundary(folded, end) {
            return None;
        }
        let rest = &folded.text[end..];
        let start = end + rest.find(is_token)?;
        if !folded.text[start..].starts_with(word.as_str()) {
            return None;
        }
        end = start + word.len();
    }
    (last == Last::Beginning || is_boundary(folded, end)).then_some(end)
}

fn end_of_token(from_token: &str) -> usize {
    let mut chars = from_token.char_indices();
    if chars.next().is_some_and(|(_, c)| stands_alone(c)) {
        return chars.next().map_or(from_token.len(), |(at, _)| at);
    }
    from_token
        .find(|c| !is_token(c) || stands_alone(c))
        .unwrap_or(from_token.len())
}

/// Whether no word, or no part of a name, goes on across this place.
fn is_boundary(folded: &Folded, at: usize) -> bool {
    let text = &folded.text;
    let (Some(before), Some(after)) = (text[..at].chars().next_back(), text[at..].chars().next())
    else {
        return true;
    };
    !(is_token(before) && is_token(after))
        || stands_alone(before)
        || stands_alone(after)
        || folded.is_hump(at)
}

/// Thai, Lao, Myanmar, Khmer, Hangul, kana and Han.
fn stands_alone(c: char) -> bool {
    matches!(c,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1100}'..='\u{11ff}' | '\u{1780}'..='\u{17ff}'
        | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3100}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{a960}'..='\u{a97f}'
        | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}'
        | '\u{20000}'..='\u{3ffff}')
}
