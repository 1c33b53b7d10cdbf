//! The thread that does what has its time: it sends held replies, has postponed asks back, announces
//! agents who left by themselves and notes those who came back, brings the indexes up to date, and forgets what is old.
//!
//! A waiting call can end anywhere, also where nothing may block; so it only leaves a note, and this
//! thread goes to the desk with it. It knows when to look, and not what becomes of what.

use std::sync::Weak;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use loopback_contract::AskId;

use crate::desk::Sent;
use crate::error::{HubError, StoreError};
use crate::hub::Shared;
use crate::store::search_index::Progress;

/// How often old tickets and uploads are looked for, in milliseconds.
const SWEEP: i64 = 60 * 60 * 1_000;

/// A sleeping machine sleeps through waits. So, while something has its time, none is longer than this:
/// a held reply is late by no more when the machine wakes, and neither is a postponed ask.
const LONGEST_FOR_HELD: i64 = 1_000;
const LONGEST_FOR_SNOOZED: i64 = 30_000;

/// How long after a change the indexes are brought up to date: then whoever waited for it has it, and what
/// comes with it is indexed with it. In milliseconds, like the pause after a failure.
const SETTLED: i64 = 500;
const PAUSE: i64 = 60_000;

/// What the thread is told.
#[derive(Debug)]
pub(crate) enum Note {
    /// The last agent that waited for this ask has left.
    Left(AskId),
    /// This session of an agent is there, and was not before.
    Came(String),
    /// Something has a time to come that had none, or the clock was moved.
    Look,
    /// The indexes are behind, where they were not.
    Written,
    /// The hub stops.
    Stop,
}

/// Starts the thread. It ends with [`Note::Stop`], or when the hub is gone.
pub(crate) fn start(notes: Receiver<Note>, hub: Weak<Shared>) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new()
        .name("loopback-inbox".to_owned())
        .spawn(move || keep(&notes, &hub))
}

fn keep(notes: &Receiver<Note>, hub: &Weak<Shared>) {
    let Some(mut next_sweep) = hub.upgrade().map(|hub| hub.clock.steady() + SWEEP) else {
        return;
    };
    // What a process left behind that died, or a new step of the database has to fill, comes at once.
    let mut next_step = Some(i64::MIN);
    let mut wait = 0;
    loop {
        let note = notes.recv_timeout(Duration::from_millis(u64::try_from(wait).unwrap_or(0)));
        let Some(hub) = hub.upgrade() else {
            return;
        };
        match note {
            Ok(Note::Left(ask)) => complain(hub.with_desk(|desk| desk.announce_presence(&ask))),
            Ok(Note::Came(session)) => complain(hub.with_desk(|desk| desk.session_came(&session))),
            Ok(Note::Stop) | Err(RecvTimeoutError::Disconnected) => return,
            Ok(Note::Written) => next_step = Some(hub.clock.steady() + SETTLED),
            Ok(Note::Look) | Err(RecvTimeoutError::Timeout) => {}
        }
        let now = hub.clock.steady();
        if now >= next_sweep {
            next_sweep = now + SWEEP;
            complain(sweep(&hub));
        }
        if next_step.is_some_and(|at| now >= at) {
            next_step = derive(&hub).map(|pause| now + pause);
        }
        let step = next_step.map_or(SWEEP, |at| (at - now).max(0));
        wait = do_what_is_due(&hub).min(next_sweep - now).min(step);
    }
}

/// Takes one step of what is derived from the asks, and says how long it is until the next, if there is more.
/// Steps are small, so that others come to the desk between them.
fn derive(hub: &Shared) -> Option<i64> {
    match hub.with_desk(|desk| Ok(desk.derive()?)) {
        Ok(Progress::UpToDate) => None,
        Ok(Progress::Scattered | Progress::Behind) => Some(0),
        Err(error) => {
            complain(Err(error));
            Some(PAUSE)
        }
    }
}

/// Does what is due, and says how long it is until there may be more, in milliseconds.
fn do_what_is_due(hub: &Shared) -> i64 {
    let done = hub.with_desk(|desk| {
        report(desk.send_due());
        let woken = desk.wake_due();
        Ok((woken, desk.next_to_send()))
    });
    let Ok((woken, next_to_send)) = done else {
        return SWEEP;
    };
    let held = next_to_send.map(|wait| wait.clamp(0, LONGEST_FOR_HELD));
    let snoozed = match woken {
        Ok(next) => {
            let wait = next.map(|next| next.ms_since(hub.clock.look()));
            wait.map(|wait| wait.clamp(1, LONGEST_FOR_SNOOZED))
        }
        Err(error) => {
            complain(Err(error));
            Some(LONGEST_FOR_SNOOZED)
        }
    };
    held.into_iter().chain(snoozed).min().unwrap_or(SWEEP)
}

/// Forgets old tickets and uploads nothing names, and deletes the files of those.
pub(crate) fn sweep(hub: &Shared) -> Result<(), HubError> {
    let orphans = hub.with_desk(|desk| Ok(desk.sweep()?))?;
    let deleted: Result<(), StoreError> =
        orphans.iter().try_for_each(|name| hub.files.delete(name));
    Ok(deleted?)
}

/// Logs what became of held replies.
pub(crate) fn report(sent: Vec<(AskId, Result<Sent, HubError>)>) {
    for (ask, sent) in sent {
        match sent {
            Ok(Sent::Given(outcome)) => tracing::info!(%ask, outcome, "the person replied"),
            Ok(Sent::Unsent(code)) => {
                tracing::warn!(%ask, code, "a held reply did not fit any more and is a draft");
            }
            Err(error) => tracing::error!(%ask, %error, "a held reply could not be sent"),
        }
    }
}

fn complain(done: Result<(), HubError>) {
    match done {
        Ok(()) | Err(HubError::Stopping) => {}
        Err(error) => tracing::error!(%error, "the inbox could not be kept in order"),
    }
}
