//! The person's event socket, with summaries, as the window reads it.

use super::http::Door;
use anyhow::{Context, Result};
use serde_json::Value;
use std::net::TcpStream;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

/// A subscribed socket.
pub(crate) struct Events {
    socket: WebSocket<TcpStream>,
}

impl Events {
    /// Subscribes; the first event is the snapshot.
    pub(crate) fn subscribe(door: &Door) -> Result<Self> {
        let mut request = format!("ws://{}/api/v1/events", door.address).into_client_request()?;
        let headers = request.headers_mut();
        headers.insert(
            "Sec-WebSocket-Protocol",
            HeaderValue::from_static("loopback.v2"),
        );
        let token = door
            .bearer
            .as_deref()
            .context("the event socket is the person's: a token is needed")?;
        headers.insert(
            "Authorization",
            HeaderValue::from_str(&format!("Bearer {token}"))?,
        );
        let (socket, _) = tungstenite::client(request, door.connect()?)
            .context("the event socket did not open")?;
        Ok(Self { socket })
    }

    /// The next event; pings are answered on the way.
    pub(crate) fn next(&mut self) -> Result<Value> {
        loop {
            if let Message::Text(text) = self.socket.read()? {
                return Ok(serde_json::from_str(&text)?);
            }
        }
    }
}
