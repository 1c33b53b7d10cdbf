//! The lines of a hunk on the page, in one column or two.
//!
//! Owns the markup of rows. Signs and line numbers are drawn by the stylesheet, so selecting and copying yields the
//! code alone. Knows nothing of files beyond what their lines are coloured as.

use std::fmt::Write as _;

use crate::highlight::Token;
use crate::options::Layout;
use crate::pen::Pen;
use crate::rendered::Notes;
use crate::source::{Returns, push_line};
use crate::text::push_attribute;

use super::colours::Colours;
use super::html::push_block;
use super::model::{DiffLine, Hunk, LineKind};
use super::sides;

/// Writes a hunk: its header and its lines, a hundred to a chunk.
pub(crate) fn push_hunk(
    out: &mut String,
    hunk: &Hunk,
    mut colours: Colours,
    layout: Layout,
    pen: &mut Pen<'_>,
    notes: &mut Notes,
) {
    push_block(out, &hunk.before, notes);
    out.push_str("<div class=\"lb-hunk\"><div class=\"lb-hunk-head\">");
    push_line(out, &hunk.header, &[], &[], Returns::Quiet, notes);
    out.push_str("</div>");
    let lines = hunk.lines.iter().filter(|line| line.kind != LineKind::Note);
    let returns = Returns::of(lines.map(|line| line.text.as_str()));
    // The lines of a merge have more than two sides.
    if layout == Layout::Split && !hunk.is_combined() {
        let pairs = sides::pairs(&hunk.lines);
        pen.chunks(out, "div", pairs.into_iter(), |out, (left, right), pen| {
            out.push_str("<div class=\"lb-pair\">");
            let of = |index: Option<usize>| index.map(|index| &hunk.lines[index]);
            let (left, right) = (of(left), of(right));
            if let Some(line) = left {
                // A line of both sides is read once, for the right one.
                let is_read = line.kind == LineKind::Deleted;
                let tokens = if is_read { colours.of(line, pen) } else { &[] };
                if is_read || line.kind == LineKind::Note {
                    push_row(out, line, Side::Old, tokens, returns, notes);
                }
            }
            match right {
                Some(line) => {
                    let tokens = colours.of(line, pen);
                    if line.kind == LineKind::Context {
                        push_row(out, line, Side::Old, tokens, returns, notes);
                    } else if left.is_none() {
                        out.push_str(NO_ROW);
                    }
                    push_row(out, line, Side::New, tokens, returns, notes);
                }
                None => out.push_str(NO_ROW),
            }
            out.push_str("</div>");
        });
    } else {
        pen.chunks(out, "div", hunk.lines.iter(), |out, line, pen| {
            let tokens = colours.of(line, pen);
            push_row(out, line, Side::Both, tokens, returns, notes);
        });
    }
    out.push_str("</div>");
}

/// Where a pair has no line.
const NO_ROW: &str = "<div class=\"lb-row lb-none\"></div>";

/// Whose numbers a row carries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Old,
    New,
    Both,
}

fn push_row(
    out: &mut String,
    line: &DiffLine,
    side: Side,
    tokens: &[Token],
    returns: Returns,
    notes: &mut Notes,
) {
    out.push_str(match line.kind {
        LineKind::Context => "<div class=\"lb-row lb-same\"",
        LineKind::Added => "<div class=\"lb-row lb-add\"",
        LineKind::Deleted => "<div class=\"lb-row lb-del\"",
        LineKind::Note => "<div class=\"lb-row lb-remark\"",
    });
    push_number(out, " data-old", line.old_no.filter(|_| side != Side::New));
    push_number(out, " data-new", line.new_no.filter(|_| side != Side::Old));
    out.push_str("><span class=\"lb-src\"");
    if line.marks.len() > 1 {
        out.push_str(" data-mark=\"");
        push_attribute(out, &line.marks);
        out.push('"');
    }
    out.push('>');
    push_line(out, &line.text, tokens, &line.changed, returns, notes);
    out.push_str("\n</span></div>");
}

fn push_number(out: &mut String, attribute: &str, number: Option<u32>) {
    if let Some(number) = number {
        let _ = write!(out, "{attribute}=\"{number}\"");
    }
}
