//! Which block of a new version was which block of the old one.
//!
//! Owns the pairing, within a fixed amount of work. Knows nothing of how changes are shown.

use std::collections::HashMap;

use pulldown_cmark::Tag;
use similar::{DiffOp, DiffableStr as _};

use crate::compare::compare;

use super::tree::{Block, Kind};

/// What one comparison of two texts may cost; what it no longer covers counts as removed and inserted.
#[derive(Debug)]
pub(crate) struct Effort(usize);

impl Default for Effort {
    fn default() -> Self {
        Self(20_000_000)
    }
}

impl Effort {
    /// Takes `steps` off; says whether there were as many.
    pub(crate) fn spend(&mut self, steps: usize) -> bool {
        let enough = self.0 >= steps;
        self.0 = if enough { self.0 - steps } else { 0 };
        enough
    }
}

/// A step from the old version to the new one, by the blocks' numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Same(usize),
    /// The old one became the new one.
    Changed(usize, usize),
    Removed(usize),
    Inserted(usize),
}

/// The steps, in the order in which they are shown.
pub(crate) fn steps(old: &[Block<'_>], new: &[Block<'_>], effort: &mut Effort) -> Vec<Step> {
    let (old_refs, new_refs): (Vec<_>, Vec<_>) = (old.iter().collect(), new.iter().collect());
    let mut steps = Vec::new();
    // Where the run of changes that is being gathered began.
    let (mut old_from, mut new_from) = (0, 0);
    for op in compare(&old_refs, &new_refs) {
        if let DiffOp::Equal {
            old_index,
            new_index,
            len,
        } = op
        {
            let gap = (old_from..old_index, new_from..new_index);
            push_gap(&mut steps, old, new, gap, effort);
            steps.extend((new_index..new_index + len).map(Step::Same));
            (old_from, new_from) = (old_index + len, new_index + len);
        }
    }
    let gap = (old_from..old.len(), new_from..new.len());
    push_gap(&mut steps, old, new, gap, effort);
    steps
}

type Gap = (std::ops::Range<usize>, std::ops::Range<usize>);

/// Pairs of a larger gap are not looked for.
const GAP_AT_MOST: usize = 2_500;

