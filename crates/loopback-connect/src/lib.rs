//! Agents' config files: what stands in them for Loopback, and edits that change nothing else.
//!
//! Owns the table of clients ([`CLIENTS`]): where each keeps its settings, what an entry for Loopback looks like there, how
//! long it lets a tool call wait and how that is raised, how it is told to let Loopback's tools run, and where its rules
//! lie. [`plan()`] says what a file's text becomes when Loopback is connected, [`undo`] takes exactly that back, and [`state`]
//! says how things stand. All of them are functions of texts: whoever calls them reads and writes the files, and knows the
//! home directory. This crate never sees a file, a process, an environment or a credential.

mod clients;
mod error;
mod hooks;
mod json;
mod lines;
mod place;
mod plan;
mod snippet;
mod splice;
mod standing;
mod toml;
mod value;

pub use clients::{CLIENTS, Client, Door, OwnCommand, Scope, find, introduced_as};
pub use error::ConnectError;
pub use hooks::{ANSWERED_WITHIN, hooks_state};
pub use place::{Place, Places, Platform, Root};
pub use plan::{Change, File, Part, TOOLS, Wish, files, plan, printed, printed_part, undo};
pub use snippet::{Asking, RULES};
pub use standing::{State, gives_up_after, same_but_for_us, state, time_out};
pub use value::Value;

/// The name Loopback has in every client.
pub const NAME: &str = "loopback";

/// The variable by which a client's configuration refers to the agents' token, where it connects over HTTP.
pub const TOKEN_VARIABLE: &str = "LOOPBACK_AGENT_TOKEN";
