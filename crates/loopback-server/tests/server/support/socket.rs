//! The event socket from the client's side. Every frame is held against the contract.

use std::{net::SocketAddr, time::Duration};

use futures_util::{SinkExt, StreamExt};
use loopback_contract::check_schema;
use serde_json::Value;
use tokio::{
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{
        Message,
        client::IntoClientRequest,
        http::{HeaderValue, Response},
    },
};

use super::{Answer, first, proof};

/// Far longer than anything here takes: a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(20);

fn answer<B>(response: &Response<B>) -> Answer {
    let headers = response.headers().iter();
    let text = |value: &HeaderValue| value.to_str().unwrap().to_owned();
    Answer {
        status: response.status().as_u16(),
        headers: headers
            .map(|(name, value)| (name.to_string(), text(value)))
            .collect(),
        body: Vec::new(),
    }
}

pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
    schema: &'static str,
    pub(crate) subprotocol: String,
}

/// How a socket ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Closed {
    With(u16),
    WithoutAWord,
}

impl Socket {
    pub(crate) async fn open(
        address: SocketAddr,
        subprotocols: &str,
        bearer: Option<&str>,
    ) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        Self::over(stream, subprotocols, bearer).await
    }

    /// A socket that takes in little while nobody reads from it.
    pub(crate) async fn open_narrow(address: SocketAddr, subprotocols: &str, token: &str) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(16 << 10).unwrap();
        let stream = socket.connect(address).await.unwrap();
        Self::over(stream, subprotocols, Some(token)).await
    }

    async fn over(stream: TcpStream, subprotocols: &str, bearer: Option<&str>) -> Self {
        let address = stream.peer_addr().unwrap();
        let mut request = format!("ws://{address}/api/v1/events")
            .into_client_request()
            .unwrap();
        let headers = request.headers_mut();
        headers.insert("sec-websocket-protocol", subprotocols.parse().unwrap());
        if let Some(token) = bearer {
            headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
        }
        let (stream, response) = client_async(request, stream).await.unwrap();
        proof::headers(&answer(&response));
        let subprotocol = response.headers()["sec-websocket-protocol"]
            .to_str()
            .unwrap();
        let schema = match subprotocol {
            "loopback.v1" => "ServerEvent",
            _ => "SummaryEvent",
        };
        Self {
            stream,
            schema,
            subprotocol: subprotocol.to_owned(),
        }
    }

    /// The next frame that says something.
    pub(crate) async fn next(&mut self) -> Value {
        loop {
            match timeout(PATIENCE, self.stream.next())
                .await
                .expect("a frame in time")
            {
                Some(Ok(Message::Text(text))) => {
                    let frame: Value = serde_json::from_str(&text).unwrap();
                    check_schema(self.schema, &frame).unwrap();
                    first::check(self.schema, &frame);
                    return frame;
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => panic!("no frame: {other:?}"),
            }
        }
    }

    /// Waits for a ping. Reading it makes the answer, which goes out with the next read.
    pub(crate) async fn pinged(&mut self) {
        loop {
            match timeout(PATIENCE, self.stream.next())
                .await
                .expect("a ping in time")
            {
                Some(Ok(Message::Ping(_))) => return,
                Some(Ok(Message::Text(_))) => {}
                other => panic!("no ping: {other:?}"),
            }
        }
    }

    pub(crate) async fn say(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// Waits for the end, whatever comes before.
    pub(crate) async fn closed(&mut self) -> Closed {
        loop {
            match timeout(PATIENCE, self.stream.next())
                .await
                .expect("an end in time")
            {
                Some(Ok(Message::Close(Some(frame)))) => return Closed::With(frame.code.into()),
                Some(Ok(Message::Close(None)) | Err(_)) | None => return Closed::WithoutAWord,
                Some(Ok(_)) => {}
            }
        }
    }
}
