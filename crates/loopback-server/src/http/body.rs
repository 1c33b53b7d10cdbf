//! Reading requests: bodies and paths. Owns what is read of them, how much and for how long; every part that does
//! not parse is 422, and says where without repeating what it was.

use std::{future::Future, time::Duration};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{FromRequest, FromRequestParts, Path, Request},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, header, request::Parts};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use loopback_contract::Message;
use serde::de::DeserializeOwned;

use super::Problem;
use crate::App;

/// So many bytes a body has at most. Uploads have a limit of their own.
pub(crate) const MOST: usize = 1 << 20;

/// A JSON body that fits its schema and has at most so many bytes.
pub(crate) struct Checked<T, const BYTES: usize = MOST>(pub(crate) T);

impl<T: Message + DeserializeOwned, const BYTES: usize> FromRequest<App> for Checked<T, BYTES> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::unfit(
                "body.content_type",
                "The body must be JSON, with the Content-Type application/json.",
            ));
        }
        let bytes = collect(request.into_body(), BYTES, app.limits().body).await?;
        loopback_contract::read(&bytes)
            .map(Self)
            .map_err(|invalid| Problem::unfit("body.invalid", invalid.to_string()))
    }
}

/// Refuses a body that says itself that it is too large.
pub(crate) async fn refuse_declared_excess(request: Request, next: Next) -> Response {
    let declared = request.body().size_hint().lower();
    if declared > MOST as u64 && !takes_pictures(request.uri().path()) {
        return Problem::too_large(MOST).into_response();
    }
    next.run(request).await
}

/// True for the addresses at which pictures are handed in. They have a limit of their own.
fn takes_pictures(path: &str) -> bool {
    path == "/api/v1/files" || path.starts_with("/api/v1/uploads/")
}

/// The whole of a body, if it has at most `limit` bytes and arrives within `patience`.
pub(crate) async fn collect(
    body: Body,
    limit: usize,
    patience: Duration,
) -> Result<Bytes, Problem> {
    let collected = within(patience, Limited::new(body, limit).collect()).await?;
    match collected {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Problem::too_large(limit)),
        Err(_) => Err(Problem::unfit(
            "request.malformed",
            "The body broke off or is not framed as it should be.",
        )),
    }
}

async fn within<T>(patience: Duration, reading: impl Future<Output = T>) -> Result<T, Problem> {
    tokio::time::timeout(patience, reading)
        .await
        .map_err(|_| Problem::unfit("request.slow", "The body took too long to arrive."))
}

fn is_json(headers: &HeaderMap) -> bool {
    let named = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let kind = named.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

/// What a route's path names, such as an ask. Whatever its form, it may name nothing: that is for the inbox to say.
pub(crate) struct Named<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Named<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let path = Path::from_request_parts(parts, app).await;
        path.map(|Path(named)| Self(named))
            .map_err(|_| Problem::unfit("path.invalid", "The address is not readable as text."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_json_with_parameters_and_in_any_case_too() {
        for (named, json) in [
            ("application/json", true),
            ("Application/JSON; charset=utf-8", true),
            ("text/plain", false),
            ("application/jsonp", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, named.parse().unwrap());
            assert_eq!(is_json(&headers), json, "{named}");
        }
    }
}
