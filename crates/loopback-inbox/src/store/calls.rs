//! Calls by the id their client gave them, so that a repeat joins what the first one began.

use loopback_contract::AskId;
use rusqlite::{Connection, OptionalExtension as _, Row, Transaction};

use crate::caller::{CallId, Caller, Giver};
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

/// The call with this id of this caller.
pub(crate) fn read(
    db: &Connection,
    caller: &Caller,
    id: &CallId,
) -> Result<Option<Call>, StoreError> {
    let client = &caller.client_name;
    let call = |row: &Row<'_>| {
        Ok(Call {
            content: row.get(0)?,
            ask: AskId::new(row.get::<_, String>(1)?),
            turn: row.get(2)?,
        })
    };
    let found = match id.giver() {
        Giver::Bridge => db
            .prepare_cached("select content, ask, turn from calls where client = ?1 and id = ?2")?
            .query_row((client, id.as_str()), call),
        Giver::Client => db
            .prepare_cached(
                "select content, ask, turn from client_calls
                 where client = ?1 and session = ?2 and id = ?3",
            )?
            .query_row((client, &caller.session, id.as_str()), call),
    };
    Ok(found.optional()?)
}

/// Records a call. One that was recorded before now stands for this ask: the one it stood for is damaged, or the
/// client used the id once more.
pub(crate) fn insert(
    change: &Transaction<'_>,
    caller: &Caller,
    id: &CallId,
    call: &Call,
) -> Result<(), StoreError> {
    let (client, id, giver) = (&caller.client_name, id.as_str(), id.giver());
    let Call { content, ask, turn } = call;
    match giver {
        Giver::Bridge => change
            .prepare_cached(
                "insert into calls (client, id, content, ask, turn) values (?1, ?2, ?3, ?4, ?5)
                 on conflict (client, id) do update set
                     content = excluded.content, ask = excluded.ask, turn = excluded.turn",
            )?
            .execute((client, id, content, ask.as_str(), turn))?,
        Giver::Client => change
            .prepare_cached(
                "insert into client_calls (client, session, id, content, ask, turn)
                 values (?1, ?2, ?3, ?4, ?5, ?6)
                 on conflict (client, session, id) do update set
                     content = excluded.content, ask = excluded.ask, turn = excluded.turn",
            )?
            .execute((client, &caller.session, id, content, ask.as_str(), turn))?,
    };
    Ok(())
}
