//! The tray icon: how many asks wait, and a menu with *Open* and *Quit*.
//!
//! A desktop without a tray host, or a machine without the indicator library, is no error: the
//! window, the launcher and a second start do without.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tauri::image::Image;
use tauri::menu::{Menu, MenuItem, PredefinedMenuItem};
use tauri::tray::{TrayIcon, TrayIconBuilder};
use tauri::{AppHandle, Wry};

use crate::{app, window};

const CALM: &[u8] = include_bytes!("../../icons/tray.png");
const WAITING: &[u8] = include_bytes!("../../icons/tray-waiting.png");

const OPEN: &str = "open";
const COUNT: &str = "count";
const QUIT: &str = "quit";

/// The tray icon and the one menu line that changes.
pub(crate) struct Tray {
    icon: TrayIcon,
    count: MenuItem<Wry>,
}

impl Tray {
    /// Puts the icon into the tray, or says in the log why there is none.
    pub(crate) fn new(app: &AppHandle) -> Option<Self> {
        // The indicator library is loaded at run time, and its binding panics where it is missing.
        let built = catch_unwind(AssertUnwindSafe(|| build(app)));
        match built {
            Ok(Ok(tray)) => Some(tray),
            Ok(Err(error)) => {
                tracing::warn!(%error, "no tray icon");
                None
            }
            Err(_) => {
                tracing::warn!("no tray icon: libayatana-appindicator3 is not installed");
                None
            }
        }
    }

    /// Shows how many asks wait for the person.
    pub(crate) fn set_waiting(&self, count: usize) {
        let shown = self
            .count
            .set_text(waiting_text(count))
            .and_then(|()| self.icon.set_icon(Some(image(count)?)))
            .and_then(|()| self.icon.set_tooltip(Some(tooltip(count))));
        if let Err(error) = shown {
            tracing::warn!(%error, "the tray icon could not be changed");
        }
    }
}

fn build(app: &AppHandle) -> tauri::Result<Tray> {
    let open = MenuItem::with_id(app, OPEN, "Open Loopback", true, None::<&str>)?;
    let count = MenuItem::with_id(app, COUNT, waiting_text(0), false, None::<&str>)?;
    let quit = MenuItem::with_id(app, QUIT, "Quit Loopback", true, None::<&str>)?;
    let menu = Menu::with_items(
        app,
        &[&open, &count, &PredefinedMenuItem::separator(app)?, &quit],
    )?;
    let icon = TrayIconBuilder::with_id("loopback")
        .icon(image(0)?)
        .tooltip(tooltip(0))
        .menu(&menu)
        .on_menu_event(|app, event| match event.id().as_ref() {
            OPEN => window::show_or_report(app, None),
            QUIT => app::quit(app),
            _ => {}
        })
        .build(app)?;
    Ok(Tray { icon, count })
}

fn image(count: usize) -> tauri::Result<Image<'static>> {
    Image::from_bytes(if count == 0 { CALM } else { WAITING })
}

fn waiting_text(count: usize) -> String {
    match count {
        0 => "Nothing waits for you".to_owned(),
        1 => "1 ask waits for you".to_owned(),
        many => format!("{many} asks wait for you"),
    }
}

fn tooltip(count: usize) -> String {
    format!("Loopback: {}", waiting_text(count).to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_menu_counts_in_words_that_fit_the_number() {
        assert_eq!(waiting_text(0), "Nothing waits for you");
        assert_eq!(waiting_text(1), "1 ask waits for you");
        assert_eq!(waiting_text(12), "12 asks wait for you");
    }

    #[test]
    fn both_icons_can_be_read() {
        image(0).unwrap();
        image(3).unwrap();
    }
}
