//! Tickets for uploads: issued, used once, forgotten; and uploads that nothing names.

use loopback_contract::{ImageType, Timestamp, UploadReceipt};
use loopback_rules::{Refusal, RefusalKind};
use rusqlite::Connection;

use super::Desk;
use crate::error::{HubError, StoreError};
use crate::hex::sha256;
use crate::store;
use crate::store::uploads::{From, Ticket, Unnamed, Upload};

/// The most bytes an upload may have: 10 MiB.
pub const MAX_UPLOAD_BYTES: i32 = 10 * 1024 * 1024;

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// How long a ticket can be used.
const TICKET_LIFE: i64 = 15 * MINUTE;

/// How long a ticket that is used up or ran out is told from one that never was.
const TICKET_MEMORY: i64 = DAY;

/// How long an upload is kept that nothing names.
const ORPHAN_LIFE: i64 = DAY;

/// How many tickets may be open at once.
const MOST_TICKETS: usize = 32;

/// How many uploads of agents, and how many of the person, may wait for something to name them, and how many bytes
/// these may have together: 256 MiB. What nothing names is deleted after a day.
const MOST_UNNAMED: usize = 100;
const MOST_UNNAMED_BYTES: i64 = 256 * 1024 * 1024;

/// A ticket for one upload. Its token is told this once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedTicket {
    /// The id the upload will have.
    pub upload_id: String,
    /// What the upload is handed in with. A credential.
    pub token: String,
    /// From when on it is worth nothing.
    pub expires_at: Timestamp,
    /// The most bytes the upload may have.
    pub max_bytes: i32,
}

impl Desk {
    /// Issues a ticket for an image of this type.
    pub(crate) fn issue_ticket(
        &mut self,
        content_type: ImageType,
    ) -> Result<IssuedTicket, HubError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        if store::uploads::count_open(&change, now)? >= MOST_TICKETS {
            return Err(too_many().into());
        }
        if is_full(store::uploads::unnamed(&change, From::Agents)?) {
            return Err(too_many_stored().into());
        }
        let issued = IssuedTicket {
            upload_id: self.clock.id(now),
            token: self.clock.secret(),
            expires_at: now.plus_ms(TICKET_LIFE),
            max_bytes: MAX_UPLOAD_BYTES,
        };
        let ticket = Ticket {
            upload: issued.upload_id.clone(),
            content_type,
            expires_at: issued.expires_at,
            used_at: None,
        };
        store::uploads::insert_ticket(&change, &sha256(issued.token.as_bytes()), &ticket)?;
        store::commit(change, now)?;
        Ok(issued)
    }

    /// The upload that was made from a file with this SHA-256 before. It is kept for as long as a new one.
    pub(crate) fn attached(&mut self, source: &str) -> Result<Option<UploadReceipt>, HubError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        let Some(upload) = store::uploads::made_from(&change, source)? else {
            return Ok(None);
        };
        store::uploads::let_go(&change, &[upload.id.clone()].into(), now)?;
        store::commit(change, now)?;
        Ok(Some(receipt(upload)))
    }

    /// The id of the upload a ticket is for.
    pub(crate) fn upload_of(&self, token: &str) -> Result<String, HubError> {
        Ok(look_at_ticket(&self.db, token, self.clock.look())?.upload)
    }

    /// Records the upload of a ticket whose file is in its place, and the ticket as used up. `source` is the SHA-256 of what
    /// it was made from, if it was attached.
    pub(crate) fn record_upload(
        &mut self,
        token: &str,
        size: i32,
        source: Option<&str>,
    ) -> Result<UploadReceipt, HubError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        let ticket = look_at_ticket(&change, token, now)?;
        let upload = Upload {
            id: ticket.upload,
            content_type: ticket.content_type,
            size,
        };
        store::uploads::use_ticket(&change, &sha256(token.as_bytes()), now)?;
        store::uploads::insert(&change, &upload, source, now)?;
        store::commit(change, now)?;
        Ok(receipt(upload))
    }

    /// An id for a picture of the person's own, if there is room for one.
    pub(crate) fn picture_id(&self) -> Result<String, HubError> {
        if is_full(store::uploads::unnamed(&self.db, From::Person)?) {
            return Err(too_many_pictures().into());
        }
        Ok(self.clock.id(self.clock.tick()))
    }

    /// Records a picture of the person's own whose file is in its place.
    pub(crate) fn record_picture(
        &mut self,
        id: String,
        content_type: ImageType,
        size: i32,
    ) -> Result<UploadReceipt, HubError> {
        let now = self.clock.tick();
        let upload = Upload {
            id,
            content_type,
            size,
        };
        let change = store::begin(&mut self.db)?;
        store::uploads::insert(&change, &upload, None, now)?;
        store::commit(change, now)?;
        Ok(receipt(upload))
    }

    /// Forgets old tickets, and uploads nothing has named for long enough. Their files are for the
    /// caller to delete.
    pub(crate) fn sweep(&mut self) -> Result<Vec<String>, StoreError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        store::uploads::delete_tickets(&change, now.plus_ms(-TICKET_MEMORY))?;
        let orphans = store::uploads::delete_orphans(&change, now.plus_ms(-ORPHAN_LIFE))?;
        store::commit(change, now)?;
        Ok(orphans)
    }

    /// The ids of all uploads.
    pub(crate) fn uploads(&self) -> Result<std::collections::BTreeSet<String>, StoreError> {
        store::uploads::all(&self.db)
    }
}

