//! Whether there is a screen to show a window on.

use std::ffi::OsStr;

const WITHOUT: &str =
    "To use the inbox without one, run `loopback serve` and open the address it prints.";

/// Says what to do when no display is there, or nothing when one is.
///
/// GTK ends the process with a panic if it cannot open a display, so this is asked before it starts.
pub(crate) fn missing_display(var: impl Fn(&str) -> Option<std::ffi::OsString>) -> Option<String> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let named = |name: &str| var(name).is_some_and(|value| value.as_os_str() != OsStr::new(""));
    if named("DISPLAY") || named("WAYLAND_DISPLAY") {
        return None;
    }
    Some(format!(
        "there is no display to show a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). {WITHOUT}"
    ))
}

/// Says what to do when the display that is named does not open, or nothing when it does.
///
/// Only for the main thread, which from then on is the one that draws.
#[cfg(target_os = "linux")]
pub(crate) fn closed_display() -> Option<String> {
    gtk::init().err().map(|_| {
        format!("the display that DISPLAY or WAYLAND_DISPLAY names cannot be opened. {WITHOUT}")
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn with(set: &'static [(&'static str, &'static str)]) -> Option<String> {
        missing_display(|name| {
            set.iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).into())
        })
    }

    #[test]
    fn without_a_display_it_points_to_the_headless_server() {
        assert!(with(&[]).unwrap().contains("loopback serve"));
        assert!(with(&[("DISPLAY", "")]).unwrap().contains("loopback serve"));
    }

    #[test]
    fn x11_or_wayland_will_do() {
        assert_eq!(with(&[("DISPLAY", ":0")]), None);
        assert_eq!(with(&[("WAYLAND_DISPLAY", "wayland-0")]), None);
    }
}
