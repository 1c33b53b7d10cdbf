//! How long the bridge keeps trying to reach the app, and how often.

use std::time::Duration;

/// Ever longer pauses between attempts.
#[derive(Debug)]
pub(crate) struct Backoff {
    next: Duration,
    longest: Duration,
}

impl Backoff {
    const FIRST: Duration = Duration::from_millis(50);

    /// While a call waits.
    pub(crate) const fn new() -> Self {
        Self::up_to(Duration::from_secs(2))
    }

    /// While no call waits. The app gives a bridge two minutes to come back.
    pub(crate) const fn idle() -> Self {
        Self::up_to(Duration::from_secs(10))
    }

    const fn up_to(longest: Duration) -> Self {
        let next = Self::FIRST;
        Self { next, longest }
    }

    /// How long to pause before the next attempt.
    pub(crate) fn pause(&mut self) -> Duration {
        let pause = self.next;
        self.next = (pause * 2).min(self.longest);
        pause
    }

    /// An attempt succeeded.
    pub(crate) const fn reset(&mut self) {
        self.next = Self::FIRST;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_two_seconds_or_ten_and_start_over_after_success() {
        for (mut backoff, longest) in [(Backoff::new(), 2000), (Backoff::idle(), 10_000)] {
            let pauses: Vec<u128> = (0..10).map(|_| backoff.pause().as_millis()).collect();
            let grown = [50, 100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600];
            assert_eq!(pauses, grown.map(|pause| longest.min(pause)));
            backoff.reset();
            assert_eq!(backoff.pause().as_millis(), 50);
        }
    }
}
