//! The contract's messages: their types, their validation by schema, and upgrades of older ones.
//!
//! The types are generated from `spec/openapi`; what is written by hand stands around them. This
//! crate knows shapes only. What may happen to an ask is `loopback-rules`' business, and no route,
//! socket, clock or database is known here.

mod ask;
mod ask_id;
mod definitions;
#[expect(
    missing_docs,
    reason = "generated: a property whose name says it all has no words in the contract"
)]
mod generated;
mod invalid;
mod operation;
mod parse;
mod read;
pub mod schemas;
mod timestamp;
mod union;
pub mod upgrade;
mod validators;
mod words;

pub use ask::CommonMut;
pub use ask_id::AskId;
pub use generated::tables::{OLDEST_REVISION, OPERATIONS, REVISION};
pub use generated::*;
pub use invalid::Invalid;
pub use operation::{Body, Operation};
pub use read::{check, check_schema, read, read_value};
pub use timestamp::Timestamp;

/// A message that stands alone: one that is read, checked and sent as a whole.
pub trait Message {
    /// Its name among the contract's schemas.
    const SCHEMA: &'static str;
}
