//! What the parts of the desktop app share.

use std::net::SocketAddr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use loopback_contract::AskId;
use loopback_server::{Running, WindowSession};
use tauri::async_runtime::JoinHandle;
use tokio::sync::Notify;

/// The server this process runs, and the address it bound: the window must only ever load that.
pub(crate) struct Desktop {
    running: Mutex<Option<Running>>,
    /// What keeps tray and notifications; it ends when the inbox does.
    watch: Mutex<Option<JoinHandle<()>>>,
    /// Where the server listens.
    pub(crate) address: SocketAddr,
    /// What the window says beside its name, such as that the usual port was taken.
    pub(crate) remark: Option<String>,
    /// What the page in the window can be told.
    pub(crate) page: Page,
    /// Whether the window was closed and is about to end.
    pub(crate) closing: AtomicBool,
    /// Told whenever the window gets the focus: what it shows is then seen.
    pub(crate) looked: Arc<Notify>,
}

impl Desktop {
    pub(crate) fn new(running: Running, remark: Option<String>) -> Self {
        Self {
            watch: Mutex::default(),
            address: running.address(),
            running: Mutex::new(Some(running)),
            remark,
            page: Page::default(),
            closing: AtomicBool::new(false),
            looked: Arc::new(Notify::new()),
        }
    }

    /// A session for a new window, unless the app is ending.
    pub(crate) fn open_window(&self) -> Option<WindowSession> {
        self.lock().as_ref().map(Running::open_window)
    }

    /// Keeps the task that follows the inbox, to be awaited at the end.
    pub(crate) fn keep_watch(&self, watch: JoinHandle<()>) {
        *locked(&self.watch) = Some(watch);
    }

    /// Ends the server with everything committed, and takes the notifications from the screen.
    pub(crate) async fn end(&self) {
        let (running, watch) = (self.lock().take(), locked(&self.watch).take());
        if let Some(running) = running {
            running.shutdown().await;
        }
        if let Some(watch) = watch {
            // A notification service that hangs must not keep the app from ending.
            let _ = tokio::time::timeout(Duration::from_secs(1), watch).await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Running>> {
        locked(&self.running)
    }
}

/// A lock whose holder panicked is taken all the same: a server left running would keep its lock file.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the page in the window listens yet, and what it is to be told once it does.
#[derive(Default)]
pub(crate) struct Page(Mutex<Listening>);

#[derive(Default)]
enum Listening {
    /// It is loading.
    #[default]
    NotYet,
    /// It is loading, and is to show this ask then.
    Owed(AskId),
    /// It listens.
    Yes,
}

impl Page {
    /// A page began to load: nothing can be told to it yet.
    pub(crate) fn began(&self) {
        let mut listening = self.lock();
        if matches!(*listening, Listening::Yes) {
            *listening = Listening::NotYet;
        }
    }

    /// The page listens now. What is it to show?
    pub(crate) fn listens(&self) -> Option<AskId> {
        match std::mem::replace(&mut *self.lock(), Listening::Yes) {
            Listening::Owed(ask) => Some(ask),
            Listening::NotYet | Listening::Yes => None,
        }
    }

    /// Whether a page has loaded since the window was built, or since another began to.
    pub(crate) fn has_loaded(&self) -> bool {
        matches!(*self.lock(), Listening::Yes)
    }

    /// Whether the page can be told to show `ask` now; if not, it is told once it listens.
    pub(crate) fn takes(&self, ask: &AskId) -> bool {
        let mut listening = self.lock();
        let takes = matches!(*listening, Listening::Yes);
        if !takes {
            *listening = Listening::Owed(ask.clone());
        }
        takes
    }

    fn lock(&self) -> MutexGuard<'_, Listening> {
        locked(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_loads_is_told_the_newest_ask_once_it_listens() {
        let page = Page::default();
        assert!(!page.takes(&AskId::from("a")));
        assert!(!page.takes(&AskId::from("b")));
        assert!(!page.has_loaded());
        assert_eq!(page.listens(), Some(AskId::from("b")));
        assert!(page.has_loaded());
        assert!(page.takes(&AskId::from("c")));
    }

    #[test]
    fn a_page_that_was_told_is_not_told_again_when_it_reloads() {
        let page = Page::default();
        assert_eq!(page.listens(), None);
        assert!(page.takes(&AskId::from("a")));
        page.began();
        assert_eq!(page.listens(), None);
    }
}
