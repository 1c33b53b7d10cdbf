//! Follows what happens to asks and keeps tray and notifications true to it.

use std::sync::Arc;

use loopback_contract::SummarySnapshot;
use loopback_inbox::{Frame, Hub, HubError, Subscription};
use tauri::AppHandle;
use tauri::async_runtime::JoinHandle;
use tokio::sync::{Notify, mpsc};

use crate::notices::{AgentKey, Effect, Notices};
use crate::popup::{Popups, Response};
use crate::tray::Tray;
use crate::window;

/// What the person may do with notifications faster than they are handled; beyond it they wait.
const RESPONSES: usize = 32;

/// Begins to follow the hub, until it stops.
pub(crate) fn begin(app: &AppHandle, hub: &Hub, looked: Arc<Notify>) -> JoinHandle<()> {
    let events = hub.subscribe_summaries();
    let (sender, responses) = mpsc::channel(RESPONSES);
    let watch = Watch {
        tray: Tray::new(app),
        app: app.clone(),
        notices: Notices::default(),
        popups: Popups::new(sender),
        looked,
        started: false,
    };
    tauri::async_runtime::spawn(watch.follow(events, responses))
}

struct Watch {
    app: AppHandle,
    tray: Option<Tray>,
    notices: Notices,
    popups: Popups,
    looked: Arc<Notify>,
    started: bool,
}

impl Watch {
    async fn follow(
        mut self,
        mut events: Subscription<SummarySnapshot>,
        mut responses: mpsc::Receiver<Response>,
    ) {
        loop {
            tokio::select! {
                frame = events.next() => match frame {
                    Ok(Some(frame)) => self.happened(frame).await,
                    Ok(None) => break,
                    Err(error) => {
                        report(&error);
                        break;
                    }
                },
                () = self.looked.notified() => self.looked().await,
                Some(response) = responses.recv() => self.responded(response),
            }
        }
        self.popups.close_all().await;
    }

    async fn happened(&mut self, frame: Frame<SummarySnapshot>) {
        let on_screen = window::focused_ask(&self.app);
        let effects: Vec<Effect> = match frame {
            Frame::Snapshot { snapshot, .. } if self.started => {
                self.notices.catch_up(&snapshot.open, on_screen.as_ref())
            }
            Frame::Snapshot { snapshot, .. } => {
                self.started = true;
                self.notices.start(&snapshot.open);
                Vec::new()
            }
            Frame::Event(event) => {
                let changed = self.notices.changed(&event.summary, on_screen.as_ref());
                changed.into_iter().collect()
            }
        };
        for effect in effects {
            self.popups.apply(effect).await;
        }
        if let Some(tray) = &self.tray {
            tray.set_waiting(self.notices.waiting_count());
        }
    }

    fn forget(&mut self, agent: &AgentKey) {
        self.popups.gone(agent);
        self.notices.put_away(agent);
    }

    /// The window got the focus: the ask it shows needs no notification any more.
    async fn looked(&mut self) {
        let on_screen = window::focused_ask(&self.app);
        if let Some(effect) = on_screen.and_then(|id| self.notices.seen(&id)) {
            self.popups.apply(effect).await;
        }
    }

    fn responded(&mut self, response: Response) {
        match response {
            Response::Gone(agent) => self.forget(&agent),
            Response::Open(agent, ask) => {
                self.forget(&agent);
                let app = self.app.clone();
                let shown = self
                    .app
                    .run_on_main_thread(move || window::show_or_report(&app, Some(&ask)));
                if let Err(error) = shown {
                    tracing::error!(%error, "the window could not be shown");
                }
            }
        }
    }
}

fn report(error: &HubError) {
    tracing::error!(%error, "tray and notifications no longer follow the inbox");
}
