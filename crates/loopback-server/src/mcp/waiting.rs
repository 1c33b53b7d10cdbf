//! A call's wait for the person: until they reply, the call's patience ends, its client leaves or the
//! server stops. Meanwhile a client that asked for it hears that the wait goes on.

use std::time::Duration;

use loopback_inbox::{HubError, Outcome, Waiter};
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::Peer;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_util::sync::CancellationToken;

use super::Patience;

/// How a wait ended.
#[derive(Debug)]
pub(super) enum Waited {
    /// With a reply, or because the ask was withdrawn.
    Ended(Outcome),

    /// Nobody has replied, and this call waits no longer.
    StillWaiting,
}

/// What a wait depends on beside the person.
pub(super) struct Wait<'a> {
    pub(super) patience: Patience,
    /// What the call waited before, on connections that broke.
    pub(super) waited: Duration,
    pub(super) listener: Option<(Peer<RoleServer>, ProgressToken)>,
    /// Any of these ends the wait.
    pub(super) ends: [&'a CancellationToken; 3],
}

impl Wait<'_> {
    /// Waits. The reply stays where it is: whoever waits next gets it.
    pub(super) async fn run(&self, waiter: &mut Waiter) -> Result<Waited, HubError> {
        let [left, cancelled, stopping] = self.ends;
        let ask_id = waiter.ask_id().clone();
        tokio::select! {
            biased;
            outcome = waiter.outcome() => match outcome {
                Err(HubError::Stopping) => Ok(Waited::StillWaiting),
                outcome => outcome.map(Waited::Ended),
            },
            () = left.cancelled() => Ok(Waited::StillWaiting),
            () = cancelled.cancelled() => Ok(Waited::StillWaiting),
            () = stopping.cancelled() => Ok(Waited::StillWaiting),
            () = self.patience_ends() => Ok(Waited::StillWaiting),
            () = self.signs_of_life(ask_id.as_str()) => Ok(Waited::StillWaiting),
        }
    }

    async fn patience_ends(&self) {
        match self.patience {
            Patience::Limited(limit) => tokio::time::sleep(limit).await,
            Patience::Unlimited { .. } => std::future::pending().await,
        }
    }

    /// Never returns. A client that does not read holds up only its own signs of life.
    async fn signs_of_life(&self, ask_id: &str) {
        let (Patience::Unlimited { progress_every }, Some((peer, token))) =
            (self.patience, &self.listener)
        else {
            return std::future::pending().await;
        };
        let start = Instant::now();
        let mut ticks = tokio::time::interval(progress_every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let waited = self.waited + start.elapsed();
            let sign = ProgressNotificationParam::new(token.clone(), waited.as_secs_f64())
                .with_message(message(ask_id, waited));
            // Whether it arrived is not this loop's business: a client that left ends the wait.
            let _ = peer.notify_progress(sign).await;
        }
    }
}

fn message(ask_id: &str, waited: Duration) -> String {
    match waited.as_secs() {
        0 => format!("In the person's inbox (ask {ask_id})"),
        seconds @ 1..60 => format!("Waiting for the person, {seconds} s so far (ask {ask_id})"),
        seconds => format!(
            "Waiting for the person, {} min so far (ask {ask_id})",
            seconds / 60
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_of_life_names_the_ask_and_how_long_it_has_waited() {
        let check = |seconds, expect: &str| {
            assert_eq!(message("a1", Duration::from_secs(seconds)), expect);
        };
        check(0, "In the person's inbox (ask a1)");
        check(45, "Waiting for the person, 45 s so far (ask a1)");
        check(3599, "Waiting for the person, 59 min so far (ask a1)");
    }
}
