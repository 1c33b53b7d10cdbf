//! Loopback's public doors, from outside: just enough HTTP, MCP and event socket for `demo` and `bench`.
//!
//! Blocking and small on purpose: what is measured through it is Loopback, and what fills an inbox is a client like
//! any other. Must not know: anything of the program's own crates.

pub(crate) mod events;
pub(crate) mod http;
pub(crate) mod mcp;
