//! Which lines of a hunk stand beside each other when its two sides do.
//!
//! Owns that arrangement. Knows nothing of how rows look.

use super::model::{DiffLine, LineKind};

/// Left and right of each row, as indices into `lines`. A line of both sides is in both places; a line and the one that
/// replaces it are in one row; a remark stays beneath its line.
pub(crate) fn pairs(lines: &[DiffLine]) -> Vec<(Option<usize>, Option<usize>)> {
    let mut rows = Vec::with_capacity(lines.len());
    let mut left = Vec::new();
    let mut right = Vec::new();
    let mut last = LineKind::Context;
    for (index, line) in lines.iter().enumerate() {
        let kind = if line.kind == LineKind::Note {
            last
        } else {
            line.kind
        };
        match kind {
            LineKind::Deleted => {
                if last == LineKind::Added {
                    settle(&mut rows, &mut left, &mut right, lines);
                }
                left.push(index);
            }
            LineKind::Added => right.push(index),
            LineKind::Context | LineKind::Note => {
                settle(&mut rows, &mut left, &mut right, lines);
                rows.push((Some(index), Some(index)));
            }
        }
        last = kind;
    }
    settle(&mut rows, &mut left, &mut right, lines);
    rows
}

/// Arranges what a block deleted and added: twins in a row, what is between them as it comes.
fn settle(
    rows: &mut Vec<(Option<usize>, Option<usize>)>,
    left: &mut Vec<usize>,
    right: &mut Vec<usize>,
    lines: &[DiffLine],
) {
    let (mut old, mut new) = (left.drain(..).peekable(), right.drain(..).peekable());
    loop {
        match (old.peek(), new.peek()) {
            (Some(&one), Some(&other)) => {
                let waits = |index: usize, for_one: usize| {
                    lines[index].twin.is_some_and(|twin| twin > for_one)
                };
                // One whose twin is further on waits for it beside nothing.
                let (one_waits, other_waits) = (waits(one, other), waits(other, one));
                let row = if one_waits && !other_waits {
                    (None, new.next())
                } else if other_waits && !one_waits {
                    (old.next(), None)
                } else {
                    (old.next(), new.next())
                };
                rows.push(row);
            }
            (Some(_), None) => rows.push((old.next(), None)),
            (None, Some(_)) => rows.push((None, new.next())),
            (None, None) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::DiffModel;

    /// The rows of a hunk as `left | right`.
    fn rows(hunk: &str) -> Vec<String> {
        let model = DiffModel::parse(&format!("@@ -1,9 +1,9 @@\n{hunk}"), None).unwrap();
        let lines = &model.files[0].hunks[0].lines;
        let text = |index: Option<usize>| index.map_or("", |index| lines[index].text.as_str());
        pairs(lines)
            .into_iter()
            .map(|(left, right)| format!("{} | {}", text(left), text(right)))
            .collect()
    }

    #[test]
    fn what_stayed_is_on_both_sides_and_what_was_replaced_beside_what_replaced_it() {
        assert_eq!(
            rows(" a\n-b one\n+b two\n c\n"),
            ["a | a", "b one | b two", "c | c"]
        );
    }

    #[test]
    fn the_longer_side_goes_on_alone() {
        assert_eq!(rows("-a\n-b\n+c\n d\n"), ["a | c", "b | ", "d | d"]);
        assert_eq!(rows("+a\n+b\n"), [" | a", " | b"]);
    }

    #[test]
    fn a_line_waits_for_its_twin() {
        assert_eq!(
            rows("-fn area(width: u32) -> u32 {\n+/// The area.\n+fn area(width: u64) -> u64 {\n"),
            [
                " | /// The area.",
                "fn area(width: u32) -> u32 { | fn area(width: u64) -> u64 {"
            ]
        );
    }

    #[test]
    fn a_remark_stays_beneath_its_line() {
        assert_eq!(
            rows("-a\n\\ No newline at end of file\n+b\n"),
            ["a | b", "\\ No newline at end of file | "]
        );
    }

    #[test]
    fn two_blocks_without_a_line_between_stay_apart() {
        assert_eq!(rows("-a\n+b\n-c\n+d\n"), ["a | b", "c | d"]);
    }
}
