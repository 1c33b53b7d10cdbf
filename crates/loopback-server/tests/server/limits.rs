//! Nothing grows without bound, and nobody holds a place for nothing.

use std::time::Duration;

use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::support::{Answer, PERSON, Server, Socket, limits, raw};

const SOON: Duration = Duration::from_millis(200);
/// Long enough for a client on a busy machine to have said who it is.
const A_WHILE: Duration = Duration::from_secs(1);
const LONG: Duration = Duration::from_hours(1);

/// Reads until the server closes, and says what came.
async fn until_closed(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut bytes))
        .await
        .expect("an end in time");
    bytes
}

#[tokio::test]
async fn the_connection_after_the_last_place_is_refused_at_once() {
    let server = Server::start_with(limits(|limits| {
        (limits.connections, limits.window_places) = (3, 0);
        (limits.stranger, limits.head) = (LONG, LONG);
    }))
    .await;
    let address = server.running().address();
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(TcpStream::connect(address).await.unwrap());
    }
    let refused =
        Answer::read(&until_closed(&mut TcpStream::connect(address).await.unwrap()).await).unwrap();
    assert_eq!(refused.refusal(), "503 server.full");
    crate::support::check_headers(&refused);
    held.clear();
    // The places are free as soon as the server has seen the ends.
    while server
        .stranger("GET", "/api/v1/health")
        .send_unproven()
        .await
        .is_none_or(|answer| answer.status != 200)
    {}
}

#[tokio::test]
async fn as_many_connections_fit_as_are_promised() {
    let server = Server::start_with(limits(|limits| {
        (limits.stranger, limits.head, limits.window_place) = (LONG, LONG, LONG);
    }))
    .await;
    let address = server.running().address();
    let mut held = Vec::new();
    for _ in 0..1_800 {
        held.push(TcpStream::connect(address).await.unwrap());
    }
    let next = until_closed(&mut TcpStream::connect(address).await.unwrap()).await;
    assert_eq!(Answer::read(&next).unwrap().refusal(), "503 server.full");
    let request = server.stranger("GET", "/api/v1/health").head();
    for served in [0, 1_799] {
        held[served].write_all(request.as_bytes()).await.unwrap();
        assert!(
            until_closed(&mut held[served])
                .await
                .starts_with(b"HTTP/1.1 200 OK")
        );
    }
}

#[tokio::test]
async fn the_person_finds_a_place_when_strangers_hold_all_others() {
    let server = Server::start_with(limits(|limits| {
        (limits.connections, limits.window_places) = (3, 1);
        (limits.stranger, limits.head, limits.window_place) = (LONG, LONG, A_WHILE);
    }))
    .await;
    let address = server.running().address();
    let _held = [
        TcpStream::connect(address).await.unwrap(),
        TcpStream::connect(address).await.unwrap(),
    ];
    let mut intruder = TcpStream::connect(address).await.unwrap();
    assert!(
        until_closed(&mut intruder).await.is_empty(),
        "a stranger loses the window's place"
    );
    let mut agent = TcpStream::connect(address).await.unwrap();
    let request = server
        .stranger("GET", "/mcp")
        .bearer(&server.agent_token())
        .without("connection");
    agent.write_all(request.head().as_bytes()).await.unwrap();
    until_closed(&mut agent).await;
    let mut socket = Socket::open(address, "loopback.v2", Some(PERSON)).await;
    assert_eq!(socket.next().await["type"], "snapshot");
    tokio::time::sleep(A_WHILE * 3).await;
    let _waiter = crate::support::question(server.hub()).await;
    assert_eq!(
        socket.next().await["type"],
        "ask.opened",
        "the person keeps it"
    );
    let full =
        Answer::read(&until_closed(&mut TcpStream::connect(address).await.unwrap()).await).unwrap();
    assert_eq!(
        full.refusal(),
        "503 server.full",
        "the socket holds its place"
    );
}

#[tokio::test]
async fn a_connection_that_sends_no_request_is_closed() {
    let server = Server::start_with(limits(|limits| limits.head = SOON)).await;
    let mut silent = TcpStream::connect(server.running().address())
        .await
        .unwrap();
    until_closed(&mut silent).await;
    let half = raw(server.running().address(), b"GET / HTTP/1.1\r\nhost: local").await;
    assert!(Answer::read(&half).is_none_or(|answer| answer.status != 200));
}

#[tokio::test]
async fn a_stranger_that_keeps_asking_for_pages_is_let_go() {
    let server = Server::start_with(limits(|limits| {
        (limits.stranger, limits.head) = (SOON, LONG);
    }))
    .await;
    let mut stranger = TcpStream::connect(server.running().address())
        .await
        .unwrap();
    let head = server.stranger("GET", "/").without("connection").head();
    stranger.write_all(head.as_bytes()).await.unwrap();
    assert!(
        until_closed(&mut stranger)
            .await
            .starts_with(b"HTTP/1.1 200 OK")
    );
}

#[tokio::test]
async fn a_body_that_does_not_arrive_is_not_waited_for() {
    let server = Server::start_with(limits(|limits| limits.body = SOON)).await;
    let request = server
        .person("POST", "/api/v1/asks/1/reply")
        .header("content-type", "application/json");
    let head = request.header("content-length", "100").head();
    let answer =
        Answer::read(&raw(server.running().address(), format!("{head}{{").as_bytes()).await)
            .unwrap();
    assert_eq!(answer.refusal(), "422 request.slow");
}

#[tokio::test]
async fn a_stop_does_not_wait_for_those_who_say_nothing() {
    let mut server = Server::start_with(limits(|limits| limits.farewell = SOON)).await;
    let request = server
        .person("POST", "/api/v1/asks/1/reply")
        .header("content-type", "application/json");
    let half = request.header("content-length", "100").head();
    let mut slow = TcpStream::connect(server.running().address())
        .await
        .unwrap();
    slow.write_all(half.as_bytes()).await.unwrap();
    let mut idle = TcpStream::connect(server.running().address())
        .await
        .unwrap();
    server.stop().await;
    until_closed(&mut slow).await;
    until_closed(&mut idle).await;
}

#[tokio::test]
async fn what_was_acknowledged_before_a_stop_is_there_after_the_next_start() {
    let mut server = Server::start().await;
    let waiter = crate::support::question(server.hub()).await;
    let at = crate::support::path(waiter.ask_id(), "");
    server
        .post(&format!("{at}/reply"), &json!({ "outcome": "dismissed" }))
        .await
        .ok();
    let before = server.get(&at).await.ok();
    server.restart().await;
    drop(waiter);
    let after = server.get(&at).await.ok();
    assert_eq!(after["thread"], before["thread"]);
}
