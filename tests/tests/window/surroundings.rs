//! What a person has around the window: settings from before it started, a folder for downloads, a browser, and a
//! clipboard. All of it is real but the browser, whose place a script takes that notes what it was to open.

use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::Command;

use crate::screen::{Screen, eventually};

/// Lies first on PATH in place of the system's own.
const BROWSER: &str = "#!/bin/sh\nprintf '%s\\n' \"$1\" >> \"$HOME/opened\"\n";

/// Puts into a new home what a desktop's first session puts there.
pub(crate) fn furnish(home: &Path) {
    private(&home.join("bin"));
    private(&home.join("Downloads"));
    private(&home.join(".config"));
    write(&home.join("bin/xdg-open"), BROWSER, 0o700);
    let folders = "XDG_DOWNLOAD_DIR=\"$HOME/Downloads\"\n";
    write(&home.join(".config/user-dirs.dirs"), folders, 0o600);
}

/// Where the programs of the desktop are found.
pub(crate) fn path(home: &Path) -> std::ffi::OsString {
    let usual = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(home.join("bin")).chain(std::env::split_paths(&usual));
    std::env::join_paths(all).unwrap()
}

impl Screen {
    /// Sets what the person prefers in the window, before the app starts: lines of its table in the settings.
    pub(crate) fn prefer(&self, lines: &str) {
        let folder = self.home.path().join(".config/loopback");
        private(&folder);
        let settings = format!("[window]\n{lines}\n");
        write(&folder.join("settings.toml"), &settings, 0o600);
    }

    /// The addresses that were handed to the system's browser, the oldest first.
    pub(crate) fn opened(&self) -> Vec<String> {
        let noted = std::fs::read_to_string(self.home.path().join("opened")).unwrap_or_default();
        noted.lines().map(str::to_owned).collect()
    }

    /// Waits for a file in the download folder whose name begins and ends so, and gives where it is and its text.
    pub(crate) async fn downloaded(&self, beginning: &str, ending: &str) -> (PathBuf, String) {
        let folder = self.home.path().join("Downloads");
        eventually(&format!("a file {beginning}…{ending}"), async || {
            let files = std::fs::read_dir(&folder).unwrap();
            let mut paths = files.map(|file| file.unwrap().path());
            let path = paths.find(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                name.starts_with(beginning) && name.ends_with(ending)
            })?;
            let text = std::fs::read_to_string(&path).ok()?;
            (!text.is_empty()).then_some((path, text))
        })
        .await
    }

    /// Copies a picture, as a program that takes screenshots does.
    pub(crate) async fn copies_picture(&self, png: &[u8]) {
        let file = self.home.path().join("shot.png");
        std::fs::write(&file, png).unwrap();
        // It stays behind to hand the picture out, and ends with the screen.
        let copied = self
            .clipboard(&["-t", "image/png", "-i"])
            .arg(&file)
            .status()
            .await
            .unwrap();
        assert!(copied.success());
    }

    /// Waits until these words are on the clipboard.
    pub(crate) async fn has_copied(&self, words: &str) {
        eventually(&format!("{words:?} is on the clipboard"), async || {
            let mut xclip = self.clipboard(&["-o"]);
            let output = xclip.stdout(Stdio::piped()).stderr(Stdio::null()).output();
            (output.await.unwrap().stdout == words.as_bytes()).then_some(())
        })
        .await;
    }

    /// Closes the window as its button does, and waits until it is gone.
    pub(crate) async fn closes_the_window(&self) {
        let mut wmctrl = self.command("wmctrl");
        let closed = wmctrl.args(["-c", "Loopback"]).status().await.unwrap();
        assert!(closed.success());
        eventually("the window is gone", async || {
            self.windows().await.is_empty().then_some(())
        })
        .await;
    }

    fn clipboard(&self, args: &[&str]) -> Command {
        let mut xclip = self.command("xclip");
        xclip.args(["-selection", "clipboard"]).args(args);
        xclip
    }

    /// Real keys of the X server, for what a driver cannot do: `xdotool`'s own words.
    pub(crate) async fn keyboard(&self, words: &[&str]) {
        let pressed = self.command("xdotool").args(words).status().await.unwrap();
        assert!(pressed.success(), "xdotool {words:?}");
    }
}

fn private(folder: &Path) {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true).mode(0o700).create(folder).unwrap();
}

fn write(file: &Path, text: &str, mode: u32) {
    use std::io::Write;

    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(mode);
    options
        .open(file)
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
}
