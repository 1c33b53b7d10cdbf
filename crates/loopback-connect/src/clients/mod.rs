//! The clients Loopback connects to, as data. Owns what is known of each; `table` holds it, `entry` makes entries of it.

mod entry;
mod table;

use std::fmt;

use crate::place::Place;
use crate::value::Value;

pub use entry::Door;
pub(crate) use entry::other_doors;
pub use table::CLIENTS;

/// Whose settings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The person's own, for all their projects.
    User,
    /// A project's, for whoever works in it.
    Project,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::User => "a user",
            Self::Project => "a project",
        })
    }
}

/// One client and how it is connected.
#[derive(Debug)]
pub struct Client {
    /// Its name on the command line.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// The program that shows that it is installed, if it is on the path.
    pub program: Option<&'static str>,
    /// What else shows that it is installed, if it is there.
    pub traces: &'static [Place],
    /// The names by which it introduces itself over MCP.
    pub introduces_itself_as: &'static [&'static str],
    /// How long it lets a call of a tool wait if it is told nothing, in seconds. `None`: it is not known.
    pub waits_by_itself: Option<u64>,
    /// Whether a sign of progress begins that time anew.
    pub progress: Progress,
    /// Its own command that connects a server, for its user scope.
    pub own_command: Option<OwnCommand>,
    /// How it is told to let our tools run, in words, if no file says so.
    pub allow_by_hand: Option<&'static str>,
    pub(crate) format: Format,
    pub(crate) shape: Shape,
    /// Where the entry lies, by scope.
    pub(crate) user: Place,
    pub(crate) project: Option<Place>,
    /// The tables around the entry.
    pub(crate) container: &'static [&'static str],
    pub(crate) time_out: Option<TimeOut>,
    pub(crate) allow: Allow,
    pub(crate) user_rules: Option<Rules>,
    pub(crate) project_rules: Option<Rules>,
    /// Where the programs stand that it runs at certain moments, if it knows such.
    pub(crate) hooks: Option<Hooks>,
}

/// Whether a sign of progress begins a client's time-out anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// It does.
    Counts,
    /// It does not.
    Ignored,
    /// Nobody measured it.
    Unknown,
}

/// A client's own command that connects a server, and the one that takes it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnCommand {
    /// The program.
    pub program: &'static str,
    pub(crate) add: &'static [&'static str],
    /// Between the name of the server and its command.
    pub(crate) separator: &'static [&'static str],
    pub(crate) remove: &'static [&'static str],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    Toml,
}

/// What an entry looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `type`, `command`, `args`, or `type`, `url`, `headers`.
    Typed,
    /// `command`, `args`, or `url`, `headers`.
    Plain,
    /// `command`, `args`, or `url`, `type`, `headers`.
    Gemini,
    /// `command`, `args`, or `url`, `bearer_token_env_var`.
    Codex,
    /// `type`, `command` with its arguments, `enabled`, or `type`, `url`, `headers`, `oauth`.
    Opencode,
    /// `command`, `args`, or `serverUrl`, `headers`.
    Windsurf,
    /// `command`, `args`, and nothing else.
    CommandOnly,
}

/// The setting of an entry that says how long a call may wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TimeOut {
    pub(crate) key: &'static str,
    /// How many of its units make a second.
    pub(crate) per_second: u64,
    /// To what it is raised, in seconds.
    pub(crate) raised: u64,
    /// Whether a sign of progress begins it anew. Where it does not, it ends a call however alive that is.
    pub(crate) put_off_by_progress: bool,
}

/// How a client is told to let our tools run without asking.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Allow {
    /// By a setting of the entry.
    InEntry(&'static str, Word),
    /// By an item of a list in another file.
    Listed {
        user: Place,
        project: Option<Place>,
        path: &'static [&'static str],
        item: &'static str,
    },
    /// By an item of a list in another file, which must be there already: a new one would replace what the person set.
    ListedIfThere {
        user: Place,
        path: &'static [&'static str],
        item: &'static str,
    },
    /// By a setting for each tool, in the file of the entry.
    EachTool(&'static [&'static str]),
    /// Not by a file, or it asks nothing anyway.
    Nowhere,
}

/// The value of a setting that allows.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Word {
    Yes,
    Text(&'static str),
}

impl Word {
    pub(crate) fn value(self) -> Value {
        match self {
            Self::Yes => Value::Flag(true),
            Self::Text(text) => Value::text(text),
        }
    }
}

/// The files that name the programs a client runs at certain moments.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hooks {
    pub(crate) user: Place,
    pub(crate) project: Place,
}

/// The file a client reads rules from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules {
    pub(crate) place: Place,
    /// What it begins with if it is ours alone.
    pub(crate) head: &'static str,
}

impl Client {
    /// Whether it runs programs of ours at certain moments, if it is told to.
    #[must_use]
    pub const fn has_hooks(&self) -> bool {
        self.hooks.is_some()
    }
}

/// The client of this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Client> {
    CLIENTS.iter().find(|client| client.id == id)
}

/// The client that introduces itself by this name over MCP.
#[must_use]
pub fn introduced_as(name: &str) -> Option<&'static Client> {
    let known = |client: &&Client| client.introduces_itself_as.contains(&name);
    CLIENTS.iter().find(known)
}
