//! What frameworks refuse by themselves: here it has the same shape as everything else.

use serde_json::json;

use crate::support::{Server, path, question, send};

#[tokio::test]
async fn an_unknown_address_is_404_for_every_method() {
    let server = Server::start().await;
    for path in [
        "/nowhere",
        "/api",
        "/api/v1",
        "/api/v1/",
        "/api/v1/nowhere",
        "/api/v2/asks",
        "/assets/none.js",
        "/asks",
        "/asks/1/2",
        "//",
    ] {
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
            let answer = server.person(method, path).send().await;
            assert_eq!(answer.refusal(), "404 route.unknown", "{method} {path}");
        }
    }
}

#[tokio::test]
async fn a_method_a_route_does_not_have_is_405_and_says_which_it_has() {
    let server = Server::start().await;
    for (method, path, allowed) in [
        ("POST", "/api/v1/snapshot", "GET,HEAD"),
        ("DELETE", "/api/v1/asks/1", "GET,HEAD"),
        ("GET", "/api/v1/asks/1/reply", "POST"),
        ("POST", "/api/v1/uploads/local/token", "PUT"),
        ("TRACE", "/api/v1/health", "GET,HEAD"),
        ("POST", "/", "GET,HEAD"),
    ] {
        let answer = server.person(method, path).send().await;
        assert_eq!(answer.refusal(), "405 method.unknown", "{method} {path}");
        assert_eq!(answer.header("allow"), Some(allowed), "{method} {path}");
    }
}

#[tokio::test]
async fn a_body_that_is_not_declared_json_does_not_fit() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let at = path(waiter.ask_id(), "/reply");
    let reply = json!({ "outcome": "dismissed" }).to_string();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "",
    ] {
        let answer = server
            .person("POST", &at)
            .header("content-type", kind)
            .bytes(reply.clone())
            .send()
            .await;
        assert_eq!(answer.refusal(), "422 body.content_type", "{kind}");
    }
    assert_eq!(
        server
            .person("POST", &at)
            .bytes(reply.clone())
            .send()
            .await
            .refusal(),
        "422 body.content_type"
    );
    let answer = server
        .person("POST", &at)
        .header("content-type", "application/json; charset=utf-8")
        .bytes(reply)
        .send();
    assert_eq!(answer.await.status, 200);
}

#[tokio::test]
async fn malformed_json_does_not_fit() {
    let server = Server::start().await;
    let deep = "[".repeat(100_000);
    for body in [
        &b""[..],
        b"{",
        b"nonsense",
        b"\xff\xfe",
        b"{\"outcome\":\"dismissed\"} more",
        deep.as_bytes(),
    ] {
        let request = server
            .person("POST", "/api/v1/asks/1/reply")
            .header("content-type", "application/json");
        let answer = request.bytes(body).send().await;
        assert_eq!(answer.refusal(), "422 body.invalid", "{body:?}");
    }
}

#[tokio::test]
async fn a_path_that_is_not_text_does_not_fit() {
    let server = Server::start().await;
    for path in [
        "/api/v1/asks/%FF",
        "/api/v1/asks/%FF/draft",
        "/api/v1/files/%C0%80",
        "/api/v1/sessions/%FF",
    ] {
        let method = if path.contains("sessions") {
            "DELETE"
        } else {
            "GET"
        };
        assert_eq!(
            server.person(method, path).send().await.refusal(),
            "422 path.invalid",
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_body_over_a_mebibyte_is_413_declared_or_not() {
    let server = Server::start().await;
    let request = || {
        server
            .person("POST", "/api/v1/asks/1/reply")
            .header("content-type", "application/json")
    };
    let large = vec![b' '; (1 << 20) + 1];
    assert_eq!(
        request().bytes(large.clone()).send().await.refusal(),
        "413 body.too_large"
    );
    let head = request().header("transfer-encoding", "chunked").head();
    let mut chunks = format!("{:x}\r\n", large.len()).into_bytes();
    chunks.extend_from_slice(&large);
    chunks.extend_from_slice(b"\r\n0\r\n\r\n");
    let answer = send(server.running().address(), head.as_bytes(), &chunks).await;
    assert_eq!(answer.refusal(), "413 body.too_large");
    let mut most = json!({ "outcome": "dismissed" }).to_string().into_bytes();
    most.resize(1 << 20, b' ');
    assert_eq!(
        request().bytes(most).send().await.refusal(),
        "404 ask.unknown"
    );
}

#[tokio::test]
async fn a_body_over_a_mebibyte_is_413_on_routes_that_read_none_too() {
    let server = Server::start().await;
    for (method, path) in [
        ("POST", "/api/v1/events/tickets"),
        ("GET", "/api/v1/snapshot"),
        ("POST", "/mcp"),
        ("POST", "/nowhere"),
    ] {
        let answer = server
            .person(method, path)
            .bytes(vec![b'x'; 3 << 20])
            .send()
            .await;
        assert_eq!(answer.refusal(), "413 body.too_large", "{method} {path}");
    }
}

#[tokio::test]
async fn a_refusal_arrives_although_the_body_was_not_read() {
    let server = Server::start().await;
    for _ in 0..20 {
        let answer = server
            .stranger("POST", "/api/v1/asks/1/reply")
            .bytes(vec![b'x'; 1 << 20])
            .send()
            .await;
        assert_eq!(answer.refusal(), "401 access.missing");
    }
}

#[tokio::test]
async fn a_handshake_that_is_none_does_not_fit() {
    let server = Server::start().await;
    let plain = server.get("/api/v1/events").await;
    assert_eq!(plain.refusal(), "422 socket.handshake");
    let request = || {
        let request = server
            .person("GET", "/api/v1/events")
            .instead("connection", "upgrade")
            .header("upgrade", "websocket");
        request.header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
    };
    let old = request()
        .header("sec-websocket-version", "8")
        .header("sec-websocket-protocol", "loopback.v2");
    assert_eq!(old.send().await.refusal(), "422 socket.handshake");
    for subprotocols in [None, Some("loopback.v9"), Some("graphql-ws")] {
        let request = request().header("sec-websocket-version", "13");
        let request = match subprotocols {
            Some(names) => request.header("sec-websocket-protocol", names),
            None => request,
        };
        assert_eq!(
            request.send().await.refusal(),
            "422 socket.protocol",
            "{subprotocols:?}"
        );
    }
}

#[tokio::test]
async fn what_is_no_message_of_mcp_is_told_from_what_is_no_json_at_all() {
    let server = Server::start().await;
    for (kind, body, refusal) in [
        ("application/json", "{", "422 body.invalid"),
        ("application/json", "", "422 body.invalid"),
        ("application/json", "[]", "422 body.invalid"),
        ("application/json", r#"{"id":1}"#, "422 body.invalid"),
        ("application/json", "\u{feff}{}", "422 body.invalid"),
        ("text/plain", "{}", "415 body.content_type"),
    ] {
        let answer = server
            .stranger("POST", "/mcp")
            .bearer(&server.agent_token())
            .header("accept", "application/json, text/event-stream")
            .header("content-type", kind)
            .bytes(body)
            .send()
            .await;
        assert_eq!(answer.refusal(), refusal, "{kind} {body}");
    }
}
