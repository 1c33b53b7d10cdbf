//! The id of an ask.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The id of an ask, opaque to everyone but the clock that made it.
///
/// Whoever knows it may wait for the ask, answer it and withdraw it, so no other string is taken for
/// one by accident. Any text can be an id that names no ask.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AskId(String);

impl AskId {
    /// Takes a string for the id of an ask.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// The id as it stands in messages and paths.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id as a string of its own.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

impl fmt::Display for AskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for AskId {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl From<String> for AskId {
    fn from(id: String) -> Self {
        Self(id)
    }
}

impl From<&str> for AskId {
    fn from(id: &str) -> Self {
        Self(id.to_owned())
    }
}
