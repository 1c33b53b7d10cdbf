//! Reading requests: bodies, path and query. Owns what is read of them, how much and for how long; every part that does
//! not parse is 422, and says where without repeating what it was.

use std::{future::Future, time::Duration};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{FromRequest, FromRequestParts, Path, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, header, request::Parts};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use loopback_contract::{Message, Timestamp, View};
use serde::de::DeserializeOwned;

use super::Problem;
use crate::App;

/// A JSON body that fits its schema.
pub(crate) struct Checked<T>(pub(crate) T);

impl<T: Message + DeserializeOwned> FromRequest<App> for Checked<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::unfit(
                "body.content_type",
                "the body must be JSON: Content-Type: application/json",
            ));
        }
        let limits = app.limits();
        let bytes = collect(request.into_body(), limits.body_bytes, limits.body).await?;
        loopback_contract::read(&bytes)
            .map(Self)
            .map_err(|invalid| Problem::unfit("body.invalid", invalid.to_string()))
    }
}

/// Refuses a body that says itself that it is too large. Uploads have a limit of their own.
pub(crate) async fn refuse_declared_excess(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Response {
    let limit = app.limits().body_bytes;
    let declared = request.body().size_hint().lower();
    if declared > limit as u64 && !request.uri().path().starts_with("/api/v1/uploads/") {
        return Problem::too_large(limit).into_response();
    }
    next.run(request).await
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
            "the body broke off or is not framed as it should be",
        )),
    }
}

async fn within<T>(patience: Duration, reading: impl Future<Output = T>) -> Result<T, Problem> {
    tokio::time::timeout(patience, reading)
        .await
        .map_err(|_| Problem::unfit("request.slow", "the body took too long to arrive"))
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
            .map_err(|_| Problem::unfit("path.invalid", "the address is not readable as text"))
    }
}

/// What a listing is asked for. Parameters of other names are none of its business.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Query {
    pub(crate) view: Option<View>,
    pub(crate) before: Option<Timestamp>,
    pub(crate) limit: Option<u32>,
}

/// The most a page may hold.
const PAGE: u32 = 100;

impl Query {
    /// How many asks a page holds if the client does not say.
    pub(crate) const USUAL_LIMIT: u32 = 50;

    fn read(query: &str) -> Result<Self, Problem> {
        let mut read = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "view" => once(
                    &mut read.view,
                    view(&value),
                    "view must be full or summary, once",
                )?,
                "before" => once(
                    &mut read.before,
                    value.parse().ok(),
                    "before must be a time such as 2026-11-30T17:03:33.123Z, once",
                )?,
                "limit" => once(
                    &mut read.limit,
                    limit(&value),
                    "limit must be a number from 1 to 100, once",
                )?,
                _ => {}
            }
        }
        Ok(read)
    }
}

fn once<T>(slot: &mut Option<T>, value: Option<T>, otherwise: &'static str) -> Result<(), Problem> {
    match (slot.is_some(), value) {
        (false, Some(value)) => {
            *slot = Some(value);
            Ok(())
        }
        _ => Err(Problem::unfit("query.invalid", otherwise)),
    }
}

fn view(value: &str) -> Option<View> {
    View::ALL
        .iter()
        .copied()
        .find(|view| view.as_str() == value)
}

fn limit(value: &str) -> Option<u32> {
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    value
        .parse()
        .ok()
        .filter(|limit| digits && (1..=PAGE).contains(limit))
}

impl FromRequestParts<App> for Query {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        Self::read(parts.uri.query().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_read_whatever_else_stands_in_it() {
        let read =
            Query::read("limit=100&view=summary&before=2026-11-30T17%3A03%3A33.123Z&later=x")
                .unwrap();
        assert_eq!(read.limit, Some(100));
        assert_eq!(read.view, Some(View::Summary));
        assert_eq!(read.before.unwrap().to_string(), "2026-11-30T17:03:33.123Z");
        assert_eq!(Query::read("").unwrap(), Query::default());
    }

    #[test]
    fn a_parameter_that_does_not_parse_or_is_out_of_range_or_twice_there_does_not_fit() {
        for query in [
            "limit=0",
            "limit=101",
            "limit=-1",
            "limit=+1",
            "limit=",
            "limit=ten",
            "limit=1&limit=1",
            "view=rows",
            "view=",
            "view=Summary",
            "before=yesterday",
            "before=2026-11-30",
            "before=",
            "view=full&view=full",
        ] {
            let problem = Query::read(query).unwrap_err();
            assert_eq!(
                (problem.status().as_u16(), problem.code()),
                (422, "query.invalid"),
                "{query}"
            );
        }
    }

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
