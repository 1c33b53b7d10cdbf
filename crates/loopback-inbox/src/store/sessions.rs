//! The sessions of agents that opened an ask, and which of them were seen to end.

use loopback_contract::{AskId, Timestamp};
use rusqlite::{Connection, OptionalExtension as _, Transaction};

use crate::error::StoreError;
use crate::session::Known;

/// Whether a session ever opened an ask.
pub(crate) fn is_known(db: &Connection, session: &str) -> Result<bool, StoreError> {
    let known = db
        .prepare_cached("select exists (select 1 from asks where session = ?1)")?
        .query_row((session,), |row| row.get(0))?;
    Ok(known)
}

/// Records that a session was seen to end.
pub(crate) fn insert_ended(
    change: &Transaction<'_>,
    session: &str,
    at: Timestamp,
) -> Result<(), StoreError> {
    change
        .prepare_cached(
            "insert into ended_sessions (session, at) values (?1, ?2) on conflict (session) do nothing",
        )?
        .execute((session, at.as_millisecond()))?;
    Ok(())
}

/// Forgets that a session was seen to end.
pub(crate) fn delete_ended(change: &Transaction<'_>, session: &str) -> Result<(), StoreError> {
    change
        .prepare_cached("delete from ended_sessions where session = ?1")?
        .execute((session,))?;
    Ok(())
}

/// Whether a session was seen to end.
pub(crate) fn has_ended(db: &Connection, session: &str) -> Result<bool, StoreError> {
    let ended = db
        .prepare_cached("select exists (select 1 from ended_sessions where session = ?1)")?
        .query_row((session,), |row| row.get(0))?;
    Ok(ended)
}

/// Who opened an ask.
pub(crate) struct Opener {
    pub(crate) session: Known,
    /// What its client is called. Unknown of the oldest asks.
    pub(crate) client: Option<String>,
}

/// Who opened the ask with this id.
pub(crate) fn of_ask(db: &Connection, id: &AskId) -> Result<Option<Opener>, StoreError> {
    let opener = db
        .prepare_cached(
            "select session, caller,
                 exists (select 1 from ended_sessions where ended_sessions.session = asks.session)
             from asks where id = ?1",
        )?
        .query_row((id.as_str(),), |row| {
            Ok(Opener {
                session: Known {
                    name: row.get(0)?,
                    ended: row.get(2)?,
                },
                client: row.get(1)?,
            })
        })
        .optional()?;
    Ok(opener)
}
