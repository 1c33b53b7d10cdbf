//! The agents' door from an agent's side: the connection to `agent.sock`, calls over it, and who and where their maker is.
//!
//! The bridge passes on a client's calls; hooks and scripts make calls of their own ([`caller`]). What a call means is not
//! known here, and nothing here writes to stdout.

pub(crate) mod caller;
pub(crate) mod link;
pub(crate) mod message;
pub(crate) mod origin;
pub(crate) mod patience;
pub(crate) mod random;
pub(crate) mod session;
pub(crate) mod wish;
