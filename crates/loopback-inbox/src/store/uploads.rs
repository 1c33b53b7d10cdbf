//! Tickets for uploads, the uploads that were stored, and which asks name them.

use std::collections::BTreeSet;

use loopback_contract::{AskId, ImageType, Timestamp};
use rusqlite::{Connection, OptionalExtension as _, Transaction};

use super::{columns, instant};
use crate::error::StoreError;

/// A ticket as it is recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ticket {
    pub(crate) upload: String,
    pub(crate) content_type: ImageType,
    pub(crate) expires_at: Timestamp,
    pub(crate) used_at: Option<Timestamp>,
}

/// A stored upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Upload {
    pub(crate) id: String,
    pub(crate) content_type: ImageType,
    pub(crate) size: i32,
}

/// Records a ticket. Of its token only the SHA-256 is kept.
pub(crate) fn insert_ticket(
    change: &Transaction<'_>,
    secret: &str,
    ticket: &Ticket,
) -> Result<(), StoreError> {
    change.execute(
        "insert into tickets (secret, upload, content_type, expires_at) values (?1, ?2, ?3, ?4)",
        (
            secret,
            &ticket.upload,
            ticket.content_type.as_str(),
            ticket.expires_at.as_millisecond(),
        ),
    )?;
    Ok(())
}

/// The ticket with this secret.
pub(crate) fn ticket(db: &Connection, secret: &str) -> Result<Option<Ticket>, StoreError> {
    let ticket = db
        .query_row(
            "select upload, content_type, expires_at, used_at from tickets where secret = ?1",
            (secret,),
            |row| {
                Ok(Ticket {
                    upload: row.get(0)?,
                    content_type: columns::word(row, 1, ImageType::ALL, ImageType::as_str)?,
                    expires_at: instant::get(row, 2)?,
                    used_at: instant::get_optional(row, 3)?,
                })
            },
        )
        .optional()?;
    Ok(ticket)
}

/// How many tickets may still be used.
pub(crate) fn count_open(db: &Connection, now: Timestamp) -> Result<usize, StoreError> {
    Ok(db.query_row(
        "select count(*) from tickets where used_at is null and expires_at > ?1",
        (now.as_millisecond(),),
        |row| row.get(0),
    )?)
}

/// Records an upload, and its ticket as used by it.
pub(crate) fn insert(
    change: &Transaction<'_>,
    secret: &str,
    upload: &Upload,
    now: Timestamp,
) -> Result<(), StoreError> {
    change.execute(
        "update tickets set used_at = ?2 where secret = ?1",
        (secret, now.as_millisecond()),
    )?;
    change.execute(
        "insert into uploads (id, content_type, size, stored_at) values (?1, ?2, ?3, ?4)",
        (
            &upload.id,
            upload.content_type.as_str(),
            upload.size,
            now.as_millisecond(),
        ),
    )?;
    Ok(())
}

/// The upload with this id.
pub(crate) fn read(db: &Connection, id: &str) -> Result<Option<Upload>, StoreError> {
    let upload = db
        .query_row(
            "select id, content_type, size from uploads where id = ?1",
            (id,),
            |row| {
                Ok(Upload {
                    id: row.get(0)?,
                    content_type: columns::word(row, 1, ImageType::ALL, ImageType::as_str)?,
                    size: row.get(2)?,
                })
            },
        )
        .optional()?;
    Ok(upload)
}

/// Those of the uploads named that are stored.
pub(crate) fn stored(
    db: &Connection,
    named: BTreeSet<String>,
) -> Result<BTreeSet<String>, StoreError> {
    let mut query = db.prepare_cached("select exists (select 1 from uploads where id = ?1)")?;
    let mut stored = BTreeSet::new();
    for id in named {
        if query.query_row((&id,), |row| row.get(0))? {
            stored.insert(id);
        }
    }
    Ok(stored)
}

/// Records that an ask names uploads.
pub(crate) fn insert_uses(
    change: &Transaction<'_>,
    ask: &AskId,
    named: &BTreeSet<String>,
) -> Result<(), StoreError> {
    let mut insert =
        change.prepare_cached("insert or ignore into upload_uses (upload, ask) values (?1, ?2)")?;
    for upload in named {
        insert.execute((upload, ask.as_str()))?;
    }
    Ok(())
}

/// Forgets tickets that were used up or ran out before a moment.
pub(crate) fn delete_tickets(
    change: &Transaction<'_>,
    before: Timestamp,
) -> Result<(), StoreError> {
    change.execute(
        "delete from tickets where coalesce(used_at, expires_at) <= ?1",
        (before.as_millisecond(),),
    )?;
    Ok(())
}

/// Forgets uploads that were stored before a moment and that nothing names, and says which.
pub(crate) fn delete_orphans(
    change: &Transaction<'_>,
    before: Timestamp,
) -> Result<Vec<String>, StoreError> {
    let mut query = change.prepare(
        "delete from uploads
         where stored_at <= ?1
             and not exists (select 1 from upload_uses where upload_uses.upload = uploads.id)
         returning id",
    )?;
    let rows = query.query_map((before.as_millisecond(),), |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The ids of all uploads.
pub(crate) fn all(db: &Connection) -> Result<BTreeSet<String>, StoreError> {
    let mut query = db.prepare("select id from uploads")?;
    let rows = query.query_map((), |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
