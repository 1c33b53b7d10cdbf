//! The headers of every response. Owns what a browser may do with our pages and who answered; knows no route.

use std::panic::AssertUnwindSafe;

use axum::{
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures_util::FutureExt;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use loopback_contract::REVISION;

use super::{Problem, gate::REVISION_HEADER};
use crate::BUILD;

/// What our pages may load, run, send and be framed by: themselves, and the window's own channel to its program.
const POLICY: &str = "default-src 'self'; connect-src 'self' ipc: http://ipc.localhost; img-src 'self' blob:; \
    frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; worker-src 'none'";

/// Gives every response the headers that all have, and every refusal the shape that all have.
pub(crate) async fn dress(request: Request, next: Next) -> Response {
    // Nothing of ours answers 400, so one is a library's. MCP demands it of some of its own errors.
    let strange = (request.uri().path() != "/mcp").then_some(StatusCode::BAD_REQUEST);
    // A panic was reported where it happened. Its client hears of it as of any failure, and others go on.
    let answering = AssertUnwindSafe(next.run(request)).catch_unwind();
    let mut response = answering
        .await
        .unwrap_or_else(|_| Problem::internal().into_response());
    if is_foreign_refusal(&response, strange) {
        let allow = response.headers_mut().remove(header::ALLOW);
        response = Problem::in_place_of(response.status()).into_response();
        if let Some(allow) = allow {
            response.headers_mut().insert(header::ALLOW, allow);
        }
    }
    for (name, value) in COMMON {
        set_if_absent(response.headers_mut(), name, value);
    }
    set_if_absent(
        response.headers_mut(),
        REVISION_HEADER,
        &REVISION.to_string(),
    );
    response
}

/// The headers every response has, unless its route gave it another of that name.
pub(crate) const COMMON: &[(&str, &str)] = &[
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-store"),
    ("loopback-build", BUILD),
];

/// True for a refusal some library made: not in JSON, or with a status that nothing of ours has.
fn is_foreign_refusal(response: &Response, strange: Option<StatusCode>) -> bool {
    let status = response.status();
    let json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|value| value.as_bytes().starts_with(b"application/json"));
    (status.is_client_error() || status.is_server_error()) && (!json || Some(status) == strange)
}

fn set_if_absent(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if !headers.contains_key(name)
        && let Ok(value) = HeaderValue::from_str(value)
    {
        headers.insert(name, value);
    }
}
