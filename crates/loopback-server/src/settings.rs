//! The settings: one typed TOML file in the platform's configuration directory.
//!
//! A broken file is reported and left alone, never replaced by defaults. Saving changes the keys this
//! version knows and keeps everything else: comments, order, keys of other versions.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::ops::Range;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use toml_edit::{DocumentMut, Item, TableLike, TomlError};

use crate::DEFAULT_PORT;
use crate::mcp::WaitLimits;

/// The largest file that is read; settings are a page at most.
const LARGEST: u64 = 256 * 1024;

/// All settings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// `[server]`
    pub server: ServerSettings,

    /// `[agents]`
    pub agents: AgentSettings,
}

/// How the server is reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerSettings {
    /// The port on 127.0.0.1.
    pub port: u16,
}

/// How agents are treated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

/// Why the settings could not be read or saved. Each says which file and what is wrong with it.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// It cannot be read or written.
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

    /// Saves the settings, in place of those in the file and beside whatever else it holds.
    ///
    /// # Errors
    ///
    /// If what is there now cannot be read, or the new file cannot be written. It is left as it is.
    pub fn save(&self, file: &Path) -> Result<(), SettingsError> {
        // Checks that what is there has meaning before anything replaces it.
        Self::load(file)?;
        let text = read(file)?.unwrap_or_default();
        let mut document: DocumentMut = text
            .parse()
            .map_err(|error: TomlError| broken_at(file, &text, error.span(), error.message()))?;
        let known = toml_edit::ser::to_string_pretty(self).map_err(|error| broken(file, &error))?;
        let known: DocumentMut = known.parse().map_err(|error| broken(file, &error))?;
        merge(document.as_table_mut(), known.as_table());
        write(file, document.to_string().as_bytes()).map_err(|error| SettingsError::Io {
            file: file.to_owned(),
            error,
        })
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

fn broken(file: &Path, error: &impl ToString) -> SettingsError {
    SettingsError::Broken {
        file: file.to_owned(),
        why: error.to_string().trim_end().replace('\n', " "),
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

/// Puts every value of `known` into `document`, keeping the rest and the comments of what is there.
fn merge(document: &mut dyn TableLike, known: &dyn TableLike) {
    for (key, item) in known.iter() {
        let old = document.get_mut(key);
        match old {
            Some(Item::Value(old))
                if let Item::Value(new) = item
                    && !new.is_inline_table() =>
            {
                let decor = old.decor().clone();
                *old = new.clone();
                *old.decor_mut() = decor;
            }
            Some(old) => match (old.as_table_like_mut(), item.as_table_like()) {
                (Some(old), Some(new)) => merge(old, new),
                _ => *old = item.clone(),
            },
            None => {
                let mut new = item.clone();
                // At the end, wherever it stood in the other document.
                if let Item::Table(table) = &mut new {
                    table.set_position(None);
                }
                document.insert(key, new);
            }
        }
    }
}

/// Writes beside the file and renames, so that a crash leaves the old file or the new one.
fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let dir = file.parent().unwrap_or(Path::new("."));
    DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
    let new = file.with_extension("toml.new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    let mut out = options.open(&new)?;
    out.write_all(bytes)?;
    out.sync_all()?;
    fs::rename(&new, file)
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
    fn saving_keeps_comments_order_and_keys_of_other_versions() {
        let text = "# mine\n[agents]\nfuture = [1, 2] # later\nstill_waiting_after_seconds = 20 # short\n\n[someday]\nx = 1\n";
        let (_dir, file) = file(text);
        let mut settings = Settings::load(&file).unwrap();
        assert_eq!(settings.agents.still_waiting_after_seconds, 20);
        settings.agents.still_waiting_after_seconds = 30;
        settings.save(&file).unwrap();
        let saved = fs::read_to_string(&file).unwrap();
        assert!(saved.starts_with(
            "# mine\n[agents]\nfuture = [1, 2] # later\nstill_waiting_after_seconds = 30 # short\n"
        ), "{saved}");
        assert!(saved.contains("[someday]\nx = 1\n"), "{saved}");
        assert_eq!(Settings::load(&file).unwrap(), settings);
    }

    #[test]
    fn a_broken_file_is_reported_with_its_line_and_never_overwritten() {
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
            assert!(Settings::default().save(&file).is_err());
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
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

    #[test]
    fn saved_settings_are_the_owners_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("loopback/settings.toml");
        Settings::default().save(&file).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&file), 0o600);
        assert_eq!(mode(file.parent().unwrap()), 0o700);
        assert_eq!(Settings::load(&file).unwrap(), Settings::default());
    }
}
