//! A call's wait for the person: until they reply, the call's patience ends, its client leaves or the
//! server stops. Meanwhile a client that asked for it hears that the wait goes on.

use std::time::Duration;

use loopback_contract::AskId;
use loopback_inbox::{Hub, HubError, Place};
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::Peer;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_util::sync::CancellationToken;

use super::Patience;

/// How a wait ended.
#[derive(Debug)]
pub(super) enum Waited<T> {
    /// With what was waited for: a reply, or an ask that was withdrawn.
    Ended(T),

    /// Nobody has replied, and this call waits no longer.
    StillWaiting,
}

/// What a wait depends on beside the person.
pub(super) struct Wait<'a> {
    pub(super) patience: Patience,
    /// What the call waited before, on connections that broke.
    pub(super) waited: Duration,
    pub(super) progress_every: Duration,
    pub(super) listener: Option<(Peer<RoleServer>, ProgressToken)>,
    /// What is waited for, for the signs of life: the first of several.
    pub(super) about: &'a AskId,
    pub(super) hub: &'a Hub,
    /// Any of these ends the wait.
    pub(super) ends: [&'a CancellationToken; 3],
}

impl Wait<'_> {
    /// Waits for `outcome`. The reply stays where it is: whoever waits next gets it.
    pub(super) async fn run<T>(
        &self,
        outcome: impl Future<Output = Result<T, HubError>>,
    ) -> Result<Waited<T>, HubError> {
        let [left, cancelled, stopping] = self.ends;
        tokio::select! {
            biased;
            outcome = outcome => match outcome {
                Err(HubError::Stopping) => Ok(Waited::StillWaiting),
                outcome => outcome.map(Waited::Ended),
            },
            () = left.cancelled() => Ok(Waited::StillWaiting),
            () = cancelled.cancelled() => Ok(Waited::StillWaiting),
            () = stopping.cancelled() => Ok(Waited::StillWaiting),
            () = self.patience_ends() => Ok(Waited::StillWaiting),
            () = self.signs_of_life() => Ok(Waited::StillWaiting),
        }
    }

    async fn patience_ends(&self) {
        match self.patience {
            Patience::Limited(limit) => tokio::time::sleep(limit).await,
            Patience::Unlimited => std::future::pending().await,
        }
    }

    /// Never returns. A client that does not read holds up only its own signs of life.
    async fn signs_of_life(&self) {
        let Some((peer, token)) = &self.listener else {
            return std::future::pending().await;
        };
        let start = Instant::now();
        let mut ticks = tokio::time::interval(self.progress_every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let waited = self.waited + start.elapsed();
            // Where it stands is told as well as it can be; that it waits, in any case.
            let place = self.hub.place(self.about).await.unwrap_or_default();
            let sign = ProgressNotificationParam::new(token.clone(), waited.as_secs_f64())
                .with_message(message(self.about.as_str(), waited, place));
            // Whether it arrived is not this loop's business: a client that left ends the wait.
            let _ = peer.notify_progress(sign).await;
        }
    }
}

fn message(ask_id: &str, waited: Duration, place: Option<Place>) -> String {
    let so_far = match waited.as_secs() {
        0 => "In the person's inbox".to_owned(),
        seconds @ 1..60 => format!("Waiting for the person, {seconds} s so far"),
        seconds => format!("Waiting for the person, {} min so far", seconds / 60),
    };
    let place = match place {
        Some(Place { before: 0, of: 1 }) => ", alone".to_owned(),
        Some(Place { before, of }) if before < of => format!(", number {} of {of}", before + 1),
        _ => String::new(),
    };
    format!("{so_far}{place} (ask {ask_id})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_of_life_names_the_ask_how_long_it_has_waited_and_where_it_stands() {
        let check = |seconds, place: Option<(u32, u32)>, expect: &str| {
            let place = place.map(|(before, of)| Place { before, of });
            assert_eq!(message("a1", Duration::from_secs(seconds), place), expect);
        };
        check(0, Some((0, 1)), "In the person's inbox, alone (ask a1)");
        check(0, None, "In the person's inbox (ask a1)");
        check(
            45,
            Some((1, 5)),
            "Waiting for the person, 45 s so far, number 2 of 5 (ask a1)",
        );
        check(
            3599,
            Some((0, 2)),
            "Waiting for the person, 59 min so far, number 1 of 2 (ask a1)",
        );
    }
}
