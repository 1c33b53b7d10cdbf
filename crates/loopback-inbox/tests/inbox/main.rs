//! The inbox through its one door, on a real database in a directory of its own.

#![expect(
    clippy::unwrap_used,
    reason = "what a test relies on and does not find is its failure"
)]

mod agents;
mod concurrency;
mod drafts;
mod events;
mod joining;
mod kill;
mod paging;
mod person;
mod replay;
mod start_and_stop;
mod support;
mod uploads;
mod waiting;
