//! Connections that only read: a few of them, kept open and lent out.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::StoreError;

/// How many reads run at once; the next waits for one to end.
const MOST: usize = 4;

/// The readers of one database.
#[derive(Debug, Clone)]
pub(crate) struct Readers {
    path: PathBuf,
    idle: Arc<Mutex<Vec<Connection>>>,
    places: Arc<Semaphore>,
}

/// The right to read, to be exchanged for a connection on a thread that may block.
#[derive(Debug)]
pub(crate) struct Place {
    readers: Readers,
    permit: OwnedSemaphorePermit,
}

/// The readers were closed.
#[derive(Debug)]
pub(crate) struct Closed;

impl Readers {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self {
            path,
            idle: Arc::default(),
            places: Arc::new(Semaphore::new(MOST)),
        }
    }

    /// Waits until a read may run.
    pub(crate) async fn place(&self) -> Result<Place, Closed> {
        let permit = Arc::clone(&self.places).acquire_owned().await;
        Ok(Place {
            readers: self.clone(),
            permit: permit.map_err(|_| Closed)?,
        })
    }

    /// Lets no further read begin, waits for those that run, and closes every connection.
    pub(crate) async fn close(&self) {
        let all = u32::try_from(MOST).unwrap_or(u32::MAX);
        if let Ok(permit) = self.places.acquire_many(all).await {
            self.places.close();
            drop(permit);
        }
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }
}

impl Place {
    /// Lends a connection to `read`, and takes it back for the next.
    pub(crate) fn read<T, E: From<StoreError>>(
        self,
        read: impl FnOnce(&mut Connection) -> Result<T, E>,
    ) -> Result<T, E> {
        let idle = &self.readers.idle;
        let kept = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut db = match kept {
            Some(db) => db,
            None => super::connect(&self.readers.path, OpenFlags::SQLITE_OPEN_READ_ONLY)?,
        };
        let result = read(&mut db);
        // One that is still in the middle of a read is closed.
        if db.is_autocommit() {
            idle.lock().unwrap_or_else(PoisonError::into_inner).push(db);
        }
        drop(self.permit);
        result
    }
}
