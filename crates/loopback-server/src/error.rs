//! Why the server did not start: each reason one sentence a person can act on.

use std::{
    io,
    path::{Path, PathBuf},
};

/// Why [`serve`](crate::serve()) gave up. The words are for the person who started it, one sentence each.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The data directory is in use, broken, too new, not private or not writable.
    #[error(transparent)]
    Inbox(#[from] loopback_inbox::StartError),

    /// Someone listens on the port already.
    #[error(
        "port {port} is in use by another program; choose another with --port, or let --port 0 pick one"
    )]
    PortInUse {
        /// The port that was asked for.
        port: u16,
    },

    /// The port cannot be listened on for another reason.
    #[error("cannot listen on port {port} of 127.0.0.1: {error}")]
    Port {
        /// The port that was asked for.
        port: u16,
        /// What the operating system said.
        error: io::Error,
    },

    /// A file cannot be read or written.
    #[error("cannot use {}: {error}", path.display())]
    File {
        /// The file or directory.
        path: PathBuf,
        /// What the operating system said.
        error: io::Error,
    },

    /// Other users may read a file that holds a secret.
    #[error("other users may read {}; mend it with: chmod 600 {}", path.display(), path.display())]
    SecretFileMode {
        /// The file.
        path: PathBuf,
    },

    /// A file that should hold a secret is something else.
    #[error("{} cannot be used: {why}", path.display())]
    SecretFile {
        /// The file.
        path: PathBuf,
        /// What it is.
        why: &'static str,
    },

    /// The agents' socket cannot be where it should be.
    #[error(transparent)]
    AgentSocket(#[from] crate::mcp::SocketError),

    /// The person's token could be guessed or cannot stand in a header.
    #[error("a person's token must have 32 to 1,024 characters, all printable ASCII")]
    WeakPersonToken,

    /// The person's token is the agents'.
    #[error(
        "the person's token is the same as the agents' token in the data directory; choose another"
    )]
    SharedToken,
}

impl StartError {
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            error,
        }
    }
}
