//! The real command through its doors: what a person, an agent or an administrator meets.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bridge;
mod clients;
mod conformance;
mod http;
mod refusals;
mod restarts;
mod serve;
