//! Diffs of every common make: read into a model, then rendered.
//!
//! Owns [`diff()`]. The model and its reader know nothing of HTML; the page knows nothing of diff formats.

mod ansi;
mod between;
mod changes;
mod colours;
mod digest;
mod facts;
mod file;
mod folded;
mod header;
mod html;
mod hunk;
mod line_now;
mod model;
mod names;
mod pairing;
mod parse;
mod results;
mod rows;
mod said;
mod sides;
mod words;

use crate::guard::or_plain;
use crate::options::{Budget, DiffOptions};
use crate::pen::Pen;
use crate::rendered::{Notes, Rendered};

pub(crate) use between::{all_lines, hunks, lines_now, numbered};
pub use changes::diff_changes;
pub(crate) use colours::Colours;
pub(crate) use html::push_block;
pub use line_now::{DiffLines, Side};
pub use model::{Change, Content, DiffFile, DiffLine, DiffModel, Hunk, LineKind};
pub(crate) use rows::push_hunk;
pub(crate) use words::Budget as WordBudget;

/// Renders what `git diff`, `show`, `log -p`, `format-patch`, combined diffs, `diff -u`, `hg` or `svn` printed.
///
/// Each file is a `details.lb-file` with its path in `data-path`; each line is a `div.lb-row` with its numbers in
/// `data-old` and `data-new`, side by side two to a `div.lb-pair`; runs of a hundred are a `div.lb-chunk`. Text before, between and after the files is kept.
/// What is no diff is shown as text
/// ([`Warning::NotADiff`](crate::Warning::NotADiff)).
#[must_use]
pub fn diff(text: &str, options: &DiffOptions<'_>, budget: &mut Budget) -> Rendered {
    or_plain(text, || {
        let mut out = String::with_capacity(text.len() * 4 + 1024);
        let mut notes = Notes::default();
        let mut pen = Pen::new(options.colour, budget);
        push_diff(&mut out, text, options, &mut pen, &mut notes);
        notes.highlighting_stopped = pen.has_stopped();
        notes.finish(out)
    })
}

/// Writes a diff, or the text with a note; `pen` and `notes` are shared with what else the caller renders.
pub(crate) fn push_diff(
    out: &mut String,
    text: &str,
    options: &DiffOptions<'_>,
    pen: &mut Pen<'_>,
    notes: &mut Notes,
) {
    if let Some(model) = DiffModel::parse(text, options.filename) {
        notes.colours_removed |= model.colours_removed;
        notes.wrong_counts += model
            .files
            .iter()
            .flat_map(|file| &file.hunks)
            .filter(|hunk| hunk.miscounted)
            .count();
        html::push_model(out, &model, options.layout, pen, notes);
    } else {
        notes.not_a_diff = true;
        html::push_no_diff(out, text, notes);
    }
}
