//! Why a config file is not edited. Owns the words; none repeats what stands in the file.

use crate::clients::Scope;

/// Why a client is not connected or disconnected. The file is left as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// The text is not what the client itself could read.
    #[error("line {line}, column {column}: {why}")]
    Unreadable {
        /// From 1.
        line: usize,
        /// From 1, in characters.
        column: usize,
        /// What is wrong.
        why: String,
    },

    /// Something stands where a table or list of another kind is needed.
    #[error("line {line}, column {column}: {path} is not {wanted}")]
    OtherKind {
        /// From 1.
        line: usize,
        /// From 1, in characters.
        column: usize,
        /// The setting, with dots.
        path: String,
        /// What it must be.
        wanted: &'static str,
    },

    /// The rules hold one of our markers without the other.
    #[error(
        "line {line}: a marker of Loopback stands without the other; remove it, or put the other back"
    )]
    LoneMarker {
        /// From 1.
        line: usize,
    },

    /// The client has no file of that scope.
    #[error("{client} has no settings for {scope}")]
    NoSuchScope {
        /// The client's name.
        client: &'static str,
        /// The scope it lacks.
        scope: Scope,
    },

    /// The client starts servers but does not go to them.
    #[error("{client} reaches no server over HTTP; connect it without --http")]
    NoHttp {
        /// The client's name.
        client: &'static str,
    },

    /// The client's file would have to hold the token itself.
    #[error(
        "{client} cannot take a token from the environment, and none is written into its settings; connect it without --http"
    )]
    NoReference {
        /// The client's name.
        client: &'static str,
    },

    /// Hooks start the program that is the bridge, and there is none.
    #[error("the hooks of {client} start Loopback's own program; connect it without --http")]
    NoHooks {
        /// The client's name.
        client: &'static str,
    },
}
