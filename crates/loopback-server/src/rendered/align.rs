//! Which block of a review is which block of its next version. Owns the order in which they are looked for: the same
//! block, the same file, the most words in common, the same position.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};

use loopback_contract::Block;

/// A block of the newer version and its counterpart, by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pair {
    Both { old: usize, new: usize },
    Added { new: usize },
    Removed { old: usize },
}

/// So many comparisons of words are made; with more blocks than that, files and positions have to do.
const MOST_COMPARED: usize = 10_000;

/// So much two blocks that go together have in common at least, in thousandths.
const ENOUGH: usize = 500;

/// How the blocks of two versions go together, in the order of the newer one. What was removed stands where it was.
pub(super) fn align(old: &[Block], new: &[Block]) -> Vec<Pair> {
    let mut alignment = Alignment {
        old: old.iter().map(Traits::of).collect(),
        new: new.iter().map(Traits::of).collect(),
        olds: vec![None; old.len()],
        news: vec![None; new.len()],
    };
    alignment.match_by(|block| Some((block.kind, block.name, Some(block.text))));
    alignment.match_by(|block| block.name.map(|name| (block.kind, Some(name), None)));
    alignment.match_by_words();
    alignment.match_by_position();
    alignment.in_order()
}

/// What of a block decides which one it is.
struct Traits<'a> {
    kind: &'static str,
    name: Option<&'a str>,
    text: &'a str,
}

impl<'a> Traits<'a> {
    fn of(block: &'a Block) -> Self {
        let (kind, name, text) = match block {
            Block::Markdown(block) => ("markdown", None, block.text.as_str()),
            Block::Code(block) => ("code", block.filename.as_deref(), block.code.as_str()),
            Block::Diff(block) => ("diff", block.filename.as_deref(), block.diff.as_str()),
            Block::Image(block) => ("image", None, block.upload_id.as_str()),
        };
        Self { kind, name, text }
    }

    /// How often each word stands in it.
    fn words(&self) -> Words<'a> {
        let mut words = Words::default();
        for word in self.text.split_whitespace() {
            *words.counts.entry(word).or_default() += 1;
            words.total += 1;
        }
        words
    }
}

#[derive(Default)]
struct Words<'a> {
    counts: HashMap<&'a str, usize>,
    total: usize,
}

impl Words<'_> {
    /// The share of words that are in both, in thousandths.
    fn in_common_with(&self, other: &Self) -> usize {
        let both = self.counts.iter().filter_map(|(word, count)| {
            let theirs = other.counts.get(word)?;
            Some((*count).min(*theirs))
        });
        2000 * both.sum::<usize>() / (self.total + other.total).max(1)
    }
}

/// Two versions, and for each block the number of its counterpart, as far as it was found.
struct Alignment<'a> {
    old: Vec<Traits<'a>>,
    new: Vec<Traits<'a>>,
    olds: Vec<Option<usize>>,
    news: Vec<Option<usize>>,
}

/// What two blocks must have in common to go together: kind, name, text.
type Feature<'a> = (&'static str, Option<&'a str>, Option<&'a str>);

impl<'a> Alignment<'a> {
    fn pair(&mut self, old: usize, new: usize) {
        self.olds[old] = Some(new);
        self.news[new] = Some(old);
    }

    fn is_open(&self, old: usize, new: usize) -> bool {
        self.olds[old].is_none() && self.news[new].is_none()
    }

    fn open_olds(&self) -> Vec<usize> {
        open(&self.olds)
    }

