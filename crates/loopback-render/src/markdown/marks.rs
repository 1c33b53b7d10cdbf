//! How changes are marked: words and blocks that came or went.
//!
//! Owns the markup of that. Which ones they are is found elsewhere.

use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use crate::code::push_code_changes;
use crate::options::{CodeOptions, Colour};

use super::fence::Fence;
use super::span::Span;
use super::writer::Writer;

/// What happened to words or a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Inserted,
    Gone,
}

impl Mark {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Inserted => ("ins", " class=\"lb-ins\""),
            Self::Gone => ("del", " class=\"lb-gone\""),
        }
    }

    fn block(self) -> &'static str {
        match self {
            Self::Inserted => " class=\"lb-block-ins\" role=\"insertion\"",
            Self::Gone => " class=\"lb-block-gone\" role=\"deletion\"",
        }
    }

    /// On parts of a table or list, which may not stand in an element of ours.
    fn part(self) -> &'static str {
        match self {
            Self::Inserted => " class=\"lb-part-ins\"",
            Self::Gone => " class=\"lb-part-gone\"",
        }
    }
}

impl Writer<'_> {
    /// From here on, words are marked, or no longer.
    pub(crate) fn mark(&mut self, mark: Option<Mark>) {
        self.end_words();
        self.marked = mark;
    }

    /// Begins what is marked as one piece within a block; to be ended with [`Self::end_marked`].
    pub(crate) fn begin_marked(&mut self) -> bool {
        let Some(mark) = self.marked else {
            return false;
        };
        let (tag, attributes) = mark.words();
        self.frames.open_mark(tag, attributes);
        true
    }

    pub(crate) fn end_marked(&mut self, begun: bool) {
        if begun {
            self.frames.close();
        }
    }

    /// Says where a link led or leads.
    pub(crate) fn target(&mut self, address: &str) {
        self.end_words();
        let marked = self.begin_marked();
        self.push_target(address);
        self.end_marked(marked);
    }

    /// Begins a marked block, to be ended with [`Self::end_block`].
    pub(crate) fn begin_block(&mut self, mark: Mark) {
        self.end_words();
        self.frames.open_mark("div", mark.block());
    }

    pub(crate) fn end_block(&mut self) {
        self.end_words();
        self.close();
        self.frames.out.push('\n');
    }

    /// Begins a list item or a table row that came or went as a whole.
    pub(crate) fn begin_part(&mut self, tag: Tag<'_>, mark: Mark, at: Option<Span>) {
        self.part_mark = mark.part();
        self.event(Event::Start(tag), at);
        self.part_mark = "";
    }

    /// Writes what changed in a piece of code that is code in both versions.
    pub(crate) fn code_changes(
        &mut self,
        fence: &Fence<'_>,
        old: &str,
        new: &str,
        at: Option<Span>,
    ) {
        let options = CodeOptions {
            language: fence.language,
            filename: fence.filename,
            colour: Colour::Full,
        };
        let mut block = String::new();
        push_code_changes(&mut block, old, new, &options, &mut self.pen, self.notes);
        self.put(block, at);
    }

    /// Writes a piece of code as a fence has it.
    pub(crate) fn code(&mut self, kind: CodeBlockKind<'_>, text: &str, at: Option<Span>) {
        self.event(Event::Start(Tag::CodeBlock(kind)), at);
        self.event(Event::Text(text.to_owned().into()), None);
        self.event(Event::End(TagEnd::CodeBlock), None);
    }
}
