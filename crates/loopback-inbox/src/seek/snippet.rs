//! The words around the first place where something was found, as one plain line.

use std::cmp::Reverse;
use std::ops::Range;

use loopback_contract::SnippetPart;
use loopback_rules::is_unseen;

use super::fold::fold_each;
use super::line::{line, shortened};
use super::{Folded, Term};

/// How many characters before the first hit are shown, at most.
const BEFORE: usize = 60;

/// How many characters are shown from the first hit on, unless the hit itself is longer.
const AFTER: usize = 180;

/// The line around the first hit in a text, with everything marked that was looked for.
pub(crate) fn snippet(terms: &[Term], text: &str) -> Vec<SnippetPart> {
    let folded = Folded::of(text);
    let first = terms.iter().filter_map(|term| term.first_in(&folded, 0));
    let Some(first) = first.min_by_key(|hit| (hit.start, Reverse(hit.end))) else {
        return whole(text);
    };
    let window = window(&folded.text, &first);
    let origins = Origins::of(text, &window);
    let mut parts = Parts::default();
    if window.start > 0 {
        parts.push("…", Mark::Around);
    }
    let mut from = window.start;
    for hit in hits(terms, &folded, &window) {
        parts.push(origins.slice(text, from..hit.start), Mark::Around);
        parts.push(origins.slice(text, hit.start..hit.end), Mark::Hit);
        from = hit.end;
    }
    parts.push(origins.slice(text, from..window.end), Mark::Around);
    if window.end < folded.text.trim_end().len() {
        parts.push("…", Mark::Around);
    }
    parts.made
}

/// The line of a text in which nothing was looked for.
pub(crate) fn whole(text: &str) -> Vec<SnippetPart> {
    vec![SnippetPart {
        text: shortened(line(text), BEFORE + AFTER),
        hit: false,
    }]
}

/// The part of a folded text that is shown: whole words, where there are blanks between them.
fn window(folded: &str, hit: &Range<usize>) -> Range<usize> {
    let (before, after) = (&folded[..hit.start], &folded[hit.start..]);
    let start = before.char_indices().rev().nth(BEFORE - 1);
    let start = start.map_or(0, |(at, _)| {
        before[at..].find(' ').map_or(at, |blank| at + blank + 1)
    });
    let end = after.char_indices().nth(AFTER);
    let end = end.map_or(folded.len(), |(at, _)| {
        let end = (hit.start + at).max(hit.end);
        let blank = folded[hit.end..end].rfind(' ');
        blank.map_or(end, |blank| hit.end + blank)
    });
    start..end
}

/// All that was looked for within the window, in order and without overlaps.
fn hits(terms: &[Term], folded: &Folded, window: &Range<usize>) -> Vec<Range<usize>> {
    let mut hits = Vec::new();
    for term in terms {
        let mut from = window.start;
        while let Some(hit) = term.first_in(folded, from)
            && hit.end <= window.end
        {
            from = hit.end;
            hits.push(hit);
        }
    }
    hits.sort_by_key(|hit| (hit.start, Reverse(hit.end)));
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(hits.len());
    for hit in hits {
        match apart.last_mut() {
            Some(last) if hit.start < last.end => last.end = last.end.max(hit.end),
            _ => apart.push(hit),
        }
    }
    apart
}

/// Where the characters of a window of the folded text come from.
struct Origins {
    /// The places of the characters in the folded text, and in the text itself.
    places: Vec<(usize, usize)>,
}

impl Origins {
    fn of(text: &str, window: &Range<usize>) -> Self {
        let mut places = Vec::with_capacity(window.len());
        let mut folded = 0;
        fold_each(text, |origin, c| {
            if (window.start..=window.end).contains(&folded) {
                places.push((folded, origin));
            }
            folded += c.len_utf8();
        });
        Self { places }
    }

    fn slice<'a>(&self, text: &'a str, range: Range<usize>) -> &'a str {
        &text[self.origin(text, range.start)..self.origin(text, range.end)]
    }

    fn origin(&self, text: &str, folded: usize) -> usize {
        let found = self
            .places
            .binary_search_by_key(&folded, |&(place, _)| place);
        found.map_or(text.len(), |at| self.places[at].1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Hit,
    Around,
}

/// Parts of a line in the making.
#[derive(Default)]
struct Parts {
    made: Vec<SnippetPart>,
    blank: bool,
}

impl Parts {
    fn push(&mut self, text: &str, mark: Mark) {
        // A blank within what was found belongs to it, and one before it does not.
        let mut blank_is = Mark::Around;
        for c in text.chars() {
            if c.is_whitespace() {
                self.blank = true;
            } else if !is_unseen(c) {
                if self.blank && !self.made.is_empty() {
                    self.put(' ', blank_is);
                }
                self.blank = false;
                self.put(c, mark);
                blank_is = mark;
            }
        }
    }

    fn put(&mut self, c: char, mark: Mark) {
        let hit = mark == Mark::Hit;
        match self.made.last_mut() {
            Some(last) if last.hit == hit => last.text.push(c),
            _ => self.made.push(SnippetPart {
                text: c.to_string(),
                hit,
            }),
        }
    }
}
