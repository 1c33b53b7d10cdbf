//! Blocks that are finished as they are written: code, diffs and drawings, and the places that wait for them.
//!
//! Owns what a fence becomes. They are put in after cleaning, since all of their markup is ours.

use crate::code::{lines, push_code};
use crate::diff::{DiffModel, push_block, push_diff};
use crate::language;
use crate::options::DiffOptions;

use super::clean::push_slot;
use super::fence::Fence;
use super::span::Span;
use super::writer::{OpenFence, Writer};

impl Writer<'_> {
    /// A fence is a block of its own: a diff or a drawing where it says so, else code.
    pub(crate) fn fence(&mut self) {
        let Some(OpenFence { words, text, at }) = self.fence.take() else {
            return;
        };
        let fence = Fence::read(&words);
        let mut block = String::new();
        if fence.is_diff() && DiffModel::parse(&text, fence.filename).is_some() {
            let options = DiffOptions {
                filename: fence.filename,
                ..DiffOptions::default()
            };
            push_diff(&mut block, &text, &options, &mut self.pen, self.notes);
        } else if fence.is_mermaid() {
            block.push_str("<figure class=\"lb-mermaid\">");
            let lines: Vec<&str> = lines(&text).collect();
            push_block(&mut block, &lines, self.notes);
            block.push_str("</figure>");
        } else {
            let syntax = language::find(fence.language, fence.filename, &text);
            push_code(
                &mut block,
                &text,
                syntax,
                fence.filename,
                &mut self.pen,
                self.notes,
            );
        }
        self.put(block, at);
    }

    /// Leaves the place of a finished block, which is all our own markup.
    pub(crate) fn put(&mut self, mut block: String, at: Option<Span>) {
        // Within the tag of its one element.
        if let (Some(span), Some(end)) = (at, block.find([' ', '>'])) {
            block.insert_str(end, &span.attributes());
        }
        push_slot(self.frames.content(), self.blocks.len());
        self.frames.out.push('\n');
        self.blocks.push(block);
    }
}