    /// Pairs blocks that have a feature in common, the first with the first.
    fn match_by(&mut self, feature: impl Fn(&Traits<'a>) -> Option<Feature<'a>>) {
        let mut waiting: HashMap<_, VecDeque<usize>> = HashMap::new();
        for old in self.open_olds() {
            if let Some(feature) = feature(&self.old[old]) {
                waiting.entry(feature).or_default().push_back(old);
            }
        }
        for new in open(&self.news) {
            let found = feature(&self.new[new]).and_then(|feature| waiting.get_mut(&feature));
            if let Some(old) = found.and_then(VecDeque::pop_front) {
                self.pair(old, new);
            }
        }
    }

    /// Pairs blocks that have most of their words in common, the most alike first.
    fn match_by_words(&mut self) {
        let (olds, news) = (self.open_olds(), open(&self.news));
        if olds.len() * news.len() > MOST_COMPARED {
            return;
        }
        let words = |blocks: &[Traits<'a>], open: &[usize]| -> Vec<_> {
            open.iter().map(|at| (*at, blocks[*at].words())).collect()
        };
        let (olds, news) = (words(&self.old, &olds), words(&self.new, &news));
        let mut alike = Vec::new();
        for (old, words) in &olds {
            for (new, others) in &news {
                let common = words.in_common_with(others);
                if self.old[*old].kind == self.new[*new].kind && common >= ENOUGH {
                    alike.push((Reverse(common), old.abs_diff(*new), *old, *new));
                }
            }
        }
        alike.sort_unstable();
        for (_, _, old, new) in alike {
            if self.is_open(old, new) {
                self.pair(old, new);
            }
        }
    }

    /// Pairs blocks without a name that stand after the same block.
    fn match_by_position(&mut self) {
        for new in open(&self.news) {
            let before = self.news[..new].iter().rev().find_map(|old| *old);
            let from = before.map_or(0, |old| old + 1);
            let gap = (from..self.olds.len()).take_while(|old| self.olds[*old].is_none());
            let same = gap.into_iter().find(|old| {
                let (old, new) = (&self.old[*old], &self.new[new]);
                old.kind == new.kind && old.name.is_none() && new.name.is_none()
            });
            if let Some(old) = same {
                self.pair(old, new);
            }
        }
    }

    fn in_order(self) -> Vec<Pair> {
        let mut pairs: Vec<_> = self
            .news
            .iter()
            .enumerate()
            .map(|(new, old)| old.map_or(Pair::Added { new }, |old| Pair::Both { old, new }))
            .collect();
        for old in self.open_olds() {
            let before = old.checked_sub(1);
            let after = pairs.iter().position(|pair| match pair {
                Pair::Both { old, .. } | Pair::Removed { old } => Some(*old) == before,
                Pair::Added { .. } => false,
            });
            pairs.insert(after.map_or(0, |at| at + 1), Pair::Removed { old });
        }
        pairs
    }
}

fn open(partners: &[Option<usize>]) -> Vec<usize> {
    let open = partners.iter().enumerate();
    open.filter_map(|(at, partner)| partner.is_none().then_some(at))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn blocks(blocks: &Value) -> Vec<Block> {
        serde_json::from_value(blocks.clone()).unwrap()
    }

    /// `0=1` is old block 0 beside new block 1, `+1` an added one, `-0` a removed one.
    #[track_caller]
    fn check(old: &Value, new: &Value, expect: &str) {
        let pairs = align(&blocks(old), &blocks(new));
        let words = pairs.iter().map(|pair| match pair {
            Pair::Both { old, new } => format!("{old}={new}"),
            Pair::Added { new } => format!("+{new}"),
            Pair::Removed { old } => format!("-{old}"),
        });
        assert_eq!(words.collect::<Vec<_>>().join(" "), expect);
    }

    fn text(text: &str) -> Value {
        json!({ "type": "markdown", "text": text })
    }

    fn code(name: &str, code: &str) -> Value {
        json!({ "type": "code", "code": code, "filename": name })
    }

    fn diff(diff: &str) -> Value {
        json!({ "type": "diff", "diff": diff })
    }

    #[test]
    fn a_block_that_stayed_goes_with_itself_wherever_it_stands_now() {
        check(
            &json!([text("one"), text("two"), text("three")]),
            &json!([text("three"), text("one"), text("two")]),
            "2=0 0=1 1=2",
        );
    }

    #[test]
    fn a_file_goes_with_the_file_of_its_name_however_much_changed() {
        check(
            &json!([code("a.rs", "x"), code("b.rs", "y")]),
            &json!([code("b.rs", "z"), code("c.rs", "new"), code("a.rs", "w")]),
            "1=0 +1 0=2",
        );
    }

    #[test]
    fn a_file_of_another_name_goes_with_it_if_it_is_much_the_same() {
        check(
            &json!([code("a.rs", "one two three four")]),
            &json!([code("b.rs", "one two three five")]),
            "0=0",
        );
        check(
            &json!([code("a.rs", "one two three four")]),
            &json!([code("b.rs", "five six")]),
            "-0 +0",
        );
    }

    #[test]
    fn a_text_goes_with_the_one_it_shares_most_words_with() {
        check(
            &json!([text("the plan is to wait"), text("costs are low this year")]),
            &json!([
                text("costs are not low this year"),
                text("the plan is to go"),
                text("quite another thing")
            ]),
            "1=0 0=1 +2",
        );
    }

    #[test]
    fn what_has_nothing_in_common_goes_together_if_it_stands_after_the_same_block() {
        check(
            &json!([text("same"), diff("-a"), text("end")]),
            &json!([text("same"), diff("+b"), text("end")]),
            "0=0 1=1 2=2",
        );
    }

    #[test]
    fn what_was_removed_stands_where_it_was() {
        check(
            &json!([diff("x"), text("one"), code("gone.rs", "y"), text("two")]),
            &json!([text("one"), text("two")]),
            "-0 1=0 -2 3=1",
        );
    }

    #[test]
    fn thousands_of_blocks_are_aligned_too() {
        let many = |from: usize| {
            let texts = (from..from + 3_000).map(|number| text(&number.to_string()));
            Value::Array(texts.collect())
        };
        let pairs = align(&blocks(&many(0)), &blocks(&many(10)));
        let both = |pair: &&Pair| matches!(pair, Pair::Both { .. });
        assert!(pairs.iter().filter(both).count() >= 2_990);
    }
}
