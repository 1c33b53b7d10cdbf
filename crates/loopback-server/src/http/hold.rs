//! For how long a reply is held. A number that does not parse or is out of range is 422.

use axum::extract::FromRequestParts;
use http::request::Parts;

use super::Problem;
use crate::App;

/// The most seconds a reply is held.
const MOST: u32 = 10;

/// The parameter `hold`, in seconds.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Hold(pub(crate) Option<u32>);

impl Hold {
    fn read(query: &str) -> Result<Self, Problem> {
        let mut values = form_urlencoded::parse(query.as_bytes())
            .filter(|(name, _)| name == "hold")
            .map(|(_, value)| seconds(&value));
        match (values.next(), values.next()) {
            (None, _) => Ok(Self(None)),
            (Some(Some(seconds)), None) => Ok(Self(Some(seconds))),
            _ => Err(UNFIT),
        }
    }

    /// The seconds, where they must be named.
    pub(crate) fn named(&self) -> Result<u32, Problem> {
        self.0.ok_or(UNFIT)
    }
}

const UNFIT: Problem = Problem::fixed(
    http::StatusCode::UNPROCESSABLE_ENTITY,
    "query.invalid",
    "hold must be a number from 0 to 10, once.",
);

fn seconds(value: &str) -> Option<u32> {
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    let seconds = value.parse().ok().filter(|seconds| *seconds <= MOST);
    seconds.filter(|_| digits)
}

impl FromRequestParts<App> for Hold {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        Self::read(parts.uri.query().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_held_for_up_to_ten_seconds() {
        assert_eq!(Hold::read("").unwrap(), Hold(None));
        assert_eq!(Hold::read("later=1&hold=0").unwrap(), Hold(Some(0)));
        assert_eq!(Hold::read("hold=10").unwrap().named().unwrap(), 10);
        for query in [
            "hold=11",
            "hold=-1",
            "hold=+1",
            "hold=",
            "hold=1.5",
            "hold=1&hold=1",
            "hold=99999999999",
        ] {
            let problem = Hold::read(query).unwrap_err();
            assert_eq!(problem.code(), "query.invalid", "{query}");
        }
        assert!(Hold(None).named().is_err());
    }
}
