//! What a start may say: which data directory and port to serve, and which ask to open.
//!
//! A second start hands its arguments to the first, so nothing here may act on an ask.

use std::path::PathBuf;

use clap::Parser;
use loopback_contract::AskId;

/// The Loopback desktop app: serves the inbox and shows it in a window and in the tray.
#[derive(Debug, Clone, Parser)]
#[command(name = "loopback-desktop", version, about)]
pub(crate) struct Args {
    /// The port of the inbox on 127.0.0.1; 0 picks a free one.
    #[arg(long, env = "LOOPBACK_PORT")]
    pub(crate) port: Option<u16>,

    /// The directory that holds the database and the uploads.
    #[arg(long, value_name = "DIR", env = "LOOPBACK_DATA_DIR")]
    pub(crate) data_dir: Option<PathBuf>,

    /// Start in the tray, without a window.
    #[arg(long)]
    pub(crate) hidden: bool,

    /// Show this ask.
    #[arg(long, value_name = "ID")]
    pub(crate) ask: Option<String>,
}

impl Args {
    /// The ask a second start wants shown, from its whole command line.
    ///
    /// Anything it does not understand is ignored: the window is shown all the same.
    pub(crate) fn ask_of(command_line: &[String]) -> Option<AskId> {
        let args = Self::try_parse_from(command_line).ok()?;
        args.ask_id()
    }

    /// The ask to show, if what was given can be an id: it becomes part of an address.
    pub(crate) fn ask_id(&self) -> Option<AskId> {
        self.ask.as_deref().and_then(ask_id)
    }
}

/// Ids are opaque, but an address is built from them: only letters, digits and dashes pass.
pub(crate) fn ask_id(text: &str) -> Option<AskId> {
    let plain = !text.is_empty()
        && text.len() <= 64
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    plain.then(|| AskId::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(args: &[&str]) -> Vec<String> {
        std::iter::once("loopback-desktop")
            .chain(args.iter().copied())
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn a_second_start_may_name_an_ask() {
        assert_eq!(
            Args::ask_of(&line(&["--ask", "0193-abc"])),
            Some(AskId::from("0193-abc"))
        );
    }

    #[test]
    fn a_second_start_without_an_ask_names_none() {
        assert_eq!(Args::ask_of(&line(&[])), None);
    }

    #[test]
    fn what_cannot_be_an_id_is_ignored() {
        for odd in ["../x", "a/b", "", "a?b", "a b", "%2e"] {
            assert_eq!(Args::ask_of(&line(&["--ask", odd])), None, "{odd}");
        }
    }

    #[test]
    fn an_unknown_flag_still_shows_the_window() {
        assert_eq!(Args::ask_of(&line(&["--delete-everything"])), None);
    }
}
