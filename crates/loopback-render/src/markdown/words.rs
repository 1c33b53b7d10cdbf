//! Which words within a block stayed, which went and which came.
//!
//! Owns what counts as a word, and the comparison of two rows of events. How the outcome is shown is not known here.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};
use similar::{DiffOp, DiffableStr as _};

use crate::compare::compare;

use super::bare::bare;
use super::pairs::Effort;

/// Something a reader sees: a word, a blank, a piece of code.
#[derive(Debug)]
pub(crate) struct Token<'e> {
    pub(crate) said: Said<'e>,
    pub(crate) style: Style,
    /// The events that say it.
    pub(crate) events: Range<usize>,
    /// Which part of a text event says it.
    pub(crate) part: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Said<'e> {
    Word(&'e str),
    /// A blank or the end of a line in the source.
    Blank,
    Break,
    Code(&'e str),
    Html(&'e str),
    Note(&'e str),
    Task(bool),
    Image(&'e str, String),
    /// Where the link that ends here leads.
    Target(&'e str),
}

/// The elements around a word that change how it looks.
pub(crate) const EMPHASIS: usize = 0;
pub(crate) const STRONG: usize = 1;
pub(crate) const STRUCK: usize = 2;
const LINK: usize = 3;

/// Which of them are around a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Style(pub(crate) [bool; 4]);

/// How many of each are open.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Open([usize; 4]);

impl Open {
    pub(crate) fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(Tag::Emphasis) => self.0[EMPHASIS] += 1,
            Event::Start(Tag::Strong) => self.0[STRONG] += 1,
            Event::Start(Tag::Strikethrough) => self.0[STRUCK] += 1,
            Event::Start(Tag::Link { .. }) => self.0[LINK] += 1,
            Event::End(TagEnd::Emphasis) => self.less(EMPHASIS),
            Event::End(TagEnd::Strong) => self.less(STRONG),
            Event::End(TagEnd::Strikethrough) => self.less(STRUCK),
            Event::End(TagEnd::Link) => self.less(LINK),
            _ => {}
        }
    }

    fn less(&mut self, element: usize) {
        self.0[element] = self.0[element].saturating_sub(1);
    }

    pub(crate) fn style(&self) -> Style {
        Style(self.0.map(|count| count > 0))
    }
}

/// What a reader sees of `events`, in order.
pub(crate) fn tokens<'e>(events: &'e [Event<'_>]) -> Vec<Token<'e>> {
    let mut tokens = Vec::new();
    let mut open = Open::default();
    let mut targets = Vec::new();
    let mut at = 0;
    while let Some(event) = events.get(at) {
        let mut end = at + 1;
        open.take(event);
        let said = match event {
            Event::Text(text) => {
                push_words(&mut tokens, text, at, open.style());
                None
            }
            Event::SoftBreak => Some(Said::Blank),
            Event::HardBreak => Some(Said::Break),
            Event::Code(code) => Some(Said::Code(code)),
            Event::Html(html) | Event::InlineHtml(html) => Some(Said::Html(html)),
            Event::FootnoteReference(label) => Some(Said::Note(label)),
            Event::TaskListMarker(done) => Some(Said::Task(*done)),
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                ..
            }) => {
                let is_seen = matches!(link_type, LinkType::Autolink | LinkType::Email);
                targets.push((!is_seen).then_some(&**dest_url));
                None
            }
            Event::End(TagEnd::Link) => targets.pop().flatten().map(Said::Target),
            Event::Start(Tag::Image { dest_url, .. }) => {
                let (words, after) = description(events, at);
                end = after;
                Some(Said::Image(dest_url, words))
            }
            _ => None,
        };
        if let Some(said) = said {
            tokens.push(Token {
                said,
                style: open.style(),
                events: at..end,
                part: 0..0,
            });
        }
        at = end;
    }
    tokens
}

/// The words of the image that begins at `start`, and where the events after it begin.
fn description(events: &[Event<'_>], start: usize) -> (String, usize) {
    let mut words = String::new();
    let mut open = 0_usize;
    for (offset, event) in events[start..].iter().enumerate() {
        match event {
            Event::Start(Tag::Image { .. }) => open += 1,
            Event::End(TagEnd::Image) => open -= 1,
            Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) => {
                words.push_str(text);
            }
            Event::SoftBreak | Event::HardBreak => words.push(' '),
            _ => {}
        }
        if open == 0 {
            return (words, start + offset + 1);
        }
    }
    (words, events.len())
}

/// The words of a text; an address is one word, for a link cannot change within.
fn push_words<'e>(tokens: &mut Vec<Token<'e>>, text: &'e str, event: usize, style: Style) {
    let mut parts = Vec::new();
    let mut at = 0;
    for address in bare(text) {
        push_parts(&mut parts, text, at..address.at.start);
        at = address.at.end;
        parts.push(address.at);
    }
    push_parts(&mut parts, text, at..text.len());
    tokens.extend(parts.into_iter().map(|part| {
        let word = &text[part.clone()];
        Token {
            said: if word.trim().is_empty() {
                Said::Blank
            } else {
                Said::Word(word)
            },
            style,
            events: event..event + 1,
            part,
        }
    }));
}

fn push_parts(parts: &mut Vec<Range<usize>>, text: &str, range: Range<usize>) {
    let mut at = range.start;
    for word in text[range].tokenize_unicode_words() {
        parts.push(at..at + word.len());
        at += word.len();
    }
}

/// A run of tokens that stayed, or of old ones that gave way to new ones.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) old: Range<usize>,
    pub(crate) new: Range<usize>,
    pub(crate) same: bool,
}

