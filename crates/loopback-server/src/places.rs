//! Where things lie when nobody says otherwise. Owns the platform's conventions.

use std::env;
use std::path::PathBuf;

use crate::account;

/// The data directory: `loopback` under `$XDG_DATA_HOME`, else in the account's own place for data.
#[must_use]
pub fn default_data_dir() -> PathBuf {
    named("XDG_DATA_HOME").map_or_else(account_data_dir, |data| data.join("loopback"))
}

/// The data directory this account has whatever the environment says.
#[must_use]
pub fn account_data_dir() -> PathBuf {
    if cfg!(target_os = "macos") {
        home().join("Library/Application Support/Loopback")
    } else {
        home().join(".local/share/loopback")
    }
}

/// The settings: `loopback/settings.toml` under `$XDG_CONFIG_HOME`, else in the account's own place
/// for configuration.
#[must_use]
pub fn settings_file() -> PathBuf {
    let dir = if cfg!(target_os = "macos") {
        home().join("Library/Application Support/Loopback")
    } else {
        let config = named("XDG_CONFIG_HOME").unwrap_or_else(|| home().join(".config"));
        config.join("loopback")
    };
    dir.join("settings.toml")
}

fn named(variable: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env::var_os(variable)?);
    (path.is_absolute() && !cfg!(target_os = "macos")).then_some(path)
}

fn home() -> PathBuf {
    account::home().unwrap_or_else(|| PathBuf::from("/"))
}
