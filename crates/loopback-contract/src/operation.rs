//! The operations of the HTTP API as the contract declares them.

use serde_json::Value;

use crate::{Invalid, check_schema};

/// One route and method.
#[derive(Debug)]
pub struct Operation {
    /// Its name in the contract, such as `Asks_reply`.
    pub id: &'static str,
    /// `GET`, `POST`, `PUT` or `DELETE`.
    pub method: &'static str,
    /// Below `/api/v1`, with its parameters in braces: `/asks/{id}/reply`.
    pub path: &'static str,
    /// The first revision that has it.
    pub since: u32,
    /// What the request carries.
    pub request: Body,
    /// What each status it can answer with carries.
    pub responses: &'static [(u16, Body)],
}

/// What a request or response carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    /// Nothing at all.
    Nothing,
    /// A file.
    Bytes,
    /// JSON that fits one of the schemas named here.
    Json(&'static [&'static str]),
}

impl Operation {
    /// What a response with this status carries, if the operation has such a response.
    #[must_use]
    pub fn response(&self, status: u16) -> Option<Body> {
        self.responses
            .iter()
            .find(|(declared, _)| *declared == status)
            .map(|(_, body)| *body)
    }
}

impl Body {
    /// Says whether this JSON may be carried.
    ///
    /// # Errors
    ///
    /// [`Invalid`] of the last schema tried, or saying that no JSON belongs here.
    pub fn check(self, value: &Value) -> Result<(), Invalid> {
        let mut verdict = Err(Invalid {
            place: String::new(),
            why: "no JSON belongs here".to_owned(),
        });
        if let Self::Json(schemas) = self {
            for schema in schemas {
                verdict = check_schema(schema, value);
                if verdict.is_ok() {
                    break;
                }
            }
        }
        verdict
    }
}
