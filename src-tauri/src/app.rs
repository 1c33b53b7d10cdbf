//! The life of the app: one instance, from its start to its last commit.

use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::Context;
use tauri::{AppHandle, Manager, RunEvent};

use crate::args::Args;
use crate::state::Desktop;
use crate::{start, watch, window};

/// Runs until the person quits or the system ends the app.
///
/// # Errors
///
/// When the server cannot start or the window system is not there.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("no threads could be started")?;
    tauri::async_runtime::set(runtime.handle().clone());

    let app = tauri::Builder::default()
        // First of all plugins: a second start must end before anything of it begins.
        .plugin(single_instance(&args))
        .setup(move |app| Ok(begin(app.handle(), &args)?))
        .build(tauri::generate_context!())
        .context("the app could not start")?;
    app.run(|app, event| match event {
        // Closing the last window leaves the app in the tray; only an exit with a code ends it.
        RunEvent::ExitRequested {
            code: None, api, ..
        } => api.prevent_exit(),
        RunEvent::Exit => end(app),
        _ => {}
    });
    drop(runtime);
    Ok(())
}

fn single_instance(args: &Args) -> tauri::plugin::TauriPlugin<tauri::Wry> {
    let mut plugin = tauri_plugin_single_instance::Builder::new().callback(|app, line, _cwd| {
        window::show_or_report(app, Args::ask_of(&line).as_ref());
    });
    if let Some(dir) = &args.data_dir {
        // One instance for each data directory: another one is another inbox.
        let mut hasher = DefaultHasher::new();
        std::path::absolute(dir)
            .unwrap_or_else(|_| dir.clone())
            .hash(&mut hasher);
        plugin = plugin.dbus_id(format!("dev.loopback.desktop.d{:016x}", hasher.finish()));
    }
    plugin.build()
}

fn begin(app: &AppHandle, args: &Args) -> anyhow::Result<()> {
    let started = tauri::async_runtime::block_on(start::serve(args))?;
    let hub = started.running.hub().clone();
    let desktop = Desktop::new(started.running, started.remark);
    desktop.keep_watch(watch::begin(app, &hub, desktop.looked.clone()));
    app.manage(desktop);
    end_on_signal(app.clone());
    if !args.hidden {
        window::show(app, args.ask_id().as_ref())?;
    }
    Ok(())
}

/// Ends the app in good order: everything committed, no notification left, then the event loop.
///
/// The work happens beside the main thread, which parts of it still need to ask about the window.
pub(crate) fn quit(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        if let Some(desktop) = app.try_state::<Desktop>() {
            desktop.end().await;
        }
        app.exit(0);
    });
}

/// The event loop ends, be it after [`quit`] or because the system said so.
fn end(app: &AppHandle) {
    if let Some(desktop) = app.try_state::<Desktop>() {
        tauri::async_runtime::block_on(desktop.end());
    }
}

/// SIGTERM and SIGINT end the app like *Quit* does.
fn end_on_signal(app: AppHandle) {
    #[cfg(unix)]
    tauri::async_runtime::spawn(async move {
        use tokio::signal::unix::{SignalKind, signal};

        let (Ok(mut terminate), Ok(mut interrupt)) = (
            signal(SignalKind::terminate()),
            signal(SignalKind::interrupt()),
        ) else {
            return;
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        quit(&app);
    });
    #[cfg(not(unix))]
    drop(app);
}
