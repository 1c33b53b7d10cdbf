//! The sessions of agents that were seen to end, of those that opened an ask.

use loopback_contract::Timestamp;
use rusqlite::{Connection, Transaction};

use crate::error::StoreError;

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
