//! The inbox: asks on disk, one ask's life as a chain of transactions, and those who wait and listen.
//!
//! [`Hub`] is the only door. What may happen to an ask is decided by `loopback-rules`; this crate
//! brings the moment, the id and the facts, commits what comes out, and only then wakes the agent that
//! waits and tells everyone. HTTP, MCP, pages and windows are not known here.

mod caller;
mod clock;
mod desk;
mod directory;
mod door;
mod error;
mod examine;
mod feed;
mod files;
pub mod hex;
mod housekeeping;
mod hub;
mod outcome;
mod picture;
mod presence;
mod query;
mod seek;
pub mod session;
mod store;

pub use caller::{CallId, Caller};
pub use clock::{Clock, ManualClock};
pub use desk::{IssuedTicket, MAX_UPLOAD_BYTES};
pub use directory::{Fault, Holder, Mode, check_private};
pub use door::Door;
pub use error::{HubError, StartError, StoreError};
pub use examine::{Condition, examine};
pub use feed::Event;
pub use hub::{Frame, Hub, InboxConfig, Listing, OpenTicket, StoredFile, Subscription, Waiter};
pub use outcome::{Ended, Outcome};
pub use presence::Attending;
pub use store::asks::Place;
