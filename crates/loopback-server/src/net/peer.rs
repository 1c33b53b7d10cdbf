//! Who is at the other end of a connection, as far as its requests have shown.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use http::Extensions;

use super::places::{Place, PlaceKind};

/// One connection's other end, shared with each of its requests. It holds the connection's place, so that a socket that
/// grew out of a request keeps the place for as long as it holds this.
pub(crate) struct Peer {
    known: AtomicBool,
    place: Place,
}

/// What a request has proven its sender to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proven {
    /// The person.
    Person,
    /// An agent, or the holder of an upload ticket.
    Agent,
}

impl Peer {
    pub(super) fn new(place: Place) -> Arc<Self> {
        Arc::new(Self {
            known: AtomicBool::new(false),
            place,
        })
    }

    /// Notes what the request with these extensions has proven. It lifts the limits on strangers from the connection,
    /// unless its place is one of those that are the person's alone.
    pub(crate) fn has(proven: Proven, extensions: &Extensions) {
        if let Some(peer) = extensions.get::<Arc<Self>>()
            && (proven == Proven::Person || peer.place.kind() == PlaceKind::Anyones)
        {
            peer.known.store(true, Ordering::Release);
        }
    }

    pub(super) fn is_known(&self) -> bool {
        self.known.load(Ordering::Acquire)
    }
}
