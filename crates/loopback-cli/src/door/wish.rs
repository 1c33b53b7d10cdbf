//! How readily the person wishes the agents of a project to ask, as the app knows it.

use loopback_contract::{Asking, Origin};
use loopback_server::mcp::wire;
use rmcp::model::{ClientCapabilities, Implementation, RequestMetaObject};
use serde_json::{Value, json};

use super::link::{Link, read};
use super::{message, origin};

/// The wish for the project that is worked in here. Nothing if there is no app to say.
pub(crate) async fn here(link: &Link, here: &Origin) -> Option<Asking> {
    let mut meta = RequestMetaObject::default();
    let client = Implementation::new("loopback-bridge", env!("CARGO_PKG_VERSION"));
    message::introduce(&mut meta, client, ClientCapabilities::default(), here);
    let params = json!({ wire::WISH_PROJECT: origin::project(here), "_meta": meta });
    let told = link.request(wire::WISH, &params).await.ok()?;
    let told: Value = read(told).ok()?;
    serde_json::from_value(told[wire::WISH_ASKING].clone()).ok()
}
