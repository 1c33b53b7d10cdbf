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

/// What `loopback ask` and its like introduce themselves by.
pub const SCRIPT: &str = "loopback-script";

/// The clients of which it is known, by the beginning of the name they introduce themselves by, in
/// lower case. What is answered somewhat before the limit of the client reaches it in time.
const KNOWN: &[(&str, ClientWait)] = &[
    // It is told for how long by whoever runs it.
    (SCRIPT, ClientWait::Progress),
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

/// A call, as far as it matters for how long it may wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitingCall<'a> {
    /// The name its client introduces itself by.
    pub client: &'a str,

    /// Whether the client asked for progress on it.
    pub progress: Progress,

    /// After how long the client gives it up by the client's own settings, whatever signs of life it has had;
    /// where those are known.
    pub client_limit: Option<Duration>,

    /// What it has waited already, on a connection that broke since.
    pub waited: Duration,
}

impl WaitLimits {
    /// How a call waits. What the person says of its client comes before what the client's settings say, and
    /// that before what is known of such clients.
    #[must_use]
    pub fn patience(&self, call: &WaitingCall<'_>) -> Patience {
        let by_settings = call.client_limit.map(before);
        let said = self.said(call.client);
        let limit = match said.or_else(|| known(call.client)) {
            Some(ClientWait::Progress) if call.progress == Progress::Wanted => {
                match by_settings.filter(|_| said.is_none()) {
                    Some(limit) => limit,
                    None => return Patience::Unlimited,
                }
            }
            Some(ClientWait::Limited(limit)) if said.is_some() => limit,
            Some(ClientWait::Limited(limit)) => by_settings.unwrap_or(limit),
            Some(ClientWait::Progress) | None => by_settings.unwrap_or(self.otherwise),
        };
        Patience::Limited(limit.saturating_sub(call.waited))
    }

    /// What the person says of a client. The longest beginning of its name counts.
    fn said(&self, client: &str) -> Option<ClientWait> {
        let said = self.by_client.iter();
        let said = said.filter(|(name, _)| begins(client, name));
        said.max_by_key(|(name, _)| name.len())
            .map(|(_, wait)| *wait)
    }
}

fn known(client: &str) -> Option<ClientWait> {
    let known = KNOWN.iter().find(|(name, _)| begins(client, name));
    known.map(|(_, wait)| *wait)
}

fn begins(client: &str, name: &str) -> bool {
    client.to_lowercase().starts_with(&name.to_lowercase())
}

/// When to answer a client that gives up after `limit`, so that the answer reaches it: 50 s of 60, 270 of 300.
fn before(limit: Duration) -> Duration {
    limit.saturating_sub((limit / 6).min(Duration::from_secs(30)))
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

    const fn waiter(client: &str, progress: Progress) -> WaitingCall<'_> {
        WaitingCall {
            client,
            progress,
            client_limit: None,
            waited: Duration::ZERO,
        }
    }

    fn patience(limits: &WaitLimits, client: &str, progress: Progress) -> Patience {
        limits.patience(&waiter(client, progress))
    }

    #[test]
    fn a_client_waits_as_it_is_known_to() {
        let limits = WaitLimits::default();
        let seconds = |seconds| Patience::Limited(Duration::from_secs(seconds));
        for (client, with, without) in [
            ("claude-code", Patience::Unlimited, seconds(50)),
            ("opencode", Patience::Unlimited, seconds(50)),
            (SCRIPT, Patience::Unlimited, seconds(50)),
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
        let after = |seconds| {
            limits.patience(&WaitingCall {
                waited: Duration::from_secs(seconds),
                ..waiter("", Progress::Unwanted)
            })
        };
        assert_eq!(after(45), Patience::Limited(Duration::from_secs(5)));
        assert_eq!(after(90), Patience::Limited(Duration::ZERO));
    }

    #[test]
    fn a_limit_that_the_client_was_given_counts_unless_the_person_says_otherwise() {
        let set = |limits: &WaitLimits, client, progress, seconds| {
            limits.patience(&WaitingCall {
                client_limit: Some(Duration::from_secs(seconds)),
                ..waiter(client, progress)
            })
        };
        let seconds = |seconds| Patience::Limited(Duration::from_secs(seconds));
        let limits = WaitLimits::default();
        for (client, progress, limit, expected) in [
            ("codex-mcp-client", Progress::Wanted, 3600, seconds(3570)),
            ("codex-mcp-client", Progress::Wanted, 60, seconds(50)),
            ("gemini-cli-mcp-client-x", Progress::Wanted, 12, seconds(10)),
            ("claude-code", Progress::Wanted, 604_800, seconds(604_770)),
            ("claude-code", Progress::Wanted, 6, seconds(5)),
            ("opencode", Progress::Unwanted, 300, seconds(270)),
            ("somebody-else", Progress::Wanted, 0, seconds(0)),
        ] {
            assert_eq!(set(&limits, client, progress, limit), expected, "{client}");
        }
        let said = ClientWait::Limited(Duration::from_secs(9));
        let limits = WaitLimits {
            by_client: Arc::new(BTreeMap::from([("codex".to_owned(), said)])),
            ..limits
        };
        assert_eq!(
            set(&limits, "codex-mcp-client", Progress::Wanted, 3600),
            seconds(9)
        );
    }
}
