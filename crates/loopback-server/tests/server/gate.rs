//! The checks every request passes, on every route and socket.

use std::time::Duration;

use crate::support::{Answer, Server, limits, raw, send};

/// One address of each kind: page, page's file, API with and without credentials, upload, socket, agents' door, nothing.
const EVERYWHERE: [(&str, &str); 10] = [
    ("GET", "/"),
    ("GET", "/asks/1"),
    ("GET", "/code.css"),
    ("GET", "/api/v1/health"),
    ("GET", "/api/v1/snapshot"),
    ("POST", "/api/v1/sessions"),
    ("PUT", "/api/v1/uploads/local/token"),
    ("GET", "/api/v1/events"),
    ("POST", "/mcp"),
    ("GET", "/nowhere"),
];

#[tokio::test]
async fn a_request_addressed_to_another_host_is_refused_everywhere() {
    let server = Server::start().await;
    for (method, path) in EVERYWHERE {
        for host in ["evil.example", "127.0.0.1.evil.example:80", "192.168.0.1"] {
            let answer = server
                .person(method, path)
                .instead("host", host)
                .send()
                .await;
            assert_eq!(
                answer.refusal(),
                "403 request.host",
                "{method} {path} at {host}"
            );
        }
        let answer = server.person(method, path).without("host").send().await;
        assert_eq!(
            answer.refusal(),
            "403 request.host",
            "{method} {path} without a host"
        );
    }
}

#[tokio::test]
async fn a_request_from_another_origins_page_is_refused_everywhere() {
    let server = Server::start().await;
    for (method, path) in EVERYWHERE {
        for origin in [
            "http://evil.example",
            "null",
            "http://localhost:1",
            "https://127.0.0.1",
        ] {
            let answer = server
                .person(method, path)
                .header("origin", origin)
                .send()
                .await;
            assert_eq!(
                answer.refusal(),
                "403 request.origin",
                "{method} {path} from {origin}"
            );
        }
    }
}

#[tokio::test]
async fn a_request_a_browser_says_is_from_another_site_is_refused_everywhere() {
    let server = Server::start().await;
    for (method, path) in EVERYWHERE {
        for site in ["cross-site", "same-site"] {
            let answer = server
                .person(method, path)
                .header("sec-fetch-site", site)
                .send()
                .await;
            assert_eq!(
                answer.refusal(),
                "403 request.site",
                "{method} {path} from {site}"
            );
        }
    }
}

