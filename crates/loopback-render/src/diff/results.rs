//! What two patches make of the same file, side by side.
//!
//! Owns the reconstruction: of the file before, each patch shows some lines; together with what each adds that gives
//! the two results, as far as they can be known. Knows nothing of how results are compared or shown.

use std::collections::{BTreeMap, BTreeSet};

use super::between::{Numbered, Piece};
use super::hunk;
use super::model::{DiffFile, LineKind};

/// What `old` and `new` make of the file they start from; `None` where they start from different texts or do not say
/// where their lines are.
pub(crate) fn results<'a>(
    old: &'a DiffFile,
    new: &'a DiffFile,
) -> Option<(Vec<Numbered<'a>>, Vec<Numbered<'a>>)> {
    let mut base = BTreeMap::new();
    let old = Patch::read(old, &mut base)?;
    let new = Patch::read(new, &mut base)?;
    let places: BTreeSet<u32> = base
        .keys()
        .chain(old.added.keys())
        .chain(new.added.keys())
        .copied()
        .collect();
    Some((old.result(&base, &places), new.result(&base, &places)))
}

/// What a patch does, by the number of the line before.
#[derive(Default)]
struct Patch<'a> {
    deleted: BTreeSet<u32>,
    /// What it adds after a line, 0 for the file's start.
    added: BTreeMap<u32, Vec<&'a str>>,
}

impl<'a> Patch<'a> {
    /// Reads the patch; adds to `base` what it shows of the file before, and fails where that contradicts it.
    fn read(file: &'a DiffFile, base: &mut BTreeMap<u32, &'a str>) -> Option<Self> {
        let mut patch = Self::default();
        for hunk in &file.hunks {
            if hunk.is_combined() || hunk.is_property() {
                return None;
            }
            let lines = || hunk.lines.iter().filter(|line| line.kind != LineKind::Note);
            let mut after = match lines().find_map(|line| line.old_no) {
                Some(first) => first.saturating_sub(1),
                None => hunk::stands_after(&hunk.header)?,
            };
            for line in lines() {
                if line.kind == LineKind::Added {
                    patch.added.entry(after).or_default().push(&line.text);
                    continue;
                }
                after = line.old_no?;
                let known = *base.entry(after).or_insert(&line.text);
                if known != line.text {
                    return None;
                }
                if line.kind == LineKind::Deleted {
                    patch.deleted.insert(after);
                }
            }
        }
        Some(patch)
    }

    fn result(&self, base: &BTreeMap<u32, &'a str>, places: &BTreeSet<u32>) -> Vec<Numbered<'a>> {
        let mut lines = Vec::new();
        let mut before: Option<u32> = None;
        let (mut added, mut deleted) = (0_u32, 0_u32);
        for &place in places {
            // Where nothing is known, nothing was done by either.
            if before.map_or(place > 1, |before| place > before + 1) {
                lines.push((Piece::Gap(place), None));
            }
            before = Some(place);
            if self.deleted.contains(&place) {
                deleted += 1;
            } else if let Some(text) = base.get(&place) {
                let number = place.saturating_add(added).saturating_sub(deleted);
                lines.push((Piece::Line(text), Some(number)));
            }
            for text in self.added.get(&place).into_iter().flatten() {
                added += 1;
                let number = place.saturating_add(added).saturating_sub(deleted);
                lines.push((Piece::Line(text), Some(number)));
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::DiffModel;

    fn file(hunks: &str) -> DiffFile {
        let patch = format!("--- a/x\n+++ b/x\n{hunks}");
        DiffModel::parse(&patch, None).unwrap().files.remove(0)
    }

    fn shown(lines: &[Numbered<'_>]) -> String {
        let line = |(piece, number): &Numbered<'_>| match piece {
            Piece::Line(text) => format!("{}:{text}", number.unwrap()),
            Piece::Signed(..) | Piece::Gap(_) => "…".to_owned(),
        };
        lines.iter().map(line).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_patch_lends_the_other_what_it_shows_of_the_file_before() {
        let old = file("@@ -1,2 +1,2 @@\n a\n-b\n+B\n");
        let new = file("@@ -2,2 +2,3 @@\n b\n+b2\n c\n@@ -9 +10 @@\n-i\n+I\n");
        let (old, new) = results(&old, &new).unwrap();
        assert_eq!(shown(&old), "1:a 2:B 3:c … 9:i");
        assert_eq!(shown(&new), "1:a 2:b 3:b2 4:c … 10:I");
    }

    #[test]
    fn lines_added_without_context_stand_where_the_header_says() {
        let old = file("@@ -4,0 +5 @@\n+x\n");
        let new = file("@@ -0,0 +1 @@\n+top\n@@ -4,0 +6 @@\n+y\n");
        let (old, new) = results(&old, &new).unwrap();
        assert_eq!(shown(&old), "… 5:x");
        assert_eq!(shown(&new), "1:top … 6:y");
    }

    #[test]
    fn patches_of_different_texts_have_no_common_result() {
        let old = file("@@ -1 +1 @@\n-a\n+b\n");
        assert!(results(&old, &file("@@ -1 +1 @@\n-z\n+b\n")).is_none());
        assert!(results(&old, &file("@@ ... @@\n-a\n+b\n")).is_none());
    }
}
