//! Where the log goes: standard error, as much of it as `LOOPBACK_LOG` or `RUST_LOG` says.
//!
//! What is logged holds ids, never the text of an ask or reply and never a credential.

use std::{env, io};

use tracing_subscriber::EnvFilter;

/// What is logged if nobody says: what we do, and what goes wrong in others.
const USUAL: &str =
    "warn,loopback=info,loopback_server=info,loopback_inbox=info,loopback_desktop=info";

/// Begins to log to standard error. A second call changes nothing.
pub fn init() {
    let wanted = env::var("LOOPBACK_LOG").or_else(|_| env::var("RUST_LOG"));
    let filter = wanted
        .ok()
        .and_then(|wanted| EnvFilter::try_new(wanted).ok());
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter.unwrap_or_else(|| EnvFilter::new(USUAL)))
        .with_writer(io::stderr)
        .with_ansi(false);
    // Fails only where a subscriber is set already, which then goes on.
    drop(subscriber.try_init());
}
