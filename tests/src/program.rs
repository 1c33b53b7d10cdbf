//! The `loopback` program: found or built, and run in a home of its own.

use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::OnceLock;

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, ChildStdout, Command};

use crate::{PATIENCE, Person, eventually};

/// The person's token of every server a test starts; it guards nothing but test data.
pub const PERSON_TOKEN: &str = "a-person-of-this-test-only-0123456789abcdef";

const READY: &str = "loopback: ready at ";

/// Where the program is: `LOOPBACK_BIN`, or the workspace's own, built now.
///
/// # Panics
///
/// If it cannot be built.
pub fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| match std::env::var_os("LOOPBACK_BIN") {
        Some(given) => given.into(),
        None => built(&["--package", "loopback-cli"], "debug/loopback"),
    })
}

/// The server of the protocol's own suite, built now.
fn suite() -> &'static Path {
    static SUITE: OnceLock<PathBuf> = OnceLock::new();
    SUITE.get_or_init(|| {
        let example = ["--package", "loopback-server", "--example", "conformance"];
        built(&example, "debug/examples/conformance")
    })
}

fn built(what: &[&str], place: &str) -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = std::process::Command::new(cargo)
        .args(["build", "--quiet"])
        .args(what)
        .current_dir(root())
        .status();
    assert!(
        built.is_ok_and(|status| status.success()),
        "{place} does not build"
    );
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| root().join("target"), PathBuf::from);
    target.join(place)
}

/// The workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The program with nothing in its environment but a path and a home, as strict clients start it.
#[must_use]
pub fn loopback(home: &Home) -> Command {
    like_a_strict_client(home, program())
}

fn like_a_strict_client(home: &Home, program: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", home.path())
        .env("LOOPBACK_LOG", "warn")
        .env("XDG_CONFIG_HOME", home.path().join("config"))
        .kill_on_drop(true);
    command
}

/// A place for one test's files: a data directory, settings, projects.
#[derive(Debug)]
pub struct Home(TempDir);

impl Home {
    /// An empty home.
    ///
    /// # Panics
    ///
    /// If the system has no place for it.
    #[must_use]
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a place for test data"))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Where the settings are.
    #[must_use]
    pub fn settings_file(&self) -> PathBuf {
        self.path().join("config/loopback/settings.toml")
    }

    /// Writes the settings.
    ///
    /// # Panics
    ///
    /// If that fails.
    pub fn settings(&self, text: &str) {
        let file = self.settings_file();
        let dir = file.parent().expect("the file is in a directory");
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true).mode(0o700);
        builder.create(dir).expect("a place for settings");
        std::fs::write(&file, text).expect("settings can be written");
        let private = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(&file, private).expect("settings can be made private");
    }

    /// The data directory in it.
    #[must_use]
    pub fn data_dir(&self) -> PathBuf {
        self.path().join("data")
    }
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}

/// A running `loopback serve`. It is killed when this is dropped.
#[derive(Debug)]
pub struct Loopback {
    child: Child,
    /// Kept open, so that the program can go on printing.
    _stdout: BufReader<ChildStdout>,
    base_url: String,
    data_dir: PathBuf,
}

impl Loopback {
    /// Starts one on a free port and waits for its ready line.
    pub async fn start(home: &Home) -> Self {
        Self::start_with(home, &["--port", "0"]).await
    }

    /// Starts one with these arguments beside the data directory.
    ///
    /// # Panics
    ///
    /// If its first line is not the ready line.
    pub async fn start_with(home: &Home, arguments: &[&str]) -> Self {
        let mut command = loopback(home);
        command.arg("serve").arg("--data-dir").arg(home.data_dir());
        command.args(arguments);
        Self::ready(home, command).await
    }

    /// Starts the server that has the tools of the protocol's own suite beside ours.
    ///
    /// # Panics
    ///
    /// If it is not ready in time.
    pub async fn start_for_the_suite(home: &Home) -> Self {
        let mut command = like_a_strict_client(home, suite());
        command.arg(home.data_dir());
        Self::ready(home, command).await
    }

    async fn ready(home: &Home, mut command: Command) -> Self {
        let data_dir = home.data_dir();
        let mut child = command
            .env("LOOPBACK_PERSON_TOKEN", PERSON_TOKEN)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("its output is piped"));
        let mut line = String::new();
        let read = tokio::time::timeout(PATIENCE, stdout.read_line(&mut line)).await;
        read.expect("it says something in time")
            .expect("its output can be read");
        let address = line
            .strip_suffix('\n')
            .and_then(|line| line.strip_prefix(READY));
        let base_url = address.unwrap_or_else(|| panic!("no ready line but {line:?}"));
        Self {
            child,
            _stdout: stdout,
            base_url: base_url.to_owned(),
            data_dir,
        }
    }

    /// `http://127.0.0.1:PORT`
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The port it listens on.
    ///
    /// # Panics
    ///
    /// If the ready line named none.
    #[must_use]
    pub fn port(&self) -> &str {
        self.base_url
            .rsplit(':')
            .next()
            .expect("the address has a port")
    }

    /// The token of agents that come by HTTP.
    ///
    /// # Panics
    ///
    /// If there is none, which there must be before the ready line.
    #[must_use]
    pub fn agent_token(&self) -> String {
        let token = std::fs::read_to_string(self.data_dir.join("agent-token"));
        token.expect("the agents' token is there").trim().to_owned()
    }

    /// The person whose inbox it is.
    #[must_use]
    pub fn person(&self) -> Person {
        Person::new(&self.base_url)
    }

    /// Its process.
    ///
    /// # Panics
    ///
    /// If it has ended.
    #[must_use]
    pub fn pid(&self) -> Pid {
        let pid = self.child.id().and_then(|pid| i32::try_from(pid).ok());
        pid.and_then(Pid::from_raw).expect("it runs")
    }

    /// Ends it at once, as a crash would.
    ///
    /// # Panics
    ///
    /// If that fails.
    pub async fn crash(mut self) {
        self.child.kill().await.expect("it can be killed");
    }

    /// Sends it a signal and waits for its end.
    ///
    /// # Panics
    ///
    /// If it does not end.
    pub async fn end(mut self, signal: Signal) -> ExitStatus {
        kill_process(self.pid(), signal).expect("it can be signalled");
        eventually("the program ended", async || {
            self.child.try_wait().ok().flatten()
        })
        .await
    }
}
