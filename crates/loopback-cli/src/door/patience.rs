//! How often it is tried to reach what is away.

use std::time::Duration;

/// Ever longer pauses between attempts.
#[derive(Debug)]
pub(crate) struct Backoff {
    next: Duration,
    first: Duration,
    longest: Duration,
}

impl Backoff {
    /// To reach the app, while a call waits.
    pub(crate) const fn new() -> Self {
        Self::between(Duration::from_millis(50), Duration::from_secs(2))
    }

    /// To reach the app, while no call waits. It gives a bridge two minutes to come back.
    pub(crate) const fn idle() -> Self {
        Self::between(Duration::from_millis(50), Duration::from_secs(10))
    }

    /// To reach another machine.
    pub(crate) const fn network() -> Self {
        Self::between(Duration::from_secs(1), Duration::from_secs(30))
    }

    const fn between(first: Duration, longest: Duration) -> Self {
        Self {
            next: first,
            first,
            longest,
        }
    }

    /// How long to pause before the next attempt.
    pub(crate) fn pause(&mut self) -> Duration {
        let pause = self.next;
        self.next = (pause * 2).min(self.longest);
        pause
    }

    /// An attempt succeeded.
    pub(crate) const fn reset(&mut self) {
        self.next = self.first;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest_and_start_over_after_success() {
        for (mut backoff, first, longest) in [
            (Backoff::new(), 50, 2000),
            (Backoff::idle(), 50, 10_000),
            (Backoff::network(), 1000, 30_000),
        ] {
            let pauses: Vec<u128> = (0..10).map(|_| backoff.pause().as_millis()).collect();
            let grown = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
            assert_eq!(pauses, grown.map(|times| longest.min(first * times)));
            backoff.reset();
            assert_eq!(backoff.pause().as_millis(), first);
        }
    }
}
