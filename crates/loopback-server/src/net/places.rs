//! The places connections take. Owns their number; a place is free again when its holder drops it.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Limits;

/// All places there are.
#[derive(Clone)]
pub(super) struct Places {
    anyones: Arc<Semaphore>,
    windows: Arc<Semaphore>,
}

/// One connection's place.
pub(super) struct Place {
    kind: PlaceKind,
    _permit: OwnedSemaphorePermit,
}

/// Whom a place is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaceKind {
    /// Whoever comes first.
    Anyones,
    /// The person, who must be known soon.
    Windows,
}

impl Places {
    pub(super) fn new(limits: &Limits) -> Self {
        let anyones = limits.connections.saturating_sub(limits.window_places);
        Self {
            anyones: Arc::new(Semaphore::new(anyones)),
            windows: Arc::new(Semaphore::new(limits.window_places.min(limits.connections))),
        }
    }

    /// A free place, if there is one. Those kept for the window come last.
    pub(super) fn take(&self) -> Option<Place> {
        let take = |places: &Arc<Semaphore>, kind| {
            let permit = Arc::clone(places).try_acquire_owned().ok()?;
            Some(Place {
                kind,
                _permit: permit,
            })
        };
        take(&self.anyones, PlaceKind::Anyones).or_else(|| take(&self.windows, PlaceKind::Windows))
    }
}

impl Place {
    pub(super) fn kind(&self) -> PlaceKind {
        self.kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_windows_places_are_taken_last_and_come_back() {
        let places = Places::new(&Limits {
            connections: 3,
            window_places: 1,
            ..Limits::default()
        });
        let taken: Vec<_> = std::iter::from_fn(|| places.take()).collect();
        let kinds: Vec<_> = taken.iter().map(Place::kind).collect();
        assert_eq!(
            kinds,
            [PlaceKind::Anyones, PlaceKind::Anyones, PlaceKind::Windows]
        );
        drop(taken);
        assert!(places.take().is_some());
    }
}
