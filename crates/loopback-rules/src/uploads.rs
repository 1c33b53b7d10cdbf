//! Which stored images a message names, and where.
//!
//! Whether an upload is stored is a fact that callers bring; nothing here touches a file.

use std::collections::BTreeSet;
use std::fmt::Display;

use loopback_contract::{
    Ask, Block, BriefingAnswerInput, BriefingInput, DraftContent, Entry, FollowUpInput, Reply,
    ReviewInput,
};

use crate::blocks::Blocks;
use crate::{AnswerInput, AskInput, Code, Refusal};

/// The ids of all uploads that a message's images name: what has to be stored before the message is
/// taken, and what has to be kept as long as the ask is.
#[must_use]
pub fn uploads_named(message: &impl UploadsNamed) -> BTreeSet<String> {
    message
        .images()
        .iter()
        .map(|image| image.upload.to_owned())
        .collect()
}

/// A message that can hold images.
pub trait UploadsNamed {
    /// Every image of the message, in reading order.
    fn images(&self) -> Vec<NamedImage<'_>>;
}

/// One image of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedImage<'a> {
    /// The JSON pointer of the upload's id within the message.
    pub place: String,

    /// The id of the upload.
    pub upload: &'a str,
}

/// Refuses an agent's message with an image whose upload is not among those `stored`.
pub(crate) fn check_uploads(
    message: &impl UploadsNamed,
    stored: &BTreeSet<String>,
) -> Result<(), Refusal> {
    check_stored(
        message,
        stored,
        "no image is stored under this id. Upload it first with request_upload, and name the uploadId \
         it gave",
    )
}

/// Refuses a reply with a picture that is not among those `stored`.
pub(crate) fn check_pictures(reply: &Reply, stored: &BTreeSet<String>) -> Result<(), Refusal> {
    check_stored(
        reply,
        stored,
        "no picture is stored under this id any more; add it again",
    )
}

fn check_stored(
    message: &impl UploadsNamed,
    stored: &BTreeSet<String>,
    words: &str,
) -> Result<(), Refusal> {
    let images = message.images();
    let missing = images.iter().find(|image| !stored.contains(image.upload));
    match missing {
        None => Ok(()),
        Some(image) => Err(Refusal::at(Code::UploadUnknown, &image.place, words)),
    }
}

impl UploadsNamed for AskInput {
    fn images(&self) -> Vec<NamedImage<'_>> {
        match self {
            Self::Question(_) => Vec::new(),
            Self::Review(input) => input.images(),
            Self::Briefing(input) => input.images(),
        }
    }
}

impl UploadsNamed for ReviewInput {
    fn images(&self) -> Vec<NamedImage<'_>> {
        in_blocks(self)
    }
}

impl UploadsNamed for BriefingInput {
    fn images(&self) -> Vec<NamedImage<'_>> {
        in_blocks(self)
    }
}

impl UploadsNamed for AnswerInput {
    fn images(&self) -> Vec<NamedImage<'_>> {
        match self {
            Self::FollowUp(input) => input.images(),
            Self::Briefing(input) => input.images(),
        }
    }
}

impl UploadsNamed for FollowUpInput {
    fn images(&self) -> Vec<NamedImage<'_>> {
        in_blocks(self)
    }
}

impl UploadsNamed for BriefingAnswerInput {
    fn images(&self) -> Vec<NamedImage<'_>> {
        in_blocks(self)
    }
}

impl UploadsNamed for Ask {
    fn images(&self) -> Vec<NamedImage<'_>> {
        let mut found = Vec::new();
        match self {
            Self::Question(_) => {}
            Self::Review(ask) => gather(&mut found, "/prompt/content", Some(&ask.prompt.content)),
            Self::Briefing(ask) => {
                for (s, section) in ask.prompt.sections.iter().enumerate() {
                    for (p, point) in section.points.iter().enumerate() {
                        let place = format_args!("/prompt/sections/{s}/points/{p}/content");
                        gather(&mut found, place, point.content.as_deref());
                    }
                }
            }
        }
        for (t, entry) in self.thread().iter().enumerate() {
            match entry {
                Entry::Human(turn) => {
                    gather_pictures(&mut found, format_args!("/thread/{t}/reply"), &turn.reply);
                }
                Entry::Agent(turn) => {
                    let place = format_args!("/thread/{t}/content");
                    gather(&mut found, place, turn.content.as_deref());
                    for (p, point) in turn.points.iter().flatten().enumerate() {
                        let place = format_args!("/thread/{t}/points/{p}/content");
                        gather(&mut found, place, point.content.as_deref());
                    }
                }
            }
        }
        found
    }
}

impl UploadsNamed for Reply {
    fn images(&self) -> Vec<NamedImage<'_>> {
        let mut found = Vec::new();
        gather_pictures(&mut found, "", self);
        found
    }
}

impl UploadsNamed for DraftContent {
    fn images(&self) -> Vec<NamedImage<'_>> {
        let mut found = Vec::new();
        gather_ids(&mut found, "/images", self.images.as_deref());
        for (p, point) in self.points.iter().flatten().enumerate() {
            let place = format_args!("/points/{p}/images");
            gather_ids(&mut found, place, point.images.as_deref());
        }
        found
    }
}

fn in_blocks(message: &impl Blocks) -> Vec<NamedImage<'_>> {
    let mut found = Vec::new();
    for (place, blocks) in message.blocks() {
        gather(&mut found, place, Some(blocks));
    }
    found
}

fn gather_pictures<'a>(found: &mut Vec<NamedImage<'a>>, place: impl Display, reply: &'a Reply) {
    let images = match reply {
        Reply::Answered(reply) => &reply.images,
        Reply::Approved(reply) => &reply.images,
        Reply::ChangesRequested(reply) => &reply.images,
        Reply::FollowUp(reply) => &reply.images,
        Reply::Dismissed(_) => &None,
        Reply::Responded(round) => {
            for (p, part) in round.points.iter().enumerate() {
                let place = format_args!("{place}/points/{p}/images");
                gather_ids(found, place, part.images.as_deref());
            }
            &None
        }
    };
    gather_ids(found, format_args!("{place}/images"), images.as_deref());
}

fn gather_ids<'a>(found: &mut Vec<NamedImage<'a>>, place: impl Display, ids: Option<&'a [String]>) {
    for (i, upload) in ids.unwrap_or_default().iter().enumerate() {
        found.push(NamedImage {
            place: format!("{place}/{i}"),
            upload,
        });
    }
}

fn gather<'a>(found: &mut Vec<NamedImage<'a>>, place: impl Display, blocks: Option<&'a [Block]>) {
    for (b, block) in blocks.unwrap_or_default().iter().enumerate() {
        if let Block::Image(image) = block {
            found.push(NamedImage {
                place: format!("{place}/{b}/uploadId"),
                upload: &image.upload_id,
            });
        }
    }
}
