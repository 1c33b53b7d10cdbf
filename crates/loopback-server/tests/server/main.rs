//! The server as its clients meet it: real ports, a real inbox on disk, and every answer held against the contract.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose helper cannot go on has failed"
)]

mod access;
mod asks;
mod changes;
mod drafts;
mod events;
mod exports;
mod gate;
mod held;
mod limits;
mod log;
mod marks;
mod pages;
mod preferences;
mod refusals;
mod rendered;
mod replies;
mod search;
mod sessions;
mod start;
mod support;
mod uploads;
