//! What the person has typed for an ask and not sent.

use std::collections::BTreeSet;

use loopback_contract::{AskId, Draft, DraftContent, DraftInput, Reply, Timestamp};
use loopback_rules::{
    AskChange, Refusal, RefusalKind, is_said, says_nothing, unsent, uploads_named,
};
use rusqlite::{Connection, Transaction};

use super::{Desk, existing};
use crate::error::{HubError, StoreError};
use crate::store;
use crate::store::drafts::Stored;
use crate::store::marks::Marks;

/// The most bytes a draft may have as compact UTF-8 JSON.
const MOST_BYTES: usize = 262_144;

/// Which draft a reply was made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MadeOf {
    /// Whatever there is.
    Newest,
    /// This version. What was typed after it is something else.
    Version(i32),
    /// None: it came from somewhere without a box to type in.
    None,
}

/// Why a reply was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unsent {
    /// The person took it back.
    TakenBack,
    /// Its time never came, or it did not fit any more. They have to be told.
    Failed,
}

impl Desk {
    /// Keeps a draft, if it was made from the newest one. It is the person's own again, whatever it was
    /// before.
    pub(crate) fn put_draft(&mut self, id: &AskId, input: DraftInput) -> Result<Draft, HubError> {
        let content = json(id, &input.content)?;
        if content.len() > MOST_BYTES {
            return Err(too_large(content.len()).into());
        }
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        let before = stored(&change, id)?;
        let newest = match &before {
            Stored::Nothing { .. } => 0,
            Stored::Kept(draft) => draft.version,
        };
        if input.version != newest {
            return Err(stale(newest).into());
        }
        let draft = keep(&change, id, &before, input.content, None, now)?;
        let (was, is) = mark(&change, id, is_drafted(&draft))?;
        store::commit(change, now)?;
        self.show(id, was, is)?;
        Ok(draft)
    }

    /// Drops the draft of an ask, if there is one.
    pub(crate) fn delete_draft(&mut self, id: &AskId) -> Result<(), HubError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        if let Stored::Kept(draft) = stored(&change, id)? {
            drop_draft(&change, id, &draft, now)?;
        }
        let (was, is) = mark(&change, id, false)?;
        store::commit(change, now)?;
        self.show(id, was, is)
    }

    /// Announces that a draft began or ended to be there, and never that it grew by a letter.
    fn show(&mut self, id: &AskId, was: Marks, is: Marks) -> Result<(), HubError> {
        if was != is {
            let ask = existing(&self.db, id)?;
            self.announce(AskChange::Updated, ask, is);
        }
        Ok(())
    }
}

/// The draft of an ask, if there is such an ask and it has one.
pub(crate) fn read(db: &Connection, id: &AskId) -> Result<Draft, HubError> {
    match stored(db, id)? {
        Stored::Kept(draft) => Ok(draft),
        Stored::Nothing { .. } => Err(Refusal {
            kind: RefusalKind::Unknown,
            code: "draft.unknown",
            message: "There is no draft for this ask.".to_owned(),
        }
        .into()),
    }
}

/// Drops the draft that a reply was made of, and one that says nothing the reply does not say. Other
/// words stay: they are the person's, whoever was quicker. So do those of a reply that has none.
/// Gives whether there is still a draft.
pub(super) fn drop_sent(
    change: &Transaction<'_>,
    id: &AskId,
    reply: &Reply,
    made_of: MadeOf,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let Stored::Kept(draft) = store::drafts::read(change, id)? else {
        return Ok(false);
    };
    let its_own = match (reply, made_of) {
        (Reply::Dismissed(_), _) | (_, MadeOf::None) => false,
        (_, MadeOf::Newest) => true,
        (_, MadeOf::Version(version)) => version == draft.version,
    };
    if its_own || is_said(&draft.content, reply) {
        drop_draft(change, id, &draft, now)?;
        return Ok(false);
    }
    Ok(is_drafted(&draft))
}

