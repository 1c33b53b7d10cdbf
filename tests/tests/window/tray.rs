//! The tray of the private desktop: it sees the icons that register and can use their menus.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use zbus::message::Header;
use zbus::zvariant::{OwnedValue, Value};

use crate::screen::eventually;

type Layout = (i32, HashMap<String, OwnedValue>, Vec<OwnedValue>);

/// The icons that registered.
#[derive(Clone, Default)]
pub(crate) struct Tray {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    items: Vec<(String, String)>,
    connection: Option<zbus::Connection>,
}

/// One line of an icon's menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) id: i32,
    pub(crate) label: String,
    pub(crate) enabled: bool,
}

impl Tray {
    pub(crate) fn watcher(&self) -> Watcher {
        Watcher(self.clone())
    }

    pub(crate) fn speak_on(&self, connection: zbus::Connection) {
        self.state.lock().unwrap().connection = Some(connection);
    }

    /// Waits for an icon, and gives its owner on the bus and the path of its menu.
    async fn menu_path(&self) -> (String, String) {
        let (owner, path) = eventually("an icon in the tray", async || {
            self.state.lock().unwrap().items.last().cloned()
        })
        .await;
        let menu: zbus::zvariant::OwnedObjectPath = zbus::Proxy::new(
            &self.connection(),
            owner.clone(),
            path,
            "org.kde.StatusNotifierItem",
        )
        .await
        .unwrap()
        .get_property("Menu")
        .await
        .unwrap();
        (owner, menu.to_string())
    }

    /// The lines of the icon's menu, without separators.
    pub(crate) async fn menu(&self) -> Vec<Line> {
        let proxy = self.menu_proxy().await;
        let (_revision, (_, _, children)): (u32, Layout) = proxy
            .call("GetLayout", &(0_i32, -1_i32, Vec::<&str>::new()))
            .await
            .unwrap();
        children.into_iter().filter_map(line).collect()
    }

    /// Waits until a line of the menu reads `label`.
    pub(crate) async fn line(&self, label: &str) -> Line {
        eventually(&format!("the menu line {label:?}"), async || {
            self.menu()
                .await
                .into_iter()
                .find(|line| line.label == label)
        })
        .await
    }

    /// Picks a line of the menu.
    pub(crate) async fn click(&self, label: &str) {
        let line = self.line(label).await;
        let proxy = self.menu_proxy().await;
        let nothing = Value::from(0_i32);
        let _: () = proxy
            .call("Event", &(line.id, "clicked", nothing, 0_u32))
            .await
            .unwrap();
    }

    async fn menu_proxy(&self) -> zbus::Proxy<'static> {
        let (owner, path) = self.menu_path().await;
        zbus::Proxy::new_owned(
            self.connection(),
            owner,
            path,
            "com.canonical.dbusmenu".to_owned(),
        )
        .await
        .unwrap()
    }

    fn connection(&self) -> zbus::Connection {
        self.state.lock().unwrap().connection.clone().unwrap()
    }
}

fn line(value: OwnedValue) -> Option<Line> {
    let (id, properties, _): Layout = value.try_into().ok()?;
    let label = match properties.get("label").map(|value| &**value) {
        Some(Value::Str(text)) => text.replace('_', ""),
        _ => return None,
    };
    let enabled = !matches!(
        properties.get("enabled").map(|value| &**value),
        Some(Value::Bool(false))
    );
    Some(Line { id, label, enabled })
}

pub(crate) struct Watcher(Tray);

#[zbus::interface(name = "org.kde.StatusNotifierWatcher")]
impl Watcher {
    fn register_status_notifier_item(&self, service: &str, #[zbus(header)] header: Header<'_>) {
        let sender = header.sender().map(ToString::to_string).unwrap_or_default();
        // An icon names its path, or a bus name at which the usual path holds.
        let item = if service.starts_with('/') {
            (sender, service.to_owned())
        } else {
            (service.to_owned(), "/StatusNotifierItem".to_owned())
        };
        self.0.state.lock().unwrap().items.push(item);
    }

    fn register_status_notifier_host(&self, _service: &str) {}

    #[zbus(property)]
    fn registered_status_notifier_items(&self) -> Vec<String> {
        let state = self.0.state.lock().unwrap();
        state
            .items
            .iter()
            .map(|(owner, path)| format!("{owner}{path}"))
            .collect()
    }

    #[zbus(property)]
    fn is_status_notifier_host_registered(&self) -> bool {
        true
    }

    #[zbus(property)]
    fn protocol_version(&self) -> i32 {
        0
    }
}
