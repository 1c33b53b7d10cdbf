//! Shows notifications through the desktop's notification service.
//!
//! A desktop without such a service is no error: the tray and the window still count.

use std::collections::BTreeMap;

use loopback_contract::AskId;
use notify_rust::{Hint, Notification, NotificationHandle, NotificationResponse, Timeout, Urgency};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::notices::{AgentKey, Effect, Notice};

/// What the person did with a notification.
#[derive(Debug)]
pub(crate) enum Response {
    /// Its default action: this ask is to be opened.
    Open(AgentKey, AskId),
    /// It was put away, or ran out.
    Gone(AgentKey),
}

/// The notifications on screen.
pub(crate) struct Popups {
    standing: BTreeMap<AgentKey, Standing>,
    responses: mpsc::Sender<Response>,
    /// Whether the service's refusal was logged: once is enough.
    complained: bool,
}

struct Standing {
    id: u32,
    /// Ends the task that listens to this notification; `close` says whether it goes from the screen.
    forget: CancellationToken,
    close: CancellationToken,
    listener: JoinHandle<()>,
}

impl Popups {
    /// What the person does with the notifications arrives at `responses`.
    pub(crate) fn new(responses: mpsc::Sender<Response>) -> Self {
        Self {
            standing: BTreeMap::new(),
            responses,
            complained: false,
        }
    }

    /// Does what the state machine asks for.
    pub(crate) async fn apply(&mut self, effect: Effect) {
        match effect {
            Effect::Close(agent) => self.close(&agent),
            Effect::Show(notice) => self.show(notice).await,
        }
    }

    /// Forgets a notification that is no longer on screen.
    pub(crate) fn gone(&mut self, agent: &AgentKey) {
        self.standing.remove(agent);
    }

    /// Takes every notification from the screen, and waits until they are gone.
    pub(crate) async fn close_all(&mut self) {
        let standing = std::mem::take(&mut self.standing);
        for standing in standing.values() {
            standing.close.cancel();
        }
        for standing in standing.into_values() {
            // A listener that panicked has nothing on screen to close any more.
            let _ = standing.listener.await;
        }
    }

    fn close(&mut self, agent: &AgentKey) {
        if let Some(standing) = self.standing.remove(agent) {
            standing.close.cancel();
        }
    }

    async fn show(&mut self, notice: Notice) {
        let replaced = self.standing.remove(&notice.agent);
        let mut notification = build(&notice);
        if let Some(standing) = &replaced {
            // The old listener must not hear its own notification being replaced.
            standing.forget.cancel();
            notification.id(standing.id);
        }
        match notification.show_async().await {
            Ok(handle) => {
                let (id, forget, close) = (
                    handle.id(),
                    CancellationToken::new(),
                    CancellationToken::new(),
                );
                let listener = tokio::spawn(listen(
                    handle,
                    notice.agent.clone(),
                    notice.opens,
                    forget.clone(),
                    close.clone(),
                    self.responses.clone(),
                ));
                let standing = Standing {
                    id,
                    forget,
                    close,
                    listener,
                };
                self.standing.insert(notice.agent, standing);
            }
            Err(error) if !self.complained => {
                self.complained = true;
                tracing::warn!(%error, "no notification service answered; the tray and the window still count");
            }
            Err(_) => {}
        }
    }
}

fn build(notice: &Notice) -> Notification {
    let mut notification = Notification::new();
    notification
        .appname("Loopback")
        .summary(&notice.summary)
        .body(&escape(&notice.body))
        .icon("loopback")
        .action("default", "Open")
        .urgency(Urgency::Normal)
        .timeout(Timeout::Default)
        .hint(Hint::Category("im.received".to_owned()))
        .hint(Hint::DesktopEntry("loopback-desktop".to_owned()));
    if !notice.loud {
        notification.hint(Hint::SuppressSound(true));
    }
    notification
}

/// The body is read as markup by most services.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

async fn listen(
    handle: NotificationHandle,
    agent: AgentKey,
    opens: AskId,
    forget: CancellationToken,
    close: CancellationToken,
    responses: mpsc::Sender<Response>,
) {
    let mut opened = false;
    let closed = tokio::select! {
        () = handle.wait_for_action_async(|response| opened = matches!(response, NotificationResponse::Default)) => false,
        () = forget.cancelled() => return,
        () = close.cancelled() => true,
    };
    if closed {
        handle.close_async().await;
        return;
    }
    let response = if opened {
        Response::Open(agent, opens)
    } else {
        Response::Gone(agent)
    };
    // The receiver is gone only when the app ends.
    let _ = responses.send(response).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_a_title_is_shown_not_read() {
        assert_eq!(escape("<b>&"), "&lt;b&gt;&amp;");
    }
}
