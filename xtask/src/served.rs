//! A Loopback of one's own for the length of a command: own data directory, free port, ended with the value.

use crate::doors::http::Door;
use crate::sh;
use anyhow::{Context, Result};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The person's token of such a Loopback; it guards nothing but test data.
const PERSON_TOKEN: &str = "a-person-of-this-measurement-only-0123456789";

const READY: &str = "loopback: ready at http://";

/// A running `loopback serve`.
pub(crate) struct Served {
    server: Child,
    folder: TempDir,
    address: String,
}

impl Served {
    /// Starts the program and waits for its ready line.
    pub(crate) fn start(program: &Path) -> Result<Self> {
        // Under target/, not in a folder that may live in memory: what is measured includes the disk.
        let folder = tempfile::tempdir_in(sh::root().join("target"))?;
        let mut server = Command::new(program)
            .args(["serve", "--port", "0", "--data-dir"])
            .arg(folder.path().join("data"))
            .env("LOOPBACK_PERSON_TOKEN", PERSON_TOKEN)
            .env("LOOPBACK_LOG", "warn")
            .env("XDG_CONFIG_HOME", folder.path().join("config"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("could not start `loopback serve`")?;
        let mut line = String::new();
        let mut output = BufReader::new(server.stdout.take().context("no standard output")?);
        output.read_line(&mut line)?;
        let address = line
            .trim()
            .strip_prefix(READY)
            .with_context(|| format!("no ready line but {line:?}"));
        match address {
            Ok(address) => Ok(Self {
                server,
                folder,
                address: address.to_owned(),
            }),
            Err(error) => {
                server.kill()?;
                Err(error)
            }
        }
    }

    /// The person's door.
    pub(crate) fn person(&self) -> Door {
        Door {
            address: self.address.clone(),
            bearer: Some(PERSON_TOKEN.to_owned()),
        }
    }

    /// The agents' door.
    pub(crate) fn agents(&self) -> Result<Door> {
        let token = std::fs::read_to_string(self.data_dir().join("agent-token"))?;
        Ok(Door {
            address: self.address.clone(),
            bearer: Some(token.trim().to_owned()),
        })
    }

    /// Where it keeps its data.
    pub(crate) fn data_dir(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // Its data goes with it: nothing is lost by ending it at once.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
