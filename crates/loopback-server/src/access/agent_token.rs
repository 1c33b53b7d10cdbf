//! The token by which agents reach `/mcp`. Owns its file, `agent-token` in the data directory, which stays across restarts.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use super::{private_file, token::Token};
use crate::StartError;

const NAME: &str = "agent-token";
/// A shorter one was not written by us.
const SHORTEST: usize = 32;

/// The agents' token.
pub(crate) struct AgentToken(String);

impl AgentToken {
    /// The token in the data directory, made there first if there is none. Only the holder of the directory's lock may
    /// call this.
    pub(crate) fn keep(data_dir: &Path) -> Result<Self, StartError> {
        let path = data_dir.join(NAME);
        let token = match private_file::read(&path)? {
            Some(token) => token,
            None => write(data_dir, &path).map_err(|error| StartError::file(&path, error))?,
        };
        let readable = token.len() >= SHORTEST && token.bytes().all(|byte| byte.is_ascii_graphic());
        if readable {
            Ok(Self(token))
        } else {
            Err(StartError::SecretFile {
                path,
                why: "it holds no token; remove it and a new one is made",
            })
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    #[cfg(test)]
    pub(crate) fn fixed(token: &str) -> Self {
        Self(token.to_owned())
    }
}

/// Written under another name, synced and renamed: whoever finds the file finds all of it.
fn write(data_dir: &Path, path: &Path) -> io::Result<String> {
    let token = Token::random().into_string();
    let unfinished = data_dir.join(".agent-token.new");
    match fs::remove_file(&unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&unfinished)?;
    writeln!(file, "{token}")?;
    file.sync_all()?;
    fs::rename(&unfinished, path)?;
    File::open(data_dir)?.sync_all()?;
    Ok(token)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn refusal(directory: &Path) -> String {
        match AgentToken::keep(directory) {
            Ok(_) => panic!("the token was taken"),
            Err(error) => error
                .to_string()
                .replace(&directory.display().to_string(), "DIR"),
        }
    }

    #[test]
    fn the_token_is_made_once_alone_on_its_line_for_its_owner_only() {
        let directory = tempfile::tempdir().unwrap();
        let first = AgentToken::keep(directory.path()).unwrap();
        let path = directory.path().join(NAME);
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            format!("{}\n", first.as_str())
        );
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
        assert_eq!(
            AgentToken::keep(directory.path()).unwrap().as_str(),
            first.as_str()
        );
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_a_crash_left_half_written_is_no_obstacle() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join(".agent-token.new"), "half").unwrap();
        assert!(AgentToken::keep(directory.path()).is_ok());
    }

    #[test]
    fn a_token_others_may_read_is_refused_with_the_command_that_mends_it() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(NAME);
        fs::write(&path, "x".repeat(43)).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        assert_eq!(
            refusal(directory.path()),
            "other users may read DIR/agent-token; mend it with: chmod 600 DIR/agent-token"
        );
    }

    #[test]
    fn a_link_a_pipe_and_an_empty_file_are_no_token() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(NAME);
        symlink("/dev/null", &path).unwrap();
        assert_eq!(
            refusal(directory.path()),
            "DIR/agent-token cannot be used: it is a symbolic link; name the file itself"
        );
        fs::remove_file(&path).unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &path,
            rustix::fs::FileType::Fifo,
            0o600.into(),
            0,
        )
        .unwrap();
        assert_eq!(
            refusal(directory.path()),
            "DIR/agent-token cannot be used: it is not a regular file"
        );
        fs::remove_file(&path).unwrap();
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)
            .unwrap();
        assert_eq!(
            refusal(directory.path()),
            "DIR/agent-token cannot be used: it holds no token; remove it and a new one is made",
        );
    }
}
