//! A block's words with what came and what went among them.
//!
//! Owns where a removed word stands. The new version is the frame: what was removed is put into it as words, with the
//! emphasis it had, so that whatever changed the markup stays whole.

use pulldown_cmark::{Event, Tag};

use super::links::Target;
use super::marks::Mark;
use super::pairs::Effort;
use super::words::{EMPHASIS, Open, STRONG, STRUCK, Said, Style, Token, runs, tokens};
use super::writer::Writer;

/// Writes the words of `new` with what was removed of `old`, both marked.
pub(crate) fn push_merged(
    writer: &mut Writer<'_>,
    old: &[Event<'_>],
    new: &[Event<'_>],
    effort: &mut Effort,
) {
    let (old_tokens, new_tokens) = (tokens(old), tokens(new));
    let mut walk = Walk {
        writer,
        events: new,
        next: 0,
        open: Open::default(),
    };
    for run in runs(&old_tokens, &new_tokens, effort) {
        if !run.same {
            let until = new_tokens
                .get(run.new.start)
                .map_or(new.len(), |token| match token.said {
                    // Where a link led is said after the link.
                    Said::Target(_) => token.events.end,
                    _ => token.events.start,
                });
            walk.gone(&old_tokens[run.old], until);
            walk.writer.mark(Some(Mark::Inserted));
        }
        for token in &new_tokens[run.new] {
            walk.token(token, run.same);
        }
        walk.writer.mark(None);
    }
    walk.go_to(new.len());
}

/// Goes through the new events, writing them.
struct Walk<'w, 'b, 'e> {
    writer: &'w mut Writer<'b>,
    events: &'e [Event<'e>],
    /// The first event that is not yet written, or not wholly.
    next: usize,
    open: Open,
}

impl Walk<'_, '_, '_> {
    /// Writes the events before number `at`: they open and close elements and say nothing.
    fn go_to(&mut self, at: usize) {
        while self.next < at {
            let event = self.events[self.next].clone();
            self.open.take(&event);
            self.writer.event(event, None);
            self.next += 1;
        }
    }

    fn token(&mut self, token: &Token<'_>, same: bool) {
        self.go_to(token.events.start);
        if let Some(Event::Text(text)) = self.events.get(token.events.start) {
            let part = &text[token.part.clone()];
            let ends = token.part.end == text.len();
            self.writer.event(Event::Text(part.into()), None);
            self.next += usize::from(ends);
            return;
        }
        self.go_to(token.events.end);
        if let (false, Said::Target(address)) = (same, &token.said)
            && Target::read(address).is_some()
        {
            self.writer.target(address);
        }
    }

    /// Writes what was removed here, before event `until`: where the emphasis is as it was, if there is such a place.
    fn gone(&mut self, tokens: &[Token<'_>], until: usize) {
        let Some(first) = tokens.first() else {
            return;
        };
        if let Some(place) = self.place(first.style, until) {
            self.go_to(place);
        }
        let around = self.open.style();
        self.writer.mark(Some(Mark::Gone));
        for piece in tokens.chunk_by(|a, b| a.style == b.style) {
            let style = piece[0].style;
            let elements: Vec<Tag<'_>> = [
                (EMPHASIS, Tag::Emphasis),
                (STRONG, Tag::Strong),
                (STRUCK, Tag::Strikethrough),
            ]
            .into_iter()
            .filter(|(element, _)| style.0[*element] && !around.0[*element])
            .map(|(_, tag)| tag)
            .collect();
            for tag in &elements {
                self.writer.event(Event::Start(tag.clone()), None);
            }
            for token in piece {
                match &token.said {
                    Said::Target(address) => self.writer.target(address),
                    said => self.writer.event(said.as_gone(), None),
                }
            }
            for tag in elements.iter().rev() {
                self.writer.event(Event::End(tag.to_end()), None);
            }
        }
        self.writer.mark(None);
    }

    /// The first place from here to event `until` where what is open looks like `style`.
    fn place(&self, style: Style, until: usize) -> Option<usize> {
        let mut open = self.open;
        for at in self.next..=until {
            if open.style() == style {
                return Some(at);
            }
            open.take(self.events.get(at)?);
        }
        None
    }
}

impl Said<'_> {
    /// As an event that shows it without doing anything.
    fn as_gone(&self) -> Event<'static> {
        match self {
            Self::Word(text) | Self::Html(text) => Event::Text((*text).to_owned().into()),
            Self::Blank | Self::Break => Event::Text(" ".into()),
            Self::Code(code) => Event::Code((*code).to_owned().into()),
            Self::Note(label) => Event::Text(format!("[^{label}]").into()),
            Self::Task(done) => Event::TaskListMarker(*done),
            Self::Image(address, words) => Event::Text(format!("{words} ({address})").into()),
            Self::Target(address) => Event::Text(format!(" ({address})").into()),
        }
    }
}
