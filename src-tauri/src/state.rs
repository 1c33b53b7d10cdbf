//! What the parts of the desktop app share.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use loopback_server::{Running, WindowSession};
use tokio::sync::Notify;

/// The server this process runs, and the address it bound: the window must only ever load that.
pub(crate) struct Desktop {
    running: Mutex<Option<Running>>,
    /// Where the server listens.
    pub(crate) address: SocketAddr,
    /// What the window says beside its name, such as that the usual port was taken.
    pub(crate) remark: Option<String>,
    /// Told whenever the window gets the focus: what it shows is then seen.
    pub(crate) looked: Arc<Notify>,
}

impl Desktop {
    pub(crate) fn new(running: Running, remark: Option<String>) -> Self {
        Self {
            address: running.address(),
            running: Mutex::new(Some(running)),
            remark,
            looked: Arc::new(Notify::new()),
        }
    }

    /// A session for a new window, unless the app is ending.
    pub(crate) fn open_window(&self) -> Option<WindowSession> {
        self.lock().as_ref().map(Running::open_window)
    }

    /// The server, to be shut down. There is none the second time.
    pub(crate) fn take(&self) -> Option<Running> {
        self.lock().take()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Running>> {
        // Nothing panics while it is held, and a server left running would hold its lock file.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
