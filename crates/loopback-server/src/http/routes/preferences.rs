//! How the person wants the inbox, read from and saved to their settings file.

use axum::{Json, extract::State};
use http::StatusCode;
use loopback_contract::{Preferences, PreferencesInfo};

use crate::{
    App,
    access::PersonAccess,
    http::{Checked, Problem},
    settings::{SettingsError, code_themes},
};

pub(super) async fn read(
    _: PersonAccess,
    State(app): State<App>,
) -> Result<Json<PreferencesInfo>, Problem> {
    let live = app.preferences().clone();
    let read = tokio::task::spawn_blocking(move || live.read());
    read.await.map(Json).map_err(|_| Problem::internal())
}

pub(super) async fn save(
    _: PersonAccess,
    State(app): State<App>,
    Checked(wanted): Checked<Preferences>,
) -> Result<Json<PreferencesInfo>, Problem> {
    if !code_themes()
        .iter()
        .any(|theme| theme.name == wanted.code_theme)
    {
        return Err(Problem::unfit(
            "preferences.code_theme",
            "/codeTheme: this is the name of none of the codeThemes there are.",
        ));
    }
    let live = app.preferences().clone();
    let save = tokio::task::spawn_blocking(move || live.save(&wanted));
    let saved = save.await.map_err(|_| Problem::internal())?;
    saved.map(Json).map_err(|error| refused(&error))
}

/// The person can mend all of these, so each is told with its words.
fn refused(error: &SettingsError) -> Problem {
    let code = match error {
        SettingsError::Broken { .. } | SettingsError::NotAFile(_) => "settings.broken",
        SettingsError::Exposed(_) => "settings.exposed",
        SettingsError::Busy(_) => "settings.busy",
        SettingsError::Io { .. } | SettingsError::Directory(_) => "settings.unwritable",
    };
    tracing::warn!(%error, "the preferences were not saved");
    Problem::new(StatusCode::CONFLICT, code, capitalised(&error.to_string()))
}

fn capitalised(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).chain(['.']).collect()
}