/// The ticket with this token, as long as it can be used.
pub(crate) fn look_at_ticket(
    db: &Connection,
    token: &str,
    now: Timestamp,
) -> Result<Ticket, HubError> {
    let Some(ticket) = store::uploads::ticket(db, &sha256(token.as_bytes()))? else {
        return Err(unknown().into());
    };
    let ended_at = match ticket.used_at {
        Some(used_at) => used_at,
        None if now < ticket.expires_at => return Ok(ticket),
        None => ticket.expires_at,
    };
    if now.ms_since(ended_at) >= TICKET_MEMORY {
        return Err(unknown().into());
    }
    let (code, message) = match ticket.used_at {
        Some(_) => (
            "ticket.used",
            "This upload address was used already; it works once.",
        ),
        None => (
            "ticket.expired",
            "This upload address has expired; it works for fifteen minutes.",
        ),
    };
    Err(Refusal {
        kind: RefusalKind::Gone,
        code,
        message: message.to_owned(),
    }
    .into())
}

fn receipt(upload: Upload) -> UploadReceipt {
    UploadReceipt {
        upload_id: upload.id,
        content_type: upload.content_type,
        size: upload.size,
    }
}

fn unknown() -> Refusal {
    Refusal {
        kind: RefusalKind::Unknown,
        code: "ticket.unknown",
        message: "There is no such upload address.".to_owned(),
    }
}

fn is_full(unnamed: Unnamed) -> bool {
    unnamed.count >= MOST_UNNAMED || unnamed.bytes >= MOST_UNNAMED_BYTES
}

fn too_many_pictures() -> Refusal {
    Refusal {
        kind: RefusalKind::Conflict,
        code: "upload.too_many",
        message:
            "So many pictures were added and are in no reply that there is no room for another. \
                  They are deleted a day after they were added."
                .to_owned(),
    }
}

fn too_many_stored() -> Refusal {
    Refusal {
        kind: RefusalKind::Conflict,
        code: "ticket.too_many",
        message: format!(
            "{MOST_UNNAMED} images, or 256 MiB of them, are stored and in no ask. Name them in an ask first; \
             one that no ask names is deleted after a day."
        ),
    }
}

fn too_many() -> Refusal {
    Refusal {
        kind: RefusalKind::Conflict,
        code: "ticket.too_many",
        message: format!(
            "{MOST_TICKETS} upload addresses are open already. Use one of them, or wait until one expires."
        ),
    }
}
