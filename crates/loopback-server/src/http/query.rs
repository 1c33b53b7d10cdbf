//! What a request asks for in its address. Owns the parameters; one that does not parse or is out of range is 422.

use axum::extract::FromRequestParts;
use http::request::Parts;
use loopback_contract::{self as contract, ClientGoal, Timestamp, View};
use loopback_render::{Colour, Layout};

use super::Problem;
use crate::{App, rendered::Look};

/// What a listing is asked for. Parameters of other names are none of its business.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Query {
    pub(crate) view: Option<View>,
    pub(crate) before: Option<Timestamp>,
    pub(crate) limit: Option<u32>,
}

/// The most a page may hold.
const PAGE: u32 = 100;

/// The most characters of a place.
const PLACE: usize = 200;

impl Query {
    /// How many asks a page holds if the client does not say.
    pub(crate) const USUAL_LIMIT: u32 = 50;

    fn read(query: &str) -> Result<Self, Problem> {
        let mut read = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "view" => once(
                    &mut read.view,
                    named(View::ALL, &value),
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

/// What a client is to become, which must be named.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Goal(pub(crate) ClientGoal);

impl Goal {
    fn read(query: &str) -> Result<Self, Problem> {
        const WORDS: &str = "goal must be connected or disconnected, once.";
        let mut goal = None;
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if name == "goal" {
                once(&mut goal, named(ClientGoal::ALL, &value), WORDS)?;
            }
        }
        goal.map(Self)
            .ok_or_else(|| Problem::unfit("query.invalid", WORDS))
    }
}

impl FromRequestParts<App> for Goal {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        Self::read(parts.uri.query().unwrap_or_default())
    }
}

/// How an ask is to be rendered, and which of its pieces.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Showing {
    pub(crate) look: Look,
    pub(crate) place: Option<String>,
}

impl Showing {
    fn read(query: &str) -> Result<Self, Problem> {
        let (mut colour, mut layout, mut place) = (None, None, None);
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "colour" => once(
                    &mut colour,
                    named(contract::Colour::ALL, &value),
                    "colour must be plain or full, once.",
                )?,
                "layout" => once(
                    &mut layout,
                    named(contract::DiffLayout::ALL, &value),
                    "layout must be unified or split, once.",
                )?,
                "place" => once(
                    &mut place,
                    (value.chars().count() <= PLACE).then(|| value.into_owned()),
                    "place must be of at most 200 characters, once.",
                )?,
                _ => {}
            }
        }
        let colour = match colour {
            None | Some(contract::Colour::Full) => Colour::Full,
            Some(contract::Colour::Plain) => Colour::Plain,
        };
        let layout = match layout {
            None | Some(contract::DiffLayout::Unified) => Layout::Unified,
            Some(contract::DiffLayout::Split) => Layout::Split,
        };
        let look = Look { colour, layout };
        Ok(Self { look, place })
    }
}

pub(super) fn once<T>(
    slot: &mut Option<T>,
    value: Option<T>,
    otherwise: &'static str,
) -> Result<(), Problem> {
    match (slot.is_some(), value) {
        (false, Some(value)) => {
            *slot = Some(value);
            Ok(())
        }
        _ => Err(Problem::unfit("query.invalid", otherwise)),
    }
}

/// The one of these that the contract has this name for.
pub(super) fn named<T: Copy + ToString>(all: &[T], name: &str) -> Option<T> {
    all.iter().copied().find(|one| one.to_string() == name)
}

pub(super) fn limit(value: &str) -> Option<u32> {
    number(value).filter(|limit| (1..=PAGE).contains(limit))
}

/// A number in digits alone.
fn number(value: &str) -> Option<u32> {
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    value.parse().ok().filter(|_| digits)
}

impl FromRequestParts<App> for Query {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        Self::read(parts.uri.query().unwrap_or_default())
    }
}

impl FromRequestParts<App> for Showing {
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
    fn how_an_ask_is_shown_is_read_and_is_whole_in_colour_and_unified_if_nothing_is_said() {
        let read =
            Showing::read("colour=plain&layout=split&place=%2Fprompt%2Fcontent%2F0").unwrap();
        assert_eq!(read.place.as_deref(), Some("/prompt/content/0"));
        let look = Look {
            colour: Colour::Plain,
            layout: Layout::Split,
        };
        assert_eq!(read.look, look);
        assert_eq!(Showing::read("").unwrap(), Showing::default());
        let said = Showing::read("colour=full&layout=unified").unwrap();
        assert_eq!(said, Showing::default());
        let long = "a".repeat(201);
        for query in [
            "colour=",
            "colour=Plain",
            "colour=plain&colour=plain",
            "layout=both",
            &format!("place={long}"),
            "place=a&place=b",
        ] {
            let problem = Showing::read(query).unwrap_err();
            assert_eq!(problem.code(), "query.invalid", "{query}");
        }
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
