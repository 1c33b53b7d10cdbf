//! The command line of what scripts run.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use jiff::SignedDuration;

/// What the exit codes mean, for `--help`.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0   answered, approved, or settled
  10  changes requested
  11  dismissed: neither yes nor no
  12  asked back: nothing is decided; `loopback answer` says something to it
  13  no reply within the time-out; the ask stays open and its id is printed
  14  Loopback is not running or cannot be reached
  15  taken back
  1   refused, and stderr says why
  2   the command line is wrong
  130 ended while it waited; the ask stays open";

#[derive(Debug, Args)]
pub(crate) struct AskArguments {
    /// What to ask, as markdown
    #[arg(value_name = "QUESTION")]
    pub(crate) question: String,

    /// A choice to offer, two to six of them; without any, the answer is in words
    #[arg(long = "option", short, value_name = "LABEL")]
    pub(crate) options: Vec<String>,

    /// Let more than one choice be picked
    #[arg(long, requires = "options")]
    pub(crate) multiple: bool,

    /// What the person has to know before answering, as markdown; `-` reads it from stdin
    #[arg(long, value_name = "TEXT")]
    pub(crate) context: Option<String>,

    #[command(flatten)]
    pub(crate) project: ProjectArguments,

    #[command(flatten)]
    pub(crate) waiting: WaitingArguments,
}

#[derive(Debug, Args)]
pub(crate) struct ReviewArguments {
    /// What to show, in this order: files, and `-` for stdin
    #[arg(value_name = "FILE", required_unless_present = "git")]
    pub(crate) files: Vec<PathBuf>,

    /// Show what changed since this commit, branch or tag, after the files
    #[arg(long, value_name = "BASE")]
    pub(crate) git: Option<String>,

    /// The commit at which the changes end, instead of the files as they lie there
    #[arg(long, value_name = "COMMIT", requires = "git")]
    pub(crate) head: Option<String>,

    /// Only the changes of this file or directory; may be given again
    #[arg(long = "path", value_name = "PATH", requires = "git")]
    pub(crate) paths: Vec<PathBuf>,

    /// What the review is called [default: what is shown]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// What was changed and where to look first, as markdown
    #[arg(long, short, value_name = "TEXT")]
    pub(crate) summary: Option<String>,

    /// The review that came back with changes requested, and of which this is the next version
    #[arg(long, value_name = "ASK")]
    pub(crate) revises: Option<String>,

    /// What stdin holds, by a name such as plan.md or changes.diff [default: a diff if it looks like one, else markdown]
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_name: Option<String>,

    #[command(flatten)]
    pub(crate) project: ProjectArguments,

    #[command(flatten)]
    pub(crate) waiting: WaitingArguments,
}

#[derive(Debug, Args)]
pub(crate) struct WaitArguments {
    /// The ask's id, as it was printed
    #[arg(value_name = "ASK")]
    pub(crate) ask: String,

    #[command(flatten)]
    pub(crate) waiting: WaitingArguments,
}

#[derive(Debug, Args)]
pub(crate) struct AnswerArguments {
    /// The ask's id, as it was printed
    #[arg(value_name = "ASK")]
    pub(crate) ask: String,

    /// What to say, as markdown; `-` reads it from stdin
    #[arg(value_name = "TEXT")]
    pub(crate) text: String,

    #[command(flatten)]
    pub(crate) waiting: WaitingArguments,
}

#[derive(Debug, Args)]
pub(crate) struct WithdrawArguments {
    /// The ask's id, as it was printed
    #[arg(value_name = "ASK")]
    pub(crate) ask: String,

    /// Why it is not needed any more, for the person to read
    #[arg(value_name = "REASON")]
    pub(crate) reason: String,

    #[command(flatten)]
    pub(crate) door: DoorArguments,
}

#[derive(Debug, Args)]
pub(crate) struct ProjectArguments {
    /// The project by which the person recognises the ask [default: the name of the repository, or of the directory]
    #[arg(long, value_name = "NAME")]
    pub(crate) project: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct WaitingArguments {
    /// How long to wait for a reply, such as 90s, 30m or 2h; 0 does not wait [default: as long as it takes]
    #[arg(long, value_name = "TIME", value_parser = span)]
    pub(crate) timeout: Option<Duration>,

    /// Print the whole result as JSON
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) door: DoorArguments,
}

#[derive(Debug, Args)]
pub(crate) struct DoorArguments {
    /// The data directory of the Loopback to connect to [default: the platform's]
    #[arg(long, env = "LOOPBACK_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,

    /// The socket that `loopback remote` on the person's machine put here, instead of a Loopback of this machine
    #[arg(long, value_name = "PATH")]
    pub(crate) socket: Option<PathBuf>,
}

/// A time as people write one. A number alone is of seconds, as with `timeout` and `sleep`.
fn span(text: &str) -> Result<Duration, String> {
    if let Ok(seconds) = text.parse() {
        return Ok(Duration::from_secs(seconds));
    }
    let span: SignedDuration = text
        .parse()
        .map_err(|_| "write a time such as 90s, 30m or 2h".to_owned())?;
    Duration::try_from(span).map_err(|_| "a time-out lies ahead".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_as_people_write_it() {
        for (text, seconds) in [
            ("0", 0),
            ("90", 90),
            ("90s", 90),
            ("30m", 1800),
            ("2h", 7200),
            ("1h 30m", 5400),
            ("1h30m", 5400),
        ] {
            assert_eq!(span(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "soon", "-5s", "1x", "5 -"] {
            assert!(span(text).is_err(), "{text}");
        }
    }
}
