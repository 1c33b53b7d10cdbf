//! How long a call may wait for the person, as data: the one place to look and to change.
//!
//! A client that asked for progress is told every few seconds that the wait goes on and may wait as
//! long as it likes. Any other client would give up by itself, so it gets `still_waiting` in time.

use std::time::Duration;

/// The limits of a waiting tool call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitLimits {
    /// When a call that did not ask for progress is answered with `still_waiting`. The shortest limit
    /// of a known client is 60 s.
    pub without_progress: Duration,

    /// How often a call that asked for progress hears that the wait goes on, beside once at its start.
    pub progress_every: Duration,
}

impl Default for WaitLimits {
    fn default() -> Self {
        Self {
            without_progress: Duration::from_secs(50),
            progress_every: Duration::from_secs(15),
        }
    }
}

/// How one call waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// Until the person replies, with a sign of life every so often.
    Unlimited {
        /// The time between two signs of life.
        progress_every: Duration,
    },

    /// Until this time has passed.
    Limited(Duration),
}

impl WaitLimits {
    /// How a call of this client waits. `waited` is what it has waited already, on a connection that
    /// broke since.
    #[must_use]
    pub fn patience(&self, progress: Progress, waited: Duration) -> Patience {
        match progress {
            Progress::Wanted => Patience::Unlimited {
                progress_every: self.progress_every,
            },
            Progress::Unwanted => Patience::Limited(self.without_progress.saturating_sub(waited)),
        }
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

    #[test]
    fn a_call_without_progress_ends_before_the_shortest_known_client_limit() {
        let limits = WaitLimits::default();
        let patience = limits.patience(Progress::Unwanted, Duration::ZERO);
        assert_eq!(patience, Patience::Limited(Duration::from_secs(50)));
    }

    #[test]
    fn what_was_waited_before_a_reconnect_counts() {
        let limits = WaitLimits::default();
        let waited = Duration::from_secs(45);
        assert_eq!(
            limits.patience(Progress::Unwanted, waited),
            Patience::Limited(Duration::from_secs(5))
        );
        assert_eq!(
            limits.patience(Progress::Unwanted, waited * 2),
            Patience::Limited(Duration::ZERO)
        );
    }

    #[test]
    fn a_call_with_progress_waits_without_end() {
        let patience = WaitLimits::default().patience(Progress::Wanted, Duration::from_hours(2));
        assert!(matches!(patience, Patience::Unlimited { .. }));
    }
}
