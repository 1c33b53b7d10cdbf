//! The checks every request passes before anything else looks at it. Owns who may address us and from which page; knows
//! no credential and no route.
//!
//! A page of another origin can make a browser send requests here. It cannot forge `Host`, `Origin` or
//! `Sec-Fetch-Site`, and it cannot read an answer that grants it nothing: so these three are looked at on every route
//! and socket, and no `Access-Control-*` header is ever sent.

use axum::{
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode, Uri, header};
use loopback_contract::REVISION;

use super::Problem;

/// The header by which a client names the revision it writes, and the server the one it writes.
pub(crate) const REVISION_HEADER: &str = "loopback-revision";

/// Lets a request through if it was addressed to this machine by one of our own pages or by no page at all, and is
/// written in a revision of the contract that this server reads.
pub(crate) async fn gate(request: Request, next: Next) -> Response {
    let checked =
        check(request.uri(), request.headers()).and_then(|()| check_revision(request.headers()));
    match checked {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

fn check(uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
    let host = one(headers, header::HOST.as_str())
        .flatten_text()
        .filter(|host| is_local(host))
        .ok_or(FOREIGN_HOST)?;
    // An address in absolute form names a host of its own, which must not contradict the header.
    if uri
        .authority()
        .is_some_and(|authority| !authority.as_str().eq_ignore_ascii_case(host))
    {
        return Err(FOREIGN_HOST);
    }
    match one(headers, header::ORIGIN.as_str()) {
        Header::Absent => {}
        Header::Text(origin) if origin.strip_prefix("http://") == Some(host) => {}
        _ => return Err(FOREIGN_ORIGIN),
    }
    match one(headers, "sec-fetch-site") {
        Header::Absent | Header::Text("same-origin" | "none") => Ok(()),
        _ => Err(FOREIGN_SITE),
    }
}

fn check_revision(headers: &HeaderMap) -> Result<(), Problem> {
    let named = match one(headers, REVISION_HEADER) {
        Header::Absent => return Ok(()),
        Header::Text(text) => revision(text),
        Header::Unreadable => None,
    };
    match named {
        None => Err(Problem::unfit(
            "revision.unreadable",
            "The header Loopback-Revision is not a revision's number.",
        )),
        Some(named) if named > u64::from(REVISION) => Err(Problem::new(
            StatusCode::CONFLICT,
            "reload",
            format!(
                "This server speaks revision {REVISION}, which is older than yours. Load the page again."
            ),
        )),
        Some(_) => Ok(()),
    }
}

/// A revision's number, from 1 up. One too long for any counter is as new as can be.
fn revision(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().unwrap_or(u64::MAX))?;
    (number > 0).then_some(number)
}

const FOREIGN_HOST: Problem = Problem::fixed(
    StatusCode::FORBIDDEN,
    "request.host",
    "Loopback answers only when it is addressed as 127.0.0.1, localhost or [::1].",
);
const FOREIGN_ORIGIN: Problem = Problem::fixed(
    StatusCode::FORBIDDEN,
    "request.origin",
    "The request came from a page of another origin.",
);
const FOREIGN_SITE: Problem = Problem::fixed(
    StatusCode::FORBIDDEN,
    "request.site",
    "The request came from a page of another site.",
);

/// True for this machine's own names, with or without a port.
fn is_local(host: &str) -> bool {
    let (name, port) = match host.strip_prefix("[::1]") {
        Some(rest) => ("[::1]", rest),
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let named = name == "[::1]" || name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost");
    let numbered = port.is_empty()
        || port.strip_prefix(':').is_some_and(|port| {
            port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok()
        });
    named && numbered
}

/// A header that may stand in a request once.
enum Header<'a> {
    Absent,
    Text(&'a str),
    /// Not readable as text, or there twice.
    Unreadable,
}

impl<'a> Header<'a> {
    fn flatten_text(self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Absent | Self::Unreadable => None,
        }
    }
}

fn one<'a>(headers: &'a HeaderMap, name: &str) -> Header<'a> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Header::Absent,
        (Some(value), None) => value.to_str().map_or(Header::Unreadable, Header::Text),
        (Some(_), Some(_)) => Header::Unreadable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    fn code(pairs: &[(&'static str, &str)]) -> Option<String> {
        let headers = headers(pairs);
        let checked =
            check(&Uri::from_static("/"), &headers).and_then(|()| check_revision(&headers));
        checked
            .err()
            .map(|problem| format!("{} {}", problem.status().as_u16(), problem.code()))
    }

    #[track_caller]
    fn passes(pairs: &[(&'static str, &str)]) {
        assert_eq!(code(pairs), None);
    }

    #[track_caller]
    fn refused(pairs: &[(&'static str, &str)], with: &str) {
        assert_eq!(code(pairs).as_deref(), Some(with));
    }

    #[test]
    fn this_machines_names_are_hosts_with_any_port_and_nothing_else_is() {
        for host in [
            "127.0.0.1",
            "127.0.0.1:4127",
            "localhost",
            "localhost:1",
            "LocalHost:80",
            "[::1]",
            "[::1]:65535",
        ] {
            passes(&[("host", host)]);
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "127.0.0.1:",
            "127.0.0.1:65536",
            "127.0.0.1:+80",
            "localhost.",
            "127.0.0.2",
            "::1",
            "[::1",
            "[::1]x",
            "0.0.0.0",
            "2130706433",
            "user@localhost",
            "localhost:80:80",
            "",
        ] {
            refused(&[("host", host)], "403 request.host");
        }
        refused(&[], "403 request.host");
        refused(
            &[("host", "localhost"), ("host", "localhost")],
            "403 request.host",
        );
    }

    #[test]
    fn an_address_that_names_another_host_than_the_header_is_refused() {
        let headers = headers(&[("host", "127.0.0.1:4127")]);
        assert!(check(&Uri::from_static("http://127.0.0.1:4127/"), &headers).is_ok());
        assert!(check(&Uri::from_static("http://evil.example/"), &headers).is_err());
    }

    #[test]
    fn an_origin_must_be_exactly_the_host_that_is_addressed() {
        passes(&[
            ("host", "127.0.0.1:4127"),
            ("origin", "http://127.0.0.1:4127"),
        ]);
        for origin in [
            "http://localhost:4127",
            "http://127.0.0.1",
            "https://127.0.0.1:4127",
            "http://127.0.0.1:4127/",
            "null",
            "",
            "http://127.0.0.1:4128",
            "http://evil.example",
            "http://127.0.0.1:4127, http://evil.example",
        ] {
            refused(
                &[("host", "127.0.0.1:4127"), ("origin", origin)],
                "403 request.origin",
            );
        }
        let twice = ("origin", "http://localhost");
        refused(&[("host", "localhost"), twice, twice], "403 request.origin");
    }

    #[test]
    fn a_browser_must_say_that_the_request_is_from_our_own_page_or_from_the_person() {
        for site in ["same-origin", "none"] {
            passes(&[("host", "localhost"), ("sec-fetch-site", site)]);
        }
        for site in ["same-site", "cross-site", "", "Same-Origin"] {
            refused(
                &[("host", "localhost"), ("sec-fetch-site", site)],
                "403 request.site",
            );
        }
    }

    #[test]
    fn a_request_in_a_newer_revision_is_told_to_reload_and_an_unreadable_one_does_not_fit() {
        for readable in ["1", "2", "02"] {
            passes(&[("host", "localhost"), (REVISION_HEADER, readable)]);
        }
        for newer in ["3", "99999999999999999999999"] {
            refused(
                &[("host", "localhost"), (REVISION_HEADER, newer)],
                "409 reload",
            );
        }
        for unreadable in ["", "0", "-1", "+1", "1.0", "two", "1, 1"] {
            refused(
                &[("host", "localhost"), (REVISION_HEADER, unreadable)],
                "422 revision.unreadable",
            );
        }
        let one = (REVISION_HEADER, "1");
        refused(
            &[("host", "localhost"), one, one],
            "422 revision.unreadable",
        );
    }
}
