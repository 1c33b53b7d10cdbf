//! The thread that announces agents who left by themselves, and that forgets what is old.
//!
//! A waiting call can end anywhere, also where nothing may block; so it only leaves a note, and this
//! thread goes to the desk with it.

use std::sync::Weak;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use loopback_contract::AskId;

use crate::error::{HubError, StoreError};
use crate::hub::Shared;

/// How often old tickets and uploads are looked for.
const SWEEP: Duration = Duration::from_hours(1);

/// What the thread is told.
#[derive(Debug)]
pub(crate) enum Note {
    /// The last agent that waited for this ask has left.
    Left(AskId),
    /// The hub stops.
    Stop,
}

/// Starts the thread. It ends with [`Note::Stop`], or when the hub is gone.
pub(crate) fn start(notes: Receiver<Note>, hub: Weak<Shared>) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new()
        .name("loopback-inbox".to_owned())
        .spawn(move || keep(&notes, &hub))
}

fn keep(notes: &Receiver<Note>, hub: &Weak<Shared>) {
    loop {
        let note = notes.recv_timeout(SWEEP);
        let Some(hub) = hub.upgrade() else {
            return;
        };
        let done = match note {
            Ok(Note::Left(ask)) => hub.with_desk(|desk| desk.announce_presence(&ask)),
            Ok(Note::Stop) | Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => sweep(&hub),
        };
        match done {
            Ok(()) | Err(HubError::Stopping) => {}
            Err(error) => tracing::error!(%error, "the inbox could not be kept in order"),
        }
    }
}

/// Forgets old tickets and uploads nothing names, and deletes the files of those.
pub(crate) fn sweep(hub: &Shared) -> Result<(), HubError> {
    let orphans = hub.with_desk(|desk| Ok(desk.sweep()?))?;
    let deleted: Result<(), StoreError> =
        orphans.iter().try_for_each(|name| hub.files.delete(name));
    Ok(deleted?)
}