/// Makes a draft of a reply that was not sent, together with the one that is there. Gives whether there
/// is one then.
pub(super) fn give_back(
    change: &Transaction<'_>,
    id: &AskId,
    reply: &Reply,
    why: Unsent,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let before = store::drafts::read(change, id)?;
    let kept = match &before {
        Stored::Kept(draft) => Some(draft),
        Stored::Nothing { .. } => None,
    };
    let content = unsent(reply, kept.map(|draft| &draft.content));
    let unsent = match why {
        Unsent::Failed => Some(true),
        Unsent::TakenBack if adds_nothing(&content, kept) => {
            return Ok(kept.is_some_and(is_drafted));
        }
        Unsent::TakenBack => None,
    };
    let draft = keep(change, id, &before, content, unsent, now)?;
    Ok(is_drafted(&draft))
}

/// Holds the reply of an ask no more, if one is held, and makes a draft of it that says it was never
/// sent.
pub(super) fn unsend(
    change: &Transaction<'_>,
    id: &AskId,
    marks: &mut Marks,
    now: Timestamp,
) -> Result<(), StoreError> {
    if let Some(held) = store::held::read(change, id)? {
        marks.drafted = give_back(change, id, &held.reply, Unsent::Failed, now)?;
        store::held::delete(change, id)?;
    }
    Ok(())
}

/// Whether there is nothing in the content, an armed action apart, that the draft does not hold: then
/// the box is as the person left it.
fn adds_nothing(content: &DraftContent, kept: Option<&Draft>) -> bool {
    let Some(draft) = kept else {
        return says_nothing(content);
    };
    let outcome = draft.content.outcome.clone();
    let armed = DraftContent {
        outcome,
        ..content.clone()
    };
    armed == draft.content
}

/// Keeps a draft in place of the one that was there.
fn keep(
    change: &Transaction<'_>,
    id: &AskId,
    before: &Stored,
    content: DraftContent,
    unsent: Option<bool>,
    now: Timestamp,
) -> Result<Draft, StoreError> {
    let last_version = match before {
        Stored::Nothing { last_version } => *last_version,
        Stored::Kept(draft) => {
            let gone: BTreeSet<String> = &uploads_named(&draft.content) - &uploads_named(&content);
            store::uploads::let_go(change, &gone, now)?;
            draft.version
        }
    };
    let draft = Draft {
        ask_id: id.clone(),
        version: last_version.saturating_add(1),
        content,
        updated_at: now,
        unsent,
    };
    store::drafts::write(change, &draft, &json(id, &draft.content)?)?;
    Ok(draft)
}

fn drop_draft(
    change: &Transaction<'_>,
    id: &AskId,
    draft: &Draft,
    now: Timestamp,
) -> Result<(), StoreError> {
    store::uploads::let_go(change, &uploads_named(&draft.content), now)?;
    store::drafts::drop(change, id)
}

/// Whether lists show the draft: something is in it, or something is to be told of it.
fn is_drafted(draft: &Draft) -> bool {
    draft.unsent == Some(true) || !says_nothing(&draft.content)
}

/// Marks an ask as one with a draft or without, and gives its marks before and after.
fn mark(change: &Transaction<'_>, id: &AskId, drafted: bool) -> Result<(Marks, Marks), StoreError> {
    let was = store::marks::read(change, id)?;
    let is = Marks { drafted, ..was };
    if was != is {
        store::marks::write(change, id, is)?;
    }
    Ok((was, is))
}

fn stored(db: &Connection, id: &AskId) -> Result<Stored, HubError> {
    if !store::asks::exists(db, id)? {
        return Err(Refusal::ask_unknown().into());
    }
    Ok(store::drafts::read(db, id)?)
}

fn json(id: &AskId, content: &DraftContent) -> Result<String, StoreError> {
    serde_json::to_string(content).map_err(|error| StoreError::Unreadable {
        what: "draft",
        ask: id.clone(),
        why: error.to_string(),
    })
}

fn stale(newest: i32) -> Refusal {
    let words = if newest == 0 {
        "/version: there is no draft any more; the version to name is 0".to_owned()
    } else {
        format!("/version: another edit came first; the newest version is {newest}")
    };
    Refusal {
        kind: RefusalKind::Conflict,
        code: "draft.stale",
        message: words,
    }
}

fn too_large(bytes: usize) -> Refusal {
    Refusal {
        kind: RefusalKind::TooLarge,
        code: "draft.too_large",
        message: format!(
            "/content: the draft is {bytes} bytes of JSON, and {MOST_BYTES} bytes (256 KiB) are the \
             most that is kept."
        ),
    }
}
