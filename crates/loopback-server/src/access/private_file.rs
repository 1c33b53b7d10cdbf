//! Reading a file that holds a secret. Owns the checks that nobody else could have written or read it.

use std::{
    fs::File,
    io::{self, Read},
    os::unix::fs::MetadataExt,
    path::Path,
};

use rustix::fs::{Mode, OFlags};

use crate::StartError;

/// So many bytes are read at most: no secret is longer.
const MOST: u64 = 4096;

/// The text of a private file, without the space around it: a regular file of this user that no other may touch.
/// `None` if there is none.
pub(crate) fn read(path: &Path) -> Result<Option<String>, StartError> {
    let refused = |why: &'static str| StartError::SecretFile {
        path: path.to_owned(),
        why,
    };
    // Without blocking, or a FIFO put there would hang the start; without following, or a link would lead elsewhere.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let opened = rustix::fs::open(path, flags, Mode::empty());
    let file = match opened.map_err(io::Error::from) {
        Ok(file) => File::from(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) if error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error()) => {
            return Err(refused("it is a symbolic link; name the file itself"));
        }
        Err(error) => return Err(StartError::file(path, error)),
    };
    let metadata = file
        .metadata()
        .map_err(|error| StartError::file(path, error))?;
    if !metadata.is_file() {
        return Err(refused("it is not a regular file"));
    }
    if metadata.uid() != crate::account::uid() {
        return Err(refused("it belongs to another user"));
    }
    if metadata.mode() & 0o077 != 0 {
        return Err(StartError::SecretFileMode {
            path: path.to_owned(),
        });
    }
    let mut text = String::new();
    match file.take(MOST).read_to_string(&mut text) {
        Ok(_) => Ok(Some(text.trim().to_owned())),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(refused("it holds more than text"))
        }
        Err(error) => Err(StartError::file(path, error)),
    }
}
