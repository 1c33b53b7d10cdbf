//! What a search, the list of decisions and an export are asked for. Owns their parameters; one that does not parse or
//! is out of range is 422. What a query says is the inbox's business.

use axum::extract::FromRequestParts;
use http::request::Parts;
use loopback_contract::{ExportFormat, Timestamp};

use super::{
    Problem, Query,
    query::{limit, named, once},
};
use crate::App;

/// What is looked for, and as what it is wanted.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Find {
    pub(crate) q: Option<String>,
    pub(crate) before: Option<Timestamp>,
    pub(crate) limit: Option<u32>,
    pub(crate) format: Option<ExportFormat>,
}

/// The most characters of a query.
const LONGEST: usize = 1_000;

impl Find {
    /// How many lines a page holds.
    pub(crate) fn page(&self) -> u32 {
        self.limit.unwrap_or(Query::USUAL_LIMIT)
    }

    /// The query, where there has to be one.
    pub(crate) fn needed(&self) -> Result<&str, Problem> {
        let q = self.q.as_deref().filter(|q| !q.is_empty());
        q.ok_or_else(|| Problem::unfit("query.invalid", "q must say what to look for."))
    }

    fn read(query: &str) -> Result<Self, Problem> {
        let mut read = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "q" => once(
                    &mut read.q,
                    (value.chars().count() <= LONGEST).then(|| value.into_owned()),
                    "q must be of at most 1000 characters, once.",
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
                "format" => once(
                    &mut read.format,
                    named(ExportFormat::ALL, &value),
                    "format must be markdown or json, once.",
                )?,
                _ => {}
            }
        }
        Ok(read)
    }
}

impl FromRequestParts<App> for Find {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        Self::read(parts.uri.query().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_for_is_read_whatever_else_stands_in_the_query() {
        let read =
            Find::read("q=a+b%26&format=json&limit=3&before=2026-11-30T17:03:33Z&x=y").unwrap();
        assert_eq!(read.needed().unwrap(), "a b&");
        assert_eq!((read.format, read.page()), (Some(ExportFormat::Json), 3));
        assert!(read.before.is_some());
        assert_eq!(Find::read("").unwrap(), Find::default());
    }

    #[test]
    fn what_does_not_parse_or_is_out_of_range_or_twice_there_does_not_fit() {
        let long = format!("q={}", "é".repeat(1_001));
        for query in [
            "q=a&q=b",
            &long,
            "format=html",
            "format=",
            "limit=0",
            "before=now",
        ] {
            assert_eq!(
                Find::read(query).unwrap_err().code(),
                "query.invalid",
                "{query}"
            );
        }
        for query in ["", "q="] {
            let problem = Find::read(query).unwrap().needed().unwrap_err();
            assert_eq!(problem.code(), "query.invalid", "{query}");
        }
        assert!(Find::read(&format!("q={}", "é".repeat(1_000))).is_ok());
    }
}
