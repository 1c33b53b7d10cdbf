//! Where the person's comments on one version of a review belong in the next.

use std::collections::HashMap;

use loopback_contract::{Block, CarriedComment, DiffSide, LineComment, ReviewPrompt};
use loopback_render::{CodeLines, DiffLines, DiffModel, Side};

use super::align::Pair;

/// The JSON pointer of a review's summary.
pub(super) const SUMMARY: &str = "/prompt/summary";

/// The JSON pointer of a review's block.
pub(super) fn place_of(block: usize) -> String {
    format!("/prompt/content/{block}")
}

/// Two versions of a review.
pub(super) struct Versions<'a> {
    pub(super) old: &'a ReviewPrompt,
    pub(super) new: &'a ReviewPrompt,
    pub(super) pairs: &'a [Pair],
}

impl Versions<'_> {
    /// Where the places of the comments are now.
    pub(super) fn carry(&self, comments: &[LineComment]) -> Vec<CarriedComment> {
        if comments.is_empty() {
            return Vec::new();
        }
        let (old, new) = (patches(self.old), patches(self.new));
        let mut carrier = Carrier {
            versions: self,
            patches: (&old, &new),
            texts: HashMap::new(),
            diffs: HashMap::new(),
            letters: HashMap::new(),
        };
        comments
            .iter()
            .map(|comment| carrier.carry(comment))
            .collect()
    }
}

/// A review's patches by the numbers of their blocks.
type Patches = Vec<Option<DiffModel>>;

fn patches(version: &ReviewPrompt) -> Patches {
    let blocks = version.content.iter();
    blocks
        .map(|block| match block {
            Block::Diff(block) => DiffModel::parse(&block.diff, None),
            _ => None,
        })
        .collect()
}

/// Carries comments over. A review may have hundreds: nothing is read or compared for each of them anew.
struct Carrier<'a> {
    versions: &'a Versions<'a>,
    patches: (&'a Patches, &'a Patches),
    texts: HashMap<Beside, CodeLines>,
    diffs: HashMap<(usize, usize), Option<DiffLines<'a>>>,
    /// What the new texts say.
    letters: HashMap<Beside, String>,
}

/// Two texts that are compared: those of an old and a new block, or the summaries.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Beside {
    Summaries,
    Blocks(usize, usize),
}

/// Where something that was commented on is now.
enum Now {
    AtLine(u32),
    /// The comment is on no line: on some words, a file or the whole of it.
    Somewhere,
}

impl<'a> Carrier<'a> {
    fn carry(&mut self, comment: &LineComment) -> CarriedComment {
        let now = if comment.place == SUMMARY {
            self.in_summary(comment)
        } else {
            self.in_blocks(comment)
        };
        let line = now.as_ref().and_then(|(_, now)| match now {
            Now::AtLine(line) => i32::try_from(*line).ok(),
            Now::Somewhere => None,
        });
        CarriedComment {
            comment: comment.clone(),
            place: now.map(|(place, _)| place),
            line,
        }
    }

    fn in_summary(&mut self, comment: &LineComment) -> Option<(String, Now)> {
        let Versions { old, new, .. } = self.versions;
        let (old, new) = (old.summary.as_deref()?, new.summary.as_deref()?);
        let line = self.in_text(comment, Beside::Summaries, old, new)?;
        Some((SUMMARY.to_owned(), line))
    }

    fn in_blocks(&mut self, comment: &LineComment) -> Option<(String, Now)> {
        let number = comment.place.strip_prefix("/prompt/content/")?;
        let was: usize = number.parse().ok()?;
        let old = self.versions.old.content.get(was)?;
        let counterpart = self.versions.pairs.iter().find_map(|pair| match pair {
            Pair::Both { old, new } if *old == was => Some(*new),
            _ => None,
        });
        // A patch may come in other pieces than before.
        let others = (0..self.versions.new.content.len())
            .filter(|other| matches!(old, Block::Diff(_)) && Some(*other) != counterpart);
        counterpart.into_iter().chain(others).find_map(|is| {
            let line = self.in_block(comment, was, is)?;
            Some((place_of(is), line))
        })
    }

    /// `None` if what was commented on is gone.
    fn in_block(&mut self, comment: &LineComment, was: usize, is: usize) -> Option<Now> {
        let Versions { old, new, .. } = self.versions;
        let beside = Beside::Blocks(was, is);
        match (old.content.get(was)?, new.content.get(is)?) {
            (Block::Markdown(old), Block::Markdown(new)) => {
                self.in_text(comment, beside, &old.text, &new.text)
            }
            (Block::Code(old), Block::Code(new)) => match first_line(comment) {
                Some(line) => self
                    .text_line(beside, &old.code, &new.code, line)
                    .map(Now::AtLine),
                None => Some(Now::Somewhere),
            },
            (Block::Diff(old), Block::Diff(new)) => {
                let name = comment.file.as_deref().or(old.filename.as_deref());
                let side = match comment.side {
                    Some(DiffSide::Old) => Side::Old,
                    Some(DiffSide::New) | None => Side::New,
                };
                match first_line(comment) {
                    Some(line) => {
                        let lines = self.diff_lines(was, is)?;
                        lines
                            .now(name.unwrap_or_default(), side, line)
                            .map(Now::AtLine)
                    }
                    // On a file as a whole, or on the patch.
                    None => name
                        .is_none_or(|name| new.diff.contains(name))
                        .then_some(Now::Somewhere),
                }
            }
            (Block::Image(old), Block::Image(new)) => {
                (old.upload_id == new.upload_id).then_some(Now::Somewhere)
            }
            _ => None,
        }
    }

    fn in_text(
        &mut self,
        comment: &LineComment,
        beside: Beside,
        old: &str,
        new: &str,
    ) -> Option<Now> {
        if let Some(line) = first_line(comment) {
            return self.text_line(beside, old, new, line).map(Now::AtLine);
        }
        // Some words of the text as it is shown, without its markup.
        let said = self.letters.entry(beside).or_insert_with(|| letters(new));
        said.contains(&letters(&comment.quote))
            .then_some(Now::Somewhere)
    }

    fn text_line(&mut self, beside: Beside, old: &str, new: &str, line: u32) -> Option<u32> {
        let lines = self.texts.entry(beside);
        lines
            .or_insert_with(|| CodeLines::between(old, new))
            .now(line)
    }

    fn diff_lines(&mut self, was: usize, is: usize) -> Option<&mut DiffLines<'a>> {
        let (old, new) = self.patches;
        let lines = self.diffs.entry((was, is)).or_insert_with(|| {
            let (old, new) = (old.get(was)?.as_ref()?, new.get(is)?.as_ref()?);
            Some(DiffLines::between(old, new))
        });
        lines.as_mut()
    }
}

fn first_line(comment: &LineComment) -> Option<u32> {
    comment.line.and_then(|line| u32::try_from(line).ok())
}

fn letters(text: &str) -> String {
    text.chars().filter(|char| char.is_alphanumeric()).collect()
}
