//! What a connection and the requests that come over it know of one another.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use http::Extensions;

use super::places::Place;

/// One connection's state, shared with each of its requests. It holds the connection's place, so that a socket that
/// grew out of a request keeps the place for as long as it holds this.
pub(crate) struct Exchange {
    known: AtomicBool,
    unanswered: AtomicBool,
    _place: Place,
}

impl Exchange {
    pub(super) fn new(place: Place) -> Arc<Self> {
        Arc::new(Self {
            known: AtomicBool::new(false),
            unanswered: AtomicBool::new(false),
            _place: place,
        })
    }

    /// Notes that the request with these extensions showed a valid credential, which lifts the limits on strangers
    /// from its connection.
    pub(crate) fn known(extensions: &Extensions) {
        if let Some(exchange) = extensions.get::<Arc<Self>>() {
            exchange.known.store(true, Ordering::Release);
        }
    }

    pub(super) fn is_known(&self) -> bool {
        self.known.load(Ordering::Acquire)
    }

    /// Bytes have come in that no request was made of yet.
    pub(super) fn heard(&self) {
        self.unanswered.store(true, Ordering::Release);
    }

    /// A request was made of what came in: what is written from now on is ours.
    pub(super) fn understood(&self) {
        self.unanswered.store(false, Ordering::Release);
    }

    pub(super) fn is_unanswered(&self) -> bool {
        self.unanswered.load(Ordering::Acquire)
    }
}
