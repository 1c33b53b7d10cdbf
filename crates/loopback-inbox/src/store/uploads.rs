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

/// Records a ticket as used up.
pub(crate) fn use_ticket(
    change: &Transaction<'_>,
    secret: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    change.execute(
        "update tickets set used_at = ?2 where secret = ?1",
        (secret, now.as_millisecond()),
    )?;
    Ok(())
}

/// Records an upload, and the SHA-256 of what it was made from, if it was attached.
pub(crate) fn insert(
    change: &Transaction<'_>,
    upload: &Upload,
    source: Option<&str>,
    now: Timestamp,
) -> Result<(), StoreError> {
    change.execute(
        "insert into uploads (id, content_type, size, stored_at, source) values (?1, ?2, ?3, ?4, ?5)",
        (
            &upload.id,
            upload.content_type.as_str(),
            upload.size,
            now.as_millisecond(),
            source,
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

/// The upload that was made from this.
pub(crate) fn made_from(db: &Connection, source: &str) -> Result<Option<Upload>, StoreError> {
    let id: Option<String> = db
        .prepare_cached("select id from uploads where source = ?1 limit 1")?
        .query_row((source,), |row| row.get(0))
        .optional()?;
    id.map_or(Ok(None), |id| read(db, &id))
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

/// Records that an ask names no other uploads than these any more.
pub(crate) fn keep_uses(
    change: &Transaction<'_>,
    ask: &AskId,
    named: &BTreeSet<String>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let mut query = change.prepare_cached("select upload from upload_uses where ask = ?1")?;
    let uses = query.query_map((ask.as_str(),), |row| row.get(0))?;
    let uses: BTreeSet<String> = uses.collect::<Result<_, _>>()?;
    let dropped: BTreeSet<String> = uses.difference(named).cloned().collect();
    let mut delete =
        change.prepare_cached("delete from upload_uses where upload = ?1 and ask = ?2")?;
    for upload in &dropped {
        delete.execute((upload, ask.as_str()))?;
    }
    let_go(change, &dropped, now)
}

/// Records that something names these uploads no more: they are kept for as long as new ones.
pub(crate) fn let_go(
    change: &Transaction<'_>,
    uploads: &BTreeSet<String>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let mut update = change.prepare_cached("update uploads set named_at = ?2 where id = ?1")?;
    for upload in uploads {
        update.execute((upload, now.as_millisecond()))?;
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

/// Whose uploads are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    /// Of agents, by tickets of the last day.
    Agents,
    /// The person's own.
    Person,
}

/// Uploads that nothing names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unnamed {
    pub(crate) count: usize,
    pub(crate) bytes: i64,
}

/// How many uploads nothing names.
pub(crate) fn unnamed(db: &Connection, from: From) -> Result<Unnamed, StoreError> {
    let whose = match from {
        From::Agents => "in",
        From::Person => "not in",
    };
    let mut query = db.prepare_cached(&format!(
        "select count(*), coalesce(sum(size), 0) from uploads
         where id {whose} (select upload from tickets) and {UNNAMED}"
    ))?;
    Ok(query.query_row((), |row| {
        Ok(Unnamed {
            count: row.get(0)?,
            bytes: row.get(1)?,
        })
    })?)
}

/// That nothing names an upload.
///
/// Asks say which uploads they name, with their threads. Drafts and held replies come and go with every
/// key that is pressed, so these are read when it matters: wherever they have the id of one, they name it.
/// That holds for damaged ones too.
const UNNAMED: &str = "
    not exists (select 1 from upload_uses where upload_uses.upload = uploads.id)
    and not exists (select 1 from drafts where instr(drafts.content, uploads.id))
    and not exists (select 1 from held where instr(held.reply, uploads.id))";

/// Forgets uploads that nothing names, and has not named since a moment, and says which.
pub(crate) fn delete_orphans(
    change: &Transaction<'_>,
    before: Timestamp,
) -> Result<Vec<String>, StoreError> {
    let mut query = change.prepare(&format!(
        "delete from uploads
         where max(stored_at, coalesce(named_at, stored_at)) <= ?1 and {UNNAMED}
         returning id"
    ))?;
    let rows = query.query_map((before.as_millisecond(),), |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The ids of all uploads.
pub(crate) fn all(db: &Connection) -> Result<BTreeSet<String>, StoreError> {
    let mut query = db.prepare("select id from uploads")?;
    let rows = query.query_map((), |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
