//! The Loopback desktop app: a thin shell over `loopback-server` with a window, a tray icon and
//! notifications.
//!
//! Everything an ask goes through happens below; nothing here knows how an ask is answered. Each of
//! the three parts may be missing (no tray host, no notification service, no window open) without
//! the others noticing.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod app;
mod args;
mod display;
mod downloads;
mod notices;
#[cfg(target_os = "linux")]
mod popup;
mod relaunch;
mod start;
mod state;
mod tray;
mod watch;
mod window;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    if let Err(error) = relaunch::with_clean_environment() {
        eprintln!("loopback-desktop: {error}");
        return ExitCode::FAILURE;
    }
    let args = args::Args::parse();
    let trouble = display::missing_display(|name| std::env::var_os(name));
    #[cfg(target_os = "linux")]
    let trouble = trouble.or_else(display::closed_display);
    if let Some(what_to_do) = trouble {
        eprintln!("loopback-desktop: {what_to_do}");
        return ExitCode::FAILURE;
    }
    loopback_server::logging::init();
    if let Err(error) = loopback_server::private_memory::protect() {
        tracing::warn!(%error, "memory is not protected from other programs");
    }
    match app::run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("loopback-desktop: {error:#}");
            ExitCode::FAILURE
        }
    }
}
