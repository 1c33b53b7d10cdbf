//! Replies that are held, until they are sent or taken back.

use loopback_contract::{AskId, Held, REVISION, Reply, Timestamp, upgrade};
use rusqlite::{Connection, OptionalExtension as _, Row, Transaction};

use super::{columns, instant, rows};
use crate::door::Door;
use crate::error::StoreError;

/// A reply that is held.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HeldReply {
    /// What is sent.
    pub(crate) reply: Reply,
    /// When.
    pub(crate) until: Timestamp,
    /// By which door it came in.
    pub(crate) door: Door,
    /// The version of the draft there was beside it when it came in; 0 if there was none.
    pub(crate) draft: i32,
}

/// The reply that is held for an ask.
pub(crate) fn read(db: &Connection, ask: &AskId) -> Result<Option<HeldReply>, StoreError> {
    let found = db
        .prepare_cached("select until, door, draft, revision, reply from held where ask = ?1")?
        .query_row((ask.as_str(),), |row| {
            let (revision, reply): (u32, String) = (row.get(3)?, row.get(4)?);
            let door = columns::word(row, 1, Door::ALL, Door::as_str)?;
            Ok((instant::get(row, 0)?, door, row.get(2)?, revision, reply))
        })
        .optional()?;
    let Some((until, door, draft, revision, reply)) = found else {
        return Ok(None);
    };
    let unreadable = |why: String| StoreError::Unreadable {
        what: "held reply",
        ask: ask.clone(),
        why,
    };
    let value = serde_json::from_str(&reply).map_err(|error| unreadable(error.to_string()))?;
    let reply = upgrade::message(revision, value).map_err(|error| unreadable(error.to_string()))?;
    Ok(Some(HeldReply {
        reply,
        until,
        door,
        draft,
    }))
}

/// The asks for which a reply is held.
pub(crate) fn all(db: &Connection) -> Result<Vec<AskId>, StoreError> {
    let mut query = db.prepare_cached("select ask from held order by until")?;
    let rows = query.query_map((), |row| Ok(AskId::new(row.get::<_, String>(0)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Holds a reply, in place of any that was held.
pub(crate) fn write(
    change: &Transaction<'_>,
    ask: &AskId,
    held: &HeldReply,
) -> Result<(), StoreError> {
    let reply = serde_json::to_string(&held.reply).map_err(|error| StoreError::Unreadable {
        what: "held reply",
        ask: ask.clone(),
        why: error.to_string(),
    })?;
    change
        .prepare_cached(
            "insert into held (ask, until, door, draft, revision, reply)
             values (?1, ?2, ?3, ?4, ?5, ?6)
             on conflict (ask) do update set
                 until = excluded.until, door = excluded.door, draft = excluded.draft,
                 revision = excluded.revision, reply = excluded.reply",
        )?
        .execute((
            ask.as_str(),
            held.until.as_millisecond(),
            held.door.as_str(),
            held.draft,
            REVISION,
            reply,
        ))?;
    Ok(())
}

/// Holds nothing any more.
pub(crate) fn delete(change: &Transaction<'_>, ask: &AskId) -> Result<(), StoreError> {
    change
        .prepare_cached("delete from held where ask = ?1")?
        .execute((ask.as_str(),))?;
    Ok(())
}

/// What the person sees of a held reply, from two columns that are both there or both absent. The first column of the
/// row is the ask's id.
pub(crate) fn shown(row: &Row<'_>, reply: usize, until: usize) -> rusqlite::Result<Option<Held>> {
    // The ask itself is shown all the same.
    let reply: Option<Reply> = columns::json(row, reply).unwrap_or_else(|_| {
        rows::report(&AskId::new(row.get::<_, String>(0).unwrap_or_default()));
        None
    });
    let until = instant::get_optional(row, until)?;
    Ok(reply.zip(until).map(|(reply, until)| Held { reply, until }))
}
