//! How long a call may wait for the person, as data: the one place to look and to change.
//!
//! A client that lets signs of life put off its own limit may wait as long as it likes. Any other would
//! give up by itself, so it gets `still_waiting` in time. Which client does what was measured, and stands
//! in docs/clients.md; the person's settings overrule it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The limits of a waiting tool call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitLimits {
    /// When a call of a client of which nothing is known is answered with `still_waiting`, and every call
    /// that did not ask for progress. The shortest limit of a known client is 60 s.
    pub otherwise: Duration,

    /// How often a call that asked for progress hears that the wait goes on, beside once at its start.
    pub progress_every: Duration,

    /// What the person says of single clients, by the beginning of the name they introduce themselves by.
    pub by_client: Arc<BTreeMap<String, ClientWait>>,
}

impl Default for WaitLimits {
    fn default() -> Self {
        Self {
            otherwise: Duration::from_secs(50),
            progress_every: Duration::from_secs(15),
            by_client: Arc::default(),
        }
    }
}

/// How the calls of one client wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientWait {
    /// A sign of life puts off the client's own limit.
    Progress,

    /// The client gives up somewhat later than this, whatever it hears.
    Limited(Duration),
}

/// The clients of which it is known, by the beginning of the name they introduce themselves by, in
/// lower case. What is answered somewhat before the limit of the client reaches it in time.
const KNOWN: &[(&str, ClientWait)] = &[
    ("claude-code", ClientWait::Progress),
    ("opencode", ClientWait::Progress),
    ("visual studio code", ClientWait::Progress),
    // 300 s of its own.
    ("codex", ClientWait::Limited(Duration::from_secs(270))),
    // 600 s of its own.
    ("gemini-cli", ClientWait::Limited(Duration::from_secs(570))),
];

/// How one call waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// Until the person replies.
    Unlimited,

    /// Until this time has passed.
    Limited(Duration),
}

impl WaitLimits {
    /// How a call of the client of this name waits. `waited` is what it has waited already, on a connection
    /// that broke since.
    #[must_use]
    pub fn patience(&self, client: &str, progress: Progress, waited: Duration) -> Patience {
        let limit = match (self.known(client), progress) {
            (Some(ClientWait::Progress), Progress::Wanted) => return Patience::Unlimited,
            (Some(ClientWait::Limited(limit)), _) => limit,
            (Some(ClientWait::Progress), Progress::Unwanted) | (None, _) => self.otherwise,
        };
        Patience::Limited(limit.saturating_sub(waited))
    }

    /// What is known of a client. The longest beginning of its name counts, and the person's word first.
    fn known(&self, client: &str) -> Option<ClientWait> {
        let client = client.to_lowercase();
        let suits = |name: &str| client.starts_with(&name.to_lowercase());
        let said = self.by_client.iter().filter(|(name, _)| suits(name));
        let said = said
            .max_by_key(|(name, _)| name.len())
            .map(|(_, wait)| *wait);
        let known = || {
            KNOWN
                .iter()
                .find(|(name, _)| suits(name))
                .map(|(_, wait)| *wait)
        };
        said.or_else(known)
    }
}

/// Whether the client asked for progress on a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The request carries a progress token.
    Wanted,
    /// It carries none.
    Unwanted,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patience(limits: &WaitLimits, client: &str, progress: Progress) -> Patience {
        limits.patience(client, progress, Duration::ZERO)
    }

    #[test]
    fn a_client_waits_as_it_is_known_to() {
        let limits = WaitLimits::default();
        let seconds = |seconds| Patience::Limited(Duration::from_secs(seconds));
        for (client, with, without) in [
            ("claude-code", Patience::Unlimited, seconds(50)),
            ("opencode", Patience::Unlimited, seconds(50)),
            (
                "Visual Studio Code - Insiders",
                Patience::Unlimited,
                seconds(50),
            ),
            ("codex-mcp-client", seconds(270), seconds(270)),
            ("gemini-cli-mcp-client-loopback", seconds(570), seconds(570)),
            ("somebody-else", seconds(50), seconds(50)),
            ("", seconds(50), seconds(50)),
        ] {
            assert_eq!(
                patience(&limits, client, Progress::Wanted),
                with,
                "{client}"
            );
            assert_eq!(
                patience(&limits, client, Progress::Unwanted),
                without,
                "{client}"
            );
        }
    }

    #[test]
    fn what_the_person_says_of_a_client_comes_first_and_the_longest_name_counts() {
        let by_client = BTreeMap::from([
            (
                "codex".to_owned(),
                ClientWait::Limited(Duration::from_secs(9)),
            ),
            ("Codex-MCP".to_owned(), ClientWait::Progress),
        ]);
        let limits = WaitLimits {
            by_client: Arc::new(by_client),
            ..WaitLimits::default()
        };
        let wanted = Progress::Wanted;
        assert_eq!(
            patience(&limits, "codex-mcp-client", wanted),
            Patience::Unlimited
        );
        assert_eq!(
            patience(&limits, "codex", wanted),
            Patience::Limited(Duration::from_secs(9))
        );
    }

    #[test]
    fn what_was_waited_before_a_reconnect_counts() {
        let limits = WaitLimits::default();
        let waited = Duration::from_secs(45);
        let left = limits.patience("", Progress::Unwanted, waited);
        assert_eq!(left, Patience::Limited(Duration::from_secs(5)));
        let none = limits.patience("", Progress::Unwanted, waited * 2);
        assert_eq!(none, Patience::Limited(Duration::ZERO));
    }
}
