//! The data directory: that only its owner can reach it, that one process serves it, and where in it
//! everything lies.
//!
//! What the database or the files say is not known here.

mod check;
mod lock;

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::error::StoreError;

pub use check::{Fault, check_private};
pub use lock::{Holder, Mode};

pub(crate) use check::{open, quoted};
pub(crate) use lock::{Lock, holder_words};

/// A data directory that was checked when it was opened.
#[derive(Debug, Clone)]
pub(crate) struct DataDir {
    root: PathBuf,
}

impl DataDir {
    /// The directory itself.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The database.
    pub(crate) fn database(&self) -> PathBuf {
        self.root.join("inbox.db")
    }

    /// The directory of the stored images.
    pub(crate) fn files(&self) -> PathBuf {
        self.root.join("files")
    }

    /// Makes the names in it as durable as what is in the files: a log that cannot be found after a
    /// power cut is a log that was never written.
    pub(crate) fn sync(&self) -> Result<(), StoreError> {
        File::open(&self.root)
            .and_then(|root| root.sync_all())
            .map_err(StoreError::file(&self.root))
    }

    /// The file that is locked as long as a process serves the directory.
    pub(crate) fn lock(&self) -> PathBuf {
        self.root.join("lock")
    }
}
