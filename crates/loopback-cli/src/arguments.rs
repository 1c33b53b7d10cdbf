//! The command line, as clap reads it and `--help` shows it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

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
    /// The data directory of the Loopback to connect to [default: the platform's]
    #[arg(long, env = "LOOPBACK_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
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
