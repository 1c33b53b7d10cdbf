//! A diff on the page.
//!
//! Owns what is around the files: the list of them, and the text before, between and after. Knows nothing of diff
//! formats.

use std::fmt::Write as _;

use crate::options::Layout;
use crate::pen::Pen;
use crate::rendered::Notes;
use crate::source::{Returns, push_line};
use crate::text::push_data;

use super::digest::digest;
use super::file::{Shown, push_counts, push_file, push_summary};
use super::folded;
use super::model::DiffModel;

/// Writes a diff.
pub(crate) fn push_model(
    out: &mut String,
    model: &DiffModel,
    layout: Layout,
    pen: &mut Pen<'_>,
    notes: &mut Notes,
) {
    out.push_str(match layout {
        Layout::Unified => "<section class=\"lb-diff\">",
        Layout::Split => "<section class=\"lb-diff lb-split\">",
    });
    let preface = model.files.first().map_or(&[][..], |file| &file.preface);
    push_block(out, preface, notes);
    push_list(out, model, notes);
    for (index, file) in model.files.iter().enumerate() {
        if index > 0 {
            push_block(out, &file.preface, notes);
        }
        let shown = Shown {
            index,
            file,
            why: folded::why(file, model.files.len() == 1),
            digest: digest(file),
            remark: None,
        };
        push_file(out, &shown, layout, pen, notes);
    }
    push_block(out, &model.epilogue, notes);
    out.push_str("</section>");
}

/// Writes text that was said to be a diff and is none.
pub(crate) fn push_no_diff(out: &mut String, text: &str, notes: &mut Notes) {
    out.push_str("<section class=\"lb-diff\"><p class=\"lb-note\">Not a diff; shown as text.</p>");
    let lines: Vec<&str> = crate::code::lines(text).collect();
    push_block(out, &lines, notes);
    out.push_str("</section>");
}

/// Text as it is; nothing at all for no lines.
pub(crate) fn push_block<S: AsRef<str>>(out: &mut String, lines: &[S], notes: &mut Notes) {
    if lines.is_empty() {
        return;
    }
    out.push_str("<pre class=\"lb-text\">");
    if lines[0].as_ref().is_empty() {
        // The first line ending in a `pre` is not part of its text.
        out.push('\n');
    }
    for line in lines {
        push_line(out, line.as_ref(), &[], &[], Returns::Quiet, notes);
        out.push('\n');
    }
    out.push_str("</pre>");
}

/// The files and their counts, where there are several.
fn push_list(out: &mut String, model: &DiffModel, notes: &mut Notes) {
    if model.files.len() < 2 {
        return;
    }
    let _ = write!(out, "<p class=\"lb-total\">{} files", model.files.len());
    push_counts(out, model.additions(), model.deletions());
    out.push_str("</p><ul class=\"lb-files\">");
    for (index, file) in model.files.iter().enumerate() {
        let _ = write!(out, "<li data-file=\"{index}\" data-path=\"");
        push_data(out, file.path());
        out.push_str("\">");
        push_summary(out, file, folded::why(file, false), notes);
        out.push_str("</li>");
    }
    out.push_str("</ul>");
}
