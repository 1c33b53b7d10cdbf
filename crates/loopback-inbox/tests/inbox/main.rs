//! The inbox through its one door, on a real database in a directory of its own.

#![expect(
    clippy::unwrap_used,
    reason = "what a test relies on and does not find is its failure"
)]

mod agents;
mod concurrency;
mod damage;
mod decisions;
mod drafts;
mod events;
mod examine;
mod held;
mod joining;
mod kill;
mod lives;
mod marks;
mod paging;
mod person;
mod questions;
mod replay;
mod same_words;
mod search;
mod sessions;
mod start_and_stop;
mod support;
mod uploads;
mod viewed;
mod waiting;
