//! What can go wrong, by who has to act on it.
//!
//! A [`Refusal`] is the caller's to act on, in words. A [`StoreError`] is ours: we broke, or the disk
//! did. A [`StartError`] is the person's: each is one sentence that says what to do.
//!
//! Each says all there is to say, its cause included. So none names a cause as its `source` too: whoever
//! prints an error with its causes would print them twice.

use std::io;
use std::path::PathBuf;

use loopback_contract::AskId;
use loopback_rules::Refusal;

use crate::directory::{Fault, Holder, holder_words, quoted};

/// Why the hub did not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    /// It is not allowed now, or not at all. Nothing has changed.
    #[error(transparent)]
    Refused(#[from] Refusal),

    /// The hub is stopping, or has stopped. What was committed before stays.
    #[error("Loopback is stopping")]
    Stopping,

    /// Disk or database failed. Nothing has changed, and nothing was announced.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A failure of the disk, the database or the files in it. Never the caller's fault.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database failed.
    #[error("{}: {error}", database_words(.error))]
    Database {
        /// What `SQLite` says.
        error: rusqlite::Error,
    },

    /// A file failed.
    #[error("{}: {error}", file_words(.path, .error))]
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },

    /// A stored message cannot be read.
    #[error("the stored {what} of ask {ask} cannot be read: {why}")]
    Unreadable {
        /// Which part of the ask it is.
        what: &'static str,
        /// The ask.
        ask: AskId,
        /// Where and why. Never what it says.
        why: String,
    },
}

/// Why an inbox did not start. Each reads as one clear sentence.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Another process serves this data directory.
    #[error("{} is served by {} already; stop it first, or use another data directory", .dir.display(), holder_words(.holder.as_ref()))]
    Locked {
        /// The data directory.
        dir: PathBuf,
        /// What the process that holds the lock says of itself, if that can be read.
        holder: Option<Holder>,
    },

    /// Something in the data directory is not as private as it has to be.
    #[error("{}", .fault.words(.path))]
    Unsafe {
        /// The file or directory.
        path: PathBuf,
        /// What is wrong with it.
        fault: Fault,
    },

    /// A newer program has written this database.
    #[error("{} was last used by Loopback {written_by}, which keeps it in a form (number {found}) that this Loopback {program} does not know (it knows up to {known}); nothing was changed, start Loopback {written_by} or a newer one", .path.display())]
    Newer {
        /// The database.
        path: PathBuf,
        /// The number of its form.
        found: u32,
        /// The newest form this program knows.
        known: u32,
        /// The version of the program that wrote it.
        written_by: String,
        /// The version of this program.
        program: String,
    },

    /// The file is no database of ours.
    #[error("{} is not an inbox of Loopback, or it is damaged ({why}); nothing was changed: restore it from a backup, or move it away with: mv {} {}", .path.display(), quoted(.path), quoted(&.path.with_extension("db.damaged")))]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What was found.
        why: String,
    },

    /// The data directory cannot be used.
    #[error("the data directory cannot be used: {error}")]
    Store {
        /// Which part of it failed, and how.
        error: StoreError,
    },
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database { error }
    }
}

impl From<StoreError> for StartError {
    fn from(error: StoreError) -> Self {
        Self::Store { error }
    }
}

impl StoreError {
    /// Whether it failed because the disk is full: the one failure the person can mend.
    #[must_use]
    pub fn is_disk_full(&self) -> bool {
        match self {
            Self::Database { error } => error.sqlite_error().is_some_and(|error| {
                error.code == rusqlite::ErrorCode::DiskFull
                    // What the database's companion of the log is too small for, and cannot be made larger.
                    || error.extended_code == rusqlite::ffi::SQLITE_IOERR_SHMSIZE
            }),
            Self::File { error, .. } => is_full(error),
            Self::Unreadable { .. } => false,
        }
    }

    /// Whether it is about what stands in one row, and not about the database.
    pub(crate) fn is_damaged_row(&self) -> bool {
        use rusqlite::Error as Of;
        match self {
            Self::Database { error } => matches!(
                error,
                Of::FromSqlConversionFailure(..)
                    | Of::InvalidColumnType(..)
                    | Of::IntegralValueOutOfRange(..)
                    | Of::Utf8Error(..)
            ),
            Self::Unreadable { .. } => true,
            Self::File { .. } => false,
        }
    }

    /// An error of the operating system about one file.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { path, error }
    }
}

fn database_words(source: &rusqlite::Error) -> &'static str {
    use rusqlite::ErrorCode as Code;
    match source.sqlite_error_code() {
        Some(Code::DiskFull) => "the disk is full, the database could not be written",
        Some(Code::ReadOnly) => "the database cannot be written, its disk or file is read-only",
        Some(Code::DatabaseCorrupt | Code::NotADatabase) => "the database is damaged",
        Some(Code::CannotOpen) => "the database cannot be opened",
        Some(Code::PermissionDenied) => "the database may not be read or written",
        Some(Code::DatabaseBusy | Code::DatabaseLocked) => {
            "another program keeps the database locked"
        }
        Some(Code::SystemIoFailure) => "the disk failed under the database",
        _ => "the database failed",
    }
}

fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
    )
}

fn file_words(path: &std::path::Path, source: &io::Error) -> String {
    let what = match source.kind() {
        _ if is_full(source) => "cannot be written, the disk is full",
        io::ErrorKind::ReadOnlyFilesystem => "cannot be written, its disk is read-only",
        io::ErrorKind::PermissionDenied => "may not be used",
        io::ErrorKind::NotFound => "is missing",
        _ => "failed",
    };
    format!("{} {what}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::ffi;

    fn sqlite(code: i32) -> StoreError {
        rusqlite::Error::SqliteFailure(ffi::Error::new(code), None).into()
    }

    #[test]
    fn an_error_that_says_its_cause_does_not_name_it_as_one_too() {
        let file = || StoreError::file("/data/lock")(io::ErrorKind::IsADirectory.into());
        for error in [
            &sqlite(ffi::SQLITE_FULL) as &dyn std::error::Error,
            &file(),
            &HubError::from(file()),
            &StartError::from(file()),
        ] {
            assert!(error.source().is_none(), "{error}");
        }
    }

    #[test]
    fn a_full_or_read_only_disk_is_named_as_such() {
        assert!(
            sqlite(ffi::SQLITE_FULL)
                .to_string()
                .contains("the disk is full")
        );
        assert!(
            sqlite(ffi::SQLITE_READONLY)
                .to_string()
                .contains("read-only")
        );
        assert!(sqlite(ffi::SQLITE_CORRUPT).to_string().contains("damaged"));
        let full = StoreError::file("/data/files/x")(io::ErrorKind::StorageFull.into());
        assert!(
            full.to_string()
                .starts_with("/data/files/x cannot be written, the disk is full")
        );
        assert!(full.is_disk_full() && sqlite(ffi::SQLITE_FULL).is_disk_full());
        for other in [ffi::SQLITE_READONLY, ffi::SQLITE_IOERR, ffi::SQLITE_CORRUPT] {
            assert!(!sqlite(other).is_disk_full());
        }
        let read_only = StoreError::file("/data/lock")(io::ErrorKind::ReadOnlyFilesystem.into());
        let sentence = StartError::from(read_only).to_string();
        assert!(sentence.starts_with(
            "the data directory cannot be used: /data/lock cannot be written, its disk is read-only"
        ));
    }
}
