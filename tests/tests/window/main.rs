//! The real desktop app in a real window, on a screen and a message bus of its own.
//!
//! Needs Xvfb, openbox, dbus-daemon, WebKitWebDriver and tauri-driver, and both programs built.
//! `cargo xtask test` brings them; it runs these tests last and one at a time.

mod agent;
mod app;
mod lives;
mod notifications;
mod page;
mod screen;
mod tray;
