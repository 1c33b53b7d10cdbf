//! The real desktop app in a real window, on a screen and a message bus of its own.
//!
//! Needs Xvfb, openbox, wmctrl, xdotool, xclip, dbus-daemon, `WebKitWebDriver` and tauri-driver, and both programs built.
//! `cargo xtask test` brings them; it runs these tests last and one at a time.

#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests end the test when something is not as it must be"
)]

mod agent;
mod answering;
mod app;
mod asks;
mod comments;
mod content;
mod drafts;
mod finding;
mod guards;
mod hands;
mod leaving;
mod lives;
#[expect(
    clippy::needless_pass_by_value,
    clippy::unused_self,
    clippy::used_underscore_binding,
    reason = "what the methods take is fixed by the interface on the bus"
)]
mod notifications;
mod page;
mod pictures;
mod screen;
mod surroundings;
#[expect(
    clippy::needless_pass_by_value,
    clippy::unused_self,
    clippy::used_underscore_binding,
    reason = "what the methods take is fixed by the interface on the bus"
)]
mod tray;
mod undo;
