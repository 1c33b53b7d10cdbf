//! The lock that one process holds on a data directory for as long as it lives.
//!
//! The operating system lets go of it when the process dies in any way. The file also says who holds
//! it, so that a desktop start which finds a headless server of the same user can ask it to end.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::DataDir;
use crate::error::{StartError, StoreError};

/// How a process serves its inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// In a terminal or in the background, without a window.
    Headless,
    /// With a tray and a window.
    Desktop,
}

/// What the process that serves a data directory says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// The number of the process.
    pub pid: u32,
    /// How it serves.
    pub mode: Mode,
    /// The port it listens on, once it does.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub port: Option<u16>,
}

/// A held lock. It is let go when this is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    file: Mutex<File>,
    mode: Mode,
}

impl Lock {
    /// Takes the lock, or says who has it.
    pub(crate) fn take(dir: &DataDir, mode: Mode) -> Result<Self, StartError> {
        let path = dir.lock();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed())
            .open(&path)
            .map_err(StoreError::file(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StartError::Locked {
                    dir: dir.root().to_owned(),
                    holder: read(&mut file),
                });
            }
            Err(TryLockError::Error(error)) => return Err(StoreError::file(&path)(error).into()),
        }
        let lock = Self {
            path,
            file: Mutex::new(file),
            mode,
        };
        lock.write(None)?;
        Ok(lock)
    }

    /// Says in the file which port the holder listens on.
    pub(crate) fn announce_port(&self, port: u16) -> Result<(), StoreError> {
        self.write(Some(port))
    }

    fn write(&self, port: Option<u16>) -> Result<(), StoreError> {
        let holder = Holder {
            pid: std::process::id(),
            mode: self.mode,
            port,
        };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        overwrite(&mut file, &holder).map_err(StoreError::file(&self.path))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Nobody holds it from here on, and nobody should be told otherwise. If this fails, the next
        // holder writes its own words anyway.
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        let _ = file.set_len(0);
        let _ = file.unlock();
    }
}

/// The holder in the words of an error.
pub(crate) fn holder_words(holder: Option<&Holder>) -> String {
    let Some(holder) = holder else {
        return "another process".to_owned();
    };
    let pid = holder.pid;
    let what = match holder.mode {
        Mode::Headless => "a headless Loopback",
        Mode::Desktop => "the Loopback desktop app",
    };
    match holder.port {
        Some(port) => format!("{what} (process {pid}, port {port})"),
        None => format!("{what} (process {pid})"),
    }
}

/// One write in place of truncating first: a reader finds the old words or the new ones. The spaces at
/// the end cover what longer words left.
fn overwrite(file: &mut File, holder: &Holder) -> io::Result<()> {
    let text = serde_json::to_string(holder).map_err(io::Error::other)?;
    file.rewind()?;
    file.write_all(format!("{text:<80}\n").as_bytes())
}

fn read(file: &mut File) -> Option<Holder> {
    let mut text = String::new();
    file.take(1024).read_to_string(&mut text).ok()?;
    serde_json::from_str(text.trim()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directory::open;

    fn data_dir() -> (tempfile::TempDir, DataDir) {
        let temp = tempfile::tempdir().unwrap();
        let dir = open(&temp.path().join("inbox")).unwrap();
        (temp, dir)
    }

    fn holder_found(dir: &DataDir) -> Option<Holder> {
        match Lock::take(dir, Mode::Desktop) {
            Err(StartError::Locked { holder, .. }) => holder,
            other => panic!("expected a held lock, got {other:?}"),
        }
    }

    #[test]
    fn the_second_to_come_is_told_who_holds_the_lock() {
        let (_temp, dir) = data_dir();
        let held = Lock::take(&dir, Mode::Headless).unwrap();
        let pid = std::process::id();
        let expected = |port| {
            Some(Holder {
                pid,
                mode: Mode::Headless,
                port,
            })
        };
        assert_eq!(holder_found(&dir), expected(None));
        held.announce_port(4127).unwrap();
        assert_eq!(holder_found(&dir), expected(Some(4127)));
        let sentence = Lock::take(&dir, Mode::Desktop).unwrap_err().to_string();
        assert_eq!(
            sentence,
            format!(
                "{} is served by a headless Loopback (process {pid}, port 4127) already; stop it first, or use another data directory",
                dir.root().display()
            )
        );
    }

    #[test]
    fn a_lock_that_was_let_go_can_be_taken_again() {
        let (_temp, dir) = data_dir();
        drop(Lock::take(&dir, Mode::Headless).unwrap());
        Lock::take(&dir, Mode::Desktop).unwrap();
    }

    #[test]
    fn what_a_dead_holder_left_in_the_file_does_not_lock_it() {
        let (_temp, dir) = data_dir();
        std::fs::write(dir.lock(), r#"{"pid":1,"mode":"headless","port":4127}"#).unwrap();
        let held = Lock::take(&dir, Mode::Desktop).unwrap();
        assert_eq!(
            holder_found(&dir),
            Some(Holder {
                pid: std::process::id(),
                mode: Mode::Desktop,
                port: None
            })
        );
        drop(held);
    }
}
