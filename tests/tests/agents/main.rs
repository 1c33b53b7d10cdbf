//! Real clients at the real command: the libraries that agents are built on, the agents themselves, and the protocol's
//! own suite. What they are made of comes from the package registries; `cargo xtask test agents` installs it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod clients;
mod conformance;
mod hooks;
mod outcomes;
mod programs;
mod run;
mod soak;
mod transcript;
