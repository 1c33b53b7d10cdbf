//! What changed between two versions of a patch.
//!
//! Owns which file of one is which of the other, and how their difference is shown. Knows nothing of asks or of what
//! a version is.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::code::{code_changes, push_code_changes};
use crate::guard::or_plain;
use crate::hidden::Place;
use crate::options::{Budget, CodeOptions, DiffOptions, Layout};
use crate::pen::Pen;
use crate::rendered::{Notes, Rendered};
use crate::text::push_text;

use super::between::{Numbered, Piece, hunks};
use super::digest::digest;
use super::file::{Remark, Shown, push_file};
use super::model::{Change, Content, DiffFile, DiffModel, LineKind};
use super::results::results;
use super::{folded, push_diff, words};

/// Renders what the patch `new` does that the patch `old` did not: per file the lines that differ between the two
/// results. Files that both change alike are named in one line, and so are those the new patch leaves alone.
///
/// `data-old` and `data-new` are lines of the old patch's result and of the new one's. `data-file` and `data-digest` are
/// those of the new patch, as [`diff()`](super::diff()) gives them. Where the patches start from different texts, or
/// are of merges, their lines are compared with their signs, and a note says so.
#[must_use]
pub fn diff_changes(
    old: &str,
    new: &str,
    options: &DiffOptions<'_>,
    budget: &mut Budget,
) -> Rendered {
    let parse = |text| DiffModel::parse(text, options.filename);
    let (before, after) = match (parse(old), parse(new)) {
        (Some(before), Some(after)) => (before, after),
        (None, None) => {
            let plain = CodeOptions {
                language: Some("text"),
                colour: options.colour,
                ..CodeOptions::default()
            };
            return code_changes(old, new, &plain, budget);
        }
        // A patch took the place of a text or the reverse: nothing to compare.
        _ => {
            return or_plain(new, || {
                let mut out = String::new();
                let mut notes = Notes::default();
                let mut pen = Pen::new(options.colour, budget);
                push_diff(&mut out, new, options, &mut pen, &mut notes);
                notes.highlighting_stopped = pen.has_stopped();
                notes.finish(out)
            });
        }
    };
    or_plain(new, || {
        let mut out = String::new();
        let mut notes = Notes::default();
        let mut pen = Pen::new(options.colour, budget);
        out.push_str(match options.layout {
            Layout::Unified => "<section class=\"lb-diff lb-changes\">",
            Layout::Split => "<section class=\"lb-diff lb-changes lb-split\">",
        });
        Comparison::of(&before, &after).push(&mut out, options, &mut pen, &mut notes);
        push_message(&mut out, &before, &after, &mut pen, &mut notes);
        out.push_str("</section>");
        notes.highlighting_stopped = pen.has_stopped();
        notes.finish(out)
    })
}

/// The files of both patches.
struct Comparison<'a> {
    /// Every file of the new patch, with its counterpart in the old one.
    files: Vec<(&'a DiffFile, Option<&'a DiffFile>)>,
    /// Files that only the old patch changes.
    gone: Vec<&'a DiffFile>,
}

impl<'a> Comparison<'a> {
    fn of(before: &'a DiffModel, after: &'a DiffModel) -> Self {
        // A path may be there several times, as in a series of commits: the first goes with the first.
        let mut left: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, file) in before.files.iter().enumerate().rev() {
            left.entry(file.path()).or_default().push(index);
        }
        let mut taken = vec![false; before.files.len()];
        let mut take = |path: &str| {
            let index = left.get_mut(path)?.pop()?;
            taken[index] = true;
            Some(&before.files[index])
        };
        let files = after.files.iter().map(|file| {
            let old = file.old_path.as_deref();
            let found = take(file.path()).or_else(|| old.and_then(&mut take));
            (file, found)
        });
        let files = files.collect();
        let gone = before.files.iter().zip(taken);
        Self {
            files,
            gone: gone
                .filter_map(|(file, taken)| (!taken).then_some(file))
                .collect(),
        }
    }

    fn push(
        &self,
        out: &mut String,
        options: &DiffOptions<'_>,
        pen: &mut Pen<'_>,
        notes: &mut Notes,
    ) {
        let mut word_budget = words::Budget::default();
        let mut as_before = Vec::new();
        for (index, &(file, old)) in self.files.iter().enumerate() {
            let digest = digest(file);
            if old.is_some_and(|old| super::digest::digest(old) == digest) {
                as_before.push(file);
                continue;
            }
            let (difference, remark) = match old {
                Some(old) => difference(old, file, &mut word_budget),
                None => (file.clone(), Some(Remark::New)),
            };
            let shown = Shown {
                index,
                why: folded::why(&difference, self.files.len() == 1),
                file: &difference,
                digest,
                remark,
            };
            push_file(out, &shown, options.layout, pen, notes);
        }
        push_names(out, "No longer changed", &self.gone, notes);
        push_names(out, "As before", &as_before, notes);
    }
}

