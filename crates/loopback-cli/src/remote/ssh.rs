//! The system's own ssh: its settings, its keys and its questions are the person's.

use std::path::Path;
use std::process::Stdio;

use loopback_inbox::hex::sha256;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::destination::Destination;

/// Before what our own command on the other machine says: its shell may greet.
const MARK: &str = "loopback:";

/// Makes a directory that only its user can enter, removes the socket of an earlier connection, and says where it is. No
/// quotes, as it is passed to a shell in quotes; whichever that is, it then is sh's.
const PREPARE: &str = "umask 077; d=$HOME/.loopback; mkdir -p $d && chmod 700 $d && rm -f $d/NAME.sock && echo loopback:$d/NAME.sock";

/// Runs for as long as the connection is up, and takes the socket away if it is ended in an orderly way.
const STAY: &str = "echo loopback:up; cat >/dev/null; rm -f SOCKET";

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    #[error("ssh cannot be run: {0}")]
    NoSsh(std::io::Error),

    /// What it was, ssh has said on stderr.
    #[error("ssh could not connect to {0}")]
    NotConnected(Destination),

    #[error(
        "{0} made no place for a socket: it needs sh, and a home directory whose path has no spaces"
    )]
    NotPrepared(Destination),

    #[error(
        "{0} did not let a socket be forwarded, or one of your own forwardings to it is in use (ssh has said which); its \
         sshd must allow AllowStreamLocalForwarding and AllowTcpForwarding"
    )]
    NotForwarded(Destination),

    #[error("the connection to {0} is gone")]
    Gone(Destination),
}

/// A connection that is up.
#[derive(Debug)]
pub(super) struct Forward {
    destination: Destination,
    socket: String,
    ssh: Child,
    /// When it closes, the command on the other machine ends.
    _stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Forward {
    /// Connects, and has a socket on the other machine lead to `relay`.
    pub(super) async fn open(
        destination: &Destination,
        options: &[String],
        relay: &Path,
        data_dir: &Path,
    ) -> Result<Self, Trouble> {
        let prepare = PREPARE.replace("NAME", &socket_name(data_dir, destination));
        let prepared = ssh(options)
            .arg("--")
            .args([destination.name(), &in_sh(&prepare)])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(Trouble::NoSsh)?
            .wait_with_output()
            .await
            .map_err(Trouble::NoSsh)?;
        let said = String::from_utf8_lossy(&prepared.stdout);
        let socket = said.lines().rev().find_map(|line| line.strip_prefix(MARK));
        let socket = socket.filter(|socket| is_plain(socket)).map(str::to_owned);
        let socket = socket.ok_or_else(|| match prepared.status.code() {
            Some(255) => Trouble::NotConnected(destination.clone()),
            _ => Trouble::NotPrepared(destination.clone()),
        })?;
        let stay = STAY.replace("SOCKET", &socket);
        let mut ssh = ssh(options)
            // A connection that others share would outlive this one, and its forwarding too.
            .args(["-o", "ControlMaster=no", "-o", "ControlPath=none"])
            .args(["-o", "ExitOnForwardFailure=yes"])
            .args([
                "-o",
                "ServerAliveInterval=15",
                "-o",
                "ServerAliveCountMax=3",
            ])
            .arg("-R")
            .arg(format!("{socket}:{}", relay.display()))
            .arg("--")
            .args([destination.name(), &in_sh(&stay)])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(Trouble::NoSsh)?;
        let (Some(stdin), Some(stdout)) = (ssh.stdin.take(), ssh.stdout.take()) else {
            unreachable!("both are piped");
        };
        let mut forward = Self {
            destination: destination.clone(),
            socket,
            ssh,
            _stdin: stdin,
            stdout: BufReader::new(stdout),
        };
        forward.is_up().await?;
        Ok(forward)
    }

    /// Where on the other machine the socket is.
    pub(super) fn socket(&self) -> &str {
        &self.socket
    }

    /// Returns when it is gone.
    pub(super) async fn closed(mut self) -> Trouble {
        let mut rest = Vec::new();
        // Whatever is printed there is nobody's; the end of it is the connection's.
        let _ = (&mut self.stdout)
            .take(1024 * 1024)
            .read_to_end(&mut rest)
            .await;
        let _ = self.ssh.kill().await;
        Trouble::Gone(self.destination.clone())
    }

    /// The command there runs only once the forwarding is set up.
    async fn is_up(&mut self) -> Result<(), Trouble> {
        let mut line = String::new();
        loop {
            line.clear();
            let read = (&mut self.stdout)
                .take(64 * 1024)
                .read_line(&mut line)
                .await;
            if !matches!(read, Ok(1..)) {
                return Err(Trouble::NotForwarded(self.destination.clone()));
            }
            if line.trim_end() == "loopback:up" {
                return Ok(());
            }
        }
    }
}

/// With nothing of the person's session passed on but what they ask for themselves.
fn ssh(options: &[String]) -> Command {
    let mut ssh = Command::new("ssh");
    ssh.args(["-T", "-a", "-x"])
        .args(["-o", "PermitLocalCommand=no", "-o", "RemoteCommand=none"])
        .args(options)
        .env_remove(crate::handover::VARIABLE)
        .kill_on_drop(true);
    ssh
}

fn in_sh(script: &str) -> String {
    format!("exec sh -c '{script}'")
}

/// Whether a path needs no quotes in a shell, and no colon of ssh's `-R`.
fn is_plain(path: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+@".contains(c);
    path.starts_with('/') && path.len() <= 100 && path.chars().all(plain)
}

/// The name of the socket on the other machine: this machine's, and what tells this inbox and destination from others that
/// forward to the same account. It is the same every time.
fn socket_name(data_dir: &Path, destination: &Destination) -> String {
    let which = sha256(format!("{}\n{destination}", data_dir.display()).as_bytes());
    format!("{}-{}", this_machine(), &which[..8])
}

fn this_machine() -> String {
    let name = rustix::system::uname();
    let name = name.nodename().to_string_lossy();
    let plain = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-');
    let plain: String = plain.take(40).collect();
    if plain.is_empty() {
        "loopback".to_owned()
    } else {
        plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_inboxes_or_destinations_share_a_socket_and_each_keeps_its_own() {
        let name = |dir: &str, destination: &str| {
            socket_name(Path::new(dir), &Destination::parse(destination).unwrap())
        };
        let one = name("/a", "box");
        assert_eq!(one, name("/a", "box"));
        assert_ne!(one, name("/b", "box"));
        assert_ne!(one, name("/a", "ada@box"));
        assert!(
            is_plain(&format!("/home/ada/.loopback/{one}.sock")),
            "{one}"
        );
    }
}
