//! `agent.sock`, from both sides: where it lies, how the app binds it, how the bridge reaches it, and
//! how each makes sure that the other is the same user. What is said on it is not known here.
//!
//! It takes no credential: socket and directory belong to one user, and both sides ask the kernel
//! whose process they talk to.

use std::fs::{self, DirBuilder, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{
    DirBuilderExt as _, FileTypeExt as _, MetadataExt as _, PermissionsExt as _,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::net::{UnixListener, UnixStream};

use crate::{account, places};

const NAME: &str = "agent.sock";

/// How many bytes of a path the system takes for a socket.
const LONGEST: usize = if cfg!(target_os = "linux") { 107 } else { 103 };

/// Why the socket cannot be used. Each says it in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum SocketError {
    /// The directory belongs to somebody else or is open to others.
    #[error("{} must be a directory that only you can enter; mend it with: chmod 700 {}", .0.display(), .0.display())]
    Directory(PathBuf),

    /// There is something at the socket's place that is no socket of this user alone.
    #[error("{} is not a socket that only you can use; move it away", .0.display())]
    NotASocket(PathBuf),

    /// Another Loopback listens there.
    #[error("another Loopback of yours already listens on {}", .0.display())]
    Taken(PathBuf),

    /// The system takes no socket with so long a path.
    #[error("the path {} is too long for a socket; choose a shorter data directory", .0.display())]
    TooLong(PathBuf),

    /// The other end is another user's.
    #[error("{} is held by another user", .0.display())]
    Stranger(PathBuf),

    /// Nobody listens.
    #[error("Loopback is not running: nobody listens on {}", .0.display())]
    Absent(PathBuf),

    /// The system refused.
    #[error("cannot use {}: {error}", .path.display())]
    Io {
        /// The socket or its directory.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Where the app of a data directory may listen, the likeliest place first.
///
/// Clients strip the environment of a bridge. So for the platform's data directory the place follows
/// from the user id alone; for any other it is in that directory.
fn candidates(data_dir: &Path) -> Vec<PathBuf> {
    let account = places::account_data_dir();
    if !same(data_dir, &places::default_data_dir()) && !same(data_dir, &account) {
        return vec![data_dir.join(NAME)];
    }
    let runtime = PathBuf::from(format!("/run/user/{}", account::uid()));
    let usable = fs::symlink_metadata(&runtime).is_ok_and(|dir| dir.is_dir() && is_private(&dir));
    let runtime = usable.then(|| runtime.join("loopback").join(NAME));
    runtime.into_iter().chain([account.join(NAME)]).collect()
}

/// Whether both paths lead to the same directory, or would once it exists.
fn same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        path.canonicalize()
            .or_else(|_| std::path::absolute(path))
            .ok()
    };
    whole(one).is_some_and(|one| whole(other) == Some(one))
}

/// Where the app of this data directory listens.
///
/// # Errors
///
/// [`SocketError::TooLong`] if there can be no socket there.
pub fn socket_path(data_dir: &Path) -> Result<PathBuf, SocketError> {
    let path = candidates(data_dir).swap_remove(0);
    if path.as_os_str().len() > LONGEST {
        return Err(SocketError::TooLong(path));
    }
    Ok(path)
}

/// Connects to the app of this data directory, if it runs as this user.
///
/// # Errors
///
/// [`SocketError::Absent`] if nobody listens, another if what is there cannot be trusted.
pub async fn connect(data_dir: &Path) -> Result<UnixStream, SocketError> {
    let mut absent = None;
    for path in candidates(data_dir) {
        match connect_at(&path).await {
            Err(error @ SocketError::Absent(_)) => absent = absent.or(Some(error)),
            found => return found,
        }
    }
    Err(absent.unwrap_or_else(|| SocketError::Absent(data_dir.join(NAME))))
}

/// Connects to whoever listens on this very socket, if that is this user.
///
/// # Errors
///
/// Like [`connect`].
pub async fn connect_at(path: &Path) -> Result<UnixStream, SocketError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => {
            SocketError::Absent(path.to_owned())
        }
        _ => SocketError::Io {
            path: path.to_owned(),
            error,
        },
    };
    let found = fs::symlink_metadata(path).map_err(failed)?;
    check_directory(path)?;
    if !found.file_type().is_socket() || !is_private(&found) {
        return Err(SocketError::NotASocket(path.to_owned()));
    }
    let stream = UnixStream::connect(path).await.map_err(failed)?;
    if !is_own(&stream) {
        return Err(SocketError::Stranger(path.to_owned()));
    }
    Ok(stream)
}

fn check_directory(socket: &Path) -> Result<(), SocketError> {
    let dir = socket.parent().unwrap_or(Path::new("/"));
    let found = fs::symlink_metadata(dir).map_err(|error| SocketError::Io {
        path: dir.to_owned(),
        error,
    })?;
    if found.is_dir() && is_private(&found) {
        return Ok(());
    }
    Err(SocketError::Directory(dir.to_owned()))
}

/// This user's, with no rights for anyone else.
fn is_private(found: &Metadata) -> bool {
    const OTHERS: u32 = 0o077;
    found.uid() == account::uid() && found.mode() & OTHERS == 0
}

fn is_own(stream: &UnixStream) -> bool {
    stream
        .peer_cred()
        .is_ok_and(|peer| peer.uid() == account::uid())
}

/// The bound socket. It is removed when this is dropped.
#[derive(Debug)]
pub struct AgentListener {
    listener: UnixListener,
    path: PathBuf,
}

