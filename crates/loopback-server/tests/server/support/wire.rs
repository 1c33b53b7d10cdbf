//! HTTP by hand: requests exactly as they are written here, answers exactly as they came.

use std::{fmt::Write, net::SocketAddr};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::{Answer, proof};

/// A request under construction.
pub(crate) struct Request {
    address: SocketAddr,
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    pub(crate) fn new(address: SocketAddr, method: &str, path: &str) -> Self {
        Self {
            address,
            method: method.to_owned(),
            path: path.to_owned(),
            headers: vec![
                ("host".to_owned(), address.to_string()),
                ("connection".to_owned(), "close".to_owned()),
            ],
            body: Vec::new(),
        }
    }

    pub(crate) fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// With this value in place of the usual one.
    pub(crate) fn instead(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self.header(name, value)
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self
    }

    pub(crate) fn bearer(self, token: &str) -> Self {
        self.instead("authorization", format!("Bearer {token}"))
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        self.header("content-type", "application/json")
            .bytes(body.to_string())
    }

    pub(crate) fn bytes(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        let length = self.body.len().to_string();
        self.instead("content-length", length)
    }

    pub(crate) fn head(&self) -> String {
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        head + "\r\n"
    }

    /// Sends it and holds the answer against the contract.
    pub(crate) async fn send(self) -> Answer {
        let answer = send(self.address, self.head().as_bytes(), &self.body).await;
        proof::check(&self.method, &self.path, &answer);
        answer
    }

    /// Sends it to a server that may not answer at all.
    pub(crate) async fn send_unproven(self) -> Option<Answer> {
        Answer::read(&raw(self.address, self.head().as_bytes()).await)
    }
}

/// Sends these bytes and reads one answer.
pub(crate) async fn send(address: SocketAddr, head: &[u8], body: &[u8]) -> Answer {
    let mut bytes = head.to_vec();
    bytes.extend_from_slice(body);
    let text = exchange(address, &bytes, Answer::is_whole).await;
    Answer::read(&text).unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(&text)))
}

/// What comes back for these bytes until the server closes.
pub(crate) async fn raw(address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    exchange(address, bytes, |_| false).await
}

async fn exchange(address: SocketAddr, bytes: &[u8], is_enough: fn(&[u8]) -> bool) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that has heard enough may close before it has read all.
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    while !is_enough(&answer) && matches!(stream.read_buf(&mut answer).await, Ok(1..)) {}
    answer
}
