//! Events in the order of the commits they tell of: numbered, and sent to all who listen.

use std::sync::Arc;

use loopback_contract::{Ask, AskEvent, AskSummary, AskSummaryEvent, ServerEvent, SummaryEvent};
use loopback_rules::AskChange;
use tokio::sync::broadcast;

use crate::store::marks::Marks;
use crate::store::summary;

/// How many events wait for a slow listener before it has to begin again with a snapshot.
const KEPT: usize = 256;

/// One change of one ask.
#[derive(Debug, Clone)]
pub struct Event {
    /// Counts the events since the hub started, from 1, without a gap.
    pub seq: u64,
    /// What happened.
    pub change: AskChange,
    /// The ask after it.
    pub ask: Arc<Ask>,
    /// The same as one row of a list.
    pub summary: Arc<AskSummary>,
}

impl Event {
    /// The frame of the event socket with the whole ask.
    #[must_use]
    pub fn whole(&self) -> ServerEvent {
        let frame = AskEvent {
            ask: Ask::clone(&self.ask),
        };
        match self.change {
            AskChange::Opened => ServerEvent::AskOpened(frame),
            AskChange::Updated => ServerEvent::AskUpdated(frame),
        }
    }

    /// The frame of the event socket with the row.
    #[must_use]
    pub fn row(&self) -> SummaryEvent {
        let frame = AskSummaryEvent {
            ask: AskSummary::clone(&self.summary),
        };
        match self.change {
            AskChange::Opened => SummaryEvent::AskOpened(frame),
            AskChange::Updated => SummaryEvent::AskUpdated(frame),
        }
    }
}

/// Where events are numbered and sent from.
#[derive(Debug)]
pub(crate) struct Feed {
    seq: u64,
    sender: broadcast::Sender<Event>,
}

impl Feed {
    pub(crate) fn new() -> Self {
        Self {
            seq: 0,
            sender: broadcast::Sender::new(KEPT),
        }
    }

    /// Tells everyone.
    pub(crate) fn publish(&mut self, change: AskChange, ask: Ask, marks: Marks) {
        self.seq += 1;
        let event = Event {
            seq: self.seq,
            change,
            summary: Arc::new(marks.on(summary::of(&ask))),
            ask: Arc::new(ask),
        };
        // An error says that nobody listens.
        let _ = self.sender.send(event);
    }

    /// Listens to everything after the event with the number that comes with it.
    pub(crate) fn listen(&self) -> (u64, broadcast::Receiver<Event>) {
        (self.seq, self.sender.subscribe())
    }
}
