//! Images that the bridge read from its agent's disk, on their way to the review that shows them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use loopback_inbox::HubError;
use rmcp::model::{CustomResult, ErrorData};
use serde_json::{Value, json};

use super::{Shared, wire};

/// Stores one.
pub(super) async fn store(
    shared: &Shared,
    params: Option<Value>,
) -> Result<CustomResult, ErrorData> {
    let data = params
        .as_ref()
        .and_then(|params| params[wire::STORE_DATA].as_str());
    let bytes = data.and_then(|data| STANDARD.decode(data).ok());
    drop(params);
    let bytes =
        bytes.ok_or_else(|| ErrorData::invalid_params("/data: an image in base64", None))?;
    match shared.hub.store_attached(bytes.into()).await {
        Ok(receipt) => Ok(CustomResult::new(json!(receipt))),
        Err(HubError::Refused(refusal)) => Err(ErrorData::invalid_params(refusal.message, None)),
        Err(HubError::Stopping) => Err(ErrorData::internal_error("Loopback is being closed", None)),
        Err(HubError::Store(error)) => {
            tracing::error!(%error, "an attached image could not be stored");
            let words = if error.is_disk_full() {
                "the disk of the person's machine is full"
            } else {
                "Loopback could not store it because of a fault of its own"
            };
            Err(ErrorData::internal_error(words, None))
        }
    }
}
