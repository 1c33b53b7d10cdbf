//! The real command through its doors: what a person, an agent or an administrator meets.

mod bridge;
mod http;
mod restarts;
mod serve;
