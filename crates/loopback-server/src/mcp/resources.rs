//! An agent's asks as resources: `loopback://asks/{id}` as markdown, and with `.json` as the contract has it.
//!
//! Those listed are as [`Hub::asks_of`](loopback_inbox::Hub::asks_of) finds them; any of an agent's own can be read, as
//! [`Hub::ask_of`](loopback_inbox::Hub::ask_of) has it. Reading one hands no reply over: that is done by the tools, which wait and say what to do.

use jiff::tz::TimeZone;
use loopback_contract::{Ask, AskId, AskSummary};
use loopback_inbox::{Caller, HubError};
use rmcp::model::{
    CacheScope, ErrorData, ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult,
    Resource, ResourceContents, ResourceTemplate,
};
use serde_json::json;

use super::Shared;
use crate::export;

const BASE: &str = "loopback://asks/";
const JSON: &str = ".json";
const OF_MARKDOWN: &str = "text/markdown";
const OF_JSON: &str = "application/json";

/// How asks are addressed.
#[must_use]
pub fn templates() -> ListResourceTemplatesResult {
    let markdown = ResourceTemplate::new(format!("{BASE}{{id}}"), "ask")
        .with_title("An ask and its thread")
        .with_description(
            "What you asked and what was said to it, to be read. `list_asks` names the ids.",
        )
        .with_mime_type(OF_MARKDOWN);
    let json = ResourceTemplate::new(format!("{BASE}{{id}}{JSON}"), "ask.json")
        .with_title("An ask and its thread, as data")
        .with_description("The same in the shape of Loopback's own API.")
        .with_mime_type(OF_JSON);
    ListResourceTemplatesResult::with_all_items(vec![markdown, json])
}

/// Those that an agent has open, or whose reply it may not have seen.
pub(super) async fn list(
    shared: &Shared,
    caller: &Caller,
) -> Result<ListResourcesResult, ErrorData> {
    let rows = shared
        .hub
        .asks_of(caller, None)
        .await
        .map_err(|error| failed(&error))?;
    let resources = rows.into_iter().map(listed).collect();
    let listed = ListResourcesResult::with_all_items(resources);
    Ok(listed.with_ttl_ms(0).with_cache_scope(CacheScope::Private))
}

/// One of an agent's own.
pub(super) async fn read(
    shared: &Shared,
    caller: &Caller,
    uri: &str,
) -> Result<ReadResourceResult, ErrorData> {
    let name = uri.strip_prefix(BASE).ok_or_else(|| unknown(uri))?;
    let (id, as_json) = match name.strip_suffix(JSON) {
        Some(id) => (id, true),
        None => (name, false),
    };
    let ask = match shared.hub.ask_of(caller, &AskId::new(id)).await {
        Ok(ask) => ask,
        Err(HubError::Refused(_)) => return Err(unknown(uri)),
        Err(error) => return Err(failed(&error)),
    };
    let contents = if as_json {
        of_json(&ask, uri)?
    } else {
        of_markdown(&ask, uri)
    };
    let mut result = ReadResourceResult::new(vec![contents]);
    (result.ttl_ms, result.cache_scope) = (Some(0), Some(CacheScope::Private));
    Ok(result)
}

fn listed(row: AskSummary) -> Resource {
    let outcome = row.outcome.as_deref().map_or("open", |outcome| outcome);
    Resource::new(format!("{BASE}{}", row.id), row.id.as_str())
        .with_title(row.title)
        .with_description(format!("{}, {outcome}", row.kind.as_str()))
        .with_mime_type(OF_MARKDOWN)
}

fn of_markdown(ask: &Ask, uri: &str) -> ResourceContents {
    ResourceContents::text(export::ask(ask, &TimeZone::UTC), uri).with_mime_type(OF_MARKDOWN)
}

fn of_json(ask: &Ask, uri: &str) -> Result<ResourceContents, ErrorData> {
    let text = serde_json::to_string(ask)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    Ok(ResourceContents::text(text, uri).with_mime_type(OF_JSON))
}

/// An ask of another agent's is none.
fn unknown(uri: &str) -> ErrorData {
    let uri: String = uri.chars().take(200).collect();
    ErrorData::resource_not_found("No ask of yours is there", Some(json!({ "uri": uri })))
}

fn failed(error: &HubError) -> ErrorData {
    match error {
        HubError::Stopping => {
            ErrorData::internal_error("server.stopping: Loopback is being closed", None)
        }
        error => {
            tracing::error!(%error, "an agent's asks could not be read");
            let words = "server.failed: Loopback could not do this because of a fault of its own";
            ErrorData::internal_error(words, None)
        }
    }
}
