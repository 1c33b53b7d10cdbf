//! Listening to the inbox: a snapshot first, then every change after it.

use std::collections::HashMap;
use std::marker::PhantomData;

use loopback_contract::{AskId, AskSummary, Snapshot, SummarySnapshot};
use rusqlite::Connection;
use tokio::sync::broadcast::{self, error::RecvError};

use super::Hub;
use super::person::RECENT;
use crate::error::{HubError, StoreError};
use crate::feed::Event;
use crate::presence::Attention;
use crate::store;

/// What a subscription gives.
#[derive(Debug, Clone)]
pub enum Frame<S> {
    /// How everything stands. It comes first, and again whenever the listener was too slow for the
    /// events in between: it holds all they would have told.
    Snapshot {
        /// The number of the last event it holds.
        seq: u64,
        /// All open asks, and those closed last.
        snapshot: S,
    },
    /// One change, the next after whatever came before.
    Event(Event),
}

/// One listener. `S` is what its snapshots hold: whole asks, or rows.
#[derive(Debug)]
pub struct Subscription<S> {
    hub: Hub,
    events: Option<broadcast::Receiver<Event>>,
    holds: PhantomData<fn() -> S>,
}

/// A snapshot that can begin a subscription.
pub trait Listing: sealed::Load + Send + 'static {}

impl Listing for Snapshot {}
impl Listing for SummarySnapshot {}

impl Hub {
    /// Listens, with whole asks in the snapshots.
    #[must_use]
    pub fn subscribe(&self) -> Subscription<Snapshot> {
        Subscription::new(self.clone())
    }

    /// Listens, with rows in the snapshots.
    #[must_use]
    pub fn subscribe_summaries(&self) -> Subscription<SummarySnapshot> {
        Subscription::new(self.clone())
    }

    /// A snapshot, the number of the last event it holds, and all events after that one.
    async fn listen<S: Listing>(&self) -> Result<(u64, S, broadcast::Receiver<Event>), HubError> {
        self.reading(|db, shared| {
            let read = db.transaction().map_err(StoreError::from)?;
            // What a transaction reads is settled by its first read. As long as the desk is held
            // nothing is committed or announced, so rows, presence and number belong together.
            let (seq, events, attention) = shared.with_desk(|desk| {
                store::settle(&read)?;
                Ok(desk.listen())
            })?;
            Ok((seq, S::load(&read, &attention)?, events))
        })
        .await
    }
}

impl<S: Listing> Subscription<S> {
    fn new(hub: Hub) -> Self {
        Self {
            hub,
            events: None,
            holds: PhantomData,
        }
    }

    /// The next frame; nothing once the hub has stopped. It may be given up at any await without
    /// anything being lost.
    ///
    /// # Errors
    ///
    /// [`HubError::Store`] if no snapshot can be read. The next call tries again.
    pub async fn next(&mut self) -> Result<Option<Frame<S>>, HubError> {
        loop {
            let Some(events) = &mut self.events else {
                return match self.hub.listen().await {
                    Ok((seq, snapshot, events)) => {
                        self.events = Some(events);
                        Ok(Some(Frame::Snapshot { seq, snapshot }))
                    }
                    Err(HubError::Stopping) => Ok(None),
                    Err(error) => Err(error),
                };
            };
            match events.recv().await {
                Ok(event) => return Ok(Some(Frame::Event(event))),
                Err(RecvError::Closed) => return Ok(None),
                Err(RecvError::Lagged(_)) => self.events = None,
            }
        }
    }
}

mod sealed {
    use super::{AskId, Attention, Connection, HashMap, StoreError};

    /// How a snapshot is read.
    pub trait Load: Sized {
        /// Reads it, and marks what agents attend to.
        fn load(db: &Connection, attention: &HashMap<AskId, Attention>)
        -> Result<Self, StoreError>;
    }
}

impl sealed::Load for Snapshot {
    fn load(db: &Connection, attention: &HashMap<AskId, Attention>) -> Result<Self, StoreError> {
        let mut open = store::asks::open(db)?;
        for ask in &mut open {
            if let Some(attention) = attention.get(ask.id()) {
                attention.mark(ask);
            }
        }
        let recent = store::asks::closed(db, None, RECENT)?;
        Ok(Self { open, recent })
    }
}

impl sealed::Load for SummarySnapshot {
    fn load(db: &Connection, attention: &HashMap<AskId, Attention>) -> Result<Self, StoreError> {
        let mark = |mut row: AskSummary| {
            if let Some(attention) = attention.get(&row.id) {
                attention.mark_row(&mut row);
            }
            row
        };
        Ok(Self {
            open: store::summaries::open(db)?.into_iter().map(mark).collect(),
            recent: store::summaries::closed(db, None, RECENT)?,
        })
    }
}