/// Tokens of both sides that are compared; a block of more is a block of data.
const COMPARED_AT_MOST: usize = 20_000;

/// What stayed and what changed from `old` to `new`, in order and without gaps.
pub(crate) fn runs(old: &[Token<'_>], new: &[Token<'_>], effort: &mut Effort) -> Vec<Run> {
    let whole = || {
        vec![Run {
            old: 0..old.len(),
            new: 0..new.len(),
            same: false,
        }]
    };
    let count = old.len() + new.len();
    if count > COMPARED_AT_MOST || !effort.spend(count * 16) {
        return whole();
    }
    let mut runs: Vec<Run> = compare(&keys(old), &keys(new))
        .into_iter()
        .map(|op| Run {
            old: op.old_range(),
            new: op.new_range(),
            same: matches!(op, DiffOp::Equal { .. }),
        })
        .collect();
    // A blank between two changes is read as part of them.
    for at in 1..runs.len().saturating_sub(1) {
        let blank = new[runs[at].new.clone()]
            .iter()
            .all(|token| token.said == Said::Blank);
        runs[at].same &= !blank || runs[at - 1].same || runs[at + 1].same;
    }
    let runs = joined(runs);
    let weight = |tokens: &[Token<'_>]| tokens.iter().map(Token::weight).sum::<usize>();
    let stayed: usize = runs
        .iter()
        .filter(|run| run.same)
        .map(|run| weight(&new[run.new.clone()]))
        .sum();
    // Single words that happen to be in both do not make it the same sentence.
    if stayed * 6 < weight(old).min(weight(new)) {
        return whole();
    }
    runs
}

/// What makes two tokens the same.
fn keys<'t>(tokens: &'t [Token<'_>]) -> Vec<(&'t Said<'t>, Style)> {
    tokens
        .iter()
        .map(|token| (&token.said, token.style))
        .collect()
}

fn joined(runs: Vec<Run>) -> Vec<Run> {
    let mut joined: Vec<Run> = Vec::new();
    for run in runs {
        match joined.last_mut() {
            Some(last) if last.same == run.same => {
                last.old.end = run.old.end;
                last.new.end = run.new.end;
            }
            _ => joined.push(run),
        }
    }
    joined
}

impl Token<'_> {
    fn weight(&self) -> usize {
        match &self.said {
            Said::Word(text) | Said::Code(text) | Said::Image(text, _) => text.len(),
            _ => 0,
        }
    }
}
