//! The relay: from ssh's end on this machine to the agents' door.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use loopback_server::mcp::{AgentListener, remote};
use tokio::net::UnixStream;
use tokio::sync::Semaphore;
use tokio_util::task::AbortOnDropHandle;

/// How many agents may be connected at once.
const MOST: usize = 100;

/// A socket that leads to the agents' door, in a directory of its own that only this user can enter. Both are gone with it.
#[derive(Debug)]
pub(super) struct Relay {
    path: PathBuf,
    _serving: AbortOnDropHandle<()>,
    _dir: tempfile::TempDir,
}

impl Relay {
    /// Must be called within a Tokio runtime.
    pub(super) fn start(data_dir: &Path, name: &str) -> anyhow::Result<Self> {
        let dir = tempfile::Builder::new()
            .prefix("loopback-")
            .permissions(Permissions::from_mode(0o700))
            .tempdir()
            .context("cannot make a place for a socket")?;
        let path = dir.path().join("remote.sock");
        let listener = AgentListener::bind(&path)?;
        let serving = serve(listener, data_dir.to_owned(), name.to_owned());
        Ok(Self {
            path,
            _serving: AbortOnDropHandle::new(tokio::spawn(serving)),
            _dir: dir,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

async fn serve(listener: AgentListener, data_dir: PathBuf, name: String) {
    let places = Arc::new(Semaphore::new(MOST));
    let mut agents = tokio::task::JoinSet::new();
    loop {
        while agents.try_join_next().is_some() {}
        let Some(from) = listener.accept().await else {
            continue;
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            continue;
        };
        let (data_dir, name) = (data_dir.clone(), name.clone());
        agents.spawn(async move {
            pass_on(from, &data_dir, &name).await;
            drop(place);
        });
    }
}

/// Passes one connection on, both ways, until either side ends it.
async fn pass_on(mut from: UnixStream, data_dir: &Path, name: &str) {
    let Ok(mut to) = remote::connect(data_dir, name).await else {
        // The app is not there. Without a pause, an agent would ask for it too often.
        tokio::time::sleep(Duration::from_millis(200)).await;
        return;
    };
    // Either side that breaks off ends both.
    let _ = tokio::io::copy_bidirectional(&mut from, &mut to).await;
}
