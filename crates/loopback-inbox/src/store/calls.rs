//! Calls by the id their client gave them, so that a repeat joins what the first one began.

use loopback_contract::AskId;
use rusqlite::{Connection, OptionalExtension as _, Transaction};

use crate::error::StoreError;

/// A call that opened or answered an ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call {
    /// SHA-256 of the tool and its input.
    pub(crate) content: String,
    /// The ask.
    pub(crate) ask: AskId,
    /// The reply it waits for stands at this place of the thread, or later.
    pub(crate) turn: usize,
}

/// The call with this id of a client of this name.
pub(crate) fn read(db: &Connection, client: &str, id: &str) -> Result<Option<Call>, StoreError> {
    let call = db
        .prepare_cached("select content, ask, turn from calls where client = ?1 and id = ?2")?
        .query_row((client, id), |row| {
            Ok(Call {
                content: row.get(0)?,
                ask: AskId::new(row.get::<_, String>(1)?),
                turn: row.get(2)?,
            })
        })
        .optional()?;
    Ok(call)
}

/// Records a call. One that was recorded before now stands for this ask: the one it stood for is damaged.
pub(crate) fn insert(
    change: &Transaction<'_>,
    client: &str,
    id: &str,
    call: &Call,
) -> Result<(), StoreError> {
    change
        .prepare_cached(
            "insert into calls (client, id, content, ask, turn) values (?1, ?2, ?3, ?4, ?5)
             on conflict (client, id) do update set
                 content = excluded.content, ask = excluded.ask, turn = excluded.turn",
        )?
        .execute((client, id, &call.content, call.ask.as_str(), call.turn))?;
    Ok(())
}
