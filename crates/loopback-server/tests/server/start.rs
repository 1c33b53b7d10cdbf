//! Starting: what has to be there, and what keeps a server from it.

use std::{fs, os::unix::fs::PermissionsExt};

use loopback_server::PersonToken;

use crate::support::{DATA, Server, config, why_not};

#[tokio::test]
async fn a_running_server_has_its_token_and_socket_in_place_and_private() {
    let mut server = Server::start().await;
    let mode = |name: &str| {
        fs::metadata(server.data_dir().join(name))
            .unwrap()
            .permissions()
            .mode()
            & 0o777
    };
    assert_eq!(mode("agent-token"), 0o600);
    assert_eq!(mode("agent.sock"), 0o600);
    server.stop().await;
    assert!(!server.data_dir().join("agent.sock").exists());
}

#[tokio::test]
async fn a_second_server_on_the_same_directory_does_not_start() {
    let server = Server::start().await;
    let why = why_not(config(&server.data_dir())).await;
    assert!(why.starts_with("DIR is served by "), "{why}");
    assert_eq!(server.get("/api/v1/whoami").await.status, 200);
}

#[tokio::test]
async fn a_port_in_use_is_named_and_the_directory_is_let_go() {
    let server = Server::start().await;
    let directory = tempfile::tempdir().unwrap();
    let mut second = config(&directory.path().join(DATA));
    second.port = server.running().address().port();
    let why = why_not(second).await;
    let port = server.running().address().port();
    assert_eq!(
        why,
        format!(
            "port {port} is in use by another program; choose another with --port, or let --port 0 pick one"
        )
    );
    loopback_server::serve(config(&directory.path().join(DATA)))
        .await
        .unwrap()
        .shutdown()
        .await;
}

#[tokio::test]
async fn a_persons_token_that_is_the_agents_is_refused() {
    let mut server = Server::start().await;
    server.stop().await;
    let mut shared = config(&server.data_dir());
    shared.person_token = Some(PersonToken::new(&server.agent_token()).unwrap());
    let why = why_not(shared).await;
    assert_eq!(
        why,
        "the person's token is the same as the agents' token in the data directory; choose another"
    );
}

#[tokio::test]
async fn a_token_file_others_may_read_keeps_the_server_from_starting() {
    let mut server = Server::start().await;
    server.stop().await;
    let token = server.data_dir().join("agent-token");
    fs::set_permissions(&token, fs::Permissions::from_mode(0o644)).unwrap();
    let why = why_not(config(&server.data_dir())).await;
    assert!(
        why.contains("chmod 600 DIR/agent-token") || why.contains("chmod 600 'DIR/agent-token'"),
        "{why}"
    );
}

#[test]
fn the_build_is_a_moment() {
    let build: loopback_contract::Timestamp = loopback_server::BUILD.parse().unwrap();
    assert!(loopback_server::BUILD.ends_with('Z') && build.as_millisecond() >= 0);
}
