//! The connection to the app: one for all calls, made when it is needed and made anew when it broke, also
//! while there is no call: as long as this session is there, nobody else is given what it asked.
//!
//! A call's id is also its JSON-RPC id and its progress token, so whatever the app says names the
//! call. What a call means is not known here.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::Duration;

use loopback_contract::{AskId, Origin};
use loopback_server::mcp::{SocketError, connect, connect_at, wire};
use rmcp::model::ErrorData;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{Mutex, Notify, mpsc};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::patience::Backoff;
use super::{message, random};

/// The longest line that is read from the app.
const LONGEST: u64 = 16 * 1024 * 1024;

/// How long something new waits for an app that was there before and is likely restarting.
pub(crate) const RESTART: Duration = Duration::from_secs(5);

/// How many words about a call may wait to be passed on.
const QUEUE: usize = 16;

/// What the app says about a call.
#[derive(Debug)]
pub(crate) enum FromApp {
    /// It follows this ask.
    Opened(AskId),
    /// The wait goes on.
    Progress(String),
    /// It is over.
    Over(Box<Result<Value, ErrorData>>),
}

/// Where the app is.
#[derive(Debug)]
pub(crate) enum Way {
    /// On this machine, serving this data directory.
    DataDir(PathBuf),
    /// On another, behind this socket.
    Socket(PathBuf),
}

impl Way {
    async fn connect(&self) -> Result<UnixStream, SocketError> {
        match self {
            Self::DataDir(dir) => connect(dir).await,
            Self::Socket(path) => connect_at(path).await,
        }
    }
}

/// The way to the app.
#[derive(Debug)]
pub(crate) struct Link {
    way: Way,
    /// The first line on every connection: whose session comes.
    introduction: Vec<u8>,
    current: Mutex<Option<Arc<Connection>>>,
    was_connected: AtomicBool,
    /// Notified of every new connection.
    made: Notify,
}

impl Link {
    /// The way to the app of this data directory, for somebody who calls in the session that this origin names and
    /// may be gone before it is over.
    pub(crate) fn new(data_dir: &Path, origin: &Origin) -> Self {
        let way = Way::DataDir(data_dir.to_owned());
        Self::introduced(way, introduction(origin, SessionEnds::ByItself))
    }

    /// This way to the app, for the bridge of the session that this origin names, which lives as long as that.
    pub(crate) fn of_bridge(way: Way, origin: &Origin) -> Self {
        Self::introduced(way, introduction(origin, SessionEnds::WithThis))
    }

    fn introduced(way: Way, introduction: Vec<u8>) -> Self {
        Self {
            way,
            introduction,
            current: Mutex::new(None),
            was_connected: AtomicBool::new(false),
            made: Notify::new(),
        }
    }

    /// Connects as soon as there is an app, though there is no call.
    pub(crate) async fn begin(&self) {
        let mut backoff = Backoff::idle();
        while self.connection().await.is_err() {
            tokio::time::sleep(backoff.pause()).await;
        }
    }

    /// Comes back whenever a connection broke, once there was one. Never returns.
    pub(crate) async fn keep(&self) {
        let mut backoff = Backoff::idle();
        loop {
            self.made.notified().await;
            let current = self.current.lock().await.clone();
            let Some(current) = current else { continue };
            current.broken.cancelled().await;
            // An app that only hangs up has no room, and is to be asked ever less.
            if current.was_heard.load(Ordering::Relaxed) {
                backoff.reset();
            }
            drop(current);
            loop {
                tokio::time::sleep(backoff.pause()).await;
                if self.connection().await.is_ok() {
                    break;
                }
            }
        }
    }

    /// Whether the app is on another machine.
    pub(crate) const fn leads_elsewhere(&self) -> bool {
        matches!(self.way, Way::Socket(_))
    }

    /// Whether an app was ever reached. If so, one that cannot be reached is likely restarting.
    pub(crate) fn was_connected(&self) -> bool {
        self.was_connected.load(Ordering::Relaxed)
    }

    /// The connection there is, or a new one.
    pub(crate) async fn connection(&self) -> Result<Arc<Connection>, SocketError> {
        let mut current = self.current.lock().await;
        if let Some(connection) = current.as_ref().filter(|it| !it.broken.is_cancelled()) {
            return Ok(Arc::clone(connection));
        }
        let (read, write) = self.way.connect().await?.into_split();
        let connection = Arc::new(Connection {
            write: Mutex::new(write),
            calls: StdMutex::default(),
            broken: CancellationToken::new(),
            was_heard: AtomicBool::new(false),
        });
        tokio::spawn(listen(Arc::clone(&connection), read));
        self.was_connected.store(true, Ordering::Relaxed);
        // If it broke already, whoever uses it finds out.
        let _ = connection.write_line(&self.introduction).await;
        *current = Some(Arc::clone(&connection));
        self.made.notify_one();
        Ok(connection)
    }
}

/// The answer to a request, and by which connection and id it came.
#[derive(Debug)]
pub(crate) struct AnsweredRequest {
    pub(crate) result: Result<Value, ErrorData>,
    pub(crate) connection: Arc<Connection>,
    pub(crate) id: String,
}

impl Link {
    /// Makes a request that may be made twice, and waits for its answer. An app that was there before is likely restarting
    /// and is waited for a while.
    pub(crate) async fn request(
        &self,
        method: &str,
        params: &Value,
    ) -> Result<Result<Value, ErrorData>, SocketError> {
        let answered = self.request_named(method, |_| params.clone()).await?;
        Ok(answered.result)
    }

