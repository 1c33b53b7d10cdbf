//! One private desktop: an X server, a window manager, a message bus, and on that bus the services
//! a desktop offers (notifications and a tray).

use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::notifications::Notifications;
use crate::surroundings;
use crate::tray::Tray;

/// Which services the desktop offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Services {
    /// A notification service and a tray.
    All,
    /// Neither: a bare window manager.
    None,
}

/// A private desktop. Everything on it ends when it is dropped.
pub(crate) struct Screen {
    pub(crate) home: tempfile::TempDir,
    pub(crate) notifications: Notifications,
    pub(crate) tray: Tray,
    display: String,
    bus: String,
    _connection: Option<zbus::Connection>,
    processes: Vec<Child>,
}

impl Screen {
    pub(crate) async fn start(services: Services) -> Self {
        let home = tempfile::tempdir().unwrap();
        surroundings::furnish(home.path());
        let mut processes = Vec::new();
        let mut xvfb = Command::new("Xvfb");
        xvfb.args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            "1400x1000x24",
            "-nolisten",
            "tcp",
        ]);
        let display = format!(":{}", first_line(&mut processes, xvfb).await);
        let mut daemon = Command::new("dbus-daemon");
        daemon.args(["--session", "--nofork", "--nopidfile", "--print-address=1"]);
        let bus = first_line(&mut processes, daemon).await;

        let notifications = Notifications::default();
        let tray = Tray::default();
        let connection = match services {
            Services::None => None,
            Services::All => Some(
                zbus::connection::Builder::address(bus.as_str())
                    .unwrap()
                    .serve_at("/org/freedesktop/Notifications", notifications.service())
                    .unwrap()
                    .serve_at("/StatusNotifierWatcher", tray.watcher())
                    .unwrap()
                    .name("org.freedesktop.Notifications")
                    .unwrap()
                    .name("org.kde.StatusNotifierWatcher")
                    .unwrap()
                    .build()
                    .await
                    .unwrap(),
            ),
        };
        if let Some(connection) = &connection {
            notifications.speak_on(connection.clone());
            tray.speak_on(connection.clone());
        }
        let mut screen = Self {
            home,
            notifications,
            tray,
            display,
            bus,
            _connection: connection,
            processes,
        };
        let manager = screen.command("openbox").spawn().unwrap();
        screen.processes.push(manager);
        screen
    }

    /// A command that runs on this desktop, in its own home, and ends with it.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        let home = self.home.path();
        command
            .env("HOME", home)
            .env("PATH", surroundings::path(home))
            .env("XDG_RUNTIME_DIR", home)
            .env("XDG_CONFIG_HOME", home.join(".config"))
            .env("XDG_DATA_HOME", home.join(".local/share"))
            .env("XDG_CACHE_HOME", home.join(".cache"))
            .env("DISPLAY", &self.display)
            .env("DBUS_SESSION_BUS_ADDRESS", &self.bus)
            .env("NO_AT_BRIDGE", "1")
            .env("GDK_BACKEND", "x11")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("LOOPBACK_PERSON_TOKEN")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::inherit())
            .kill_on_drop(true);
        command
    }

    /// The titles of the windows that are shown.
    pub(crate) async fn windows(&self) -> Vec<String> {
        let output = self
            .command("wmctrl")
            .arg("-l")
            .stdout(Stdio::piped())
            .output()
            .await
            .unwrap();
        String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(|line| {
                // The window's id, its desktop and the machine's name come first.
                let words: Vec<&str> = line.split_whitespace().skip(3).collect();
                words.join(" ")
            })
            .collect()
    }
}

/// Where the programs under test were built.
pub(crate) fn built(program: &str) -> PathBuf {
    let here = std::env::current_exe().unwrap();
    let path = here.ancestors().nth(2).unwrap().join(program);
    assert!(
        path.is_file(),
        "{} is not built: run `cargo xtask test`, or `cargo build -p loopback-desktop -p loopback-cli` first",
        path.display()
    );
    path
}

/// How long anything may take before a test gives up: a machine with much else to do is slow.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Asks until the answer is there.
pub(crate) async fn eventually<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Some(answer) = ask().await {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it did not happen for too long: {what}");
}

async fn first_line(processes: &mut Vec<Child>, mut command: Command) -> String {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", command.as_std().get_program().display()));
    let stdout = child.stdout.take().unwrap();
    let mut lines = BufReader::new(stdout).lines();
    let line = lines.next_line().await.unwrap().unwrap();
    // Keep the pipe open: a program that prints to a closed one may end.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    processes.push(child);
    line.trim().to_owned()
}
