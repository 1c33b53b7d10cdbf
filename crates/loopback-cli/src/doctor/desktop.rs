//! What the desktop offers: a display, a tray, notifications. Loopback works without each of them.

use std::time::Duration;

use super::finding::Finding;

/// How long the message bus may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// Looks at the desktop this command runs on.
pub(super) async fn look() -> Vec<Finding> {
    let mut findings = vec![display()];
    if !cfg!(target_os = "linux") {
        return findings;
    }
    let asked = tokio::time::timeout(PATIENCE, names()).await;
    let Some(names) = asked.ok().and_then(Result::ok) else {
        findings.push(Finding::note(
            "desktop",
            "there is no message bus of a session here, so no tray and no notifications",
            "run this in a terminal of your desktop to see how it is there",
        ));
        return findings;
    };
    let has = |name: &str| names.iter().any(|known| known == name);
    findings.push(if has("org.kde.StatusNotifierWatcher") {
        Finding::fine("tray", "there is a place for it")
    } else {
        Finding::note(
            "tray",
            "this desktop shows no tray icons",
            "open the window from your applications; on GNOME the AppIndicator extension adds a tray",
        )
    });
    findings.push(if has("org.freedesktop.Notifications") {
        Finding::fine("notifications", "there is a service that shows them")
    } else {
        Finding::note(
            "notifications",
            "no service shows them, so new asks are seen in the window and the tray only",
            "start your desktop's notification service, such as dunst or mako",
        )
    });
    findings
}

fn display() -> Finding {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if !cfg!(target_os = "linux") || is_set("WAYLAND_DISPLAY") || is_set("DISPLAY") {
        return Finding::fine("display", "there is one for the window");
    }
    Finding::note(
        "display",
        "there is none here, so the window cannot be shown",
        "use `loopback serve` on this machine, or run this in a terminal of your desktop",
    )
}

/// The names that are on the session's bus, or that it can start.
async fn names() -> zbus::Result<Vec<String>> {
    let connection = zbus::Connection::session().await?;
    let bus = zbus::fdo::DBusProxy::new(&connection).await?;
    let on_it = bus.list_names().await?;
    let startable = bus.list_activatable_names().await?;
    let all = on_it.into_iter().chain(startable);
    Ok(all.map(|name| name.to_string()).collect())
}
