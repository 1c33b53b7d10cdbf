//! The inbox over HTTP and the agents' socket: the API, the event socket, uploads, MCP, the page's files, and who gets in.
//!
//! [`serve()`] starts all of it on a data directory and a port. Everything an ask goes through happens in
//! `loopback-inbox`; this crate turns requests into its calls and its answers into responses. It knows no window, no
//! tray and no command line.

pub mod account;
pub mod clients;
pub mod logging;
pub mod mcp;
pub mod places;
pub mod private_memory;
pub mod settings;
pub mod takeover;

mod access;
mod app;
mod error;
mod events;
mod export;
mod http;
mod limits;
mod machines;
mod net;
mod pages;
mod rendered;
mod serve;

pub use access::{PersonToken, WindowSession};
pub use error::StartError;
pub use export::ink;
pub use limits::Limits;
pub use serve::{Running, ServeConfig, serve, serve_around};

pub(crate) use app::App;

/// The port that is served if nobody names another.
pub const DEFAULT_PORT: u16 = 4127;

/// When this build was made, in RFC 3339: what the header `Loopback-Build` says on every response.
pub const BUILD: &str = env!("LOOPBACK_BUILD");
