//! What the frames of each revision hold. Owns which subprotocol sends whole asks and which sends rows.

use loopback_contract::{
    ServerEvent, Snapshot, SnapshotEvent, SummaryEvent, SummarySnapshot, SummarySnapshotEvent,
};
use loopback_inbox::{Event, Hub, Listing, Subscription};
use serde::Serialize;

/// What the frames of one revision hold.
pub(super) trait Content {
    type Snapshot: Listing + Send;
    type Frame: Serialize;

    fn subscribe(hub: &Hub) -> Subscription<Self::Snapshot>;
    fn opening(snapshot: Self::Snapshot) -> Self::Frame;
    fn change(event: &Event) -> Self::Frame;
}

/// `loopback.v1`: whole asks.
pub(super) struct Whole;

impl Content for Whole {
    type Snapshot = Snapshot;
    type Frame = ServerEvent;

    fn subscribe(hub: &Hub) -> Subscription<Snapshot> {
        hub.subscribe()
    }

    fn opening(snapshot: Snapshot) -> ServerEvent {
        ServerEvent::Snapshot(SnapshotEvent { snapshot })
    }

    fn change(event: &Event) -> ServerEvent {
        event.whole()
    }
}

/// `loopback.v2`: one row for each ask.
pub(super) struct Rows;

impl Content for Rows {
    type Snapshot = SummarySnapshot;
    type Frame = SummaryEvent;

    fn subscribe(hub: &Hub) -> Subscription<SummarySnapshot> {
        hub.subscribe_summaries()
    }

    fn opening(snapshot: SummarySnapshot) -> SummaryEvent {
        SummaryEvent::Snapshot(SummarySnapshotEvent { snapshot })
    }

    fn change(event: &Event) -> SummaryEvent {
        event.row()
    }
}
