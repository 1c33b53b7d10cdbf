//! Which lines of the source a block comes from: what a comment on it points at.
//!
//! Owns the counting. Lines end with `\n`, as everywhere in this crate. Knows nothing of events or markup.

use std::fmt::Write as _;
use std::ops::Range;

/// From line `first` to line `last`, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    first: usize,
    last: usize,
}

impl Span {
    /// ` data-line="3" data-end="5"`
    pub(crate) fn attributes(self) -> String {
        let mut attributes = String::new();
        let _ = write!(
            attributes,
            " data-line=\"{}\" data-end=\"{}\"",
            self.first, self.last
        );
        attributes
    }
}

/// The lines of one text.
pub(crate) struct Lines<'a> {
    text: &'a str,
    /// Where each line begins.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0)
            .chain(ends.map(|(at, _)| at + 1))
            .collect();
        Self { text, starts }
    }

    /// The lines that `range` lies in, without blank ones around it.
    pub(crate) fn span(&self, range: &Range<usize>) -> Span {
        let block = &self.text[range.clone()];
        let blanks_before = block.len() - block.trim_start().len();
        let first = self.line(range.start + blanks_before.min(block.len().saturating_sub(1)));
        let last = self.line(range.start + block.trim_end().len().saturating_sub(1));
        Span {
            first: first.min(last),
            last,
        }
    }

    fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_its_lines_without_the_blank_ones_around_it() {
        let text = "one\n\n  two\nthree\n\n\nfour";
        let lines = Lines::of(text);
        for (block, first, last) in [
            ("one", 1, 1),
            ("one\n\n", 1, 1),
            ("\n  two\nthree\n\n\n", 3, 4),
            ("four", 7, 7),
            ("", 1, 1),
            ("\n\n\n", 4, 4),
        ] {
            let start = text.find(block).unwrap();
            let span = lines.span(&(start..start + block.len()));
            assert_eq!((span.first, span.last), (first, last), "{block:?}");
        }
    }
}
