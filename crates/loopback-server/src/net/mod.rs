//! Connections: accepting, capping, timing and ending them. Knows bytes and time; no route, no ask.

mod accept;
mod peer;
mod places;
mod plain_refusal;

pub(crate) use accept::{Listener, accept};
pub(crate) use peer::{Peer, Proven};
