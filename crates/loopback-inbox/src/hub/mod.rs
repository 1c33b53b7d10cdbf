//! The hub: the one door to the inbox, for agents and for the person alike.
//!
//! It takes turns at the desk on threads that may block, lends out readers, and knows when to stop.
//! HTTP, MCP and windows are not known here.

mod agents;
mod asking;
mod held;
mod marks;
mod person;
mod search;
mod subscription;
mod uploads;
mod waiter;

use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use loopback_contract::{Actor, Timestamp};
use rusqlite::Connection;

use crate::clock::Clock;
use crate::desk::Desk;
use crate::directory::{self, Lock, Mode};
use crate::error::{HubError, StartError, StoreError};
use crate::files::Files;
use crate::housekeeping::{self, Note};
use crate::presence::Presence;
use crate::store::{self, Readers};

pub use subscription::{Frame, Listing, Subscription};
pub use uploads::{OpenTicket, StoredFile};
pub use waiter::Waiter;

/// What an inbox needs to start.
#[derive(Debug, Clone)]
pub struct InboxConfig {
    /// Where it keeps everything. Made if there is nothing there.
    pub data_dir: PathBuf,
    /// The version of the program, to be told to older and newer ones.
    pub program_version: String,
    /// The person whose inbox it is.
    pub person: Actor,
    /// How the process serves it, to be told to whoever finds it locked.
    pub mode: Mode,
    /// Where time and ids come from.
    pub clock: Clock,
}

impl InboxConfig {
    /// An inbox that is served headless, by the machine's clock.
    #[must_use]
    pub fn new(
        data_dir: impl Into<PathBuf>,
        program_version: impl Into<String>,
        person: Actor,
    ) -> Self {
        Self {
            data_dir: data_dir.into(),
            program_version: program_version.into(),
            person,
            mode: Mode::Headless,
            clock: Clock::system(),
        }
    }
}

/// A running inbox. Clones are the same inbox, which ends with the last of them if it was not stopped
/// before.
#[derive(Debug, Clone)]
pub struct Hub {
    shared: Arc<Shared>,
}

/// What all clones of a hub share.
#[derive(Debug)]
pub(crate) struct Shared {
    /// Held for single moves only, and never across an await. Empty once the hub has stopped.
    desk: Mutex<Option<Desk>>,
    /// Who is next at the desk. Calls queue here, where waiting takes no thread.
    turns: Arc<tokio::sync::Mutex<()>>,
    /// Pictures are checked one at a time: a large one takes much memory.
    pictures: Arc<tokio::sync::Mutex<()>>,
    readers: Readers,
    presence: Arc<Presence>,
    pub(crate) files: Files,
    pub(crate) clock: Clock,
    lock: Mutex<Option<Lock>>,
    notes: Sender<Note>,
    housekeeping: Mutex<Option<JoinHandle<()>>>,
    stopping: tokio::sync::Mutex<()>,
}

impl Hub {
    /// Starts an inbox: checks the data directory, takes its lock, brings the database up to date and
    /// clears away what a process left that died. This blocks on the disk and needs no runtime.
    ///
    /// # Errors
    ///
    /// [`StartError`], each as one sentence for the person. Nothing is changed then, apart from what an
    /// empty directory needs.
    pub fn start(config: InboxConfig) -> Result<Self, StartError> {
        let dir = directory::open(&config.data_dir)?;
        let lock = Lock::take(&dir, config.mode)?;
        let db = store::open(&dir.database(), &config.program_version, &config.clock)?;
        dir.sync()?;
        let (notes, received) = mpsc::channel();
        let presence = Presence::new(notes.clone(), config.clock.clone());
        let desk = Desk::new(
            db,
            config.clock.clone(),
            Arc::clone(&presence),
            config.person,
            notes.clone(),
        );
        let files = Files::new(dir.files());
        let shared = Arc::new(Shared {
            desk: Mutex::new(Some(desk)),
            turns: Arc::default(),
            pictures: Arc::default(),
            readers: Readers::new(dir.database()),
            presence,
            files,
            clock: config.clock,
            lock: Mutex::new(Some(lock)),
            notes,
            housekeeping: Mutex::default(),
            stopping: tokio::sync::Mutex::default(),
        });
        shared.clear_away()?;
        let moved = Arc::downgrade(&shared);
        shared.clock.on_move(Box::new(move || {
            if let Some(shared) = moved.upgrade() {
                // An error says that the thread is gone, and with it whoever looked.
                let _ = shared.notes.send(Note::Look);
            }
        }));
        let thread = housekeeping::start(received, Arc::downgrade(&shared))
            .map_err(StoreError::file(&config.data_dir))?;
        *unpoisoned(&shared.housekeeping) = Some(thread);
        Ok(Self { shared })
    }

