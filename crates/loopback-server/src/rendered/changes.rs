//! What changed in a review since the version it revises, and where the person's comments on that one belong now.

use std::sync::Arc;

use http::StatusCode;
use loopback_contract::{
    Ask, AskId, Block, BlockChange, ChangedPart, Entry, LineComment, Reply, ReviewAsk,
    ReviewChanges,
};
use loopback_render::{
    Budget, CodeOptions, Colour, DiffOptions, Layout, Rendered, code_changes, diff_changes,
    markdown_changes,
};

use super::{
    Look, Renderer, Shared,
    align::{Pair, align},
    cache::{Html, Key},
    carried::{SUMMARY, Versions, place_of},
    id_prefix, markdown_options,
    places::{Piece, piece},
};
use crate::http::Problem;

/// Said of an ask that is the next version of nothing.
pub(crate) const NO_REVISION: Problem = Problem::fixed(
    StatusCode::NOT_FOUND,
    "ask.no_revision",
    "This is not the next version of another review.",
);

impl Renderer {
    /// What changed in the review `new` since `old`, the version it revises.
    pub(crate) async fn changes(
        &self,
        old: Ask,
        new: Ask,
        layout: Layout,
    ) -> Result<ReviewChanges, Problem> {
        let id = new.id().clone();
        let look = Look {
            colour: Colour::Full,
            layout,
        };
        let changes = self.work(&id, look.colour, move |shared| match (&old, &new) {
            (Ask::Review(old), Ask::Review(new)) => Some(shared.changes(old, new, look)),
            _ => None,
        });
        changes.await?.ok_or(NO_REVISION)
    }
}

impl Shared {
    fn changes(&self, old: &ReviewAsk, new: &ReviewAsk, look: Look) -> ReviewChanges {
        let pairs = align(&old.prompt.content, &new.prompt.content);
        let mut parts = Vec::with_capacity(pairs.len() + 1);
        parts.extend(self.part(&new.id, look, Version::summary(old), Version::summary(new)));
        for pair in &pairs {
            let (was, is) = match *pair {
                Pair::Both { old, new } => (Some(old), Some(new)),
                Pair::Added { new } => (None, Some(new)),
                Pair::Removed { old } => (Some(old), None),
            };
            let was = was.and_then(|was| Version::block(old, was));
            let is = is.and_then(|is| Version::block(new, is));
            parts.extend(self.part(&new.id, look, was, is));
        }
        let versions = Versions {
            old: &old.prompt,
            new: &new.prompt,
            pairs: &pairs,
        };
        let (feedback, comments) = last_words(old);
        ReviewChanges {
            ask_id: new.id.clone(),
            since: old.id.to_string(),
            feedback: feedback.map(str::to_owned),
            parts,
            comments: versions.carry(comments),
        }
    }

    /// A piece beside what it was. `None` if it never was.
    fn part(
        &self,
        ask: &AskId,
        look: Look,
        was: Option<Version<'_>>,
        is: Option<Version<'_>>,
    ) -> Option<ChangedPart> {
        let change = match (&was, &is) {
            (None, None) => return None,
            (None, Some(_)) => BlockChange::Added,
            (Some(_), None) => BlockChange::Removed,
            (Some(was), Some(is)) if was.what == is.what => BlockChange::Same,
            (Some(_), Some(_)) => BlockChange::Changed,
        };
        let html = match change {
            BlockChange::Same => None,
            _ => self.difference(ask, look, was.as_ref(), is.as_ref()),
        };
        Some(ChangedPart {
            change,
            place: is.map(|is| is.place),
            was: was.map(|was| was.place),
            html: html.as_ref().map(|html| html.html.clone()),
            warnings: html.map(|html| html.warnings.clone()).unwrap_or_default(),
        })
    }

    /// The difference as HTML. Of a picture there is none.
    fn difference(
        &self,
        ask: &AskId,
        look: Look,
        was: Option<&Version<'_>>,
        is: Option<&Version<'_>>,
    ) -> Option<Arc<Html>> {
        let place = is.or(was).map(|version| version.place.as_str());
        let prefix = id_prefix(ask, &format!("/changes{}", place.unwrap_or_default()));
        let was = was.and_then(|was| was.what.piece());
        let is = is.and_then(|is| is.what.piece());
        let key = Key::between(was.as_ref(), is.as_ref(), &prefix, look);
        if let Some(html) = self.cache().get(&key) {
            return Some(html);
        }
        let rendered = self.turn(look.colour, ask, |budget| {
            difference(was.as_ref(), is.as_ref(), &prefix, look, budget)
        });
        rendered.map(|rendered| self.keep(key, rendered))
    }
}

/// One version of a piece of a review.
struct Version<'a> {
    place: String,
    what: What<'a>,
}

#[derive(PartialEq)]
enum What<'a> {
    Summary(&'a str),
    Block(&'a Block),
}

impl<'a> Version<'a> {
    fn summary(ask: &'a ReviewAsk) -> Option<Self> {
        Some(Self {
            place: SUMMARY.to_owned(),
            what: What::Summary(ask.prompt.summary.as_deref()?),
        })
    }

    fn block(ask: &'a ReviewAsk, number: usize) -> Option<Self> {
        Some(Self {
            place: place_of(number),
            what: What::Block(ask.prompt.content.get(number)?),
        })
    }
}

impl<'a> What<'a> {
    fn piece(&self) -> Option<Piece<'a>> {
        match *self {
            Self::Summary(text) => Some(Piece::Markdown(text)),
            Self::Block(block) => piece(block),
        }
    }
}

fn difference(
    was: Option<&Piece<'_>>,
    is: Option<&Piece<'_>>,
    prefix: &str,
    look: Look,
    budget: &mut Budget,
) -> Option<Rendered> {
    // What was not there, or is not any more, is as good as empty.
    Some(match *is.or(was)? {
        Piece::Markdown(_) => {
            let options = markdown_options(prefix, look);
            markdown_changes(text(was), text(is), &options, budget)
        }
        Piece::Code {
            language, filename, ..
        } => {
            let options = CodeOptions {
                language,
                filename,
                colour: look.colour,
            };
            code_changes(text(was), text(is), &options, budget)
        }
        Piece::Diff { filename, .. } => {
            let options = DiffOptions {
                filename,
                layout: look.layout,
                colour: look.colour,
            };
            diff_changes(text(was), text(is), &options, budget)
        }
    })
}

fn text<'a>(piece: Option<&Piece<'a>>) -> &'a str {
    match piece {
        None => "",
        Some(Piece::Markdown(text)) => text,
        Some(Piece::Code { code, .. }) => code,
        Some(Piece::Diff { diff, .. }) => diff,
    }
}

/// What the person said about a version when they sent it back.
fn last_words(ask: &ReviewAsk) -> (Option<&str>, &[LineComment]) {
    let last = ask.thread.iter().rev().find_map(|entry| match entry {
        Entry::Human(turn) => match &turn.reply {
            Reply::ChangesRequested(reply) => Some(reply),
            _ => None,
        },
        Entry::Agent(_) => None,
    });
    let comments = last.and_then(|reply| reply.comments.as_deref());
    (
        last.map(|reply| reply.feedback.as_str()),
        comments.unwrap_or_default(),
    )
}
