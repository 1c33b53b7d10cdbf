//! An image as it lies there, which the app stores before a review can show it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use loopback_contract::{Origin, UploadReceipt};
use loopback_server::mcp::{SocketError, wire};
use rmcp::model::ErrorData;
use serde_json::json;

use super::{UNREACHABLE, Unread};
use crate::door::link::{self, Link};
use crate::door::message;

/// Stores an image. The id by which a block names it; the same file has the same again.
pub(super) async fn store(link: &Link, origin: &Origin, bytes: &[u8]) -> Result<String, Unread> {
    let params = json!({
        wire::STORE_DATA: STANDARD.encode(bytes),
        "_meta": message::our_own(origin),
    });
    let stored = link.request(wire::STORE, &params).await;
    let stored = stored.map_err(|error| match error {
        SocketError::Absent(_) => {
            let words = "Loopback is not running, so the image could not be stored";
            Unread::new(UNREACHABLE, "/file", words)
        }
        error => Unread::new(UNREACHABLE, "/file", error.to_string()),
    })?;
    let refused = |error: ErrorData| {
        let words = format!("it is no text, and no image to be shown: {}", error.message);
        Unread::new("unreadable", "/file", words)
    };
    let receipt: UploadReceipt = link::read(stored).map_err(refused)?;
    Ok(receipt.upload_id)
}
