//! What the person has typed for an ask and not sent.

use loopback_contract::{AskId, Draft, DraftInput};
use loopback_rules::{Refusal, RefusalKind};
use rusqlite::Connection;

use super::Desk;
use crate::error::{HubError, StoreError};
use crate::store;
use crate::store::drafts::Stored;

/// The most bytes a draft may have as compact UTF-8 JSON.
const MOST_BYTES: usize = 262_144;

impl Desk {
    /// Keeps a draft, if it was made from the newest one.
    pub(crate) fn put_draft(&mut self, id: &AskId, input: DraftInput) -> Result<Draft, HubError> {
        let content =
            serde_json::to_string(&input.content).map_err(|error| StoreError::Unreadable {
                what: "draft",
                ask: id.clone(),
                why: error.to_string(),
            })?;
        if content.len() > MOST_BYTES {
            return Err(too_large(content.len()).into());
        }
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        let (newest, last_version) = match stored(&change, id)? {
            Stored::Nothing { last_version } => (0, last_version),
            Stored::Kept(draft) => (draft.version, draft.version),
        };
        if input.version != newest {
            return Err(stale(newest).into());
        }
        let draft = Draft {
            ask_id: id.clone(),
            version: last_version.saturating_add(1),
            content: input.content,
            updated_at: now,
        };
        store::drafts::write(&change, &draft, &content)?;
        store::commit(change, now)?;
        Ok(draft)
    }

    /// Drops the draft of an ask, if there is one.
    pub(crate) fn delete_draft(&mut self, id: &AskId) -> Result<(), HubError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        stored(&change, id)?;
        store::drafts::drop(&change, id)?;
        Ok(store::commit(change, now)?)
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

fn stored(db: &Connection, id: &AskId) -> Result<Stored, HubError> {
    if !store::asks::exists(db, id)? {
        return Err(Refusal::ask_unknown().into());
    }
    Ok(store::drafts::read(db, id)?)
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
