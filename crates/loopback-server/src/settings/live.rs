//! The preferences as the window reads and saves them while the server runs.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use loopback_contract::{Preferences, PreferencesInfo};

use super::error::SettingsError;
use super::{Settings, code_themes, save, usual_preferences};

/// The preferences in a settings file, read anew each time: the file may be changed by hand.
#[derive(Debug, Clone)]
pub(crate) struct Live(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    file: PathBuf,
    /// What the window was told last. A preference that it sends back as it was is not one it changed.
    told: Mutex<Option<Preferences>>,
}

impl Live {
    pub(crate) fn new(file: PathBuf) -> Self {
        Self(Arc::new(Shared {
            file,
            told: Mutex::default(),
        }))
    }

    /// What the file says now. Blocks.
    pub(crate) fn read(&self) -> PreferencesInfo {
        let mut told = self.told();
        let preferences = Settings::read(self.file()).map_or_else(
            |error| {
                tracing::warn!("{error}; the usual settings are used");
                usual_preferences()
            },
            |settings| settings.window,
        );
        *told = Some(preferences.clone());
        self.info(preferences)
    }

    /// Saves what was changed since it was read. Blocks.
    pub(crate) fn save(&self, wanted: &Preferences) -> Result<PreferencesInfo, SettingsError> {
        let mut told = self.told();
        let before = match told.take() {
            Some(told) => told,
            // A client that never read them means all that it says.
            None => Settings::read(self.file())?.window,
        };
        let saved = save::save(self.file(), &before, wanted).inspect_err(|_| {
            *told = Some(before.clone());
        })?;
        *told = Some(saved.clone());
        Ok(self.info(saved))
    }

    fn file(&self) -> &Path {
        &self.0.file
    }

    fn told(&self) -> std::sync::MutexGuard<'_, Option<Preferences>> {
        self.0.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn info(&self, preferences: Preferences) -> PreferencesInfo {
        PreferencesInfo {
            preferences,
            code_themes: code_themes(),
            file: self.file().display().to_string(),
        }
    }
}