    /// Stops the inbox: lets the moves in progress finish, sends the replies that are held, ends every wait and every subscription,
    /// folds the log into the database, and lets go of the data directory. Every later call is
    /// refused as [`HubError::Stopping`]; stopping again does nothing.
    pub async fn stop(&self) {
        let _one = self.shared.stopping.lock().await;
        let shared = Arc::clone(&self.shared);
        let desk = blocking(move || Ok(shared.take_desk()))
            .await
            .ok()
            .flatten();
        self.shared.readers.close().await;
        // One may still be checked; without desk and readers none comes after it.
        let _no_picture = self.shared.pictures.lock().await;
        let shared = Arc::clone(&self.shared);
        let closed = blocking(move || {
            let closed = desk.map_or(Ok(()), Desk::close);
            drop(unpoisoned(&shared.lock).take());
            shared.end_housekeeping();
            Ok(closed?)
        });
        if let Err(error) = closed.await {
            // Everything that was committed is in the log, from which the next start takes it.
            tracing::error!(%error, "the database could not be closed");
        }
    }

    /// Says in the lock file which port the process listens on, for a desktop start that finds it.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the file cannot be written. Nothing but that message depends on it.
    pub fn announce_port(&self, port: u16) -> Result<(), StoreError> {
        match unpoisoned(&self.shared.lock).as_ref() {
            Some(lock) => lock.announce_port(port),
            None => Ok(()),
        }
    }

    /// What the clock says: for deadlines and for noting when something outside the inbox began.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.shared.clock.look()
    }

    /// Makes one move at the desk.
    async fn at_desk<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Desk) -> Result<T, HubError> + Send + 'static,
    ) -> Result<T, HubError> {
        let turn = Arc::clone(&self.shared.turns).lock_owned().await;
        let shared = Arc::clone(&self.shared);
        blocking(move || {
            let _turn = turn;
            shared.with_desk(work)
        })
        .await
    }

    /// Reads, beside whatever is written meanwhile.
    async fn reading<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Connection, &Shared) -> Result<T, HubError> + Send + 'static,
    ) -> Result<T, HubError> {
        let place = self.shared.readers.place().await;
        let place = place.map_err(|_closed| HubError::Stopping)?;
        let shared = Arc::clone(&self.shared);
        blocking(move || place.read(|db| read(db, &shared))).await
    }
}

impl Shared {
    /// Makes one move at the desk, on this thread.
    pub(crate) fn with_desk<T>(
        &self,
        work: impl FnOnce(&mut Desk) -> Result<T, HubError>,
    ) -> Result<T, HubError> {
        match unpoisoned(&self.desk).as_mut() {
            Some(desk) => work(desk),
            None => Err(HubError::Stopping),
        }
    }

    /// Clears the desk for good, and ends all who wait and listen.
    fn take_desk(&self) -> Option<Desk> {
        let mut place = unpoisoned(&self.desk);
        // In the same breath, so that nothing is held after it.
        if let Some(desk) = place.as_mut() {
            housekeeping::report(desk.send_all());
        }
        let desk = place.take();
        drop(place);
        self.presence.stop();
        desk.map(Desk::silenced)
    }

    /// Clears away what a process left that died.
    fn clear_away(&self) -> Result<(), StoreError> {
        let known = self.with_desk(|desk| {
            for ask in desk.recover()? {
                tracing::warn!(%ask, "a reply was held when the last process ended, and is a draft");
            }
            desk.wake_due()?;
            desk.sweep()?;
            Ok(desk.uploads()?)
        });
        match known {
            Ok(known) => self.files.sweep(&known),
            Err(HubError::Store(error)) => Err(error),
            // None of these is a move that rules decide on, and the hub is only starting.
            Err(HubError::Refused(_) | HubError::Stopping) => Ok(()),
        }
    }

    fn end_housekeeping(&self) {
        let _ = self.notes.send(Note::Stop);
        if let Some(thread) = unpoisoned(&self.housekeeping).take() {
            // It can only fail by a panic, which was reported when it happened.
            let _ = thread.join();
        }
    }
}

/// Runs on a thread that may block. It runs to its end even if nobody waits for it any more.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, HubError> + Send + 'static,
) -> Result<T, HubError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(failed) => match failed.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // The runtime is going down, and the hub with it.
            Err(_cancelled) => Err(HubError::Stopping),
        },
    }
}

/// What a panic interrupted was rolled back by the database, so there is nothing half done to fear.
fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
