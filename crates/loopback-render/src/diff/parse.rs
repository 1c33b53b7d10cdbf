//! From text to [`DiffModel`].
//!
//! Owns the walk over the lines and which text belongs to which file. What a header or a hunk looks like is known
//! by their own modules.

use super::model::{Change, Content, DiffFile, DiffModel};
use super::{ansi, header, hunk, pairing, words};

impl DiffModel {
    /// Reads a diff; `None` if there is none in `text`. `filename` names the file of a bare hunk.
    #[must_use]
    pub fn parse(text: &str, filename: Option<&str>) -> Option<Self> {
        let plain = ansi::without_colours(text);
        let lines: Vec<&str> = crate::code::lines(&plain).collect();
        let mut model = Self {
            colours_removed: plain.len() != text.len(),
            ..Self::default()
        };
        let mut between: Vec<String> = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            if header::starts(&lines, at) {
                let (mut file, next) = header::read(&lines, at);
                file.preface = std::mem::take(&mut between);
                model.files.push(file);
                at = next;
            } else if hunk::starts(lines[at])
                || hunk::starts_uncounted(lines[at])
                    && between.is_empty()
                    && !model.files.is_empty()
            {
                let (mut hunk, next) = hunk::read(&lines, at);
                if model.files.is_empty() {
                    model
                        .files
                        .push(nameless(filename, std::mem::take(&mut between)));
                }
                hunk.before = std::mem::take(&mut between);
                if let Some(file) = model.files.last_mut() {
                    file.hunks.push(hunk);
                }
                at = next;
            } else {
                between.push(lines[at].to_owned());
                at += 1;
            }
        }
        model.epilogue = between;
        if model.files.is_empty() || model.only_has_context() {
            return None;
        }
        let mut budget = words::Budget::default();
        for file in &mut model.files {
            finish(file, &mut budget);
        }
        Some(model)
    }
}

impl DiffModel {
    /// Whether nothing in its hunks is added or deleted: then the lines have no signs and say it in another way, as
    /// `git diff --word-diff` does, and to read them as unchanged would be wrong.
    fn only_has_context(&self) -> bool {
        let mut hunks = self.files.iter().flat_map(|file| &file.hunks).peekable();
        hunks.peek().is_some() && hunks.all(|hunk| hunk.counts() == (0, 0))
    }
}

fn nameless(filename: Option<&str>, preface: Vec<String>) -> DiffFile {
    DiffFile {
        preface,
        old_path: filename.map(str::to_owned),
        new_path: filename.map(str::to_owned),
        ..DiffFile::default()
    }
}

fn finish(file: &mut DiffFile, budget: &mut words::Budget) {
    for hunk in &mut file.hunks {
        if !hunk.is_property() {
            let (additions, deletions) = hunk.counts();
            file.additions += additions;
            file.deletions += deletions;
        }
        pairing::mark(&mut hunk.lines, budget);
    }
    if file.content == Content::Text && names_commits(file) {
        file.content = Content::Submodule;
    }
    let modes_differ = file.old_mode.is_some() && file.old_mode != file.new_mode;
    if file.change == Change::Modified
        && file.hunks.is_empty()
        && file.content != Content::Binary
        && file.new_mode.is_some()
        && modes_differ
    {
        file.change = Change::ModeChanged;
    }
    let names_both = file.old_path.is_some() && file.new_path.is_some();
    let is_git = file
        .header
        .first()
        .is_some_and(|line| line.starts_with("diff --"));
    if let [only] = file.hunks.as_slice()
        && file.change == Change::Modified
        && names_both
        && !is_git
        && !file.header.is_empty()
    {
        // Plain `diff -N` has no other way to say that a file is new or gone.
        if only.header.starts_with("@@ -0,0 ") {
            file.change = Change::Added;
            file.old_path = None;
        } else if only.header.contains(" +0,0 @@") {
            file.change = Change::Deleted;
            file.new_path = None;
        }
    }
}

/// Whether all its lines name commits: a submodule with changes of its own has no mode in its header.
fn names_commits(file: &DiffFile) -> bool {
    let mut lines = file.hunks.iter().flat_map(|hunk| &hunk.lines).peekable();
    lines.peek().is_some() && lines.all(|line| line.text.starts_with("Subproject commit "))
}
