//! What the person has seen of an ask, until when they have put it off, and whether they have begun a
//! reply.

use loopback_contract::{AskId, AskStatus, AskSummary, Timestamp};
use rusqlite::{Connection, OptionalExtension as _, Transaction};

use super::instant;
use crate::error::StoreError;

/// The marks on one ask.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// The ask's `updatedAt` when it was seen last.
    pub(crate) seen: Option<Timestamp>,
    /// Until when it is put off.
    pub(crate) snoozed_until: Option<Timestamp>,
    /// Whether there is a draft with something in it.
    pub(crate) drafted: bool,
}

impl Marks {
    /// The row of an ask with its marks.
    pub(crate) fn on(self, mut row: AskSummary) -> AskSummary {
        // Only where it is the person's move is there something they would miss.
        let unseen = self.seen.is_none_or(|seen| seen < row.updated_at);
        let unread = row.status == AskStatus::AwaitingHuman && unseen;
        row.unread = unread.then_some(true);
        row.snoozed_until = self.snoozed_until;
        row.drafted = self.drafted.then_some(true);
        row
    }
}

/// The marks on an ask.
pub(crate) fn read(db: &Connection, ask: &AskId) -> Result<Marks, StoreError> {
    let marks = db
        .prepare_cached("select seen, snoozed_until, drafted from marks where ask = ?1")?
        .query_row((ask.as_str(),), |row| {
            Ok(Marks {
                seen: instant::get_optional(row, 0)?,
                snoozed_until: instant::get_optional(row, 1)?,
                drafted: row.get(2)?,
            })
        })
        .optional()?;
    Ok(marks.unwrap_or_default())
}

/// Puts marks on an ask in place of those it had.
pub(crate) fn write(change: &Transaction<'_>, ask: &AskId, marks: Marks) -> Result<(), StoreError> {
    change
        .prepare_cached(
            "insert into marks (ask, seen, snoozed_until, drafted) values (?1, ?2, ?3, ?4)
             on conflict (ask) do update set
                 seen = excluded.seen, snoozed_until = excluded.snoozed_until,
                 drafted = excluded.drafted",
        )?
        .execute((
            ask.as_str(),
            marks.seen.map(Timestamp::as_millisecond),
            marks.snoozed_until.map(Timestamp::as_millisecond),
            marks.drafted,
        ))?;
    Ok(())
}

/// Has nothing put an ask off any more, of which nothing else can be read.
pub(crate) fn forget_snooze(db: &Connection, ask: &AskId) -> Result<(), StoreError> {
    db.prepare_cached("update marks set snoozed_until = null where ask = ?1")?
        .execute((ask.as_str(),))?;
    Ok(())
}

/// The ask that is put off for the shortest time, and until when.
pub(crate) fn next_to_wake(db: &Connection) -> Result<Option<(AskId, Timestamp)>, StoreError> {
    let next = db
        .prepare_cached(
            "select ask, snoozed_until from marks
             where snoozed_until is not null order by snoozed_until limit 1",
        )?
        .query_row((), |row| {
            Ok((AskId::new(row.get::<_, String>(0)?), instant::get(row, 1)?))
        })
        .optional()?;
    Ok(next)
}
