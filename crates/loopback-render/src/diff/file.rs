//! One file of a diff on the page: its head, what there is to say about it, its hunks.
//!
//! Owns the markup of a file and the words for everything that is not a line of text. Knows nothing of diff formats.

use std::fmt::Write as _;

use crate::hidden::Place;
use crate::options::Layout;
use crate::pen::Pen;
use crate::rendered::Notes;
use crate::text::{push_data, push_text};

use super::colours::Colours;
use super::folded::Why;
use super::html::push_block;
use super::model::{Change, Content, DiffFile};
use super::{facts, rows};

/// A file and what is known of it beyond itself.
pub(crate) struct Shown<'a> {
    /// Its place in the diff.
    pub(crate) index: usize,
    pub(crate) file: &'a DiffFile,
    /// Why it starts folded, if it does.
    pub(crate) why: Option<Why>,
    pub(crate) digest: String,
    pub(crate) remark: Option<Remark>,
}

/// What there is to say about a file of which two versions are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Remark {
    New,
    OtherBytes,
    /// Its lines are those of the patches, signs included.
    Signs,
    SameLines,
}

impl Remark {
    fn words(self) -> &'static str {
        match self {
            Self::New => "New in this version.",
            Self::OtherBytes => "Changed since.",
            Self::Signs => {
                "The versions do not fit over each other; the patches are compared, signs included."
            }
            Self::SameLines => "Its lines are as before; what is around them differs.",
        }
    }
}

/// Writes a file.
pub(crate) fn push_file(
    out: &mut String,
    shown: &Shown<'_>,
    layout: Layout,
    pen: &mut Pen<'_>,
    notes: &mut Notes,
) {
    let Shown {
        index,
        file,
        why,
        digest,
        remark,
    } = shown;
    let _ = write!(
        out,
        "<details class=\"lb-file\" data-file=\"{index}\" data-path=\""
    );
    push_data(out, file.path());
    if let Some(old) = file.old_path.as_deref().filter(|old| *old != file.path()) {
        out.push_str("\" data-old-path=\"");
        push_data(out, old);
    }
    let _ = write!(
        out,
        "\" data-change=\"{}\" data-digest=\"{digest}\"",
        change_word(file.change)
    );
    match why {
        Some(why) => {
            let _ = write!(out, " data-folded=\"{}\"", why.word());
        }
        None => out.push_str(" open"),
    }
    out.push_str("><summary class=\"lb-file-head\">");
    push_summary(out, file, *why, notes);
    out.push_str("</summary>");
    push_facts(out, file, *remark, notes);
    for hunk in &file.hunks {
        let colours = match remark {
            Some(Remark::Signs) => Colours::none(),
            _ => Colours::new(file, hunk, pen),
        };
        rows::push_hunk(out, hunk, colours, layout, pen, notes);
    }
    out.push_str("</details>");
}

/// A file in a line: what happened, where, how much.
pub(crate) fn push_summary(out: &mut String, file: &DiffFile, why: Option<Why>, notes: &mut Notes) {
    let word = change_word(file.change);
    let _ = write!(
        out,
        "<span class=\"lb-change lb-change-{word}\">{word}</span> <span class=\"lb-path\">"
    );
    let old = file.old_path.as_deref().filter(|old| *old != file.path());
    if let Some(old) = old.filter(|_| file.change != Change::Deleted) {
        push_text(out, old, Place::Code, notes);
        out.push_str(" → ");
    }
    match file.path() {
        "" => out.push_str("unnamed file"),
        path => push_text(out, path, Place::Code, notes),
    }
    out.push_str("</span>");
    if file.content == Content::Binary {
        out.push_str(" <span class=\"lb-kind\">binary</span>");
    } else {
        push_counts(out, file.additions, file.deletions);
    }
    if let Some(why) = why {
        let _ = write!(out, " <span class=\"lb-kind\">{}</span>", why.words());
    }
}

/// How many lines were added and deleted.
pub(crate) fn push_counts(out: &mut String, additions: usize, deletions: usize) {
    let _ = write!(
        out,
        " <span class=\"lb-plus\" title=\"lines added\">+{additions}</span> \
         <span class=\"lb-minus\" title=\"lines deleted\">−{deletions}</span>"
    );
}

fn change_word(change: Change) -> &'static str {
    match change {
        Change::Added => "added",
        Change::Deleted => "deleted",
        Change::Modified => "modified",
        Change::Renamed => "renamed",
        Change::Copied => "copied",
        Change::ModeChanged => "mode",
    }
}

/// What is worth saying in words, and the header as it was printed.
fn push_facts(out: &mut String, file: &DiffFile, remark: Option<Remark>, notes: &mut Notes) {
    let mut facts = facts::facts(file);
    if let Some(remark) = remark {
        facts.retain(|fact| fact != facts::NO_TEXT);
        facts.insert(0, remark.words().to_owned());
    }
    if !facts.is_empty() {
        out.push_str("<p class=\"lb-note\">");
        push_text(out, &facts.join(" "), Place::Code, notes);
        out.push_str("</p>");
    }
    if file.content == Content::Submodule && file.hunks.is_empty() {
        // Its commits are listed here and nowhere else.
        push_block(out, &file.header, notes);
    } else if !file.header.is_empty() {
        out.push_str("<details class=\"lb-file-header\"><summary>Header</summary>");
        push_block(out, &file.header, notes);
        out.push_str("</details>");
    }
}
