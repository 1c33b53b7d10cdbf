//! The event socket: a snapshot first, then every change, until something ends it.

use std::time::Duration;

use loopback_contract::{Dismissed, Reply};
use loopback_inbox::Door;
use serde_json::json;

use crate::support::{
    Closed, PERSON, Server, Socket, caller, large_review, limits, moment, path, question, review,
};

async fn ticket(server: &Server) -> String {
    let answer = server.person("POST", "/api/v1/events/tickets").send().await;
    assert_eq!(answer.status, 201);
    answer.json()["ticket"].as_str().unwrap().to_owned()
}

async fn open(server: &Server, subprotocols: &str) -> Socket {
    Socket::open(server.running().address(), subprotocols, Some(PERSON)).await
}

#[tokio::test]
async fn a_socket_begins_with_a_snapshot_and_goes_on_with_every_change() {
    let server = Server::start().await;
    let before = question(server.hub()).await;
    let mut socket = open(&server, "loopback.v1").await;
    let snapshot = socket.next().await;
    assert_eq!(snapshot["type"], "snapshot");
    assert_eq!(
        snapshot["snapshot"]["open"][0]["id"],
        before.ask_id().as_str()
    );
    let after = review(server.hub()).await;
    let opened = socket.next().await;
    assert_eq!(
        (&opened["type"], &opened["ask"]["id"]),
        (&json!("ask.opened"), &json!(after.ask_id()))
    );
    assert_eq!(opened["ask"]["waiting"], true);
    assert_eq!(opened["ask"]["prompt"]["title"], "Rename a function");
    drop(after);
    let left = socket.next().await;
    assert_eq!(
        (&left["type"], &left["ask"]["waiting"]),
        (&json!("ask.updated"), &json!(false))
    );
    server
        .post(
            &path(before.ask_id(), "/reply"),
            &json!({ "outcome": "dismissed" }),
        )
        .await
        .ok();
    let closed = socket.next().await;
    assert_eq!(closed["ask"]["status"], "closed");
}

#[tokio::test]
async fn a_socket_of_the_second_revision_sends_rows() {
    let server = Server::start().await;
    let mut socket = open(&server, "loopback.v2").await;
    assert_eq!(socket.subprotocol, "loopback.v2");
    assert_eq!(socket.next().await["type"], "snapshot");
    let _waiter = question(server.hub()).await;
    let opened = socket.next().await;
    assert_eq!(opened["ask"]["title"], "Which database?");
    assert!(opened["ask"].get("prompt").is_none());
}

#[tokio::test]
async fn only_the_revisions_subprotocol_is_echoed() {
    let server = Server::start().await;
    let offered = format!(
        "loopback.v1, loopback.ticket.{}, loopback.v2",
        ticket(&server).await
    );
    let socket = Socket::open(server.running().address(), &offered, None).await;
    assert_eq!(socket.subprotocol, "loopback.v1");
}

#[tokio::test]
async fn a_ticket_lets_one_socket_on() {
    let server = Server::start().await;
    let issued = server
        .person("POST", "/api/v1/events/tickets")
        .send()
        .await
        .ok();
    let left = moment(&issued["expiresAt"]).ms_since(server.hub().now());
    assert!((0..=60_000).contains(&left), "{left} ms");
    let offered = format!(
        "loopback.v2, loopback.ticket.{}",
        issued["ticket"].as_str().unwrap()
    );
    let mut socket = Socket::open(server.running().address(), &offered, None).await;
    assert_eq!(socket.next().await["type"], "snapshot");
    let again = handshake(&server, &offered).send().await;
    assert_eq!(again.refusal(), "401 access.ticket");
    let made_up = handshake(&server, "loopback.v2, loopback.ticket.made-up")
        .send()
        .await;
    assert_eq!(made_up.refusal(), "401 access.ticket");
}

#[tokio::test]
async fn a_handshake_that_fails_for_another_reason_leaves_the_ticket_good() {
    let server = Server::start().await;
    let ticket = ticket(&server).await;
    let failed = handshake(&server, &format!("loopback.v9, loopback.ticket.{ticket}"))
        .send()
        .await;
    assert_eq!(failed.refusal(), "422 socket.protocol");
    let offered = format!("loopback.v2, loopback.ticket.{ticket}");
    Socket::open(server.running().address(), &offered, None)
        .await
        .next()
        .await;
}

