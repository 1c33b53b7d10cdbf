//! Where a line of one version of a patch is in the next.
//!
//! Owns that question for diffs. Knows nothing of comments, which ask it.

use std::collections::HashMap;

use super::between::{Numbered, Piece, all_lines, lines_now};
use super::model::{DiffFile, DiffLine, DiffModel};
use super::words;

/// A side of a diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The file as it was.
    Old,
    /// The file as it is.
    New,
}

/// Where the lines of one patch are in the next. Made once for two patches and asked as often as wanted: files are
/// compared when a line of theirs is first asked for.
#[derive(Debug)]
pub struct DiffLines<'a> {
    old: &'a DiffModel,
    new: &'a DiffModel,
    compared: HashMap<Compared, HashMap<u32, Option<u32>>>,
}

/// A side of a file of the old patch, and the same side of one of the new.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Compared {
    old: usize,
    new: usize,
    side: Side,
}

impl<'a> DiffLines<'a> {
    /// The lines of `old`, as they are in `new`.
    #[must_use]
    pub fn between(old: &'a DiffModel, new: &'a DiffModel) -> Self {
        Self {
            old,
            new,
            compared: HashMap::new(),
        }
    }

    /// Where line `line` on `side` of the file `path` is, changed in some words or not; `None` if it is gone or the new
    /// patch does not show it. A file that the new patch moves on is followed; one that no header names has any path.
    pub fn now(&mut self, path: &str, side: Side, line: u32) -> Option<u32> {
        // One path may be there several times, as in a series of commits.
        let mut files = self.old.files.iter().enumerate();
        let (old, before) = files.find(|(_, file)| is_of(file, path) && shows(file, side, line))?;
        let new = self.new;
        let named = |file: &DiffFile| is_of(file, path) || is_of(file, before.path());
        let files = new.files.iter().enumerate();
        files
            .filter(|(_, file)| named(file))
            .find_map(|(new, after)| {
                let now = self
                    .compared
                    .entry(Compared { old, new, side })
                    .or_insert_with(|| compare(before, after, side));
                now.get(&line).copied().flatten()
            })
    }
}

fn compare(before: &DiffFile, after: &DiffFile, side: Side) -> HashMap<u32, Option<u32>> {
    lines_now(&all_lines(
        &on_side(before, side),
        &on_side(after, side),
        &mut words::Budget::default(),
    ))
}

fn is_of(file: &DiffFile, path: &str) -> bool {
    let paths = [&file.new_path, &file.old_path];
    let is_bare = file.header.is_empty() && paths == [&None, &None];
    is_bare
        || paths
            .into_iter()
            .any(|known| known.as_deref() == Some(path))
}

fn number(line: &DiffLine, side: Side) -> Option<u32> {
    match side {
        Side::Old => line.old_no,
        Side::New => line.new_no,
    }
}

fn lines_of(file: &DiffFile) -> impl Iterator<Item = &DiffLine> {
    let hunks = file.hunks.iter().filter(|hunk| !hunk.is_property());
    hunks.flat_map(|hunk| &hunk.lines)
}

fn shows(file: &DiffFile, side: Side, line: u32) -> bool {
    lines_of(file).any(|shown| number(shown, side) == Some(line))
}

fn on_side(file: &DiffFile, side: Side) -> Vec<Numbered<'_>> {
    lines_of(file)
        .filter_map(|line| Some((Piece::Line(line.text.as_str()), Some(number(line, side)?))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str =
        "--- a/x\n+++ b/x\n@@ -1,3 +1,4 @@\n one\n-two\n+let two = a + b;\n+third();\n four\n";

    fn model(patch: &str) -> DiffModel {
        DiffModel::parse(patch, None).unwrap()
    }

    fn now(new: &str, side: Side, line: u32) -> Option<u32> {
        DiffLines::between(&model(OLD), &model(new)).now("x", side, line)
    }

    #[test]
    fn a_line_that_moved_or_changed_is_found_and_one_that_is_gone_is_not() {
        let new = "--- a/x\n+++ b/x\n@@ -1,3 +1,5 @@\n+// new\n one\n-two\n+let two = a + c;\n four\n+five\n";
        let on_new: Vec<_> = (1..=5).map(|line| now(new, Side::New, line)).collect();
        assert_eq!(on_new, [Some(2), Some(3), None, Some(4), None]);
        let on_old: Vec<_> = (1..=4).map(|line| now(new, Side::Old, line)).collect();
        assert_eq!(on_old, [Some(1), Some(2), Some(3), None]);
    }

    #[test]
    fn a_file_that_moved_on_is_followed_and_another_is_not() {
        let moved = OLD.replace("+++ b/x", "+++ b/y");
        assert_eq!(now(&moved, Side::New, 2), Some(2));
        let other = OLD.replace("/x", "/z");
        assert_eq!(now(&other, Side::New, 2), None);
    }

    #[test]
    fn a_bare_hunk_is_of_the_file_that_is_asked_for() {
        let bare = OLD.split_once("@@").unwrap().1;
        let (bare, named) = (model(&format!("@@{bare}")), model(OLD));
        for (old, new) in [(&bare, &named), (&named, &bare), (&bare, &bare)] {
            assert_eq!(DiffLines::between(old, new).now("x", Side::New, 3), Some(3));
        }
    }

    #[test]
    fn two_files_are_compared_once_however_many_lines_are_asked_for() {
        let (old, new) = (model(OLD), model(&OLD.replace("third", "fourth")));
        let mut lines = DiffLines::between(&old, &new);
        for line in 0..200 {
            let _ = lines.now("x", Side::New, line);
        }
        assert_eq!(lines.compared.len(), 1);
        assert_eq!(lines.now("x", Side::Old, 3), Some(3));
        assert_eq!(lines.compared.len(), 2);
    }
}
