//! What can go wrong while generating, as sentences for the person at the terminal.

use std::path::PathBuf;

/// Why generating, checking or freezing did not work.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// A file does not hold the JSON it should.
    #[error("{}: {source}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// Where it stops being JSON.
        source: serde_json::Error,
    },
    /// The emitted contract is not there.
    #[error("{} holds no N.json: run `cargo xtask gen`", .0.display())]
    NoRevision(PathBuf),
    /// A document that is not named after a revision.
    #[error("{}: not named after a revision, such as 1.json", .0.display())]
    NotARevision(PathBuf),
    /// A program this needs failed or is missing.
    #[error("`{command}`: {why}")]
    Program {
        /// The command as it could be typed.
        command: String,
        /// How it ended, with what it printed.
        why: String,
    },
    /// Committed files are not what the contract says.
    #[error("not what the contract generates: {}: run `cargo xtask gen`", names(.0))]
    Stale(Vec<PathBuf>),
    /// A revision that has shipped would change.
    #[error(
        "revision {0} has shipped and its shape would change: declare the change in a newer revision"
    )]
    Shipped(u32),
    /// A revision was to be frozen a second time.
    #[error("revision {0} is frozen already")]
    Frozen(u32),
    /// A revision was to be frozen that the contract does not have, or before an older one.
    #[error("revision {0} is not the next to freeze")]
    NotNext(u32),
    /// A line of `revisions/frozen` cannot be read.
    #[error("revisions/frozen, line {0}: expected a revision and the hash of its shape")]
    FrozenList(usize),
}

fn names(paths: &[PathBuf]) -> String {
    let names: Vec<_> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    names.join(", ")
}
