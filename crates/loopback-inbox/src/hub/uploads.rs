//! Pictures handed in and looked at.

use std::sync::Arc;

use bytes::Bytes;
use loopback_contract::{ImageType, UploadReceipt};
use loopback_rules::{Refusal, RefusalKind};

use super::{Hub, blocking};
use crate::desk::{MAX_UPLOAD_BYTES, look_at_ticket};
use crate::error::HubError;
use crate::hex::sha256;
use crate::picture;
use crate::store;

/// What a ticket that can still be used allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenTicket {
    /// The type of the image.
    pub content_type: ImageType,
    /// The most bytes it may have.
    pub max_bytes: i32,
}

/// A stored image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    /// Its type.
    pub content_type: ImageType,
    /// All of it.
    pub bytes: Bytes,
}

impl Hub {
    /// Looks at a ticket before its upload is read, and changes nothing.
    ///
    /// # Errors
    ///
    /// `ticket.unknown` (404), also for one that has been of no use for a day; `ticket.used`,
    /// `ticket.expired` (410); [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn upload_ticket(&self, token: &str) -> Result<OpenTicket, HubError> {
        let token = token.to_owned();
        self.reading(move |db, shared| {
            let ticket = look_at_ticket(db, &token, shared.clock.look())?;
            Ok(OpenTicket {
                content_type: ticket.content_type,
                max_bytes: MAX_UPLOAD_BYTES,
            })
        })
        .await
    }

    /// Stores an image, without its metadata, and uses up its ticket. An upload that is refused leaves
    /// the ticket as it was.
    ///
    /// # Errors
    ///
    /// As for [`Hub::upload_ticket`]; `upload.too_large` (413); `upload.wrong_type` (422) if
    /// `content_type` or the bytes are not of the type the ticket is for; `upload.too_many_pixels`,
    /// `upload.not_an_image` (422).
    pub async fn store_upload(
        &self,
        token: &str,
        content_type: &str,
        bytes: Bytes,
    ) -> Result<UploadReceipt, HubError> {
        let one = Arc::clone(&self.shared.pictures).lock_owned().await;
        // Only now, as the upload before it may have used the same ticket.
        let ticket = self.upload_ticket(token).await?;
        check_size(bytes.len())?;
        check_type(content_type, ticket.content_type)?;
        let shared = Arc::clone(&self.shared);
        let token = token.to_owned();
        blocking(move || {
            let _one = one;
            let bytes = picture::cleaned(bytes, ticket.content_type)?;
            // Held only for the moves at the two ends, and not while the file is written.
            let name = shared.with_desk(|desk| desk.upload_of(&token))?;
            shared.files.write(&name, &bytes)?;
            shared.with_desk(|desk| desk.record_upload(&token, size(&bytes), None))
        })
        .await
    }

    /// Stores an image that is attached from an agent's disk, without its metadata. The same file again is the same upload
    /// for as long as that is there.
    ///
    /// # Errors
    ///
    /// `upload.too_large` (413); `upload.not_an_image`, `upload.too_many_pixels` (422); `ticket.too_many` (409) as for
    /// [`Hub::request_upload`]; [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn store_attached(&self, bytes: Bytes) -> Result<UploadReceipt, HubError> {
        check_size(bytes.len())?;
        let content_type = picture::signature(&bytes).ok_or_else(picture::unknown_format)?;
        let one = Arc::clone(&self.shared.pictures).lock_owned().await;
        let shared = Arc::clone(&self.shared);
        blocking(move || {
            let _one = one;
            let source = sha256(&bytes);
            if let Some(known) = shared.with_desk(|desk| desk.attached(&source))? {
                return Ok(known);
            }
            let bytes = picture::cleaned(bytes, content_type)?;
            let ticket = shared.with_desk(|desk| desk.issue_ticket(content_type))?;
            shared.files.write(&ticket.upload_id, &bytes)?;
            shared.with_desk(|desk| desk.record_upload(&ticket.token, size(&bytes), Some(&source)))
        })
        .await
    }

    /// Stores a picture of the person's own, to go with a reply, without its metadata. If nothing names
    /// it, it is deleted after a day.
    ///
    /// # Errors
    ///
    /// `upload.too_large` (413); `upload.wrong_type`, `upload.too_many_pixels`, `upload.not_an_image`
    /// (422); `upload.too_many` (409) while 100 pictures or 256 MiB of them are in no reply;
    /// [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn store_picture(
        &self,
        content_type: ImageType,
        bytes: Bytes,
    ) -> Result<UploadReceipt, HubError> {
        check_size(bytes.len())?;
        let one = Arc::clone(&self.shared.pictures).lock_owned().await;
        let shared = Arc::clone(&self.shared);
        blocking(move || {
            let _one = one;
            let bytes = picture::cleaned(bytes, content_type)?;
            let id = shared.with_desk(|desk| desk.picture_id())?;
            shared.files.write(&id, &bytes)?;
            shared.with_desk(|desk| desk.record_picture(id, content_type, size(&bytes)))
        })
        .await
    }

    /// A stored image.
    ///
    /// # Errors
    ///
    /// `file.unknown` (404); [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn file(&self, upload_id: &str) -> Result<StoredFile, HubError> {
        let id = upload_id.to_owned();
        self.reading(move |db, shared| {
            let upload = store::uploads::read(db, &id)?.ok_or_else(unknown_file)?;
            Ok(StoredFile {
                content_type: upload.content_type,
                bytes: shared.files.read(&upload.id)?,
            })
        })
        .await
    }
}

fn check_size(bytes: usize) -> Result<(), Refusal> {
    if i32::try_from(bytes).is_ok_and(|bytes| bytes <= MAX_UPLOAD_BYTES) {
        return Ok(());
    }
    Err(Refusal {
        kind: RefusalKind::TooLarge,
        code: "upload.too_large",
        message: format!(
            "The upload is {bytes} bytes, and {MAX_UPLOAD_BYTES} bytes (10 MiB) are the most that is taken."
        ),
    })
}

fn check_type(sent: &str, declared: ImageType) -> Result<(), Refusal> {
    let essence = sent.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case(declared.as_str()) {
        return Ok(());
    }
    Err(Refusal {
        kind: RefusalKind::Unfit,
        code: "upload.wrong_type",
        message: format!(
            "This upload address is for {0}; send it with `Content-Type: {0}`.",
            declared.as_str()
        ),
    })
}

fn unknown_file() -> Refusal {
    Refusal {
        kind: RefusalKind::Unknown,
        code: "file.unknown",
        message: "There is no image with this id.".to_owned(),
    }
}

/// A cleaned picture is no larger than the upload it came from, whose size was checked.
fn size(bytes: &Bytes) -> i32 {
    i32::try_from(bytes.len()).unwrap_or(i32::MAX)
}
