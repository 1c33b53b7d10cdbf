//! Elements as they are opened and closed, with the lines of the source that they name.
//!
//! Owns the attributes of blocks. Which events open them is the writer's.

use std::fmt::Write as _;

use pulldown_cmark::{Alignment, BlockQuoteKind};

use super::frames::Origin;
use super::span::Span;
use super::writer::Writer;

impl Writer<'_> {
    /// Opens an element of markdown; within an image's description there are none.
    pub(crate) fn open(&mut self, tag: &'static str, attributes: &str) {
        if self.images == 0 {
            let written = self.frames.open(tag, attributes, Origin::Markdown);
            self.notes.nested_deep |= !written;
        }
    }

    /// Opens a block, which names its lines in the source unless the list item around it does.
    pub(crate) fn block(&mut self, tag: &'static str, attributes: &str, at: Option<Span>) {
        let lines = self.lines(at);
        self.open(tag, &format!("{attributes}{lines}"));
    }

    /// Opens a part of the block around it, which names its own lines.
    pub(crate) fn part(&mut self, tag: &'static str, at: Option<Span>) {
        let lines = at.map(Span::attributes).unwrap_or_default();
        let attributes = format!("{}{lines}", self.part_mark);
        self.frames.open_part(tag, &attributes, Origin::Markdown);
    }

    /// The attributes of a block at `at`, as they are to be written here.
    pub(crate) fn lines(&self, at: Option<Span>) -> String {
        at.filter(|_| self.has_own_lines())
            .map(Span::attributes)
            .unwrap_or_default()
    }

    /// Whether a block here names its lines: a list item and a footnote speak for what is directly in them.
    pub(crate) fn has_own_lines(&self) -> bool {
        match self.frames.innermost() {
            Some(tag) => tag != "li",
            None => self.outer.is_empty(),
        }
    }

    /// Closes the innermost element of markdown; says whether it had been written.
    pub(crate) fn close(&mut self) -> bool {
        if self.images > 0 {
            return true;
        }
        let written = self.frames.close();
        self.settle_links();
        written
    }

    pub(crate) fn alert(&mut self, kind: BlockQuoteKind, at: Option<Span>) {
        let (class, title) = match kind {
            BlockQuoteKind::Note => ("note", "Note"),
            BlockQuoteKind::Tip => ("tip", "Tip"),
            BlockQuoteKind::Important => ("important", "Important"),
            BlockQuoteKind::Warning => ("warning", "Warning"),
            BlockQuoteKind::Caution => ("caution", "Caution"),
        };
        self.block(
            "div",
            &format!(" class=\"lb-alert lb-alert-{class}\" role=\"note\""),
            at,
        );
        let _ = writeln!(
            self.frames.content(),
            "<p class=\"lb-alert-title\">{title}</p>"
        );
    }

    pub(crate) fn cell(&mut self) {
        let attributes = match self.columns.get(self.column) {
            Some(Alignment::Left) => " class=\"lb-left\"",
            Some(Alignment::Center) => " class=\"lb-center\"",
            Some(Alignment::Right) => " class=\"lb-right\"",
            Some(Alignment::None) | None => "",
        };
        self.column += 1;
        let tag = if self.in_table_head { "th" } else { "td" };
        self.frames.open_part(tag, attributes, Origin::Markdown);
    }
}

/// The tag of a heading lowered by `offset`.
pub(crate) fn heading(level: u8, offset: u8) -> &'static str {
    match level.saturating_add(offset) {
        0 | 1 => "h1",
        2 => "h2",
        3 => "h3",
        4 => "h4",
        5 => "h5",
        _ => "h6",
    }
}
