//! How the person's sessions begin, are listed and end.

use serde_json::json;

use crate::support::{Answer, Server};

async fn redeem(server: &Server, code: &str) -> Answer {
    server
        .stranger("POST", "/api/v1/sessions")
        .json(&json!({ "code": code }))
        .send()
        .await
}

fn code(link: &str) -> &str {
    link.split_once("/#code=").unwrap().1
}

#[tokio::test]
async fn a_link_opens_the_inbox_once() {
    let server = Server::start().await;
    let link = server.running().one_time_link();
    assert!(link.starts_with(&format!("{}/#code=", server.running().base_url())));
    let grant = redeem(&server, code(&link)).await;
    assert_eq!(grant.status, 201);
    let token = grant.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(
        server
            .stranger("GET", "/api/v1/whoami")
            .bearer(&token)
            .send()
            .await
            .status,
        200
    );
    assert_eq!(
        redeem(&server, code(&link)).await.refusal(),
        "401 access.code"
    );
}

#[tokio::test]
async fn a_new_link_voids_the_last() {
    let server = Server::start().await;
    let (old, new) = (
        server.running().one_time_link(),
        server.running().one_time_link(),
    );
    assert_eq!(
        redeem(&server, code(&old)).await.refusal(),
        "401 access.code"
    );
    assert_eq!(redeem(&server, code(&new)).await.status, 201);
}

#[tokio::test]
async fn guesses_at_a_links_code_are_few() {
    let server = Server::start().await;
    let link = server.running().one_time_link();
    for _ in 0..10 {
        assert_eq!(redeem(&server, "guess").await.refusal(), "401 access.code");
    }
    assert_eq!(
        redeem(&server, code(&link)).await.refusal(),
        "401 access.code"
    );
}

#[tokio::test]
async fn sessions_are_listed_with_their_doors_and_the_asking_one_is_marked() {
    let server = Server::start().await;
    let window = server.running().open_window();
    redeem(&server, code(&server.running().one_time_link()))
        .await
        .ok();
    let list = server
        .stranger("GET", "/api/v1/sessions")
        .bearer(window.token())
        .send()
        .await
        .ok();
    let items = list["items"].as_array().unwrap();
    let doors: Vec<_> = items
        .iter()
        .map(|item| item["door"].as_str().unwrap())
        .collect();
    assert_eq!(doors, ["file", "window", "link"]);
    let current: Vec<_> = items
        .iter()
        .filter(|item| item["current"] == true)
        .collect();
    assert_eq!(current.len(), 1);
    assert_eq!(current[0]["id"], window.id());
    assert!(!list.to_string().contains(window.token()));
}

#[tokio::test]
async fn a_revoked_session_is_unknown_at_once() {
    let server = Server::start().await;
    let grant = redeem(&server, code(&server.running().one_time_link()))
        .await
        .ok();
    let (id, token) = (
        grant["id"].as_str().unwrap(),
        grant["token"].as_str().unwrap(),
    );
    let path = format!("/api/v1/sessions/{id}");
    assert_eq!(server.person("DELETE", &path).send().await.status, 204);
    assert_eq!(
        server.person("DELETE", &path).send().await.refusal(),
        "404 session.unknown"
    );
    let answer = server
        .stranger("GET", "/api/v1/whoami")
        .bearer(token)
        .send()
        .await;
    assert_eq!(answer.refusal(), "401 access.unknown");
}

#[tokio::test]
async fn a_windows_session_ends_with_the_window() {
    let server = Server::start().await;
    let window = server.running().open_window();
    let token = window.token().to_owned();
    drop(window);
    let answer = server
        .stranger("GET", "/api/v1/whoami")
        .bearer(&token)
        .send()
        .await;
    assert_eq!(answer.refusal(), "401 access.unknown");
}

#[tokio::test]
async fn a_stranger_cannot_send_more_than_a_code() {
    let server = Server::start().await;
    let answer = redeem(&server, &"x".repeat(5_000)).await;
    assert_eq!(answer.refusal(), "413 body.too_large");
}
