//! Loopback as an MCP server: over Streamable HTTP at `/mcp`, and as lines of JSON-RPC on
//! `agent.sock`, where the bridge `loopback mcp` calls.
//!
//! Owns what agents see of Loopback: tools, results in words, how long a call waits, and what happens
//! to a call whose client leaves. What may happen to an ask it does not know: that is the hub's. It
//! knows no route but its own and nothing of the person's API.

mod attached;
mod caller;
mod calls;
mod connection;
mod envelope;
mod exchange;
mod handler;
mod http;
mod limits;
mod lines;
mod list;
mod pictures;
mod questions;
pub mod remote;
pub mod resources;
mod sessions;
mod socket;
mod tasks;
pub mod tools;
mod waiting;
pub mod wire;
mod wish;
mod words;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use loopback_contract::AskId;
use loopback_inbox::{Hub, HubError};
use rmcp::ServerHandler;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::machines::Machines;
pub use handler::Handler;
pub use limits::{ClientWait, Patience, Progress, SCRIPT, WaitLimits, WaitingCall};
pub use lines::{Lines, MAX_LINE, OnSent};
pub use socket::{AgentListener, SocketError, connect, connect_at, socket_path};
pub use words::{Said, asking, still_waiting_for};

/// How long waiting calls have to end once the server stops.
const LAST_CALLS: Duration = Duration::from_millis(1200);

/// How long their answers then have to go out before their streams end.
const GRACE: Duration = Duration::from_millis(300);

/// How long all of it may take to end.
const FAREWELL: Duration = Duration::from_secs(2);

/// What the MCP server needs of the rest of the server.
#[derive(Debug)]
pub struct McpConfig {
    /// Where asks go.
    pub hub: Hub,

    /// The other machines whose agents are let in.
    pub(crate) machines: Arc<Machines>,

    /// The address that is bound, for upload addresses and links.
    pub address: SocketAddr,

    /// How long calls wait.
    pub limits: WaitLimits,

    /// Cancelled when the server stops.
    pub stopping: CancellationToken,
}

/// The MCP server. A clone is the same server.
#[derive(Debug, Clone)]
pub struct Mcp {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    hub: Hub,
    machines: Arc<Machines>,
    address: SocketAddr,
    limits: WaitLimits,
    /// Whose turn it is to make a picture smaller.
    pictures: Semaphore,
    /// Waiting calls end.
    stopping: CancellationToken,
    /// Streams and connections end.
    closing: CancellationToken,
    /// Waits that are polled as tasks.
    tasks_polled: tasks::Tasks,
    /// Tool calls that have not ended.
    calls: TaskTracker,
    /// Everything that must be over before the hub stops.
    tasks: TaskTracker,
}

impl Shared {
    /// A session of an agent was seen to end.
    async fn session_ended(&self, session: String) {
        match self.hub.session_ended(session).await {
            Ok(()) | Err(HubError::Stopping) => {}
            // It counts as over once it has been away for long enough.
            Err(error) => tracing::warn!(%error, "the end of a session was not recorded"),
        }
    }

    /// Where the holder of an upload ticket puts the image.
    fn upload_url(&self, token: &str) -> String {
        format!("http://{}/api/v1/uploads/local/{token}", self.address)
    }

    /// The page of the inbox.
    fn inbox_url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The page that shows one ask.
    fn ask_url(&self, id: &AskId) -> String {
        format!("http://{}/asks/{id}", self.address)
    }
}

impl Mcp {
    /// The MCP server in front of a hub. Must be called within a Tokio runtime.
    #[must_use]
    pub fn new(config: McpConfig) -> Self {
        let shared = Arc::new(Shared {
            hub: config.hub,
            machines: config.machines,
            address: config.address,
            limits: config.limits,
            pictures: Semaphore::new(1),
            stopping: config.stopping,
            closing: CancellationToken::new(),
            tasks_polled: tasks::Tasks::default(),
            calls: TaskTracker::new(),
            tasks: TaskTracker::new(),
        });
        let (stopping, closing) = (shared.stopping.clone(), shared.closing.clone());
        let calls = shared.calls.clone();
        let (sweeping, swept) = (shared.stopping.clone(), Arc::clone(&shared));
        shared.tasks.spawn(async move {
            sweeping
                .run_until_cancelled(swept.tasks_polled.sweep())
                .await;
        });
        shared.tasks.spawn(async move {
            stopping.cancelled().await;
            calls.close();
            // What does not end in time is cut with its stream.
            let _ = tokio::time::timeout(LAST_CALLS, calls.wait()).await;
            tokio::time::sleep(GRACE).await;
            closing.cancel();
        });
        Self { shared }
    }

    /// The route `/mcp`, answered by what `around` puts around our own handler: a server for tests of the protocol has
    /// tools beside ours. Who may call it is decided around the route.
    pub fn routes<H: ServerHandler + Clone>(
        &self,
        around: impl FnOnce(Handler) -> H,
    ) -> axum::Router {
        http::routes(self, around)
    }

    /// Serves the bridges that call on `listener` until the server stops. Then the socket is gone.
    pub async fn serve_socket(self, listener: AgentListener) {
        connection::serve(self, listener).await;
    }

    /// Returns when, after the server began to stop, all calls have ended; at the latest after 2 s.
    pub async fn stopped(&self) {
        self.shared.tasks.close();
        if tokio::time::timeout(FAREWELL, self.shared.tasks.wait())
            .await
            .is_err()
        {
            tracing::warn!("some calls of agents did not end in time and were cut");
        }
    }
}
