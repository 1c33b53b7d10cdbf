//! What can be wrong with the settings, each in words that name the file and, where there is one, the line.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why the settings cannot be read or saved. Each says which file and what is wrong with it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// It cannot be read or written.
    #[error("cannot use the settings in {}: {error}", .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },

    /// It is a symbolic link, a directory or something stranger.
    #[error("the settings in {} are not read: it is not a regular file", .0.display())]
    NotAFile(PathBuf),

    /// It is no TOML.
    #[error("the settings in {} cannot be read: {why}", .file.display())]
    Broken {
        /// The file.
        file: PathBuf,
        /// What is wrong, with the line.
        why: String,
    },

    /// Other programs kept changing the file while it was being saved.
    #[error("the settings in {} were not saved: another program keeps changing them", .0.display())]
    Busy(PathBuf),

    /// The directory of the settings, or something in it, is not the owner's alone, or leads elsewhere.
    #[error(transparent)]
    Exposed(loopback_inbox::StartError),

    /// The directory of the settings cannot be looked at.
    #[error("the directory of the settings cannot be used: {0}")]
    Directory(loopback_inbox::StoreError),
}

/// A value in the file that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    pub(super) file: PathBuf,
    pub(super) line: Option<usize>,
    pub(super) key: String,
    pub(super) wanted: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the settings in {}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        let Self { key, wanted, .. } = self;
        write!(f, ": {key} must be {wanted}; the usual value is used")
    }
}
