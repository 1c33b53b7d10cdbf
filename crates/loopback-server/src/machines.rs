//! The other machines whose agents are let in, by `loopback remote`, for as long as that runs and the person wants it.
//!
//! Nothing of it is stored: a machine is let in again by whoever runs the command again.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::UnixStream;
use tokio_util::sync::CancellationToken;

/// How many machines may have agents here at once.
const MOST: usize = 32;

/// The machines whose agents are let in.
#[derive(Debug, Default)]
pub(crate) struct Machines {
    machines: Mutex<BTreeMap<String, Machine>>,
}

#[derive(Debug, Clone)]
struct Machine {
    /// Cancelled when the person wants no more of it.
    revoked: CancellationToken,
    /// Cancelled when its agents are to be cut off.
    over: CancellationToken,
}

impl Machines {
    /// Lets a machine's agents in for as long as `stream`, on which that was asked for, is there.
    pub(crate) async fn hold(&self, name: String, mut stream: UnixStream) {
        let Some(machine) = self.insert(&name) else {
            let _ = stream.write_all(b"taken\n").await;
            return;
        };
        tracing::info!(machine = %name, "agents of another machine are let in");
        let held = Held {
            registry: self,
            name: &name,
        };
        let mut nothing = [0];
        tokio::select! {
            () = machine.revoked.cancelled() => drop(stream.write_all(b"revoked\n").await),
            _ = stream.read(&mut nothing) => {}
        }
        drop(held);
        tracing::info!(machine = %name, "agents of another machine are not let in any more");
    }

    fn insert(&self, name: &str) -> Option<Machine> {
        let mut machines = self.machines();
        if machines.contains_key(name) || machines.len() >= MOST {
            return None;
        }
        let revoked = CancellationToken::new();
        let over = revoked.child_token();
        let machine = Machine { revoked, over };
        machines.insert(name.to_owned(), machine.clone());
        Some(machine)
    }

    /// Cancelled when agents of this machine are to be cut off. Nothing if they are not let in.
    pub(crate) fn admits(&self, name: &str) -> Option<CancellationToken> {
        self.machines()
            .get(name)
            .map(|machine| machine.over.clone())
    }

    /// Cuts a machine off. False if there is none of this name.
    pub(crate) fn revoke(&self, name: &str) -> bool {
        let machines = self.machines();
        let machine = machines.get(name);
        machine.is_some_and(|machine| {
            // Whoever holds it takes it away.
            machine.revoked.cancel();
            true
        })
    }

    /// The names of all, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        self.machines().keys().cloned().collect()
    }

    fn machines(&self) -> MutexGuard<'_, BTreeMap<String, Machine>> {
        self.machines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// That a machine's agents are let in.
struct Held<'a> {
    registry: &'a Machines,
    name: &'a str,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        if let Some(machine) = self.registry.machines().remove(self.name) {
            machine.over.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn a_machine_is_let_in_once_and_until_it_is_revoked_or_gone() {
        let machines = Arc::new(Machines::default());
        let hold = |stream| {
            let machines = Arc::clone(&machines);
            tokio::spawn(async move { machines.hold("box".to_owned(), stream).await })
        };
        let admitted = async || {
            while machines.admits("box").is_none() {
                tokio::task::yield_now().await;
            }
            machines.admits("box").unwrap()
        };
        let said = async |mut stream: UnixStream| {
            let mut said = String::new();
            stream.read_to_string(&mut said).await.unwrap();
            said
        };
        let (ours, theirs) = UnixStream::pair().unwrap();
        let holding = hold(theirs);
        let cut = admitted().await;
        let (second, refused) = UnixStream::pair().unwrap();
        hold(refused).await.unwrap();
        assert_eq!(said(second).await, "taken\n");
        assert_eq!(machines.names(), ["box"]);
        assert!(machines.revoke("box"));
        holding.await.unwrap();
        assert_eq!(said(ours).await, "revoked\n");
        assert!(cut.is_cancelled() && machines.names().is_empty());
        assert!(!machines.revoke("box"));
        let (ours, theirs) = UnixStream::pair().unwrap();
        let holding = hold(theirs);
        let cut = admitted().await;
        drop(ours);
        holding.await.unwrap();
        assert!(cut.is_cancelled() && machines.admits("box").is_none());
    }
}
