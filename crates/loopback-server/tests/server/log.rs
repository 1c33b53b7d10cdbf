//! What is logged: that things happened, and never what was said or which secret was shown.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

use serde_json::json;
use tracing_subscriber::{EnvFilter, fmt::MakeWriter};

use crate::support::{PERSON, Server, Socket, path, question};

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Kept {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn the_log_tells_what_happened_and_neither_texts_nor_secrets() {
    let kept = Kept::default();
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(
            "off,loopback_server=trace,loopback_inbox=trace",
        ))
        .with_writer(kept.clone())
        .finish();
    let _logging = tracing::subscriber::set_default(subscriber);

    let mut server = Server::start().await;
    let link = server.running().one_time_link();
    let code = link.split_once("#code=").unwrap().1;
    let redeem = server
        .stranger("POST", "/api/v1/sessions")
        .json(&json!({ "code": code }));
    let session = redeem.send().await.ok();
    let token = session["token"].as_str().unwrap();
    let ticket = server
        .person("POST", "/api/v1/events/tickets")
        .bearer(token)
        .send()
        .await
        .ok();
    let ticket = ticket["ticket"].as_str().unwrap();
    let offered = format!("loopback.v2, loopback.ticket.{ticket}");
    let mut socket = Socket::open(server.running().address(), &offered, None).await;
    socket.next().await;
    let waiter = question(server.hub()).await;
    let reply = json!({ "outcome": "answered", "selected": [], "text": "a very private answer" });
    server
        .post(&path(waiter.ask_id(), "/reply"), &reply)
        .await
        .ok();
    server
        .stranger("GET", "/api/v1/whoami")
        .bearer("a wrong guess")
        .send()
        .await;
    server
        .person(
            "DELETE",
            &format!("/api/v1/sessions/{}", session["id"].as_str().unwrap()),
        )
        .send()
        .await;
    socket.closed().await;
    let agent_token = server.agent_token();
    server.stop().await;

    let log = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
    assert!(
        log.contains("a link was redeemed") && log.contains("listening"),
        "{log}"
    );
    for secret in [
        code,
        token,
        ticket,
        PERSON,
        &agent_token,
        "a wrong guess",
        "a very private answer",
        "database",
        "SQLite",
    ] {
        assert!(!log.contains(secret), "{secret} is in the log:\n{log}");
    }
}
