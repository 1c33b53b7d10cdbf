//! The real command through its doors: what a person, an agent or an administrator meets.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod attach;
mod bridge;
mod clients;
mod doctor;
mod hooks;
mod http;
mod kills;
mod many;
mod pictures;
mod refusals;
mod remote;
mod resources;
mod restarts;
mod scripts;
mod serve;
mod tasks;
mod wishes;
