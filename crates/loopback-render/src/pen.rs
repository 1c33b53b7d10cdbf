//! What all parts of one piece share while they are written: whether and how long to colour, and the count of chunks.
//!
//! Owns the chunks. A chunk is a run of lines that a page lays out, skips or replaces as one; where they begin depends
//! on the text alone, never on colours, so that the plain form and the coloured one can be exchanged chunk by chunk.

use std::fmt::Write as _;

use syntect::parsing::SyntaxReference;

use crate::highlight::{Highlighter, Memory, Token};
use crate::options::{Budget, Colour};

/// Lines in a chunk: few enough to be laid out within a frame, many enough that chunks cost nothing.
const LINES_IN_A_CHUNK: usize = 100;

/// One per piece.
#[derive(Debug)]
pub(crate) struct Pen<'a> {
    colour: Colour,
    budget: &'a mut Budget,
    known: Memory,
    stopped: bool,
    chunks: usize,
}

impl<'a> Pen<'a> {
    pub(crate) fn new(colour: Colour, budget: &'a mut Budget) -> Self {
        Self {
            colour,
            budget,
            known: Memory::default(),
            stopped: false,
            chunks: 0,
        }
    }

    /// Whether something was left plain for want of time.
    pub(crate) fn has_stopped(&self) -> bool {
        self.stopped
    }

    /// What colours a text in this language; nothing where no colours are wanted.
    pub(crate) fn highlighter(&self, syntax: Option<&SyntaxReference>) -> Option<Highlighter> {
        syntax
            .filter(|_| self.colour == Colour::Full)
            .map(Highlighter::new)
    }

    /// Tokens of the next line of `highlighter`'s text; none where it stays plain.
    pub(crate) fn line(
        &mut self,
        highlighter: &mut Highlighter,
        line: &str,
        tokens: &mut Vec<Token>,
    ) {
        tokens.clear();
        let known = &mut self.known;
        let done = self.budget.spend(|| highlighter.line(line, tokens, known));
        self.stopped |= done.is_none();
    }

    /// Writes `lines` line by line in chunks of `tag`.
    pub(crate) fn chunks<T>(
        &mut self,
        out: &mut String,
        tag: &str,
        lines: impl Iterator<Item = T>,
        mut write: impl FnMut(&mut String, T, &mut Self),
    ) {
        let mut in_chunk = 0;
        for line in lines {
            if in_chunk == LINES_IN_A_CHUNK {
                let _ = write!(out, "</{tag}>");
                in_chunk = 0;
            }
            if in_chunk == 0 {
                let _ = write!(
                    out,
                    "<{tag} class=\"lb-chunk\" data-chunk=\"{}\">",
                    self.chunks
                );
                self.chunks += 1;
            }
            in_chunk += 1;
            write(out, line, self);
        }
        if in_chunk > 0 {
            let _ = write!(out, "</{tag}>");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pen: &mut Pen<'_>, lines: usize) -> String {
        let mut out = String::new();
        pen.chunks(&mut out, "p", 0..lines, |out, _, _| out.push('x'));
        out
    }

    #[test]
    fn lines_come_in_chunks_of_a_hundred_counted_through_the_piece() {
        let mut budget = Budget::default();
        let mut pen = Pen::new(Colour::Plain, &mut budget);
        let chunk = |n: usize, lines| {
            format!(
                "<p class=\"lb-chunk\" data-chunk=\"{n}\">{}</p>",
                "x".repeat(lines)
            )
        };
        assert_eq!(written(&mut pen, 100), chunk(0, 100));
        assert_eq!(written(&mut pen, 101), chunk(1, 100) + &chunk(2, 1));
        assert_eq!(written(&mut pen, 0), "");
    }
}
