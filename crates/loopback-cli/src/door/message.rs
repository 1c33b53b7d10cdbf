//! What is said to the app at the agents' door: requests of the newest revision, as lines.

use std::time::Duration;

use loopback_contract::Origin;
use loopback_server::mcp::wire;
use rmcp::model::{
    ClientCapabilities, Implementation, NumberOrString, ProgressToken, ProtocolVersion,
    RequestMetaObject,
};
use serde_json::{Value, json};

/// A request as it is sent.
pub(crate) fn request(id: &str, method: &str, params: Value) -> Vec<u8> {
    let mut request = json!({ "jsonrpc": "2.0", "id": id, "method": method });
    // Moved, not copied: a review may carry megabytes.
    request["params"] = params;
    request.to_string().into_bytes()
}

/// Says in a request who makes it: at this door there is no other introduction.
pub(crate) fn introduce(
    meta: &mut RequestMetaObject,
    client: Implementation,
    capabilities: ClientCapabilities,
    origin: &Origin,
) {
    meta.set_protocol_version(ProtocolVersion::V_2026_07_28);
    meta.set_client_info(client);
    meta.set_client_capabilities(capabilities);
    meta.insert(wire::ORIGIN.to_owned(), json!(origin));
}

/// The introduction of a request that is made for no call of a client's.
pub(crate) fn our_own(origin: &Origin) -> RequestMetaObject {
    let mut meta = RequestMetaObject::default();
    let bridge = Implementation::new("loopback-bridge", env!("CARGO_PKG_VERSION"));
    introduce(&mut meta, bridge, ClientCapabilities::default(), origin);
    meta
}

/// Names a call, and says how long it has waited already.
pub(crate) fn name_call(meta: &mut RequestMetaObject, id: &str, waited: Duration) {
    meta.insert(wire::CALL_ID.to_owned(), json!(id));
    meta.insert(wire::WAITED_MS.to_owned(), json!(milliseconds(waited)));
}

/// Asks for signs of life, under the call's own id.
pub(crate) fn ask_for_progress(meta: &mut RequestMetaObject, id: &str) {
    meta.set_progress_token(ProgressToken(NumberOrString::String(id.into())));
}

/// As many as fit.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
