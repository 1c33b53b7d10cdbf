//! What stayed and what changed between two sequences, in time that grows with their size.
//!
//! Owns the comparison that all views of two versions share. Where a comparison would take too long, what lies between
//! the common beginning and the common end counts as replaced. Knows nothing of what the items are.

use std::collections::HashMap;
use std::hash::Hash;

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Items of both sequences together that are compared one by one.
const COMPARED_AT_MOST: usize = 100_000;

/// The steps from `old` to `new`; equal, deleted, inserted and replaced runs, in order and without gaps.
pub(crate) fn compare<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<DiffOp> {
    // Numbers compare faster than text, and a hostile text cannot make it slower.
    let mut numbers: HashMap<&T, u32> = HashMap::new();
    let mut number = |item| {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *numbers.entry(item).or_insert(next)
    };
    let old: Vec<u32> = old.iter().map(&mut number).collect();
    let new: Vec<u32> = new.iter().map(&mut number).collect();
    let start = common(old.iter().zip(&new));
    let end = common(old[start..].iter().rev().zip(new[start..].iter().rev()));
    let (old_middle, new_middle) = (start..old.len() - end, start..new.len() - end);
    let mut ops = Vec::new();
    push_equal(&mut ops, 0, 0, start);
    if old_middle.len() + new_middle.len() > COMPARED_AT_MOST {
        ops.push(DiffOp::Replace {
            old_index: start,
            old_len: old_middle.len(),
            new_index: start,
            new_len: new_middle.len(),
        });
    } else {
        let middle = capture_diff_slices(
            Algorithm::Myers,
            &old[old_middle.clone()],
            &new[new_middle.clone()],
        );
        ops.extend(middle.into_iter().map(|op| moved(op, start)));
    }
    push_equal(&mut ops, old_middle.end, new_middle.end, end);
    ops
}

fn common<'a>(pairs: impl Iterator<Item = (&'a u32, &'a u32)>) -> usize {
    pairs.take_while(|(one, other)| one == other).count()
}

fn push_equal(ops: &mut Vec<DiffOp>, old_index: usize, new_index: usize, len: usize) {
    if len > 0 {
        ops.push(DiffOp::Equal {
            old_index,
            new_index,
            len,
        });
    }
}

fn moved(op: DiffOp, by: usize) -> DiffOp {
    match op {
        DiffOp::Equal {
            old_index,
            new_index,
            len,
        } => DiffOp::Equal {
            old_index: old_index + by,
            new_index: new_index + by,
            len,
        },
        DiffOp::Delete {
            old_index,
            old_len,
            new_index,
        } => DiffOp::Delete {
            old_index: old_index + by,
            old_len,
            new_index: new_index + by,
        },
        DiffOp::Insert {
            old_index,
            new_index,
            new_len,
        } => DiffOp::Insert {
            old_index: old_index + by,
            new_index: new_index + by,
            new_len,
        },
        DiffOp::Replace {
            old_index,
            old_len,
            new_index,
            new_len,
        } => DiffOp::Replace {
            old_index: old_index + by,
            old_len,
            new_index: new_index + by,
            new_len,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the steps cover both sides without gaps and that what they call equal is.
    fn checked<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<DiffOp> {
        let ops = compare(old, new);
        let (mut at_old, mut at_new) = (0, 0);
        for op in &ops {
            assert_eq!(
                (op.old_range().start, op.new_range().start),
                (at_old, at_new)
            );
            (at_old, at_new) = (op.old_range().end, op.new_range().end);
            if let DiffOp::Equal { .. } = op {
                assert!(old[op.old_range()] == new[op.new_range()]);
            }
        }
        assert_eq!((at_old, at_new), (old.len(), new.len()));
        ops
    }

    #[test]
    fn what_stayed_is_found_between_what_changed() {
        let old = ["a", "b", "c", "d", "e"];
        let new = ["a", "x", "c", "e", "f"];
        let ops = checked(&old, &new);
        let stayed: usize = ops
            .iter()
            .filter(|op| matches!(op, DiffOp::Equal { .. }))
            .map(|op| op.old_range().len())
            .sum();
        assert_eq!(stayed, 3);
    }

    #[test]
    fn nothing_and_the_same_are_compared_too() {
        assert!(checked::<u8>(&[], &[]).is_empty());
        assert_eq!(checked(&[1, 2], &[1, 2]).len(), 1);
        assert_eq!(checked(&[], &[1]).len(), 1);
        assert_eq!(checked(&[1, 1, 1], &[1, 1]).len(), 2);
    }

    #[test]
    fn too_much_to_compare_is_replaced_between_its_common_ends() {
        let old: Vec<usize> = (0..COMPARED_AT_MOST).collect();
        let mut new: Vec<usize> = old.iter().map(|item| item + COMPARED_AT_MOST).collect();
        new[0] = 0;
        new[COMPARED_AT_MOST - 1] = COMPARED_AT_MOST - 1;
        let ops = checked(&old, &new);
        assert_eq!(ops.len(), 3);
        assert!(matches!(ops[1], DiffOp::Replace { .. }));
    }

    #[test]
    fn repetitive_sequences_are_compared_in_bounded_time() {
        // A generator of numbers, so that the test does the same every time.
        let mut seed = 7_u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        for below in [2, 3, 10, 1_000] {
            let old: Vec<u64> = (0..20_000).map(|_| next(below)).collect();
            let new: Vec<u64> = (0..20_000).map(|_| next(below)).collect();
            checked(&old, &new);
        }
    }
}
