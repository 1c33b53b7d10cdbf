//! What every handler of one running server shares. Owns nothing that changes but through its parts.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
};

use loopback_contract::{Actor, AskId};
use loopback_inbox::Hub;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{Limits, access::Access, machines::Machines, rendered::Renderer, settings::Live};

/// One running server, as its handlers see it. Cheap to clone.
#[derive(Clone)]
pub(crate) struct App(Arc<Parts>);

/// What an [`App`] is made of.
pub(crate) struct Parts {
    pub(crate) hub: Hub,
    pub(crate) address: SocketAddr,
    pub(crate) base_url: String,
    pub(crate) data_dir: PathBuf,
    pub(crate) person: Actor,
    pub(crate) access: Access,
    pub(crate) renderer: Renderer,
    pub(crate) preferences: Live,
    pub(crate) machines: Arc<Machines>,
    pub(crate) limits: Limits,
    pub(crate) shutdown: CancellationToken,
    pub(crate) tasks: TaskTracker,
}

impl App {
    pub(crate) fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// The inbox.
    pub(crate) fn hub(&self) -> &Hub {
        &self.0.hub
    }

    /// Where this server listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// `http://127.0.0.1:PORT`, without a slash at its end.
    pub(crate) fn base_url(&self) -> &str {
        &self.0.base_url
    }

    /// The page that shows one ask.
    pub(crate) fn ask_url(&self, id: &AskId) -> String {
        format!("{}/asks/{id}", self.base_url())
    }

    /// Where the inbox is kept.
    pub(crate) fn data_dir(&self) -> &Path {
        &self.0.data_dir
    }

    /// The person this inbox belongs to.
    pub(crate) fn person(&self) -> &Actor {
        &self.0.person
    }

    pub(crate) fn access(&self) -> &Access {
        &self.0.access
    }

    pub(crate) fn renderer(&self) -> &Renderer {
        &self.0.renderer
    }

    /// What the person prefers, as their settings say now.
    pub(crate) fn preferences(&self) -> &Live {
        &self.0.preferences
    }

    /// The other machines whose agents are let in.
    pub(crate) fn machines(&self) -> &Machines {
        &self.0.machines
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Fires when the server is to stop.
    pub(crate) fn shutdown(&self) -> &CancellationToken {
        &self.0.shutdown
    }

    /// Where every task is spawned that has to end before the server has stopped.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        &self.0.tasks
    }
}
