//! Which deleted line of a hunk became which added one.
//!
//! Owns the pairing, within a fixed amount of work: a few lines by likeness, many by their order. Knows nothing of HTML.

use std::collections::HashMap;
use std::ops::Range;

use super::model::{DiffLine, LineKind};
use super::words::{Budget, WORDS_AT_MOST, compare, words};

/// Lines of a block that are paired by likeness; in a larger one the first is paired with the first.
const PAIRED_AT_MOST: usize = 24;
/// Below this likeness a pair is two different lines.
const ALIKE: f32 = 0.4;

/// Fills in `twin` and `changed` of the lines of a hunk.
pub(crate) fn mark(lines: &mut [DiffLine], budget: &mut Budget) {
    let mut at = 0;
    while at < lines.len() {
        let deleted = run(lines, at, LineKind::Deleted);
        if deleted.is_empty() {
            at += 1;
            continue;
        }
        let added = run(lines, deleted.end, LineKind::Added);
        at = added.end.max(deleted.end);
        for (old, new) in pairs(lines, deleted, added, budget) {
            (lines[old].twin, lines[new].twin) = (Some(new), Some(old));
            let marked = compare(&lines[old].text, &lines[new].text, budget);
            if let Some((old_words, new_words)) = marked {
                lines[old].changed = old_words;
                lines[new].changed = new_words;
            }
        }
    }
}

/// The lines of `kind` from `start` on; notes among them count in.
fn run(lines: &[DiffLine], start: usize, kind: LineKind) -> Range<usize> {
    let mut end = start;
    let mut at = start;
    while let Some(line) = lines.get(at) {
        if line.kind == kind {
            end = at + 1;
        } else if line.kind != LineKind::Note {
            break;
        }
        at += 1;
    }
    if lines
        .get(start)
        .is_some_and(|line| line.kind == LineKind::Note)
        && end == start
    {
        return start..start;
    }
    start..end
}

/// Which deleted line became which added one, in order.
fn pairs(
    lines: &[DiffLine],
    deleted: Range<usize>,
    added: Range<usize>,
    budget: &mut Budget,
) -> Vec<(usize, usize)> {
    let of_kind = |range: Range<usize>| -> Vec<usize> {
        range
            .filter(|&at| lines[at].kind != LineKind::Note)
            .collect()
    };
    let (deleted, added) = (of_kind(deleted), of_kind(added));
    if deleted.len() == added.len() {
        return deleted.into_iter().zip(added).collect();
    }
    if deleted.len().max(added.len()) > PAIRED_AT_MOST {
        return deleted.into_iter().zip(added).collect();
    }
    let bags = |indices: &[usize]| -> Vec<Bag<'_>> {
        indices.iter().map(|&at| Bag::of(&lines[at].text)).collect()
    };
    let (old, new) = (bags(&deleted), bags(&added));
    let work: usize = old.iter().map(Bag::size).sum::<usize>() * new.len()
        + new.iter().map(Bag::size).sum::<usize>() * old.len();
    if !budget.spend(work) {
        return Vec::new();
    }
    best_alignment(&old, &new)
        .into_iter()
        .map(|(i, j)| (deleted[i], added[j]))
        .collect()
}

/// The pairs, in order on both sides, whose likeness sums up highest.
fn best_alignment(old: &[Bag<'_>], new: &[Bag<'_>]) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    let mut best = vec![0.0_f32; (old.len() + 1) * width];
    let mut likeness = vec![0.0_f32; old.len() * new.len()];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let alike = old[i].likeness(&new[j]);
            likeness[i * new.len() + j] = if alike >= ALIKE { alike } else { 0.0 };
            best[i * width + j] = (best[(i + 1) * width + j + 1] + likeness[i * new.len() + j])
                .max(best[(i + 1) * width + j])
                .max(best[i * width + j + 1]);
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < old.len() && j < new.len() {
        let alike = likeness[i * new.len() + j];
        let here = best[i * width + j];
        if alike > 0.0 && here <= best[(i + 1) * width + j + 1] + alike {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if here <= best[(i + 1) * width + j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// A line's words and how often each is there.
struct Bag<'a> {
    words: HashMap<&'a str, usize>,
    weight: usize,
}

impl<'a> Bag<'a> {
    fn of(line: &'a str) -> Self {
        let mut bag = Self {
            words: HashMap::new(),
            weight: 0,
        };
        for word in words(line)
            .filter(|word| !word.trim().is_empty())
            .take(WORDS_AT_MOST)
        {
            *bag.words.entry(word).or_default() += 1;
            bag.weight += word.len();
        }
        bag
    }

    fn size(&self) -> usize {
        self.words.len() + 1
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "a likeness needs no more than a few digits"
    )]
    fn likeness(&self, other: &Self) -> f32 {
        let shared: usize = self
            .words
            .iter()
            .map(|(word, times)| word.len() * times.min(other.words.get(word).unwrap_or(&0)))
            .sum();
        2.0 * shared as f32 / (self.weight + other.weight).max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unequal_blocks_are_paired_by_likeness() {
        let line = |kind, text: &str| DiffLine {
            kind,
            old_no: None,
            new_no: None,
            marks: "".into(),
            text: text.to_owned(),
            changed: Vec::new(),
            twin: None,
        };
        let mut lines = [
            line(LineKind::Deleted, "fn area(width: u32) -> u32 {"),
            line(LineKind::Added, "/// The area."),
            line(LineKind::Added, "fn area(width: u64) -> u64 {"),
        ];
        mark(&mut lines, &mut Budget::default());
        assert_eq!(lines[0].changed.len(), 2);
        assert_eq!(lines[0].twin, Some(2));
        assert_eq!(lines[1].twin, None);
        assert_eq!(lines[1].changed, []);
        assert_eq!(lines[2].changed.len(), 2);
    }
}
