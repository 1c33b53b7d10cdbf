//! The blocks of an agent's message, and where they stand.
//!
//! What a block shows is not known here.

use std::fmt::Display;

use loopback_contract::{Block, BriefingAnswerInput, BriefingInput, FollowUpInput, ReviewInput};

use crate::{Code, Refusal};

/// A message of an agent that can hold blocks.
pub(crate) trait Blocks {
    /// Every list of blocks in reading order, each with its JSON pointer within the message.
    fn blocks(&self) -> Vec<(String, &[Block])>;
}

impl Blocks for ReviewInput {
    fn blocks(&self) -> Vec<(String, &[Block])> {
        vec![("/content".to_owned(), &self.content)]
    }
}

impl Blocks for BriefingInput {
    fn blocks(&self) -> Vec<(String, &[Block])> {
        let mut found = Vec::new();
        for (s, section) in self.sections.iter().enumerate() {
            for (p, point) in section.points.iter().enumerate() {
                let place = format_args!("/sections/{s}/points/{p}/content");
                gather(&mut found, place, point.content.as_deref());
            }
        }
        found
    }
}

impl Blocks for FollowUpInput {
    fn blocks(&self) -> Vec<(String, &[Block])> {
        let mut found = Vec::new();
        gather(&mut found, "/content", self.content.as_deref());
        found
    }
}

impl Blocks for BriefingAnswerInput {
    fn blocks(&self) -> Vec<(String, &[Block])> {
        let mut found = Vec::new();
        for (a, answer) in self.answers.iter().enumerate() {
            let place = format_args!("/answers/{a}/content");
            gather(&mut found, place, answer.content.as_deref());
            for (p, point) in answer.points.iter().flatten().enumerate() {
                let place = format_args!("/answers/{a}/points/{p}/content");
                gather(&mut found, place, point.content.as_deref());
            }
        }
        found
    }
}

fn gather<'a>(
    found: &mut Vec<(String, &'a [Block])>,
    place: impl Display,
    blocks: Option<&'a [Block]>,
) {
    if let Some(blocks) = blocks {
        found.push((place.to_string(), blocks));
    }
}

/// Refuses a message in which an agent says of a block that it was read from disk: that is Loopback's to
/// say, of what it read itself.
pub(crate) fn check_unread(message: &impl Blocks) -> Result<(), Refusal> {
    for (place, blocks) in message.blocks() {
        for (b, block) in blocks.iter().enumerate() {
            let read = match block {
                Block::Markdown(block) => &block.read,
                Block::Code(block) => &block.read,
                Block::Diff(block) => &block.read,
                Block::Image(block) => &block.read,
            };
            if read.is_some() {
                return Err(Refusal::at(
                    Code::AskReadClaimed,
                    format_args!("{place}/{b}/read"),
                    "only Loopback says from where a block was read; leave it out, and attach what is to \
                     be read from disk",
                ));
            }
        }
    }
    Ok(())
}