/// The file as a diff from what `old` makes of it to what `new` does, and what to say about that.
fn difference(
    old: &DiffFile,
    new: &DiffFile,
    budget: &mut words::Budget,
) -> (DiffFile, Option<Remark>) {
    if old.content == Content::Binary || new.content == Content::Binary {
        return (new.clone(), Some(Remark::OtherBytes));
    }
    let (hunks, remark) = match results(old, new) {
        Some((old, new)) => (hunks(&old, &new, budget), None),
        None => (
            hunks(&with_signs(old), &with_signs(new), budget),
            Some(Remark::Signs),
        ),
    };
    let remark = remark.or(hunks.is_empty().then_some(Remark::SameLines));
    let counts = hunks.iter().map(super::Hunk::counts);
    let (additions, deletions) = counts.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    let file = DiffFile {
        preface: Vec::new(),
        header: Vec::new(),
        // The head says what the patch does to the file; its lines, what the new version does beyond the old one.
        change: match new.change {
            Change::ModeChanged => Change::Modified,
            change => change,
        },
        additions,
        deletions,
        hunks,
        ..new.clone()
    };
    (file, remark)
}

/// A patch's lines as they are printed, with the numbers of the file they make.
fn with_signs(file: &DiffFile) -> Vec<Numbered<'_>> {
    let lines = file.hunks.iter().flat_map(|hunk| &hunk.lines);
    lines
        .filter(|line| line.kind != LineKind::Note)
        .map(|line| (Piece::Signed(&line.marks, &line.text), line.new_no))
        .collect()
}

fn push_names(out: &mut String, what: &str, files: &[&DiffFile], notes: &mut Notes) {
    if files.is_empty() {
        return;
    }
    let _ = write!(out, "<p class=\"lb-note\">{what}: ");
    for (index, file) in files.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        out.push_str("<span class=\"lb-path\">");
        push_text(out, file.path(), Place::Code, notes);
        out.push_str("</span>");
    }
    out.push_str(".</p>");
}

/// What is around the files: a commit's message, a mail's head.
fn push_message(
    out: &mut String,
    before: &DiffModel,
    after: &DiffModel,
    pen: &mut Pen<'_>,
    notes: &mut Notes,
) {
    let text = |model: &DiffModel| {
        let prefaces = model.files.iter().flat_map(|file| &file.preface);
        let all: Vec<&str> = prefaces
            .chain(&model.epilogue)
            .map(String::as_str)
            .filter(|line| !is_stamp(line))
            .collect();
        all.join("\n")
    };
    let (old, new) = (text(before), text(after));
    if old == new {
        return;
    }
    let plain = CodeOptions {
        language: Some("text"),
        ..CodeOptions::default()
    };
    out.push_str("<p class=\"lb-note\">The text around the files:</p>");
    push_code_changes(out, &old, &new, &plain, pen, notes);
}

/// Whether a line differs whenever a commit is made anew.
fn is_stamp(line: &str) -> bool {
    [
        "Date:",
        "AuthorDate:",
        "CommitDate:",
        "# Date ",
        "# Node ID ",
        "# Parent ",
    ]
    .iter()
    .any(|start| line.starts_with(start))
        || ["commit ", "From "].iter().any(|start| {
            let id = line.strip_prefix(start).and_then(|rest| rest.get(..7));
            id.is_some_and(|id| id.bytes().all(|byte| byte.is_ascii_hexdigit()))
        })
}