    /// The same for a request that says its own id, by which the arrival of its answer can be told.
    pub(crate) async fn request_named(
        &self,
        method: &str,
        params: impl Fn(&str) -> Value,
    ) -> Result<AnsweredRequest, SocketError> {
        let started = Instant::now();
        let mut backoff = Backoff::new();
        loop {
            let absent = match self.connection().await {
                Ok(connection) => {
                    let id = random::id();
                    let request = message::request(&id, method, params(&id));
                    if let Some(mut heard) = connection.call(&id, &request).await {
                        while let Some(heard) = heard.recv().await {
                            if let FromApp::Over(result) = heard {
                                let result = *result;
                                return Ok(AnsweredRequest {
                                    result,
                                    connection,
                                    id,
                                });
                            }
                        }
                    }
                    None
                }
                Err(error @ SocketError::Absent(_)) => Some(error),
                Err(error) => return Err(error),
            };
            if let Some(absent) = absent
                && (!self.was_connected() || started.elapsed() > RESTART)
            {
                return Err(absent);
            }
            tokio::time::sleep(backoff.pause()).await;
        }
    }
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Connection {
    write: Mutex<OwnedWriteHalf>,
    calls: StdMutex<HashMap<String, mpsc::Sender<FromApp>>>,
    /// Cancelled when nothing more can come.
    broken: CancellationToken,
    /// Whether the app said anything on it.
    was_heard: AtomicBool,
}

impl Connection {
    /// Sends a call. What the app says about it comes out of the receiver, which ends when the
    /// connection breaks. `None` if it is broken already.
    pub(crate) async fn call(&self, id: &str, request: &[u8]) -> Option<mpsc::Receiver<FromApp>> {
        let (sender, receiver) = mpsc::channel(QUEUE);
        self.calls().insert(id.to_owned(), sender);
        // The listener empties the map after it marked the connection as broken.
        if self.broken.is_cancelled() || self.write_line(request).await.is_err() {
            self.forget(id);
            return None;
        }
        Some(receiver)
    }

    /// Tells the app that a call's result was written to the client.
    pub(crate) async fn delivered(&self, id: &str) {
        self.notify(wire::DELIVERED, json!({ wire::OPENED_CALL_ID: id }))
            .await;
    }

    /// Tells the app that the client does not want a call's result any more.
    pub(crate) async fn cancelled(&self, id: &str) {
        self.forget(id);
        self.notify("notifications/cancelled", json!({ "requestId": id }))
            .await;
    }

    async fn notify(&self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        // If the connection broke, the app knows that the call's client may have left.
        let _ = self.write_line(message.to_string().as_bytes()).await;
    }

    async fn write_line(&self, line: &[u8]) -> std::io::Result<()> {
        let mut write = self.write.lock().await;
        write.write_all(line).await?;
        write.write_all(b"\n").await
    }

    fn forget(&self, id: &str) -> Option<mpsc::Sender<FromApp>> {
        self.calls().remove(id)
    }

    fn calls(&self) -> std::sync::MutexGuard<'_, HashMap<String, mpsc::Sender<FromApp>>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When the session is over for which somebody connects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SessionEnds {
    /// When this process hangs up.
    WithThis,
    /// At some other time.
    ByItself,
}

/// What is said first. It is a request that says nothing new, as a notification cannot come first.
fn introduction(origin: &Origin, ends: SessionEnds) -> Vec<u8> {
    let mut meta = message::our_own(origin);
    if ends == SessionEnds::WithThis {
        meta.insert(wire::ENDS_SESSION.to_owned(), json!(true));
    }
    message::request("introduction", "server/discover", json!({ "_meta": meta }))
}

/// Hands what the app says to the calls it names, until the connection breaks.
async fn listen(connection: Arc<Connection>, read: OwnedReadHalf) {
    let mut read = BufReader::new(read);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut read).take(LONGEST).read_until(b'\n', &mut line).await;
        if !matches!(read, Ok(1..)) || line.last() != Some(&b'\n') {
            break;
        }
        connection.was_heard.store(true, Ordering::Relaxed);
        if let Ok(message) = serde_json::from_slice(&line) {
            hear(&connection, message).await;
        }
    }
    connection.broken.cancel();
    connection.calls().clear();
}

async fn hear(connection: &Connection, mut message: Value) {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let params = &message["params"];
    match message["method"].as_str() {
        Some("notifications/progress") => {
            let id = text(&params["progressToken"]).unwrap_or_default();
            let progress = FromApp::Progress(text(&params["message"]).unwrap_or_default());
            let call = connection.calls().get(&id).cloned();
            // A client that does not read misses signs of life, nothing else.
            call.map(|call| call.try_send(progress));
        }
        Some(wire::OPENED) => {
            let id = text(&params[wire::OPENED_CALL_ID]).unwrap_or_default();
            let call = connection.calls().get(&id).cloned();
            if let (Some(call), Some(ask_id)) = (call, text(&params[wire::OPENED_ASK_ID])) {
                let _ = call.send(FromApp::Opened(ask_id.into())).await;
            }
        }
        Some(_) => {}
        None => {
            let id = text(&message["id"]).unwrap_or_default();
            if let Some(call) = connection.forget(&id) {
                let _ = call
                    .send(FromApp::Over(Box::new(over(message.take()))))
                    .await;
            }
        }
    }
}

fn over(mut message: Value) -> Result<Value, ErrorData> {
    match message.get_mut("result") {
        Some(result) => Ok(result.take()),
        None => {
            Err(serde_json::from_value(message["error"].take()).unwrap_or_else(|_| unreadable()))
        }
    }
}

/// What a request brought, as what it is.
pub(crate) fn read<T: DeserializeOwned>(result: Result<Value, ErrorData>) -> Result<T, ErrorData> {
    serde_json::from_value(result?).map_err(|_| unreadable())
}

fn unreadable() -> ErrorData {
    ErrorData::internal_error("Loopback's answer cannot be read", None)
}
