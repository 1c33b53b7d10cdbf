//! A person's token that is given to the server at its start, for use without a window. Owns what such a token must be.

use std::{fmt, path::Path};

use super::private_file;
use crate::StartError;

const SHORTEST: usize = 32;
const LONGEST: usize = 1024;

/// A token with the person's rights, chosen by the person. It does not show itself in debug output.
#[derive(Clone)]
pub struct PersonToken(String);

impl PersonToken {
    /// Takes a token of 32 to 1,024 printable ASCII characters.
    ///
    /// # Errors
    ///
    /// [`StartError::WeakPersonToken`] for any other.
    pub fn new(token: &str) -> Result<Self, StartError> {
        let token = token.trim();
        let long_enough = (SHORTEST..=LONGEST).contains(&token.len());
        if long_enough
            && token
                .bytes()
                .all(|byte| byte.is_ascii_graphic() || byte == b' ')
        {
            Ok(Self(token.to_owned()))
        } else {
            Err(StartError::WeakPersonToken)
        }
    }

    /// Takes the token from a file, which must be a regular one of this user that no other may read (mode 0600).
    ///
    /// # Errors
    ///
    /// [`StartError`] if the file is not there, not private, or holds no such token.
    pub fn read(file: &Path) -> Result<Self, StartError> {
        let text = private_file::read(file)?
            .ok_or_else(|| StartError::file(file, rustix::io::Errno::NOENT.into()))?;
        Self::new(&text)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PersonToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PersonToken(…)")
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt};

    use super::*;

    #[test]
    fn a_token_has_at_least_32_printable_characters() {
        assert!(PersonToken::new(&"x".repeat(32)).is_ok());
        for weak in ["", &"x".repeat(31), &"ä".repeat(32), &"x".repeat(1025)] {
            assert!(PersonToken::new(weak).is_err(), "{weak}");
        }
    }

    #[test]
    fn a_token_file_must_be_there_and_private() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("token");
        assert!(
            PersonToken::read(&path)
                .unwrap_err()
                .to_string()
                .contains("token")
        );
        fs::write(&path, format!("{}\n", "x".repeat(32))).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(matches!(
            PersonToken::read(&path),
            Err(StartError::SecretFileMode { .. })
        ));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(PersonToken::read(&path).unwrap().as_str(), "x".repeat(32));
    }

    #[test]
    fn a_token_does_not_show_itself_in_debug_output() {
        let token = PersonToken::new(&"x".repeat(32)).unwrap();
        assert_eq!(format!("{token:?}"), "PersonToken(…)");
    }
}
