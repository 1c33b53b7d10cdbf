//! The files of stored images. A file is under its name only once all of it is on the disk.
//!
//! Which file is whose is recorded by the database; here they are names and bytes.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::error::StoreError;

/// The directory they lie in.
#[derive(Debug, Clone)]
pub(crate) struct Files {
    dir: PathBuf,
}

impl Files {
    pub(crate) fn new(dir: PathBuf) -> Self {
        Self { dir }
    }

    /// Writes a file. When this returns, the file and its name are on the disk.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let draft = self.dir.join(format!("{name}.part"));
        write_through(&draft, bytes).inspect_err(|_| {
            // A full disk should not stay full for the sake of a part. If this fails, the sweep at the
            // next start finds it.
            let _ = fs::remove_file(&draft);
        })?;
        let path = self.dir.join(name);
        fs::rename(&draft, &path).map_err(StoreError::file(&path))?;
        self.sync()
    }

    /// The bytes of a file.
    pub(crate) fn read(&self, name: &str) -> Result<Bytes, StoreError> {
        let path = self.dir.join(name);
        let bytes = fs::read(&path).map_err(StoreError::file(path))?;
        Ok(bytes.into())
    }

    /// Deletes a file. One that is gone already is as good as deleted.
    pub(crate) fn delete(&self, name: &str) -> Result<(), StoreError> {
        let path = self.dir.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(StoreError::file(path)(error))
            }
            _ => Ok(()),
        }
    }

    /// Deletes every file but those with these names: what a process left that died between writing
    /// and recording, or between forgetting and deleting.
    pub(crate) fn sweep(&self, known: &BTreeSet<String>) -> Result<(), StoreError> {
        let entries = fs::read_dir(&self.dir).map_err(StoreError::file(&self.dir))?;
        for entry in entries {
            let entry = entry.map_err(StoreError::file(&self.dir))?;
            let is_known = entry
                .file_name()
                .to_str()
                .is_some_and(|name| known.contains(name));
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            if is_file && !is_known {
                fs::remove_file(entry.path()).map_err(StoreError::file(entry.path()))?;
            }
        }
        Ok(())
    }

    fn sync(&self) -> Result<(), StoreError> {
        File::open(&self.dir)
            .and_then(|dir| dir.sync_all())
            .map_err(StoreError::file(&self.dir))
    }
}

fn write_through(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let written = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(path)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
    written.map_err(StoreError::file(path))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn files() -> (tempfile::TempDir, Files) {
        let temp = tempfile::tempdir().unwrap();
        let files = Files::new(temp.path().to_owned());
        (temp, files)
    }

    fn names(temp: &tempfile::TempDir) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(temp.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_reads_as_it_was_written_and_is_private() {
        let (temp, files) = files();
        files.write("a", b"bytes").unwrap();
        assert_eq!(files.read("a").unwrap(), &b"bytes"[..]);
        assert_eq!(names(&temp), ["a"]);
        let mode = fs::metadata(temp.path().join("a"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn a_write_that_fails_leaves_nothing_under_any_name() {
        let (temp, files) = files();
        // The name is taken by a directory, so the last step fails.
        fs::create_dir(temp.path().join("a")).unwrap();
        files.write("a", b"bytes").unwrap_err();
        files.sweep(&BTreeSet::new()).unwrap();
        assert_eq!(names(&temp), ["a"]);
    }

    #[test]
    fn a_sweep_leaves_only_the_files_that_are_known() {
        let (temp, files) = files();
        for name in ["known", "unrecorded", "half.part"] {
            fs::write(temp.path().join(name), "x").unwrap();
        }
        files
            .sweep(&["known".to_owned(), "lost".to_owned()].into())
            .unwrap();
        assert_eq!(names(&temp), ["known"]);
    }

    #[test]
    fn deleting_what_is_gone_is_no_error() {
        let (_temp, files) = files();
        files.write("a", b"x").unwrap();
        files.delete("a").unwrap();
        files.delete("a").unwrap();
        assert!(matches!(
            files.read("a"),
            Err(StoreError::File { error, .. }) if error.kind() == io::ErrorKind::NotFound
        ));
    }
}
