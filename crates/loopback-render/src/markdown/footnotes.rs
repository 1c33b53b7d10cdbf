//! Footnotes: numbered as they are first referred to, gathered at the end.
//!
//! Owns their numbers and ids. No label of the input becomes part of an id.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::span::Span;

/// The footnotes of one text.
#[derive(Debug)]
pub(crate) struct Footnotes {
    prefix: String,
    /// By label: the number, and how often it was referred to by a link.
    numbers: HashMap<String, (usize, usize)>,
    /// By number, from 1.
    bodies: Vec<Option<Body>>,
    /// How many references are links.
    linked: usize,
}

/// The most references of one text that are links. A link is thirty times as long as what it is written as.
const LINKED_AT_MOST: usize = 1_000;

/// What a definition holds, and where it stands in the source.
#[derive(Debug, Default)]
struct Body {
    html: String,
    at: Option<Span>,
}

impl Footnotes {
    pub(crate) fn new(prefix: &str) -> Self {
        Self {
            prefix: prefix
                .chars()
                .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
                .collect(),
            numbers: HashMap::new(),
            bodies: Vec::new(),
            linked: 0,
        }
    }

    /// Writes a reference; `linked` tells whether it may be a link here.
    pub(crate) fn push_reference(&mut self, out: &mut String, label: &str, linked: Linked) {
        let number = self.number(label);
        if linked == Linked::No || self.linked == LINKED_AT_MOST {
            let _ = write!(out, "<sup>{number}</sup>");
            return;
        }
        self.linked += 1;
        let times = self
            .numbers
            .get_mut(&label.to_lowercase())
            .map_or(1, |(_, times)| {
                *times += 1;
                *times
            });
        let prefix = &self.prefix;
        let _ = write!(
            out,
            "<sup><a class=\"lb-note-ref\" href=\"#{prefix}-fn-{number}\" id=\"{prefix}-ref-{number}-{times}\">\
             {number}</a></sup>"
        );
    }

    /// Takes in a definition. Of two with one label the first counts, and the other's text is added to it.
    pub(crate) fn define(&mut self, label: &str, html: &str, at: Option<Span>) {
        let number = self.number(label);
        let body = self.bodies[number - 1].get_or_insert_default();
        body.html.push_str(html);
        body.at = body.at.or(at);
    }

    /// Writes the definitions, those nobody refers to as well.
    pub(crate) fn push_all(&self, out: &mut String) {
        if self.bodies.iter().all(Option::is_none) {
            return;
        }
        let prefix = &self.prefix;
        let referred: HashMap<usize, usize> = self.numbers.values().copied().collect();
        out.push_str("<section class=\"lb-notes\"><ol>");
        for (index, body) in self.bodies.iter().enumerate() {
            let number = index + 1;
            let at = body.as_ref().and_then(|body| body.at);
            let lines = at.map(Span::attributes).unwrap_or_default();
            let _ = write!(out, "<li id=\"{prefix}-fn-{number}\"{lines}>");
            out.push_str(body.as_ref().map_or("", |body| &body.html));
            if referred.get(&number).is_some_and(|times| *times > 0) {
                let _ = write!(
                    out,
                    " <a class=\"lb-note-back\" href=\"#{prefix}-ref-{number}-1\" aria-label=\"Back to note {number}\">\
                     ↩</a>"
                );
            }
            out.push_str("</li>");
        }
        out.push_str("</ol></section>\n");
    }

    fn number(&mut self, label: &str) -> usize {
        let label = &label.to_lowercase();
        if let Some((number, _)) = self.numbers.get(label) {
            return *number;
        }
        self.bodies.push(None);
        let number = self.bodies.len();
        self.numbers.insert(label.clone(), (number, 0));
        number
    }
}

/// Whether a reference may be a link; within a link it may not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Linked {
    Yes,
    No,
}
