//! Starting and stopping a server. Owns the order of both.

use std::{net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use loopback_contract::{Actor, AskId};
use loopback_inbox::{Clock, Hub, InboxConfig, Mode};
use rmcp::ServerHandler;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    App, Limits, PersonToken, StartError, WindowSession,
    access::{Access, AgentToken},
    account,
    app::Parts,
    http::router,
    machines::Machines,
    mcp::{AgentListener, Handler, Mcp, McpConfig, socket_path},
    net::{Listener, accept},
    places,
    rendered::Renderer,
    settings::Live,
};

/// What to serve, and where.
#[derive(Debug, Clone)]
pub struct ServeConfig {
    /// Where the inbox is kept. Made if it is not there; only this user may have access to it.
    pub data_dir: PathBuf,
    /// Where the person's preferences are kept, in a directory that only this user may have access to.
    pub settings_file: PathBuf,
    /// The port of 127.0.0.1; 0 picks a free one.
    pub port: u16,
    /// The person the inbox belongs to.
    pub person: Actor,
    /// A token with the person's rights, for use without a window.
    pub person_token: Option<PersonToken>,
    /// What a second start is told of this one.
    pub mode: Mode,
    /// Where the inbox gets its time and ids from.
    pub clock: Clock,
    /// How much of everything there may be.
    pub limits: Limits,
}

impl ServeConfig {
    /// The usual settings: the person is the account's, and no token is given.
    #[must_use]
    pub fn new(data_dir: PathBuf, port: u16) -> Self {
        Self {
            data_dir,
            settings_file: places::settings_file(),
            port,
            person: account::person(),
            person_token: None,
            mode: Mode::Headless,
            clock: Clock::system(),
            limits: Limits::default(),
        }
    }
}

/// Starts a server. When this returns, port and socket take connections and the agents' token is in its file.
///
/// # Errors
///
/// [`StartError`], one sentence each. Nothing is left behind then but the data directory.
pub async fn serve(config: ServeConfig) -> Result<Running, StartError> {
    serve_around(config, |handler| handler).await
}

/// Starts a server that answers agents over HTTP by what `around` puts around our own handler. All that stands in front
/// of it is as ever: this is how a server for tests of the protocol gets the tools that these tests call.
///
/// # Errors
///
/// As [`serve()`].
pub async fn serve_around<H: ServerHandler + Clone>(
    config: ServeConfig,
    around: impl FnOnce(Handler) -> H,
) -> Result<Running, StartError> {
    allow_many_files();
    let mut inbox = InboxConfig::new(
        &config.data_dir,
        env!("CARGO_PKG_VERSION"),
        config.person.clone(),
    );
    inbox.mode = config.mode;
    inbox.clock = config.clock.clone();
    let start = tokio::task::spawn_blocking(move || Hub::start(inbox));
    // A panic in there is a defect of ours, and goes on being one here.
    let hub = start
        .await
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()))?;
    match open_doors(hub.clone(), config, around) {
        Ok(running) => Ok(running),
        Err(error) => {
            hub.stop().await;
            Err(error)
        }
    }
}

/// Opens port and socket, in front of an inbox whose lock we hold.
fn open_doors<H: ServerHandler + Clone>(
    hub: Hub,
    config: ServeConfig,
    around: impl FnOnce(Handler) -> H,
) -> Result<Running, StartError> {
    let listener = Listener::bind(config.port)?;
    let agent_token = AgentToken::keep(&config.data_dir)?;
    let person_token = config.person_token.as_ref();
    if person_token.is_some_and(|token| token.as_str() == agent_token.as_str()) {
        return Err(StartError::SharedToken);
    }
    let agents = AgentListener::bind(&socket_path(&config.data_dir)?)?;
    let address = listener.address();
    hub.announce_port(address.port())
        .map_err(loopback_inbox::StartError::from)?;
    let (shutdown, tasks) = (CancellationToken::new(), TaskTracker::new());
    let machines = Arc::new(Machines::default());
    let mcp = Mcp::new(McpConfig {
        hub: hub.clone(),
        machines: Arc::clone(&machines),
        address,
        limits: config.limits.wait.clone(),
        stopping: shutdown.clone(),
    });
    let app = App::new(Parts {
        address,
        base_url: format!("http://{address}"),
        data_dir: config.data_dir,
        person: config.person,
        access: Access::new(&agent_token, person_token, hub.now(), &shutdown),
        renderer: Renderer::new(config.limits.rendered_bytes),
        preferences: Live::new(config.settings_file),
        machines,
        limits: config.limits.clone(),
        shutdown: shutdown.clone(),
        tasks: tasks.clone(),
        hub,
    });
    tracing::info!(%address, "listening");
    tasks.spawn(accept(
        listener,
        router(app.clone(), mcp.routes(around)),
        config.limits,
        shutdown,
        tasks.clone(),
    ));
    tasks.spawn(mcp.clone().serve_socket(agents));
    Ok(Running { app, mcp })
}

/// A server that runs. It stops when this is dropped, and in good order by [`Running::shutdown`].
pub struct Running {
    app: App,
    mcp: Mcp,
}

impl Running {
    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.app.address()
    }

    /// `http://127.0.0.1:PORT`, without a slash at its end.
    #[must_use]
    pub fn base_url(&self) -> &str {
        self.app.base_url()
    }

    /// The inbox it serves.
    #[must_use]
    pub fn hub(&self) -> &Hub {
        self.app.hub()
    }

    /// The page that shows one ask.
    #[must_use]
    pub fn ask_url(&self, id: &AskId) -> String {
        self.app.ask_url(id)
    }

    /// A session with the person's rights for a window of this program. It ends when it is dropped.
    #[must_use]
    pub fn open_window(&self) -> WindowSession {
        self.app.access().open_window(self.hub().now())
    }

    /// A link that opens the inbox in a browser, once, within a minute. A new link voids the one before it. The secret
    /// is in the fragment, which no browser sends; whoever sees the link first has the person's rights.
    #[must_use]
    pub fn one_time_link(&self) -> String {
        format!("{}/#code={}", self.base_url(), self.app.access().new_code())
    }

    /// Stops within five seconds: no new connection is taken, those that are open finish what they are doing, and
    /// everything that was acknowledged is on disk.
    pub async fn shutdown(self) {
        self.app.shutdown().cancel();
        self.app.tasks().close();
        let longest = self.app.limits().farewell + Duration::from_millis(500);
        let connections = tokio::time::timeout(longest, self.app.tasks().wait());
        let (in_time, ()) = tokio::join!(connections, self.mcp.stopped());
        if in_time.is_err() {
            tracing::warn!("some connections did not end in time and were cut");
        }
        self.hub().stop().await;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.app.shutdown().cancel();
    }
}

/// Lets this process hold as many files and sockets as the system allows it: the usual start value of 1,024 is fewer
/// than the connections we take. Where that fails, fewer connections fit, and nothing else changes.
fn allow_many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    const ENOUGH: u64 = 8_192;
    let now = getrlimit(Resource::Nofile);
    if now.current.is_some_and(|current| current < ENOUGH) {
        let current = Some(now.maximum.map_or(ENOUGH, |most| most.min(ENOUGH)));
        let _ = setrlimit(
            Resource::Nofile,
            Rlimit {
                current,
                maximum: now.maximum,
            },
        );
    }
}
