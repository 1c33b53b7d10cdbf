//! The notification service of the private desktop: it keeps what is shown, and can act on it.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use zbus::zvariant::{OwnedValue, Value};

use crate::screen::eventually;

const PATH: &str = "/org/freedesktop/Notifications";
const INTERFACE: &str = "org.freedesktop.Notifications";

/// One notification on screen.
#[derive(Debug, Clone)]
pub(crate) struct Shown {
    pub(crate) id: u32,
    pub(crate) summary: String,
    pub(crate) body: String,
    /// Keys and labels in turn.
    pub(crate) actions: Vec<String>,
    pub(crate) urgency: Option<u8>,
    pub(crate) resident: bool,
    pub(crate) silent: bool,
    /// How often it was replaced by a newer text.
    pub(crate) replaced: u32,
}

/// What the desktop's notification service shows now.
#[derive(Clone, Default)]
pub(crate) struct Notifications {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    last: u32,
    shown: BTreeMap<u32, Shown>,
    connection: Option<zbus::Connection>,
}

impl Notifications {
    pub(crate) fn service(&self) -> Service {
        Service(self.clone())
    }

    pub(crate) fn speak_on(&self, connection: zbus::Connection) {
        self.state.lock().unwrap().connection = Some(connection);
    }

    pub(crate) fn shown(&self) -> Vec<Shown> {
        self.state.lock().unwrap().shown.values().cloned().collect()
    }

    /// Waits for a notification whose text holds `words`.
    pub(crate) async fn with(&self, words: &str) -> Shown {
        eventually(&format!("a notification with {words:?}"), async || {
            self.shown()
                .into_iter()
                .find(|shown| shown.body.contains(words) || shown.summary.contains(words))
        })
        .await
    }

    /// Waits until nothing is shown.
    pub(crate) async fn none(&self) {
        eventually("no notification left", async || {
            self.shown().is_empty().then_some(())
        })
        .await;
    }

    /// Clicks a notification: its default action.
    pub(crate) async fn click(&self, id: u32) {
        // Nobody clicks in the very moment it appears, and the app begins to listen only then.
        tokio::time::sleep(Duration::from_millis(300)).await;
        self.signal("ActionInvoked", &(id, "default")).await;
        self.state.lock().unwrap().shown.remove(&id);
        self.signal("NotificationClosed", &(id, 2_u32)).await;
    }

    async fn signal<B>(&self, name: &str, body: &B)
    where
        B: serde::Serialize + zbus::zvariant::DynamicType,
    {
        let connection = self.state.lock().unwrap().connection.clone().unwrap();
        connection
            .emit_signal(None::<&str>, PATH, INTERFACE, name, body)
            .await
            .unwrap();
    }
}

pub(crate) struct Service(Notifications);

#[zbus::interface(name = "org.freedesktop.Notifications")]
impl Service {
    #[expect(
        clippy::too_many_arguments,
        reason = "the interface has these arguments"
    )]
    fn notify(
        &self,
        _app_name: &str,
        replaces_id: u32,
        _app_icon: &str,
        summary: String,
        body: String,
        actions: Vec<String>,
        hints: HashMap<String, OwnedValue>,
        _expire_timeout: i32,
    ) -> u32 {
        let mut state = self.0.state.lock().unwrap();
        let replaced = state
            .shown
            .get(&replaces_id)
            .map(|shown| shown.replaced + 1);
        let id = if replaced.is_some() {
            replaces_id
        } else {
            state.last += 1;
            state.last
        };
        let flag = |name: &str| {
            matches!(
                hints.get(name).map(|value| &**value),
                Some(Value::Bool(true))
            )
        };
        let shown = Shown {
            id,
            summary,
            body,
            actions,
            urgency: hints
                .get("urgency")
                .and_then(|value| u8::try_from(value).ok()),
            resident: flag("resident"),
            silent: flag("suppress-sound"),
            replaced: replaced.unwrap_or(0),
        };
        state.shown.insert(id, shown);
        id
    }

    async fn close_notification(&self, id: u32) {
        let closed = self.0.state.lock().unwrap().shown.remove(&id).is_some();
        if closed {
            self.0.signal("NotificationClosed", &(id, 3_u32)).await;
        }
    }

    fn get_capabilities(&self) -> Vec<&str> {
        vec!["actions", "body", "body-markup"]
    }

    fn get_server_information(&self) -> (&str, &str, &str, &str) {
        ("loopback-tests", "loopback", "1", "1.2")
    }
}