#[tokio::test]
async fn a_request_of_our_own_page_and_one_through_a_forwarded_port_are_let_in() {
    let server = Server::start().await;
    let own = format!("http://{}", server.running().address());
    let answer = server
        .person("GET", "/api/v1/whoami")
        .header("origin", own)
        .header("sec-fetch-site", "same-origin");
    assert_eq!(answer.send().await.status, 200);
    let forwarded = server
        .person("GET", "/api/v1/whoami")
        .instead("host", "localhost:9");
    assert_eq!(
        forwarded
            .header("origin", "http://localhost:9")
            .send()
            .await
            .status,
        200
    );
    assert_eq!(
        server
            .person("GET", "/api/v1/whoami")
            .instead("host", "[::1]:80")
            .send()
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn a_preflight_grants_nothing() {
    let server = Server::start().await;
    for path in ["/", "/api/v1/snapshot", "/api/v1/asks/1/reply"] {
        let preflight = server
            .stranger("OPTIONS", path)
            .header("access-control-request-method", "POST");
        assert_eq!(
            preflight.send().await.refusal(),
            "405 method.unknown",
            "{path}"
        );
        let foreign = server
            .stranger("OPTIONS", path)
            .header("origin", "http://evil.example");
        assert_eq!(
            foreign.send().await.refusal(),
            "403 request.origin",
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_newer_revision_is_told_to_reload_everywhere_and_an_unreadable_one_does_not_fit() {
    let server = Server::start().await;
    for (method, path) in EVERYWHERE {
        let newer = server
            .person(method, path)
            .header("loopback-revision", "3")
            .send()
            .await;
        assert_eq!(newer.refusal(), "409 reload", "{method} {path}");
        let unreadable = server
            .person(method, path)
            .header("loopback-revision", "two")
            .send()
            .await;
        assert_eq!(
            unreadable.refusal(),
            "422 revision.unreadable",
            "{method} {path}"
        );
    }
    for known in ["1", "2"] {
        let answer = server
            .person("GET", "/api/v1/whoami")
            .header("loopback-revision", known)
            .send()
            .await;
        assert_eq!(answer.status, 200, "revision {known}");
    }
}

#[tokio::test]
async fn bytes_that_are_no_request_get_a_refusal_of_ours_too() {
    let server = Server::start().await;
    let address = server.running().address();
    for (bytes, refusal) in [
        ("hello\r\n\r\n".to_owned(), "422 request.malformed"),
        (
            "GET / HTTP/1.1\r\nhost: localhost\r\nbad header\r\n\r\n".to_owned(),
            "422 request.malformed",
        ),
        ("GET / HTTP/9.9\r\n\r\n".to_owned(), "422 request.malformed"),
        (
            "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: x\r\n\r\n".to_owned(),
            "422 request.malformed",
        ),
        (
            format!("GET / HTTP/1.1\r\nlong: {}\r\n\r\n", "x".repeat(1 << 20)),
            "431 request.too_long",
        ),
    ] {
        let answer = send(address, bytes.as_bytes(), b"").await;
        assert_eq!(answer.refusal(), refusal, "{:?}", bytes.get(..40));
        crate::support::check_headers(&answer);
    }
}

#[tokio::test]
async fn a_body_that_is_not_framed_as_it_should_be_is_refused() {
    let server = Server::start().await;
    let request = server
        .person("PUT", "/api/v1/asks/1/draft")
        .header("content-type", "application/json");
    let head = request.header("transfer-encoding", "chunked").head();
    let answer = send(server.running().address(), head.as_bytes(), b"nonsense\r\n").await;
    assert_eq!(answer.refusal(), "422 request.malformed");
}

#[tokio::test]
async fn two_requests_on_one_connection_are_two_requests() {
    let server = Server::start().await;
    let first = server
        .stranger("GET", "/api/v1/health")
        .without("connection")
        .head();
    let second = server.stranger("GET", "/api/v1/nowhere").head();
    let answers = raw(
        server.running().address(),
        format!("{first}{second}").as_bytes(),
    )
    .await;
    let text = String::from_utf8(answers).unwrap();
    assert_eq!(text.matches("HTTP/1.1 200 OK").count(), 1);
    assert_eq!(text.matches("HTTP/1.1 404 Not Found").count(), 1);
    assert!(text.contains("route.unknown"));
}

/// Numbers that look random and are the same in every run.
fn noise(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    }
}

#[tokio::test]
async fn a_damaged_request_is_answered_as_any_other_or_cut_and_harms_nobody() {
    let server = Server::start_with(limits(|limits| {
        let soon = Duration::from_millis(100);
        (limits.head, limits.body, limits.stranger) = (soon, soon, soon);
    }))
    .await;
    let address = server.running().address();
    let reply = serde_json::json!({ "outcome": "dismissed" }).to_string();
    let request = server
        .person("POST", "/api/v1/asks/1/reply")
        .header("content-type", "application/json");
    let whole = format!("{}{reply}", request.bytes(reply.clone()).head()).into_bytes();
    let mut random = noise(1);
    for round in 0..150 {
        let mut damaged = whole.clone();
        for _ in 0..=random(3) {
            let place = random(damaged.len());
            match random(3) {
                0 => damaged[place] = u8::try_from(random(256)).unwrap(),
                1 => drop(damaged.remove(place)),
                _ => damaged.insert(place, b"\r\n :/%\0"[random(7)]),
            }
        }
        for answer in Answer::all(&raw(address, &damaged).await) {
            assert!(
                [401, 403, 404, 405, 409, 413, 422, 431].contains(&answer.status),
                "round {round}: {answer:?}"
            );
            crate::support::check_headers(&answer);
            crate::support::check_problem(&answer);
        }
    }
    // With limits that short, a busy machine may cut a healthy request too: then another one.
    let healthy = || server.stranger("GET", "/api/v1/health").send_unproven();
    while healthy().await.is_none_or(|answer| answer.status != 200) {}
}

#[tokio::test]
async fn a_request_line_in_an_unusual_form_is_answered_like_any_other() {
    let server = Server::start().await;
    let address = server.running().address();
    for (line, status) in [
        (format!("GET http://{address}/api/v1/health"), 200),
        ("GET http://evil.example/api/v1/health".to_owned(), 403),
        (format!("CONNECT {address}"), 404),
        ("CONNECT evil.example:80".to_owned(), 403),
        ("OPTIONS *".to_owned(), 404),
        ("BREW /api/v1/health".to_owned(), 405),
        ("GET /api/v1/health?%FF=%00&&&=".to_owned(), 200),
        ("GET /api/v1/health#fragment".to_owned(), 200),
    ] {
        let request = format!("{line} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        let answer = send(address, request.as_bytes(), b"").await;
        assert_eq!(answer.status, status, "{line}: {}", answer.text());
        crate::support::check_headers(&answer);
    }
}
