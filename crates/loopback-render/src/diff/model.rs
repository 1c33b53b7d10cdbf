//! What a diff says, whatever tool printed it.
//!
//! Owns the model and the promise that nothing is lost: [`DiffModel::to_text`] gives back what was read.
//! Knows nothing of how diffs are read or shown.

use std::borrow::Cow;
use std::ops::Range;

/// A diff: files in the order they were printed, and the text around them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DiffModel {
    /// The files; a file that two commits change is here twice.
    pub files: Vec<DiffFile>,
    /// Text after the last file, such as a mail's signature.
    pub epilogue: Vec<String>,
    /// Whether terminal colour codes were taken out before reading.
    pub colours_removed: bool,
}

/// What happened to one file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DiffFile {
    /// The text before this file: mail header, commit message, statistics.
    pub preface: Vec<String>,
    /// The lines that announce the file, as printed; a binary patch's data too.
    pub header: Vec<String>,
    /// Where it was; `None` where there was no such file or nothing names it.
    pub old_path: Option<String>,
    /// Where it is; `None` where it is gone or nothing names it.
    pub new_path: Option<String>,
    /// What happened to it.
    pub change: Change,
    /// What it holds.
    pub content: Content,
    /// Its mode before, where told (`100644`).
    pub old_mode: Option<String>,
    /// Its mode after, where told.
    pub new_mode: Option<String>,
    /// How alike source and target are, in percent, where told.
    pub similarity: Option<u8>,
    /// Lines added.
    pub additions: usize,
    /// Lines deleted.
    pub deletions: usize,
    /// Its changed places.
    pub hunks: Vec<Hunk>,
}

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Change {
    /// It is new.
    Added,
    /// It is gone.
    Deleted,
    /// Its content changed.
    #[default]
    Modified,
    /// It moved, perhaps with changes.
    Renamed,
    /// It was copied, perhaps with changes.
    Copied,
    /// Only its mode changed.
    ModeChanged,
}

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Content {
    /// Lines of text.
    #[default]
    Text,
    /// Bytes that are not shown.
    Binary,
    /// The target of a symbolic link.
    Symlink,
    /// The commit of another repository.
    Submodule,
}

/// One changed place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hunk {
    /// Text between the hunk before and this one, such as svn's property names.
    pub before: Vec<String>,
    /// The line that announces it, as printed.
    pub header: String,
    /// The lines.
    pub lines: Vec<DiffLine>,
    /// Whether the header counts other lines than there are.
    pub miscounted: bool,
}

/// One line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffLine {
    /// What happened to it.
    pub kind: LineKind,
    /// Its number in the old file (in a combined diff: the first parent), from 1, if it is there.
    pub old_no: Option<u32>,
    /// Its number in the new file, from 1, if it is there.
    pub new_no: Option<u32>,
    /// What stood before the text: one sign, in a combined diff one per parent, none where an editor stripped it.
    pub marks: Cow<'static, str>,
    /// The line without its marks and without `\n`; a `\r` stays.
    pub text: String,
    /// The bytes of `text` that differ from the line it replaces or is replaced by; sorted and apart.
    pub changed: Vec<Range<usize>>,
    /// The line of the same hunk that it replaces or is replaced by, as an index into the hunk's lines.
    pub twin: Option<usize>,
}

/// What happened to a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// It stayed.
    Context,
    /// It is new.
    Added,
    /// It is gone.
    Deleted,
    /// Not a line of the file but a word about one (`\ No newline at end of file`).
    Note,
}

impl DiffModel {
    /// Every line that was read, in order, each ended by `\n`.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut push = |line: &str| {
            text.push_str(line);
            text.push('\n');
        };
        for file in &self.files {
            file.preface.iter().for_each(|line| push(line));
            file.header.iter().for_each(|line| push(line));
            for hunk in &file.hunks {
                hunk.before.iter().for_each(|line| push(line));
                push(&hunk.header);
                for line in &hunk.lines {
                    push(&format!("{}{}", line.marks, line.text));
                }
            }
        }
        self.epilogue.iter().for_each(|line| push(line));
        text
    }

    /// Lines added in all files.
    #[must_use]
    pub fn additions(&self) -> usize {
        self.files.iter().map(|file| file.additions).sum()
    }

    /// Lines deleted in all files.
    #[must_use]
    pub fn deletions(&self) -> usize {
        self.files.iter().map(|file| file.deletions).sum()
    }
}

impl DiffFile {
    /// Where the file is now, or was last; empty where the diff does not say.
    #[must_use]
    pub fn path(&self) -> &str {
        self.new_path
            .as_deref()
            .or(self.old_path.as_deref())
            .unwrap_or_default()
    }
}

impl Hunk {
    /// Whether this is about a property that Subversion keeps beside the file, not about the file's lines.
    pub(crate) fn is_property(&self) -> bool {
        self.header.starts_with("##")
    }

    /// Whether this compares with several files at once, as a merge does.
    pub(crate) fn is_combined(&self) -> bool {
        self.header.starts_with("@@@")
    }

    /// Lines added and lines deleted.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let count = |kind| self.lines.iter().filter(|line| line.kind == kind).count();
        (count(LineKind::Added), count(LineKind::Deleted))
    }
}