impl AgentListener {
    /// The next process of this user that connects. Nothing if the system gave nothing usable.
    pub async fn accept(&self) -> Option<UnixStream> {
        match self.listener.accept().await {
            Ok((stream, _)) if is_own(&stream) => Some(stream),
            Ok(_) => {
                tracing::warn!(path = %self.path.display(), "another user's process was turned away");
                None
            }
            Err(error) => {
                // Out of file descriptors, most likely: give others time to close theirs.
                tracing::warn!(%error, path = %self.path.display(), "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                None
            }
        }
    }

    /// Binds the socket, mode 0600, in a directory of mode 0700 that is made if absent. Whoever calls
    /// this holds the data directory's lock, so a socket nobody listens on is stale and is replaced.
    /// Must be called within a Tokio runtime.
    ///
    /// # Errors
    ///
    /// If the place cannot be trusted, or another app listens there.
    pub fn bind(path: &Path) -> Result<Self, SocketError> {
        let failed = |error| SocketError::Io {
            path: path.to_owned(),
            error,
        };
        if let Some(dir) = path.parent() {
            let mut private = DirBuilder::new();
            private
                .recursive(true)
                .mode(0o700)
                .create(dir)
                .map_err(failed)?;
        }
        check_directory(path)?;
        remove_stale(path)?;
        let listener = UnixListener::bind(path).map_err(failed)?;
        // Until here the directory alone kept others out.
        fs::set_permissions(path, Permissions::from_mode(0o600)).map_err(failed)?;
        Ok(Self {
            listener,
            path: path.to_owned(),
        })
    }
}

impl Drop for AgentListener {
    fn drop(&mut self) {
        // If it is gone already, so much the better.
        drop(fs::remove_file(&self.path));
    }
}

/// Removes a socket nobody listens on. Anything else at that place stays, and is an error.
fn remove_stale(path: &Path) -> Result<(), SocketError> {
    let failed = |error| SocketError::Io {
        path: path.to_owned(),
        error,
    };
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(error)),
        Ok(found) if !found.file_type().is_socket() || found.uid() != account::uid() => {
            return Err(SocketError::NotASocket(path.to_owned()));
        }
        Ok(_) => {}
    }
    // The lock on our data directory does not speak for another directory whose app uses this place.
    if std::os::unix::net::UnixStream::connect(path).is_ok() {
        return Err(SocketError::Taken(path.to_owned()));
    }
    fs::remove_file(path).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A data directory as the inbox makes it.
    fn data_dir() -> (tempfile::TempDir, PathBuf) {
        let outer = tempfile::tempdir().unwrap();
        let dir = outer.path().join("data");
        DirBuilder::new().mode(0o700).create(&dir).unwrap();
        (outer, dir)
    }

    fn check_bind(dir: &Path, expect: &str) {
        let error = AgentListener::bind(&dir.join(NAME)).expect_err("it is not bound");
        let said = error.to_string().replace(&dir.display().to_string(), "DIR");
        assert_eq!(said, expect);
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    #[tokio::test]
    async fn the_socket_is_private_and_gone_with_its_listener() {
        let (_outer, dir) = data_dir();
        let path = socket_path(&dir).unwrap();
        assert_eq!(path, dir.join(NAME));
        let listener = AgentListener::bind(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        assert!(connect(&dir).await.is_ok());
        drop(listener);
        let gone = connect(&dir).await.unwrap_err();
        assert!(matches!(gone, SocketError::Absent(_)));
    }

    #[tokio::test]
    async fn a_stale_socket_is_replaced_and_a_live_one_is_not() {
        let (_outer, dir) = data_dir();
        let stale = std::os::unix::net::UnixListener::bind(dir.join(NAME)).unwrap();
        set_mode(&dir.join(NAME), 0o600);
        drop(stale);
        assert!(matches!(connect(&dir).await, Err(SocketError::Absent(_))));
        let _live = AgentListener::bind(&dir.join(NAME)).unwrap();
        check_bind(
            &dir,
            "another Loopback of yours already listens on DIR/agent.sock",
        );
        assert!(connect(&dir).await.is_ok());
    }

    #[tokio::test]
    async fn a_file_in_the_sockets_place_stays() {
        let (_outer, dir) = data_dir();
        fs::write(dir.join(NAME), "mine").unwrap();
        check_bind(
            &dir,
            "DIR/agent.sock is not a socket that only you can use; move it away",
        );
        assert_eq!(fs::read_to_string(dir.join(NAME)).unwrap(), "mine");
    }

    #[tokio::test]
    async fn a_directory_or_socket_open_to_others_is_refused_on_both_sides() {
        let (_outer, dir) = data_dir();
        set_mode(&dir, 0o755);
        check_bind(
            &dir,
            "DIR must be a directory that only you can enter; mend it with: chmod 700 DIR",
        );
        set_mode(&dir, 0o700);
        let _listener = AgentListener::bind(&dir.join(NAME)).unwrap();
        set_mode(&dir.join(NAME), 0o666);
        assert!(matches!(
            connect(&dir).await,
            Err(SocketError::NotASocket(_))
        ));
        set_mode(&dir.join(NAME), 0o600);
        set_mode(&dir, 0o711);
        assert!(matches!(
            connect(&dir).await,
            Err(SocketError::Directory(_))
        ));
        set_mode(&dir, 0o700);
        assert!(connect(&dir).await.is_ok());
    }

    #[test]
    fn a_path_too_long_for_a_socket_is_said_to_be() {
        let deep = Path::new("/tmp").join("x".repeat(120));
        assert!(matches!(socket_path(&deep), Err(SocketError::TooLong(_))));
    }

    #[test]
    fn only_the_platforms_data_directory_has_its_socket_elsewhere() {
        let other = Path::new("/some/where");
        assert_eq!(candidates(other), [other.join(NAME)]);
        let usual = candidates(&places::account_data_dir());
        assert_eq!(usual.last(), Some(&places::account_data_dir().join(NAME)));
    }
}