fn handshake(server: &Server, subprotocols: &str) -> crate::support::Request {
    server
        .stranger("GET", "/api/v1/events")
        .instead("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
        .header("sec-websocket-protocol", subprotocols)
}

#[tokio::test]
async fn a_socket_ends_when_its_session_is_revoked_and_no_other_does() {
    let server = Server::start().await;
    let window = server.running().open_window();
    let mut windows = Socket::open(
        server.running().address(),
        "loopback.v2",
        Some(window.token()),
    )
    .await;
    let mut other = open(&server, "loopback.v2").await;
    windows.next().await;
    other.next().await;
    let revoke = server.person("DELETE", &format!("/api/v1/sessions/{}", window.id()));
    assert_eq!(revoke.send().await.status, 204);
    assert_eq!(windows.closed().await, Closed::With(1008));
    let _waiter = question(server.hub()).await;
    assert_eq!(other.next().await["type"], "ask.opened");
}

#[tokio::test]
async fn a_socket_by_ticket_ends_with_the_session_that_got_the_ticket() {
    let server = Server::start().await;
    let window = server.running().open_window();
    let issued = server
        .person("POST", "/api/v1/events/tickets")
        .bearer(window.token())
        .send()
        .await
        .ok();
    let offered = format!(
        "loopback.v2, loopback.ticket.{}",
        issued["ticket"].as_str().unwrap()
    );
    let mut socket = Socket::open(server.running().address(), &offered, None).await;
    socket.next().await;
    drop(window);
    assert_eq!(socket.closed().await, Closed::With(1008));
}

#[tokio::test]
async fn a_stopping_server_says_that_it_goes() {
    let mut server = Server::start().await;
    let mut socket = open(&server, "loopback.v2").await;
    socket.next().await;
    server.stop().await;
    assert_eq!(socket.closed().await, Closed::With(1001));
}

#[tokio::test]
async fn a_socket_is_pinged_and_one_that_answers_stays() {
    let server = Server::start_with(limits(|limits| limits.ping = Duration::from_secs(1))).await;
    let mut socket = open(&server, "loopback.v2").await;
    for _ in 0..4 {
        socket.pinged().await;
    }
    let _waiter = question(server.hub()).await;
    assert_eq!(socket.next().await["type"], "ask.opened");
}

#[tokio::test]
async fn a_client_that_is_silent_is_let_go() {
    let server = Server::start_with(limits(|limits| limits.ping = Duration::from_millis(50))).await;
    let mut socket = open(&server, "loopback.v2").await;
    socket.next().await;
    // Nothing is read meanwhile, so no pong goes out.
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(socket.closed().await, Closed::WithoutAWord);
}

#[tokio::test]
async fn what_a_client_says_is_overlooked_until_it_is_too_much() {
    let server = Server::start().await;
    let mut socket = open(&server, "loopback.v2").await;
    socket.next().await;
    socket.say("hello").await;
    let _waiter = question(server.hub()).await;
    assert_eq!(socket.next().await["type"], "ask.opened");
    for _ in 0..256 {
        socket.say("hello").await;
    }
    assert_eq!(socket.closed().await, Closed::With(1008));
}

#[tokio::test]
async fn a_message_larger_than_anything_a_client_has_to_say_ends_the_socket() {
    let server = Server::start().await;
    let mut socket = open(&server, "loopback.v2").await;
    socket.next().await;
    socket.say(&"x".repeat(5_000)).await;
    assert_eq!(socket.closed().await, Closed::WithoutAWord);
}

#[tokio::test]
async fn a_slow_reader_gets_a_fresh_snapshot_and_ends_where_everyone_is() {
    let server = Server::start_with(limits(|limits| limits.send = Duration::from_hours(1))).await;
    let mut socket = Socket::open_narrow(server.running().address(), "loopback.v1", PERSON).await;
    assert_eq!(socket.next().await["type"], "snapshot");
    // More than the buffers of the connection and of the feed hold together, while nothing is read.
    let waiter = large_review(server.hub()).await;
    let id = waiter.ask_id().clone();
    let mut quick = server.hub().subscribe_summaries();
    quick.next().await.unwrap();
    drop(waiter);
    quick.next().await.unwrap();
    for _ in 0..200 {
        let waiter = server.hub().wait(&caller(), &id).await.unwrap();
        quick.next().await.unwrap();
        drop(waiter);
        quick.next().await.unwrap();
    }
    let close = Reply::Dismissed(Dismissed::default());
    server.hub().reply(&id, close, Door::Window).await.unwrap();
    let mut snapshots = 0;
    loop {
        let frame = socket.next().await;
        if frame["type"] == "snapshot" {
            snapshots += 1;
        }
        let closed = frame["ask"]["id"] == id.as_str() && frame["ask"]["status"] == "closed";
        let listed = frame["snapshot"]["recent"][0]["id"] == id.as_str();
        if closed || listed {
            break;
        }
    }
    assert!(snapshots > 0, "a snapshot came in place of what was missed");
}

#[tokio::test]
async fn a_socket_opened_while_much_happens_misses_nothing_and_hears_nothing_twice() {
    let server = Server::start().await;
    let hub = server.hub().clone();
    let opening = tokio::spawn(async move {
        let mut opened = Vec::new();
        for _ in 0..60 {
            opened.push(question(&hub).await);
        }
        opened
    });
    let mut heard = Vec::new();
    for _ in 0..5 {
        let mut socket = open(&server, "loopback.v2").await;
        let snapshot = socket.next().await;
        let listed = snapshot["snapshot"]["open"].as_array().unwrap().iter();
        let ids: Vec<String> = listed.map(|ask| ask["id"].to_string()).collect();
        heard.push((socket, ids));
    }
    let opened = opening.await.unwrap();
    for (mut socket, mut ids) in heard {
        while ids.len() < opened.len() {
            let frame = socket.next().await;
            assert_eq!(frame["type"], "ask.opened");
            ids.push(frame["ask"]["id"].to_string());
        }
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), opened.len());
    }
}
