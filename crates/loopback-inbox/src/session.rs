//! The sessions of agents: how each kind is named, and when one is over.
//!
//! A session that was seen to end is over, and so is one that has not come back for as long as its kind may take.
//! Until then its agent may be alive, and what it asked is nobody else's. Who is there, and what was seen, is not
//! known here.

/// For how many milliseconds a run of the bridge may be away. It comes back by itself within 10 seconds of any
/// start of the program.
const BRIDGE: i64 = 2 * 60 * 1_000;

/// For how many milliseconds a session may be away that has no way to come back, while its agent may be alive all
/// the same.
const CUT: i64 = 24 * 60 * 60 * 1_000;

const OF_BRIDGE: &str = "bridge:";
const REMOTE: &str = "remote:";
const OF_CLIENT: &str = "client:";

/// The session of one run of the bridge, which comes back under its id after every restart of the program.
#[must_use]
pub fn of_bridge(id: &str) -> String {
    format!("{OF_BRIDGE}{id}")
}

/// The session of an agent on another machine, which the person lets in by this name; `session` is what it would be
/// here. The way to that machine may be cut for long, and a session there is never one here.
#[must_use]
pub fn on_machine(name: &str, session: &str) -> String {
    format!("{REMOTE}{name}/{session}")
}

/// The other machine a session is on. Nothing if it is here.
pub(crate) fn machine(session: &str) -> Option<&str> {
    let (name, _) = session.strip_prefix(REMOTE)?.split_once('/')?;
    Some(name)
}

/// The session of a connection that names none. It cannot come back.
#[must_use]
pub fn of_connection(id: &str) -> String {
    format!("connection:{id}")
}

/// A session that the program gave an id over HTTP. After a restart its id is not known any more.
#[must_use]
pub fn of_protocol(id: &str) -> String {
    format!("session:{id}")
}

/// What stands for a session where the protocol knows none: all agents of this client. Their end cannot be seen.
#[must_use]
pub fn of_client(name: &str, version: &str) -> String {
    format!("{OF_CLIENT}{name} {version}")
}

/// For how many milliseconds a session that is away, and was not seen to end, may still be alive. Nothing if there
/// is no telling.
pub(crate) fn lapse(session: &str) -> Option<i64> {
    if session.starts_with(OF_CLIENT) {
        None
    } else if session.starts_with(OF_BRIDGE) {
        Some(BRIDGE)
    } else {
        Some(CUT)
    }
}

/// The session of an agent that opened an ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// Its name.
    pub(crate) name: String,
    /// Whether it was seen to end.
    pub(crate) ended: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_on_another_machine_is_none_here_and_may_be_cut_off_for_long() {
        let here = of_bridge("s1");
        let there = on_machine("ada@box", &here);
        assert_eq!((machine(&here), machine(&there)), (None, Some("ada@box")));
        assert_ne!(there, here);
        assert_eq!(lapse(&there), Some(CUT));
    }
}
