//! The settings: one typed TOML file in the platform's configuration directory.
//!
//! The file is the person's. What is wrong in it is reported with its line, and the usual value stands in for it; what
//! Loopback does not know is left alone. Only the preferences for the window are ever written, each in its place.

mod document;
mod error;
mod file;
mod live;
mod save;
mod window;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use loopback_contract::Preferences;
use toml_edit::Item;

pub use error::{Complaint, SettingsError};
pub(crate) use live::Live;
pub use window::{code_themes, usual_preferences};

use self::document::Document;
use crate::DEFAULT_PORT;
use crate::mcp::{ClientWait, WaitLimits};

/// All settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// `[server]`
    pub server: ServerSettings,

    /// `[agents]`
    pub agents: AgentSettings,

    /// `[window]`
    pub window: Preferences,
}

/// How the server is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerSettings {
    /// The port on 127.0.0.1.
    pub port: u16,
}

/// How agents are treated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentSettings {
    /// After how many seconds a call that cannot be kept waiting is told to come back later.
    pub still_waiting_after_seconds: u32,

    /// How many seconds lie between two signs of life to a client that waits.
    pub progress_every_seconds: u32,

    /// `[agents.waits]`: how the calls of single clients wait, by the beginning of the name they introduce
    /// themselves by. A number is that of the seconds after which they are told to come back later; `"progress"`
    /// says that signs of life put off the client's own limit.
    pub waits: BTreeMap<String, ClientWait>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            server: ServerSettings::default(),
            agents: AgentSettings::default(),
            window: usual_preferences(),
        }
    }
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
            still_waiting_after_seconds: seconds(limits.otherwise),
            progress_every_seconds: seconds(limits.progress_every),
            waits: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// The settings to start with. Whatever is wrong with the file is logged, and the usual values stand in for what
    /// cannot be used.
    ///
    /// # Errors
    ///
    /// [`SettingsError::Exposed`], if the file's directory or something in it is not the owner's alone.
    pub fn load(file: &Path) -> Result<Self, SettingsError> {
        file::check_private(file)?;
        Ok(Self::read(file).unwrap_or_else(|error| {
            tracing::warn!("{error}; the usual settings are used");
            Self::default()
        }))
    }

    /// What the file says now, with a line in the log for every value in it that cannot be used. A file that is not
    /// there means the usual settings.
    ///
    /// # Errors
    ///
    /// If there is a file that cannot be used at all. It is left as it is.
    pub fn read(file: &Path) -> Result<Self, SettingsError> {
        let Some(text) = file::read(file)? else {
            return Ok(Self::default());
        };
        let (settings, complaints) = Self::parse(file, &text)?;
        for complaint in complaints {
            tracing::warn!("{complaint}");
        }
        Ok(settings)
    }

    fn parse(file: &Path, text: &str) -> Result<(Self, Vec<Complaint>), SettingsError> {
        let usual = Self::default();
        let document = Document::parse(file, text)?;
        let server = document.section("server");
        let port = server.whole("port", 0..=u16::MAX, usual.server.port);
        let agents = document.section("agents");
        let agents = AgentSettings {
            still_waiting_after_seconds: agents.whole(
                "still_waiting_after_seconds",
                0..=u32::MAX,
                usual.agents.still_waiting_after_seconds,
            ),
            progress_every_seconds: agents.whole(
                "progress_every_seconds",
                1..=u32::MAX,
                usual.agents.progress_every_seconds,
            ),
            waits: agents.map("waits", client_wait, WAIT_WANTED),
        };
        let settings = Self {
            server: ServerSettings { port },
            agents,
            window: window::read(&document.section(window::SECTION), usual.window),
        };
        Ok((settings, document.complaints()))
    }

    /// How long agents' calls wait.
    #[must_use]
    pub fn wait_limits(&self) -> WaitLimits {
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        WaitLimits {
            otherwise: seconds(self.agents.still_waiting_after_seconds),
            progress_every: seconds(self.agents.progress_every_seconds),
            by_client: Arc::new(self.agents.waits.clone()),
        }
    }
}

/// What a value of `[agents.waits]` may be.
const WAIT_WANTED: &str = "a whole number of seconds from 1 to 86400, or \"progress\"";

fn client_wait(item: &Item) -> Option<ClientWait> {
    if item.as_str() == Some("progress") {
        return Some(ClientWait::Progress);
    }
    let seconds = u64::try_from(item.as_integer()?).ok()?;
    let limit = Duration::from_secs(seconds);
    (1..=86_400)
        .contains(&seconds)
        .then_some(ClientWait::Limited(limit))
}

#[cfg(test)]
mod tests;
