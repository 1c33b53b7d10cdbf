//! The settings: one typed TOML file in the platform's configuration directory.
//!
//! A broken file is reported and left alone. The file is the person's: Loopback reads it and never writes it.

use std::fs;
use std::io::{self, Read as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::DEFAULT_PORT;
use crate::mcp::WaitLimits;

/// The largest file that is read; settings are a page at most.
const LARGEST: u64 = 256 * 1024;

/// All settings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// `[server]`
    pub server: ServerSettings,

    /// `[agents]`
    pub agents: AgentSettings,
}

/// How the server is reached.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct ServerSettings {
    /// The port on 127.0.0.1.
    pub port: u16,
}

/// How agents are treated.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct AgentSettings {
    /// After how many seconds a call that cannot be kept waiting is told to come back later.
    pub still_waiting_after_seconds: u32,

    /// How many seconds lie between two signs of life to a client that waits.
    pub progress_every_seconds: u32,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self { port: DEFAULT_PORT }
    }
}

impl Default for AgentSettings {
    fn default() -> Self {
        let limits = WaitLimits::default();
        let seconds = |limit: Duration| u32::try_from(limit.as_secs()).unwrap_or(u32::MAX);
        Self {
            still_waiting_after_seconds: seconds(limits.without_progress),
            progress_every_seconds: seconds(limits.progress_every),
        }
    }
}

/// Why the settings could not be read. Each says which file and what is wrong with it.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// It cannot be read.
    #[error("cannot use the settings in {}: {error}", .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },

    /// It is a symbolic link, a directory or something stranger.
    #[error("the settings in {} are not read: it is not a regular file", .0.display())]
    NotAFile(PathBuf),

    /// It is no TOML, or a value in it is not of its kind.
    #[error("the settings in {} cannot be read: {why}", .file.display())]
    Broken {
        /// The file.
        file: PathBuf,
        /// What is wrong, with the line.
        why: String,
    },
}

impl Settings {
    /// Reads the settings. A file that is not there means the defaults.
    ///
    /// # Errors
    ///
    /// If there is a file that cannot be used. It is left as it is.
    pub fn load(file: &Path) -> Result<Self, SettingsError> {
        let Some(text) = read(file)? else {
            return Ok(Self::default());
        };
        let settings: Self = toml_edit::de::from_str(&text)
            .map_err(|error| broken_at(file, &text, error.span(), error.message()))?;
        if settings.agents.progress_every_seconds == 0 {
            return Err(SettingsError::Broken {
                file: file.to_owned(),
                why: "agents.progress_every_seconds must be at least 1".to_owned(),
            });
        }
        Ok(settings)
    }

    /// How long agents' calls wait.
    #[must_use]
    pub fn wait_limits(&self) -> WaitLimits {
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        WaitLimits {
            without_progress: seconds(self.agents.still_waiting_after_seconds),
            progress_every: seconds(self.agents.progress_every_seconds),
        }
    }
}

fn broken_at(file: &Path, text: &str, at: Option<Range<usize>>, why: &str) -> SettingsError {
    let before = at.and_then(|at| text.get(..at.start));
    let line = before.map(|before| format!("line {}: ", before.matches('\n').count() + 1));
    let why = why.lines().map(str::trim).collect::<Vec<_>>().join(", ");
    SettingsError::Broken {
        file: file.to_owned(),
        why: format!("{}{why}", line.unwrap_or_default()),
    }
}

fn read(file: &Path) -> Result<Option<String>, SettingsError> {
    let io = |error| SettingsError::Io {
        file: file.to_owned(),
        error,
    };
    match fs::symlink_metadata(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io(error)),
        Ok(metadata) if !metadata.is_file() => {
            return Err(SettingsError::NotAFile(file.to_owned()));
        }
        Ok(_) => {}
    }
    let mut text = String::new();
    let opened = fs::File::open(file).map_err(io)?;
    opened.take(LARGEST).read_to_string(&mut text).map_err(io)?;
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("settings.toml");
        fs::write(&file, text).unwrap();
        (dir, file)
    }

    #[test]
    fn no_file_and_an_empty_file_mean_the_defaults() {
        let (dir, empty) = file("");
        let absent = dir.path().join("absent.toml");
        assert_eq!(Settings::load(&empty).unwrap(), Settings::default());
        assert_eq!(Settings::load(&absent).unwrap(), Settings::default());
    }

    #[test]
    fn keys_of_other_versions_are_ignored() {
        let (_dir, file) = file(
            "[agents]\nfuture = [1, 2]\nstill_waiting_after_seconds = 20\n\n[someday]\nx = 1\n",
        );
        let settings = Settings::load(&file).unwrap();
        assert_eq!(settings.agents.still_waiting_after_seconds, 20);
    }

    #[test]
    fn a_broken_file_is_reported_with_its_line() {
        for (text, line) in [
            ("[server\nport = 1", "line 1: "),
            ("# mine\n[server]\nport = \"high\"", "line 3: "),
            ("[server]\nport = 70000", "line 2: "),
        ] {
            let (_dir, file) = file(text);
            let error = Settings::load(&file).unwrap_err().to_string();
            assert!(
                error.contains("settings.toml")
                    && error.contains(line)
                    && error.lines().count() == 1,
                "{error}"
            );
        }
    }

    #[test]
    fn a_link_is_not_followed() {
        let (dir, file) = file("[server]\nport = 1\n");
        let link = dir.path().join("link.toml");
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert!(matches!(
            Settings::load(&link),
            Err(SettingsError::NotAFile(_))
        ));
    }
}
