//! How readily the person wishes the agents of a project to ask, as the app knows it.

use loopback_contract::{Asking, Origin};
use loopback_server::mcp::wire;
use serde_json::{Value, json};

use super::link::{Link, read};
use super::{message, origin};

/// The wish for the project that is worked in here. Nothing if there is no app to say.
pub(crate) async fn here(link: &Link, here: &Origin) -> Option<Asking> {
    let params = json!({
        wire::WISH_PROJECT: origin::project(here),
        "_meta": message::our_own(here),
    });
    let told = link.request(wire::WISH, &params).await.ok()?;
    let told: Value = read(told).ok()?;
    serde_json::from_value(told[wire::WISH_ASKING].clone()).ok()
}
