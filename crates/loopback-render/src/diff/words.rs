//! Which words differ between a line and the one that replaces it.
//!
//! Owns the pairing of deleted and added lines and the comparison within a pair, both within a fixed amount of work,
//! so that no diff is slow for its shape. Knows nothing of HTML.

use std::collections::HashMap;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::model::{DiffLine, LineKind};

/// What one diff may spend on comparing; more is not worth the wait, and such lines are marked whole anyway.
#[derive(Debug)]
pub(crate) struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(20_000_000)
    }
}

impl Budget {
    fn spend(&mut self, steps: usize) -> bool {
        let enough = self.0 >= steps;
        self.0 = if enough { self.0 - steps } else { 0 };
        enough
    }
}

/// Words of a line that are compared; a line of more is a line of data.
const WORDS_AT_MOST: usize = 400;
/// Lines of a block that are paired by likeness; in a larger one the first is paired with the first.
const PAIRED_AT_MOST: usize = 24;
/// Below this likeness a pair is two different lines.
const ALIKE: f32 = 0.4;

/// Fills in `changed` of the lines of a hunk.
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

type Words = Vec<Range<usize>>;

/// The changed bytes of both lines, or `None` where the lines share too little for that to help.
fn compare(old: &str, new: &str, budget: &mut Budget) -> Option<(Words, Words)> {
    let old_words: Vec<&str> = words(old).take(WORDS_AT_MOST + 1).collect();
    let new_words: Vec<&str> = words(new).take(WORDS_AT_MOST + 1).collect();
    if old_words.len().max(new_words.len()) > WORDS_AT_MOST
        || !budget.spend(old_words.len() * new_words.len())
    {
        return None;
    }
    let (old_starts, new_starts) = (starts(&old_words), starts(&new_words));
    let mut old_changed = Words::new();
    let mut new_changed = Words::new();
    let mut shared = 0;
    for op in capture_diff_slices(Algorithm::Myers, &old_words, &new_words) {
        if let DiffOp::Equal { old_index, len, .. } = op {
            shared += old_words[old_index..old_index + len]
                .iter()
                .map(|word| word.trim().len())
                .sum::<usize>();
        } else {
            let (from, to) = (op.old_range(), op.new_range());
            add(
                &mut old_changed,
                old,
                old_starts[from.start]..old_starts[from.end],
            );
            add(
                &mut new_changed,
                new,
                new_starts[to.start]..new_starts[to.end],
            );
        }
    }
    let longer = weight(&old_words).max(weight(&new_words));
    // Fewer than three in ten the same: two lines, not one that was changed.
    (shared * 10 >= longer * 3 && !(old_changed.is_empty() && new_changed.is_empty()))
        .then_some((old_changed, new_changed))
}

fn weight(words: &[&str]) -> usize {
    words.iter().map(|word| word.trim().len()).sum()
}

/// Adds a changed range, joined to the one before where only blanks are between.
fn add(changed: &mut Words, line: &str, range: Range<usize>) {
    if range.is_empty() {
        return;
    }
    match changed.last_mut() {
        Some(last) if line[last.end..range.start].trim().is_empty() => last.end = range.end,
        _ => changed.push(range),
    }
}

/// Where each word begins, and at last where the line ends.
fn starts(words: &[&str]) -> Vec<usize> {
    let mut at = 0;
    let mut starts = vec![0];
    for word in words {
        at += word.len();
        starts.push(at);
    }
    starts
}

/// A line in words: runs of letters and digits, runs of blanks, and every other character by itself.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line.strip_suffix('\r').unwrap_or(line);
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if first.is_whitespace() {
            rest.find(|c: char| !c.is_whitespace())
                .unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(old: &str, new: &str) -> Option<(Vec<String>, Vec<String>)> {
        let pick =
            |line: &str, words: Words| words.into_iter().map(|at| line[at].to_owned()).collect();
        compare(old, new, &mut Budget::default()).map(|(a, b)| (pick(old, a), pick(new, b)))
    }

    #[test]
    fn only_the_changed_words_are_marked() {
        assert_eq!(
            changed("let total = price * count;", "let total = price * amount;"),
            Some((vec!["count".into()], vec!["amount".into()]))
        );
    }

    #[test]
    fn changed_words_with_blanks_between_are_one_mark() {
        assert_eq!(
            changed("return one two, three, four", "return six ten, three, four"),
            Some((vec!["one two".into()], vec!["six ten".into()]))
        );
    }

    #[test]
    fn two_unlike_lines_are_marked_whole() {
        assert_eq!(changed("import os", "class Parser(Base):"), None);
    }

    #[test]
    fn a_change_of_indentation_is_marked() {
        assert_eq!(
            changed("  x()", "    x()"),
            Some((vec!["  ".into()], vec!["    ".into()]))
        );
    }

    #[test]
    fn a_line_of_very_many_words_is_not_compared() {
        let long = "a b ".repeat(10_000);
        assert_eq!(changed(&long, &format!("{long}c")), None);
    }

    #[test]
    fn unequal_blocks_are_paired_by_likeness() {
        let line = |kind, text: &str| DiffLine {
            kind,
            old_no: None,
            new_no: None,
            marks: "".into(),
            text: text.to_owned(),
            changed: Vec::new(),
        };
        let mut lines = [
            line(LineKind::Deleted, "fn area(width: u32) -> u32 {"),
            line(LineKind::Added, "/// The area."),
            line(LineKind::Added, "fn area(width: u64) -> u64 {"),
        ];
        mark(&mut lines, &mut Budget::default());
        assert_eq!(lines[0].changed.len(), 2);
        assert_eq!(lines[1].changed, []);
        assert_eq!(lines[2].changed.len(), 2);
    }

    #[test]
    fn work_stops_when_the_budget_is_spent() {
        let mut budget = Budget(10);
        assert_eq!(compare("a b c d e f", "a b c d e g", &mut budget), None);
        assert_eq!(budget.0, 0);
    }
}
