//! Which stored images a message names, and where.
//!
//! Whether an upload is stored is a fact that callers bring; nothing here touches a file.

use std::collections::BTreeSet;
use std::fmt::Display;

use loopback_contract::{
    Ask, Block, BriefingAnswerInput, BriefingInput, Entry, FollowUpInput, ReviewInput,
};

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

/// Refuses a message with an image whose upload is not among those `stored`.
pub(crate) fn check_uploads(
    message: &impl UploadsNamed,
    stored: &BTreeSet<String>,
) -> Result<(), Refusal> {
    let missing = message
        .images()
        .into_iter()
        .find(|image| !stored.contains(image.upload));
    match missing {
        None => Ok(()),
        Some(image) => Err(Refusal::at(
            Code::UploadUnknown,
            image.place,
            "no image is stored under this id. Upload it first with request_upload, and name the \
             uploadId it gave",
        )),
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
        let mut found = Vec::new();
        gather(&mut found, "/content", Some(&self.content));
        found
    }
}

impl UploadsNamed for BriefingInput {
    fn images(&self) -> Vec<NamedImage<'_>> {
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
        let mut found = Vec::new();
        gather(&mut found, "/content", self.content.as_deref());
        found
    }
}

impl UploadsNamed for BriefingAnswerInput {
    fn images(&self) -> Vec<NamedImage<'_>> {
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
            if let Entry::Agent(turn) = entry {
                let place = format_args!("/thread/{t}/content");
                gather(&mut found, place, turn.content.as_deref());
                for (p, point) in turn.points.iter().flatten().enumerate() {
                    let place = format_args!("/thread/{t}/points/{p}/content");
                    gather(&mut found, place, point.content.as_deref());
                }
            }
        }
        found
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
