//! Refusals as clients read them. Owns the one shape every refusal of the HTTP side has.
//!
//! When to use which status: 401 without the right credential; 403 when the request came from where none may come;
//! 404 for what does not exist; 405 for a method a route does not have; 409 when it is not allowed now; 410 for a used
//! ticket; 413 for too much; 422 for whatever does not parse or fit; 500 when we broke; 503 when every place is taken.
//! Nothing answers 400.

use std::borrow::Cow;

use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use loopback_contract as contract;
use loopback_inbox::HubError;
use loopback_rules::{Refusal, RefusalKind};

/// A refusal: its status, a fixed word for programs, and words for people. The words never repeat what was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    status: StatusCode,
    code: Cow<'static, str>,
    message: Cow<'static, str>,
}

impl Problem {
    pub(crate) fn new(
        status: StatusCode,
        code: impl Into<Cow<'static, str>>,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            status,
            code: code.into(),
            message: message.into(),
        }
    }

    /// A refusal whose words are always the same.
    pub(crate) const fn fixed(
        status: StatusCode,
        code: &'static str,
        message: &'static str,
    ) -> Self {
        Self {
            status,
            code: Cow::Borrowed(code),
            message: Cow::Borrowed(message),
        }
    }

    /// 401: no credential, a wrong one, or one for another door.
    pub(crate) fn unauthorized(code: &'static str, message: &'static str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, code, message)
    }

    /// 404: there is nothing of that name.
    pub(crate) fn not_found(code: &'static str, message: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, message)
    }

    /// 413: more bytes than the route takes.
    pub(crate) fn too_large(bytes: usize) -> Self {
        Self::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "body.too_large",
            format!("The body is larger than the {bytes} bytes this route takes."),
        )
    }

    /// 422: it does not parse, or does not fit.
    pub(crate) fn unfit(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// 500: we broke. The reason is logged where it arose and is not the client's business.
    pub(crate) fn internal() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "Something broke inside Loopback. Its log says what.",
        )
    }

    /// What stands for a refusal that some library made in a shape of its own.
    pub(crate) fn in_place_of(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => {
                Self::not_found("route.unknown", "There is nothing at this address.")
            }
            StatusCode::METHOD_NOT_ALLOWED => Self::new(
                status,
                "method.unknown",
                "This address does not take that method.",
            ),
            StatusCode::PAYLOAD_TOO_LARGE => Self::new(
                status,
                "body.too_large",
                "The body is larger than this route takes.",
            ),
            StatusCode::URI_TOO_LONG => {
                Self::new(status, "request.too_long", "The address is too long.")
            }
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => Self::new(
                status,
                "request.too_long",
                "The request's headers are too long.",
            ),
            status if status.is_server_error() => Self {
                status,
                ..Self::internal()
            },
            StatusCode::BAD_REQUEST => {
                Self::unfit("request.malformed", "The request could not be understood.")
            }
            status => Self::new(status, "request.refused", "The request was refused."),
        }
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    #[cfg(test)]
    pub(crate) fn code(&self) -> &str {
        &self.code
    }

    /// The refusal's body.
    pub(crate) fn json(&self) -> Vec<u8> {
        let body = contract::Problem {
            code: self.code.clone().into_owned(),
            message: self.message.clone().into_owned(),
        };
        serde_json::to_vec(&body).expect("two strings serialise")
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal.kind {
            RefusalKind::Unknown => StatusCode::NOT_FOUND,
            RefusalKind::Conflict => StatusCode::CONFLICT,
            RefusalKind::Gone => StatusCode::GONE,
            RefusalKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            RefusalKind::Unfit => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, refusal.code, refusal.message)
    }
}

impl From<HubError> for Problem {
    fn from(error: HubError) -> Self {
        match error {
            HubError::Refused(refusal) => refusal.into(),
            HubError::Stopping => Self::fixed(
                StatusCode::SERVICE_UNAVAILABLE,
                "server.stopping",
                "Loopback is stopping.",
            ),
            HubError::Store(error) => {
                tracing::error!(%error, "the inbox failed");
                if error.is_disk_full() {
                    DISK_FULL
                } else {
                    Self::internal()
                }
            }
        }
    }
}

/// We broke, but the person can mend it.
const DISK_FULL: Problem = Problem::fixed(
    StatusCode::INTERNAL_SERVER_ERROR,
    "disk.full",
    "The disk is full, so nothing was saved. Make some room and try again.",
);

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.json()));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        );
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use loopback_inbox::StoreError;

    use super::*;

    #[test]
    fn a_full_disk_is_named_and_any_other_failure_of_ours_is_not() {
        let failed = |kind: io::ErrorKind| {
            let problem = Problem::from(HubError::Store(StoreError::File {
                path: "/data/files/x".into(),
                error: kind.into(),
            }));
            (problem.status().as_u16(), problem.code().to_owned())
        };
        assert_eq!(
            failed(io::ErrorKind::StorageFull),
            (500, "disk.full".to_owned())
        );
        assert_eq!(
            failed(io::ErrorKind::PermissionDenied),
            (500, "internal".to_owned())
        );
    }
}
