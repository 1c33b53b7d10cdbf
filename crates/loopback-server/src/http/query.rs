//! What a listing is asked for. Owns the parameters of listings; one that does not parse or is out of range is 422.

use axum::extract::FromRequestParts;
use http::request::Parts;
use loopback_contract::{Timestamp, View};

use super::Problem;
use crate::App;

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
                    "view must be full or summary, once.",
                )?,
                "before" => once(
                    &mut read.before,
                    value.parse().ok(),
                    "before must be a time such as 2026-11-30T17:03:33.123Z, once.",
                )?,
                "limit" => once(
                    &mut read.limit,
                    limit(&value),
                    "limit must be a number from 1 to 100, once.",
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
}
