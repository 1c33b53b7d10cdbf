//! How readily the agents of a project are to ask, for those that say it before there is a call.

use loopback_inbox::HubError;
use rmcp::model::{CustomResult, ErrorData};
use serde_json::{Value, json};

use super::{Shared, wire};

/// What the person wishes of a project.
pub(super) async fn told(
    shared: &Shared,
    params: Option<Value>,
) -> Result<CustomResult, ErrorData> {
    let project = params
        .as_ref()
        .and_then(|params| params[wire::WISH_PROJECT].as_str())
        .ok_or_else(|| ErrorData::invalid_params("/project: the name of a project", None))?;
    match shared.hub.asking(project).await {
        Ok(asking) => Ok(CustomResult::new(json!({ wire::WISH_ASKING: asking }))),
        Err(HubError::Stopping) => Err(ErrorData::internal_error("Loopback is being closed", None)),
        Err(error) => {
            tracing::error!(%error, "a wish of the person could not be read");
            Err(ErrorData::internal_error("it could not be read", None))
        }
    }
}
