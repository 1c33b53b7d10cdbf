//! Which words differ between a line and the one that replaces it.
//!
//! Owns the comparison of two lines, within a fixed amount of work, so that no diff is slow for its shape. Knows nothing
//! of which lines belong together.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// What one diff may spend on comparing; more is not worth the wait, and such lines are marked whole anyway.
#[derive(Debug)]
pub(crate) struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(20_000_000)
    }
}

impl Budget {
    pub(super) fn spend(&mut self, steps: usize) -> bool {
        let enough = self.0 >= steps;
        self.0 = if enough { self.0 - steps } else { 0 };
        enough
    }
}

/// Words of a line that are compared; a line of more is a line of data.
pub(super) const WORDS_AT_MOST: usize = 400;
pub(super) type Words = Vec<Range<usize>>;

/// The changed bytes of both lines, or `None` where the lines share too little for that to help.
pub(super) fn compare(old: &str, new: &str, budget: &mut Budget) -> Option<(Words, Words)> {
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
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> {
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
    fn work_stops_when_the_budget_is_spent() {
        let mut budget = Budget(10);
        assert_eq!(compare("a b c d e f", "a b c d e g", &mut budget), None);
        assert_eq!(budget.0, 0);
    }
}
