//! The command line, as clap reads it and `--help` shows it.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use loopback_connect::CLIENTS;
use loopback_server::places;

use crate::door::link::Way;
use script::{
    AnswerArguments, AskArguments, DoorArguments, EXIT_CODES, ReviewArguments, WaitArguments,
    WithdrawArguments,
};

pub(crate) mod script;

/// A human-in-the-loop inbox for coding agents.
///
/// Agents ask over MCP: a question, a review, a briefing. The person answers in the inbox, and the
/// agent's call returns the reply.
#[derive(Debug, Parser)]
#[command(name = "loopback", version, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the inbox without a window, for a machine without a display
    ///
    /// Prints one line when it is ready and runs until it is told to end (Ctrl-C or SIGTERM).
    /// On a terminal it also prints a link that signs a browser in, once, within a minute.
    Serve(ServeArguments),

    /// Connect an agent: an MCP server on stdin and stdout
    ///
    /// This is the command to put into an agent's configuration. It passes tool calls on to the
    /// Loopback that runs as the same user, and waits through restarts of it.
    Mcp(McpArguments),

    /// Connect the agents' clients on this machine, all that are installed or those that are named
    ///
    /// Shows what would change in which file, asks, and writes it: the client's entry for Loopback, a longer time-out for its
    /// calls, the rule by which it lets Loopback's tools run without asking first, and a paragraph that says when to ask.
    /// Everything else in the files stays as it is, and one copy of each is kept beside it.
    Connect(ConnectArguments),

    /// Take Loopback out of the clients' settings again, of all that are connected or those that are named
    Disconnect(DisconnectArguments),

    /// Answer a client's hook: reads what happens from stdin, and says what the person decided
    ///
    /// This is the command that `connect --hooks` puts into a client's settings. Without a running Loopback it says nothing,
    /// and the client asks in its terminal as ever.
    Hook(HookArguments),

    /// Ask the person a question from a script, and print the answer
    ///
    /// Waits until they reply. Of the answer, what was chosen is printed first, each choice on a line of its own, and then what
    /// they wrote. The same question asked again, while nobody else waits for it, goes on with the ask that is there.
    #[command(after_help = EXIT_CODES)]
    Ask(AskArguments),

    /// Have the person review files, stdin or what changed in a repository, and print what they say
    ///
    /// Waits until they approve it or request changes, and prints their note or their feedback.
    #[command(after_help = EXIT_CODES)]
    Review(ReviewArguments),

    /// Wait for the reply to an ask that a script left open, or print again the one it got
    #[command(after_help = EXIT_CODES)]
    Wait(WaitArguments),

    /// Say something to what the person asked back, and wait for their decision
    #[command(after_help = EXIT_CODES)]
    Answer(AnswerArguments),

    /// Take an ask back that is not needed any more
    #[command(after_help = EXIT_CODES)]
    Withdraw(WithdrawArguments),

    /// Look at everything Loopback needs, and say what is wrong and what to do about it
    ///
    /// Changes nothing. The exit code is 1 if something is wrong, and 0 otherwise.
    Doctor(DoctorArguments),

    /// Let agents on another machine ask here, over ssh, for as long as this runs
    ///
    /// A socket on the other machine leads to this one's agents' door and nowhere else; nothing of yours is passed on. Prints
    /// the command that agents there are given. Uses your own ssh with its settings and keys, and connects again by itself.
    Remote(RemoteArguments),
}

#[derive(Debug, Args)]
pub(crate) struct RemoteArguments {
    /// The machine, as you name it to ssh
    #[arg(value_name = "HOST", required_unless_present_any = ["list", "revoke"])]
    pub(crate) host: Option<String>,

    /// List the machines whose agents reach this inbox
    #[arg(long, conflicts_with_all = ["host", "revoke", "ssh"])]
    pub(crate) list: bool,

    /// Cut off the agents of a machine, and end the `loopback remote` that lets them in
    #[arg(long, value_name = "HOST", conflicts_with_all = ["host", "ssh"])]
    pub(crate) revoke: Option<String>,

    /// The data directory of the Loopback to lead to [default: the platform's]
    #[arg(long, env = "LOOPBACK_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,

