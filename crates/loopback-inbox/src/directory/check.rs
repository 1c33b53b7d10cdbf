//! Whether a data directory is as private as what it holds: directories 0700, files 0600, all of them
//! the user's own, and nothing in it that leads elsewhere.

use std::fs::{self, DirBuilder, Metadata};
use std::io;
use std::os::unix::fs::{
    DirBuilderExt as _, FileTypeExt as _, MetadataExt as _, PermissionsExt as _,
};
use std::path::Path;

use super::DataDir;
use crate::error::{StartError, StoreError};

/// What makes a file or directory unfit to hold an inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A directory others can reach, or its owner cannot use.
    DirectoryMode(u32),
    /// A file others can reach, or its owner cannot use.
    FileMode(u32),
    /// It belongs to the user with this number.
    Owner(u32),
    /// It is a symbolic link.
    Symlink,
    /// It is a named pipe or a device.
    Special,
    /// The data directory's path names something that is no directory.
    NotADirectory,
}

impl Fault {
    /// The sentence for the person, with the command that mends it.
    pub(crate) fn words(self, path: &Path) -> String {
        let shown = path.display();
        let quoted = quoted(path);
        match self {
            Self::DirectoryMode(mode) => format!(
                "{shown} has mode {mode:04o}, and only its owner may have access to it; mend it with: chmod 700 {quoted}"
            ),
            Self::FileMode(mode) => format!(
                "{shown} has mode {mode:04o}, and only its owner may have access to it; mend it with: chmod 600 {quoted}"
            ),
            Self::Owner(uid) => format!(
                "{shown} belongs to the user with number {uid} and not to you; mend it with: sudo chown \"$(id -u)\" {quoted}"
            ),
            Self::Symlink => format!(
                "{shown} is a symbolic link, and what it leads to is not safe to use; put the real thing in its place, or remove it with: rm {quoted}"
            ),
            Self::Special => format!(
                "{shown} is a named pipe or a device and has no place here; remove it with: rm {quoted}"
            ),
            Self::NotADirectory => format!(
                "{shown} is not a directory; move it away with: mv {quoted} {}",
                self::quoted(&path.with_extension("moved"))
            ),
        }
    }
}

/// Opens a data directory, and makes it if there is none.
///
/// # Errors
///
/// [`StartError::Unsafe`] for the first thing in it that others could reach; [`StartError::Store`] if
/// it cannot be read or made.
pub(crate) fn open(path: &Path) -> Result<DataDir, StartError> {
    open_as(path, rustix::process::geteuid().as_raw())
}

/// Checks that a directory and what is in it are as private as an inbox has to be, if it is there at all.
///
/// # Errors
///
/// [`StartError::Unsafe`] for the first thing in it that others could reach; [`StartError::Store`] if
/// it cannot be read.
pub fn check_private(path: &Path) -> Result<(), StartError> {
    if fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        return Ok(());
    }
    let uid = rustix::process::geteuid().as_raw();
    check(path, uid, Place::Root)?;
    for entry in entries(path)? {
        check(&entry, uid, Place::Within)?;
    }
    Ok(())
}

/// A path as one word for a shell.
pub(crate) fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', r"'\''"))
}

fn open_as(path: &Path, uid: u32) -> Result<DataDir, StartError> {
    make(path)?;
    check(path, uid, Place::Root)?;
    let dir = DataDir {
        root: path.to_owned(),
    };
    for entry in entries(path)? {
        check(&entry, uid, Place::Within)?;
    }
    make(&dir.files())?;
    for entry in entries(&dir.files())? {
        check(&entry, uid, Place::Within)?;
    }
    Ok(dir)
}

fn make(path: &Path) -> Result<(), StoreError> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(path)
            .map_err(StoreError::file(path)),
        Err(error) => Err(StoreError::file(path)(error)),
    }
}

fn entries(path: &Path) -> Result<Vec<std::path::PathBuf>, StoreError> {
    let read = fs::read_dir(path).map_err(StoreError::file(path))?;
    read.map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(StoreError::file(path))
}

/// Where something stands whose fitness is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Within,
}

fn check(path: &Path, uid: u32, place: Place) -> Result<(), StartError> {
    // The link's own metadata: what it leads to does not count.
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        // Gone since it was listed: the files of a process that serves the directory come and go.
        Err(error) if place == Place::Within && error.kind() == io::ErrorKind::NotFound => {
            return Ok(());
        }
        Err(error) => return Err(StoreError::file(path)(error).into()),
    };
    match fault(&found, uid, place) {
        None => Ok(()),
        Some(fault) => Err(StartError::Unsafe {
            path: path.to_owned(),
            fault,
        }),
    }
}

fn fault(found: &Metadata, uid: u32, place: Place) -> Option<Fault> {
    let kind = found.file_type();
    let mode = found.permissions().mode() & 0o7777;
    let wrong = |wanted: u32| mode & 0o077 != 0 || mode & wanted != wanted;
    if kind.is_symlink() {
        return Some(Fault::Symlink);
    }
    if place == Place::Root && !kind.is_dir() {
        return Some(Fault::NotADirectory);
    }
    if kind.is_fifo() || kind.is_block_device() || kind.is_char_device() {
        return Some(Fault::Special);
    }
    if found.uid() != uid {
        return Some(Fault::Owner(found.uid()));
    }
    if kind.is_dir() && wrong(0o700) {
        return Some(Fault::DirectoryMode(mode));
    }
    // A socket is guarded by the directory, and its mode is set by whoever binds it.
    if kind.is_file() && wrong(0o600) {
        return Some(Fault::FileMode(mode));
    }
    None
}

#[cfg(test)]
mod tests;
