//! The doors: which credential opens what.

use loopback_contract::OPERATIONS;

use crate::support::{PERSON, Server};

/// The operations that need no credential: their addresses or bodies are all it takes.
const OPEN: [&str; 3] = ["HealthCheck_read", "Sessions_redeem", "Uploads_store"];

/// Every operation behind the person's door, and the event socket, with made-up names in its path.
fn persons_routes() -> Vec<(&'static str, String)> {
    let behind = OPERATIONS
        .iter()
        .filter(|operation| !OPEN.contains(&operation.id));
    let mut routes: Vec<_> = behind
        .map(|operation| (operation.method, concrete(operation.path)))
        .collect();
    routes.push(("GET", "/api/v1/events".to_owned()));
    routes
}

fn concrete(path: &str) -> String {
    let words = path
        .split('/')
        .map(|word| if word.starts_with('{') { "name" } else { word });
    format!("/api/v1{}", words.collect::<Vec<_>>().join("/"))
}

#[tokio::test]
async fn every_route_of_the_person_is_shut_without_a_credential() {
    let server = Server::start().await;
    for (method, path) in persons_routes() {
        let answer = server.stranger(method, &path).send().await;
        assert_eq!(answer.refusal(), "401 access.missing", "{method} {path}");
        let answer = server
            .stranger(method, &path)
            .bearer("no such token")
            .send()
            .await;
        assert_eq!(answer.refusal(), "401 access.unknown", "{method} {path}");
    }
}

#[tokio::test]
async fn the_agents_token_opens_none_of_the_persons_routes() {
    let server = Server::start().await;
    let token = server.agent_token();
    for (method, path) in persons_routes() {
        let answer = server.stranger(method, &path).bearer(&token).send().await;
        assert_eq!(answer.refusal(), "401 access.agent", "{method} {path}");
    }
}

#[tokio::test]
async fn every_route_of_the_person_opens_with_the_persons_token() {
    let server = Server::start().await;
    for (method, path) in persons_routes() {
        let answer = server.person(method, &path).send().await;
        assert_ne!(answer.status, 401, "{method} {path}: {}", answer.text());
    }
}

#[tokio::test]
async fn the_agents_door_takes_the_agents_token_alone() {
    let server = Server::start().await;
    for method in ["GET", "POST", "DELETE"] {
        let answer = |token: &str| server.stranger(method, "/mcp").bearer(token).send();
        assert_eq!(
            answer(PERSON).await.refusal(),
            "401 access.person",
            "{method}"
        );
        assert_eq!(
            answer("no such token").await.refusal(),
            "401 access.unknown",
            "{method}"
        );
        assert_eq!(
            server.stranger(method, "/mcp").send().await.refusal(),
            "401 access.missing",
            "{method}"
        );
        assert_ne!(answer(&server.agent_token()).await.status, 401, "{method}");
    }
    let window = server.running().open_window();
    let answer = server
        .stranger("POST", "/mcp")
        .bearer(window.token())
        .send()
        .await;
    assert_eq!(answer.refusal(), "401 access.person");
}

#[tokio::test]
async fn a_credential_in_the_address_or_a_cookie_opens_nothing() {
    let server = Server::start().await;
    let address = format!("/api/v1/whoami?access_token={PERSON}&token={PERSON}");
    assert_eq!(
        server.stranger("GET", &address).send().await.refusal(),
        "401 access.missing"
    );
    let cookie = server
        .stranger("GET", "/api/v1/whoami")
        .header("cookie", format!("token={PERSON}"));
    assert_eq!(cookie.send().await.refusal(), "401 access.missing");
}

#[tokio::test]
async fn the_person_is_who_the_server_was_started_for() {
    let server = Server::start().await;
    let who = server.get("/api/v1/whoami").await.ok();
    assert_eq!(
        who,
        serde_json::json!({ "space": "local", "actor": { "id": "local", "name": "Ada Example" } })
    );
}

#[tokio::test]
async fn health_needs_no_credential_and_tells_the_build_alone() {
    let server = Server::start().await;
    let health = server.stranger("GET", "/api/v1/health").send().await.ok();
    assert_eq!(
        health,
        serde_json::json!({ "status": "ok", "build": loopback_server::BUILD })
    );
}

#[tokio::test]
async fn the_agents_token_stays_across_a_restart_and_the_persons_sessions_do_not() {
    let mut server = Server::start().await;
    let (agents, window) = (server.agent_token(), server.running().open_window());
    let token = window.token().to_owned();
    assert_eq!(
        server
            .stranger("GET", "/api/v1/whoami")
            .bearer(&token)
            .send()
            .await
            .status,
        200
    );
    server.restart().await;
    assert_eq!(server.agent_token(), agents);
    let answer = server
        .stranger("GET", "/api/v1/whoami")
        .bearer(&token)
        .send()
        .await;
    assert_eq!(answer.refusal(), "401 access.unknown");
}
