//! The hunks between two texts of our own: of two versions of a code block, or of what two patches make of a file.
//!
//! Owns the way from two sequences of lines to a [`Hunk`] as any diff has it. Knows nothing of where lines come from.

use std::borrow::Cow;
use std::collections::HashMap;

use similar::DiffOp;

use crate::compare::compare;

use super::model::{DiffLine, Hunk, LineKind};
use super::{pairing, words};

/// A line of one of the two texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Piece<'a> {
    Line(&'a str),
    /// A patch's line: its signs and its text.
    Signed(&'a str, &'a str),
    /// Where something is that is not known and the same in both; nothing is compared across it.
    Gap(u32),
}

/// A piece with its number in its text.
pub(crate) type Numbered<'a> = (Piece<'a>, Option<u32>);

/// Every line of both texts, with those that replace each other paired; a gap is a remark.
pub(crate) fn all_lines(
    old: &[Numbered<'_>],
    new: &[Numbered<'_>],
    budget: &mut words::Budget,
) -> Vec<DiffLine> {
    let old_pieces: Vec<Piece<'_>> = old.iter().map(|(piece, _)| *piece).collect();
    let new_pieces: Vec<Piece<'_>> = new.iter().map(|(piece, _)| *piece).collect();
    let mut lines = Vec::with_capacity(old.len().max(new.len()));
    for op in compare(&old_pieces, &new_pieces) {
        if let DiffOp::Equal { .. } = op {
            for (one, other) in old[op.old_range()].iter().zip(&new[op.new_range()]) {
                lines.push(line(one.0, LineKind::Context, one.1, other.1));
            }
        } else {
            for (piece, number) in &old[op.old_range()] {
                lines.push(line(*piece, LineKind::Deleted, *number, None));
            }
            for (piece, number) in &new[op.new_range()] {
                lines.push(line(*piece, LineKind::Added, None, *number));
            }
        }
    }
    pairing::mark(&mut lines, budget);
    lines
}

fn line(piece: Piece<'_>, kind: LineKind, old_no: Option<u32>, new_no: Option<u32>) -> DiffLine {
    let (kind, text) = match piece {
        Piece::Line(text) => (kind, text.to_owned()),
        Piece::Signed(signs, text) => (kind, format!("{signs}{text}")),
        Piece::Gap(_) => (LineKind::Note, String::new()),
    };
    DiffLine {
        kind,
        old_no,
        new_no,
        marks: Cow::Borrowed(match kind {
            LineKind::Context => " ",
            LineKind::Added => "+",
            LineKind::Deleted => "-",
            LineKind::Note => "",
        }),
        text,
        changed: Vec::new(),
        twin: None,
    }
}

/// Lines that stayed and are shown around each change.
const CONTEXT: usize = 3;

/// What changed between two texts, with a few lines around it.
pub(crate) fn hunks(
    old: &[Numbered<'_>],
    new: &[Numbered<'_>],
    budget: &mut words::Budget,
) -> Vec<Hunk> {
    let lines = all_lines(old, new, budget);
    let is_gap = |line: &DiffLine| line.kind == LineKind::Note;
    let mut hunks = Vec::new();
    let mut start = 0;
    for part in lines.split(is_gap) {
        push_hunks(&mut hunks, &lines, start..start + part.len());
        start += part.len() + 1;
    }
    hunks
}

/// The hunks of the part of `lines` that `range` is, which holds no gap.
fn push_hunks(hunks: &mut Vec<Hunk>, lines: &[DiffLine], range: std::ops::Range<usize>) {
    let mut open: Option<std::ops::Range<usize>> = None;
    let changed = range
        .clone()
        .filter(|&index| lines[index].kind != LineKind::Context);
    for index in changed {
        let start = index.saturating_sub(CONTEXT).max(range.start);
        let end = (index + 1 + CONTEXT).min(range.end);
        match &mut open {
            Some(hunk) if start <= hunk.end => hunk.end = end,
            _ => {
                hunks.extend(open.replace(start..end).map(|hunk| cut(lines, hunk)));
            }
        }
    }
    hunks.extend(open.map(|hunk| cut(lines, hunk)));
}

fn cut(lines: &[DiffLine], range: std::ops::Range<usize>) -> Hunk {
    let mut cut: Vec<DiffLine> = lines[range.clone()].to_vec();
    for line in &mut cut {
        line.twin = line
            .twin
            .filter(|twin| range.contains(twin))
            .map(|twin| twin - range.start);
    }
    let side = |gone: LineKind, number: fn(&DiffLine) -> Option<u32>| {
        let mut on_side = cut.iter().filter(|line| line.kind != gone);
        let first = on_side.clone().find_map(number).unwrap_or_default();
        (first, on_side.by_ref().count())
    };
    let (old, old_count) = side(LineKind::Added, |line| line.old_no);
    let (new, new_count) = side(LineKind::Deleted, |line| line.new_no);
    Hunk {
        header: format!("@@ -{old},{old_count} +{new},{new_count} @@"),
        lines: cut,
        ..Hunk::default()
    }
}

/// Where each line of the old text is in the new one, by its number; `None` if it is gone.
pub(crate) fn lines_now(lines: &[DiffLine]) -> HashMap<u32, Option<u32>> {
    let mut now = HashMap::new();
    for line in lines {
        if let Some(number) = line.old_no {
            // A patch may show a line twice; the first says where it is.
            now.entry(number).or_insert_with(|| line_now(lines, line));
        }
    }
    now
}

fn line_now(lines: &[DiffLine], line: &DiffLine) -> Option<u32> {
    if line.new_no.is_some() {
        return line.new_no;
    }
    let twin = &lines[line.twin?];
    // Lines are paired by place as well; only one that shares words is the same line, changed.
    (!line.changed.is_empty() || !twin.changed.is_empty())
        .then_some(twin.new_no)
        .flatten()
}

/// The lines of a text, numbered from 1.
pub(crate) fn numbered(text: &str) -> Vec<Numbered<'_>> {
    crate::code::lines(text)
        .zip(1..)
        .map(|(line, number)| (Piece::Line(line), Some(number)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(hunks: &[Hunk]) -> String {
        let mut out = String::new();
        for hunk in hunks {
            out.push_str(&hunk.header);
            for line in &hunk.lines {
                out.push('\n');
                out.push_str(&line.marks);
                out.push_str(&line.text);
            }
            out.push('\n');
        }
        out
    }

    fn between(old: &[Numbered<'_>], new: &[Numbered<'_>]) -> String {
        shown(&hunks(old, new, &mut words::Budget::default()))
    }

    #[test]
    fn changes_far_apart_are_hunks_of_their_own() {
        let old: Vec<String> = (1..=30).map(|n| n.to_string()).collect();
        let mut new = old.clone();
        new[4] = "five".to_owned();
        new[7] = "eight".to_owned();
        new.insert(25, "more".to_owned());
        assert_eq!(
            between(&numbered(&old.join("\n")), &numbered(&new.join("\n"))),
            "@@ -2,10 +2,10 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n-8\n+eight\n 9\n 10\n 11\n\
             @@ -23,6 +23,7 @@\n 23\n 24\n 25\n+more\n 26\n 27\n 28\n"
        );
    }

    #[test]
    fn a_gap_parts_hunks_and_is_not_shown() {
        let side = |first, second| {
            [
                (Piece::Line(first), Some(1)),
                (Piece::Gap(9), None),
                (Piece::Line(second), Some(9)),
            ]
        };
        assert_eq!(
            between(&side("a", "b"), &side("c", "d")),
            "@@ -1,1 +1,1 @@\n-a\n+c\n@@ -9,1 +9,1 @@\n-b\n+d\n"
        );
    }

    #[test]
    fn a_line_is_found_again_moved_changed_or_not_at_all() {
        let old = numbered("use a;\nfn b() {}\nlet total = price * count;\ngone();\nend");
        let new = numbered("//! new\nuse a;\nfn b() {}\nlet total = price * amount;\nend");
        let lines = all_lines(&old, &new, &mut words::Budget::default());
        let now = lines_now(&lines);
        let now: Vec<_> = (1..=6).map(|number| now.get(&number).copied()).collect();
        let gone = Some(None);
        assert_eq!(
            now,
            [
                Some(Some(2)),
                Some(Some(3)),
                Some(Some(4)),
                gone,
                Some(Some(5)),
                None
            ]
        );
    }
}
