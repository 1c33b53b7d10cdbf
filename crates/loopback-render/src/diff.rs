//! Diffs of every common make: read into a model, then rendered.
//!
//! Owns [`diff()`]. The model and its reader know nothing of HTML; the page knows nothing of diff formats.

mod ansi;
mod header;
mod html;
mod hunk;
mod model;
mod names;
mod parse;
mod words;

use crate::guard::or_plain;
use crate::highlight::Deadline;
use crate::rendered::{Notes, Rendered};

pub(crate) use html::push_block;
pub use model::{Change, Content, DiffFile, DiffLine, DiffModel, Hunk, LineKind};

/// Renders what `git diff`, `show`, `log -p`, `format-patch`, combined diffs, `diff -u`, `hg` or `svn` printed.
///
/// `filename` names the file where the diff itself does not (a bare hunk). Each file is a `details.lb-file` with
/// its path in `data-path`; each line is a `div.lb-row` with its numbers in `data-old` and `data-new`. Text before,
/// between and after the files is kept. What is no diff is shown as text
/// ([`Warning::NotADiff`](crate::Warning::NotADiff)).
#[must_use]
pub fn diff(text: &str, filename: Option<&str>) -> Rendered {
    or_plain(text, || {
        let mut out = String::with_capacity(text.len() * 4 + 1024);
        let mut notes = Notes::default();
        let mut deadline = Deadline::start();
        push_diff(&mut out, text, filename, &mut deadline, &mut notes);
        notes.highlighting_stopped = deadline.has_passed();
        notes.finish(out)
    })
}

/// Writes a diff, or the text with a note; `deadline` and `notes` are shared with what else the caller renders.
pub(crate) fn push_diff(
    out: &mut String,
    text: &str,
    filename: Option<&str>,
    deadline: &mut Deadline,
    notes: &mut Notes,
) {
    if let Some(model) = DiffModel::parse(text, filename) {
        notes.colours_removed |= model.colours_removed;
        notes.wrong_counts += model
            .files
            .iter()
            .flat_map(|file| &file.hunks)
            .filter(|hunk| hunk.miscounted)
            .count();
        html::push_model(out, &model, deadline, notes);
    } else {
        notes.not_a_diff = true;
        html::push_no_diff(out, text, notes);
    }
}
