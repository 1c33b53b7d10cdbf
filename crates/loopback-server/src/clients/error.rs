//! Why a client's file is not read or written. Each says which file and what is wrong with it, and never what stands in it.

use std::io;
use std::path::{Path, PathBuf};

use loopback_connect::ConnectError;

/// Why a client was not connected or disconnected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientsError {
    /// The client cannot be connected so.
    #[error(transparent)]
    Client(#[from] ConnectError),

    /// What stands in the file is left as it is.
    #[error("{} was left as it is: {error}", .file.display())]
    Unedited {
        /// The file.
        file: PathBuf,
        /// Why.
        error: ConnectError,
    },

    /// The file cannot be read or written.
    #[error("cannot use {}: {error}", .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },

    /// It is a directory or something stranger, or it is too large to be settings, or no text.
    #[error("{} was left as it is: it is {what}", .file.display())]
    NoText {
        /// The file.
        file: PathBuf,
        /// What it is.
        what: &'static str,
    },

    /// Whoever owns the file does not want it written.
    #[error(
        "{} is read-only and was left as it is; make it writable first, or add the entry by hand (`loopback connect --print` \
         shows it)",
        .0.display()
    )]
    ReadOnly(PathBuf),

    /// A new file could not be given to the owner of the old one.
    #[error("{} belongs to somebody else and was left as it is", .0.display())]
    Foreign(PathBuf),

    /// Another program wrote the file meanwhile.
    #[error("{} was changed by another program meanwhile and was left as it is; try again", .0.display())]
    Changed(PathBuf),
}

impl ClientsError {
    pub(super) fn io(file: &Path) -> impl FnOnce(io::Error) -> Self {
        let file = file.to_owned();
        move |error| Self::Io { file, error }
    }

    pub(super) fn edit(file: &Path) -> impl FnOnce(ConnectError) -> Self {
        let file = file.to_owned();
        move |error| match error {
            ConnectError::NoSuchScope { .. }
            | ConnectError::NoHttp { .. }
            | ConnectError::NoReference { .. }
            | ConnectError::NoHooks { .. } => Self::Client(error),
            ConnectError::Unreadable { .. }
            | ConnectError::OtherKind { .. }
            | ConnectError::LoneMarker { .. } => Self::Unedited { file, error },
        }
    }
}