fn push_gap(
    steps: &mut Vec<Step>,
    old: &[Block<'_>],
    new: &[Block<'_>],
    (removed, inserted): Gap,
    effort: &mut Effort,
) {
    let mut pairs = Vec::new();
    if removed.len() * inserted.len() <= GAP_AT_MOST {
        let (olds, news) = (&old[removed.clone()], &new[inserted.clone()]);
        let work: usize = [(olds, news.len()), (news, olds.len())]
            .iter()
            .flat_map(|(blocks, times)| blocks.iter().map(move |block| length(block) * times))
            .sum();
        if !olds.is_empty() && !news.is_empty() && effort.spend(work) {
            pairs = best(olds, news);
        }
    }
    let (mut old_at, mut new_at) = (removed.start, inserted.start);
    for (i, j) in pairs {
        let (i, j) = (removed.start + i, inserted.start + j);
        steps.extend((old_at..i).map(Step::Removed));
        steps.extend((new_at..j).map(Step::Inserted));
        steps.push(Step::Changed(i, j));
        (old_at, new_at) = (i + 1, j + 1);
    }
    steps.extend((old_at..removed.end).map(Step::Removed));
    steps.extend((new_at..inserted.end).map(Step::Inserted));
}

/// The pairs, in order on both sides, whose likeness sums up highest.
fn best(old: &[Block<'_>], new: &[Block<'_>]) -> Vec<(usize, usize)> {
    let old_bags: Vec<Bag<'_>> = old.iter().map(Bag::of).collect();
    let new_bags: Vec<Bag<'_>> = new.iter().map(Bag::of).collect();
    let width = new.len() + 1;
    let mut likeness = vec![0.0_f32; old.len() * new.len()];
    let mut sums = vec![0.0_f32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let alike = alike(&old[i], &old_bags[i], &new[j], &new_bags[j]);
            likeness[i * new.len() + j] = alike;
            sums[i * width + j] = (sums[(i + 1) * width + j + 1] + alike)
                .max(sums[(i + 1) * width + j])
                .max(sums[i * width + j + 1]);
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < old.len() && j < new.len() {
        let alike = likeness[i * new.len() + j];
        let here = sums[i * width + j];
        if alike > 0.0 && here <= sums[(i + 1) * width + j + 1] + alike {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if here <= sums[(i + 1) * width + j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Blocks that share less are two different ones.
const ALIKE_AT_LEAST: f32 = 0.3;

/// How much two blocks share, from 0 (no pair) to 1.
fn alike(old: &Block<'_>, old_bag: &Bag<'_>, new: &Block<'_>, new_bag: &Bag<'_>) -> f32 {
    let likeness = old_bag.likeness(new_bag);
    match (&old.kind, &new.kind) {
        // One is where the other was: there is only one in its place.
        (
            Kind::Around(Tag::FootnoteDefinition(a), _),
            Kind::Around(Tag::FootnoteDefinition(b), _),
        ) if a.eq_ignore_ascii_case(b) => 1.0,
        (Kind::Words(None, _), Kind::Words(None, _)) => likeness.max(ALIKE_AT_LEAST),
        (a, b) if likeness >= ALIKE_AT_LEAST && can_become(a, b) => likeness,
        _ => 0.0,
    }
}

/// Whether the changes of such a block can be shown within it.
fn can_become(old: &Kind<'_>, new: &Kind<'_>) -> bool {
    match (old, new) {
        (Kind::Around(old, within_old), Kind::Around(new, within_new)) => match (old, new) {
            (Tag::BlockQuote(old), Tag::BlockQuote(new)) => old == new,
            (Tag::Table(old), Tag::Table(new)) => old.len() == new.len(),
            (Tag::TableRow, Tag::TableRow) => within_old.len() == within_new.len(),
            (Tag::List(_), Tag::List(_)) | (Tag::Item, Tag::Item) => true,
            _ => false,
        },
        (Kind::Words(old, _), Kind::Words(new, _)) => match (old, new) {
            (Some(Tag::Heading { level: old, .. }), Some(Tag::Heading { level: new, .. })) => {
                old == new
            }
            (None | Some(Tag::Paragraph), None | Some(Tag::Paragraph)) => true,
            _ => false,
        },
        (Kind::Code(..), Kind::Code(..)) => true,
        _ => false,
    }
}

fn length(block: &Block<'_>) -> usize {
    let mut length = 1;
    block.each_text(&mut |text| length += text.len() / 4 + 1);
    length
}

/// A block's words and how often each is there.
struct Bag<'a> {
    words: HashMap<&'a str, usize>,
    weight: usize,
}

impl<'a> Bag<'a> {
    fn of(block: &'a Block<'_>) -> Self {
        let mut bag = Self {
            words: HashMap::new(),
            weight: 0,
        };
        block.each_text(&mut |text| {
            for word in text.tokenize_unicode_words() {
                if !word.trim().is_empty() {
                    *bag.words.entry(word).or_default() += 1;
                    bag.weight += word.len();
                }
            }
        });
        bag
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
    use super::super::tree::blocks;
    use super::*;

    fn told(old: &str, new: &str) -> Vec<Step> {
        steps(&blocks(old), &blocks(new), &mut Effort::default())
    }

    #[test]
    fn a_block_is_found_again_among_new_ones() {
        assert_eq!(
            told(
                "The first plan.\n\nAnother.",
                "Entirely new words.\n\nThe first good plan.\n\nAnother."
            ),
            [Step::Inserted(0), Step::Changed(0, 1), Step::Same(2)]
        );
    }

    #[test]
    fn what_shares_too_little_is_removed_and_inserted() {
        assert_eq!(
            told("All of this goes.", "Quite another thing"),
            [Step::Removed(0), Step::Inserted(0)]
        );
        assert_eq!(
            told("# Same words", "## Same words"),
            [Step::Removed(0), Step::Inserted(0)]
        );
    }

    #[test]
    fn without_effort_left_nothing_is_paired() {
        let steps = steps(&blocks("a b c\n\nd"), &blocks("a b\n\nd"), &mut Effort(1));
        assert_eq!(steps, [Step::Removed(0), Step::Inserted(0), Step::Same(1)]);
    }
}
