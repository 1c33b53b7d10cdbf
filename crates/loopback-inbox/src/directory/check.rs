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
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    fn mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    fn own_uid() -> u32 {
        rustix::process::geteuid().as_raw()
    }

    fn data_dir() -> (tempfile::TempDir, std::path::PathBuf) {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("inbox");
        open(&path).unwrap();
        (temp, path)
    }

    fn sentence(path: &Path) -> String {
        open(path).unwrap_err().to_string()
    }

    #[test]
    fn a_missing_directory_is_made_for_its_owner_alone() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("a/b/inbox");
        let dir = open(&path).unwrap();
        for made in [&path, &dir.files()] {
            let mode = fs::metadata(made).unwrap().permissions().mode() & 0o7777;
            assert_eq!(mode, 0o700, "{}", made.display());
        }
    }

    #[test]
    fn a_directory_open_to_others_is_refused_with_the_command_that_mends_it() {
        let (_temp, path) = data_dir();
        mode(&path, 0o755);
        let sentence = sentence(&path);
        assert!(sentence.contains("has mode 0755"), "{sentence}");
        assert!(
            sentence.ends_with(&format!("chmod 700 '{}'", path.display())),
            "{sentence}"
        );
        mode(&path, 0o700);
        open(&path).unwrap();
    }

    #[test]
    fn a_file_open_to_others_is_refused_in_the_directory_and_among_the_images() {
        for name in ["inbox.db", "agent-token", "files/0193"] {
            let (_temp, path) = data_dir();
            let file = path.join(name);
            fs::write(&file, "x").unwrap();
            mode(&file, 0o640);
            let sentence = sentence(&path);
            assert!(sentence.contains("has mode 0640"), "{sentence}");
            assert!(
                sentence.ends_with(&format!("chmod 600 '{}'", file.display())),
                "{sentence}"
            );
            mode(&file, 0o600);
            open(&path).unwrap();
        }
    }

    #[test]
    fn a_file_its_owner_cannot_write_is_refused() {
        let (_temp, path) = data_dir();
        fs::write(path.join("inbox.db"), "x").unwrap();
        mode(&path.join("inbox.db"), 0o400);
        assert!(sentence(&path).contains("has mode 0400"));
    }

    #[test]
    fn somebody_elses_directory_is_refused() {
        let (_temp, path) = data_dir();
        let error = open_as(&path, own_uid() + 1).unwrap_err();
        assert!(
            matches!(error, StartError::Unsafe { fault: Fault::Owner(uid), .. } if uid == own_uid())
        );
        assert!(error.to_string().contains("sudo chown"), "{error}");
    }

    #[test]
    fn a_symbolic_link_is_refused_wherever_it_stands() {
        let (_temp, path) = data_dir();
        for name in ["inbox.db", "lock", "files/0193"] {
            let link = path.join(name);
            symlink("/dev/null", &link).unwrap();
            let error = open(&path).unwrap_err();
            assert!(
                matches!(&error, StartError::Unsafe { fault: Fault::Symlink, path } if *path == link),
                "{error}"
            );
            fs::remove_file(&link).unwrap();
        }
        fs::remove_dir(path.join("files")).unwrap();
        symlink("/tmp", path.join("files")).unwrap();
        assert!(sentence(&path).contains("is a symbolic link"));
    }

    #[test]
    fn a_data_directory_that_is_a_symbolic_link_is_refused() {
        let (temp, path) = data_dir();
        let link = temp.path().join("link");
        symlink(&path, &link).unwrap();
        assert!(sentence(&link).contains("is a symbolic link"));
    }

    #[test]
    fn a_named_pipe_is_refused_and_not_waited_for() {
        let (_temp, path) = data_dir();
        let pipe = path.join("inbox.db");
        let made = std::process::Command::new("mkfifo")
            .arg("-m")
            .arg("600")
            .arg(&pipe)
            .status();
        assert!(made.unwrap().success());
        assert!(sentence(&path).contains("is a named pipe"));
    }

    #[test]
    fn a_socket_has_its_place_in_the_directory() {
        let (_temp, path) = data_dir();
        let _socket = UnixListener::bind(path.join("agent.sock")).unwrap();
        open(&path).unwrap();
    }

    #[test]
    fn a_file_where_the_directory_should_be_is_refused() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("inbox");
        fs::write(&path, "x").unwrap();
        assert!(sentence(&path).contains("is not a directory"));
    }

    #[test]
    fn a_path_with_a_quote_in_it_stays_one_word_of_the_command() {
        assert_eq!(quoted(Path::new("/a'b c")), r"'/a'\''b c'");
    }
}
