//! What the person has typed for an ask and not sent.

use loopback_contract::{AskId, Draft, DraftContent, REVISION, Timestamp};
use rusqlite::{Connection, OptionalExtension as _, Transaction};

use super::{columns, instant};
use crate::error::StoreError;

/// How the draft of an ask stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Stored {
    /// There is none. The version is that of the last one there was, 0 if there never was any.
    Nothing {
        /// Versions go on from here, so that an edit of a dropped draft is never taken for one of its
        /// successor.
        last_version: i32,
    },
    /// There is one.
    Kept(Draft),
}

/// The draft of an ask.
pub(crate) fn read(db: &Connection, ask: &AskId) -> Result<Stored, StoreError> {
    let row: Option<(i32, Timestamp, bool, Option<DraftContent>)> = db
        .prepare_cached("select version, updated_at, unsent, content from drafts where ask = ?1")?
        .query_row((ask.as_str(),), |row| {
            let updated_at = instant::get(row, 1)?;
            Ok((row.get(0)?, updated_at, row.get(2)?, columns::json(row, 3)?))
        })
        .optional()?;
    Ok(match row {
        None => Stored::Nothing { last_version: 0 },
        Some((version, _, _, None)) => Stored::Nothing {
            last_version: version,
        },
        Some((version, updated_at, unsent, Some(content))) => Stored::Kept(Draft {
            ask_id: ask.clone(),
            version,
            content,
            updated_at,
            unsent: unsent.then_some(true),
        }),
    })
}

/// Keeps a draft in place of whatever there was.
pub(crate) fn write(
    change: &Transaction<'_>,
    draft: &Draft,
    content: &str,
) -> Result<(), StoreError> {
    change
        .prepare_cached(
            "insert into drafts (ask, version, updated_at, revision, unsent, content)
             values (?1, ?2, ?3, ?4, ?5, ?6)
             on conflict (ask) do update set
                 version = excluded.version, updated_at = excluded.updated_at,
                 revision = excluded.revision, unsent = excluded.unsent, content = excluded.content",
        )?
        .execute((
            draft.ask_id.as_str(),
            draft.version,
            draft.updated_at.as_millisecond(),
            REVISION,
            draft.unsent.unwrap_or_default(),
            content,
        ))?;
    Ok(())
}

/// Drops the draft of an ask, if there is one.
pub(crate) fn drop(change: &Transaction<'_>, ask: &AskId) -> Result<(), StoreError> {
    change
        .prepare_cached("update drafts set content = null, unsent = 0 where ask = ?1")?
        .execute((ask.as_str(),))?;
    Ok(())
}