    /// Further options for ssh, after `--`
    #[arg(last = true, value_name = "SSH OPTION")]
    pub(crate) ssh: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct DoctorArguments {
    /// Print what was found as JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// The data directory to look at [default: the platform's]
    #[arg(long, env = "LOOPBACK_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// The port to listen on, on 127.0.0.1 only; 0 picks a free one [default: 4127, or the settings']
    #[arg(long, env = "LOOPBACK_PORT", value_name = "N")]
    pub(crate) port: Option<u16>,

    /// Where the asks of this inbox live [default: the platform's data directory]
    #[arg(long, env = "LOOPBACK_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,

    /// A file of mode 0600 that holds a token for the person's API, at least 32 characters
    ///
    /// The token can also come in the environment variable `LOOPBACK_PERSON_TOKEN`.
    #[arg(long, value_name = "FILE")]
    pub(crate) person_token_file: Option<PathBuf>,

    /// The descriptor to which the token from the environment was moved.
    #[arg(long, hide = true, value_name = "FD")]
    pub(crate) person_token_fd: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct McpArguments {
    #[command(flatten)]
    pub(crate) door: DoorArguments,
}

#[derive(Debug, Args)]
pub(crate) struct HookArguments {
    /// The client whose hook this is
    #[arg(value_name = "CLIENT", value_parser = PossibleValuesParser::new(CLIENTS.iter().filter(|client| client.has_hooks()).map(|client| client.id)))]
    pub(crate) client: String,

    /// For how long the client lets this run, in seconds; it gives up a little earlier by itself
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    pub(crate) limit: u64,

    /// The data directory of the Loopback to connect to [default: the platform's]
    #[arg(long, env = "LOOPBACK_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ConnectArguments {
    #[command(flatten)]
    pub(crate) clients: ClientArguments,

    /// Have the clients go to the running Loopback over HTTP instead of starting the bridge
    ///
    /// The agents' token is not written anywhere: the clients are told where to find it, or refused.
    #[arg(long)]
    pub(crate) http: bool,

    /// Have Claude Code put its plans and permission prompts into the inbox too, by hooks in its settings
    ///
    /// They can be answered there or in the terminal, whichever is first. Whatever nobody answers stays with the terminal.
    #[arg(long, conflicts_with = "http")]
    pub(crate) hooks: bool,

    /// Print what to put into which file by hand, and change nothing
    #[arg(long, conflicts_with_all = ["yes", "dry_run"])]
    pub(crate) print: bool,

    /// Leave this out: the rule that lets the tools run, or the paragraph that says when to ask
    #[arg(long, value_name = "PART", value_enum)]
    pub(crate) without: Vec<Left>,

    /// The data directory of the Loopback to connect to [default: the platform's]
    #[arg(long, env = "LOOPBACK_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}

/// What connecting may leave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Left {
    /// That the client lets the tools run without asking first.
    Allow,
    /// The paragraph that says when to ask.
    Rules,
}

#[derive(Debug, Args)]
pub(crate) struct DisconnectArguments {
    #[command(flatten)]
    pub(crate) clients: ClientArguments,
}

#[derive(Debug, Args)]
pub(crate) struct ClientArguments {
    /// The clients [default: all that are found]
    #[arg(value_name = "CLIENT", value_parser = PossibleValuesParser::new(CLIENTS.iter().map(|client| client.id)))]
    pub(crate) named: Vec<String>,

    /// Write the settings of the project in this directory instead of the user's
    #[arg(long)]
    pub(crate) project: bool,

    /// Show what would change, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Do it without asking
    #[arg(long, short, conflicts_with = "dry_run")]
    pub(crate) yes: bool,
}

/// The data directory that is meant: the one given, or the platform's.
pub(crate) fn data_dir(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    given.map_or_else(|| Ok(places::default_data_dir()), absolute)
}

/// The way to the app that is meant.
pub(crate) fn way(door: &DoorArguments) -> anyhow::Result<Way> {
    Ok(match &door.socket {
        Some(socket) => Way::Socket(absolute(socket)?),
        None => Way::DataDir(data_dir(door.data_dir.as_deref())?),
    })
}

/// The path from the root on: what is started with it may run elsewhere.
pub(crate) fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    std::path::absolute(path).with_context(|| format!("cannot use {}", path.display()))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
