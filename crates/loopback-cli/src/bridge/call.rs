//! One tool call on its way through: sent to the app, sent again when the connection breaks, ended by
//! a result, by the client, or by the call's own patience while no app can be reached.

use std::sync::Arc;
use std::time::Duration;

use loopback_contract::{AskId, Block, Origin};
use loopback_server::mcp::{
    MAX_LINE, Patience, Progress, SocketError, WaitLimits, WaitingCall, still_waiting_for, wire,
};
use rmcp::RoleServer;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CreateTaskResult,
    ErrorData, Implementation, ProgressNotificationParam, RequestMetaObject,
};
use rmcp::service::RequestContext;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::attach;
use crate::door::link::{self, Connection, FromApp, Link, RESTART};
use crate::door::patience::Backoff;
use crate::door::{message, random};

/// A tool call of the client.
pub(super) struct Call {
    pub(super) request: CallToolRequestParams,
    pub(super) context: RequestContext<RoleServer>,
    pub(super) origin: Origin,
    id: String,
    started: Instant,
    limits: WaitLimits,
    /// After how long the client gives the call up by its own settings.
    client_limit: Option<Duration>,
    ask_id: Option<AskId>,
    /// What was read from disk for it, the same however often it is sent.
    attached: Vec<Block>,
}

/// How a call ended.
pub(super) struct Ended {
    pub(super) result: Result<CallToolResponse, ErrorData>,
    /// Where its delivery must be reported, and under which id.
    pub(super) from: Option<(Arc<Connection>, String)>,
}

impl From<CallToolResult> for Ended {
    fn from(result: CallToolResult) -> Self {
        Self {
            result: Ok(result.into()),
            from: None,
        }
    }
}

impl Call {
    pub(super) fn new(
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
        origin: Origin,
        limits: WaitLimits,
        client_limit: Option<Duration>,
    ) -> Self {
        Self {
            request,
            context,
            origin,
            id: random::id(),
            started: Instant::now(),
            limits,
            client_limit,
            ask_id: None,
            attached: Vec::new(),
        }
    }

    /// Brings the call to its end. Must be dropped when the client leaves.
    pub(super) async fn run(mut self, link: &Link) -> Ended {
        match attach::read(self.request.arguments.as_ref(), &self.origin, link).await {
            Ok(attached) => self.attached = attached,
            Err(refused) => return failure(refused).into(),
        }
        let mut backoff = Backoff::new();
        let mut was_sent = false;
        loop {
            match link.connection().await {
                Ok(connection) => {
                    let request = self.message();
                    if request.len() > MAX_LINE {
                        return too_large().into();
                    }
                    let heard = connection.call(&self.id, &request).await;
                    // Even a send that failed may have reached the app.
                    was_sent = true;
                    if let Some(heard) = heard
                        && let Some(ended) = self.follow(&connection, heard, &mut backoff).await
                    {
                        return ended;
                    }
                }
                Err(_) if was_sent => {}
                Err(SocketError::Absent(_)) => {
                    if !link.was_connected() || self.started.elapsed() > RESTART {
                        return not_running(link).into();
                    }
                }
                Err(error) => return failure(format!("bridge.socket: {error}")).into(),
            }
            if let Some(given_up) = self.pause(backoff.pause()).await {
                return given_up.into();
            }
        }
    }

    /// The call as it is sent to the app, saying how long it has waited already.
    fn message(&self) -> Vec<u8> {
        let mut meta = self.context.meta.clone();
        // What only the bridge may say is not said by its client.
        meta.retain(|key, _| !key.starts_with(wire::OURS));
        introduce(&mut meta, &self.context, &self.origin);
        if meta.get_progress_token().is_some() {
            message::ask_for_progress(&mut meta, &self.id);
        }
        message::name_call(&mut meta, &self.id, self.started.elapsed());
        if !self.attached.is_empty() {
            meta.insert(wire::ATTACHED.to_owned(), json!(self.attached));
        }
        // Of the request alone: a capability that was declared at the beginning is there on every one.
        let declared = self.context.meta.client_capabilities();
        if declared.is_some_and(|declared| declared.supports_tasks()) {
            meta.insert(wire::TAKES_TASK.to_owned(), json!(true));
        }
        if let Some(limit) = self.client_limit {
            let limit = message::milliseconds(limit);
            meta.insert(wire::CLIENT_LIMIT_MS.to_owned(), json!(limit));
        }
        let params = json!({
            "name": self.request.name,
            "arguments": self.request.arguments,
            "_meta": meta,
        });
        message::request(&self.id, "tools/call", params)
    }

    /// Passes on what the app says, to the call's end. `None` if the connection broke before.
    async fn follow(
        &mut self,
        connection: &Arc<Connection>,
        mut heard: mpsc::Receiver<FromApp>,
        backoff: &mut Backoff,
    ) -> Option<Ended> {
        let left = LeftOnDrop::new(connection, &self.id);
        while let Some(heard) = heard.recv().await {
            // An app that says something is well; one that only hangs up is to be asked ever less.
            backoff.reset();
            match heard {
                FromApp::Opened(ask_id) => self.ask_id = Some(ask_id),
                FromApp::Progress(message) => self.sign_of_life(message).await,
                FromApp::Over(result) => {
                    left.disarm();
                    let from = Some((Arc::clone(connection), self.id.clone()));
                    return Some(Ended {
                        result: response(*result),
                        from,
                    });
                }
            }
        }
        left.disarm();
        None
    }

    /// Waits before the next attempt. Some result if the call's patience ends meanwhile.
    async fn pause(&self, pause: Duration) -> Option<CallToolResult> {
        let progress = match self.context.meta.get_progress_token() {
            Some(_) => Progress::Wanted,
            None => Progress::Unwanted,
        };
        let waiter = WaitingCall {
            client: &self.client(),
            progress,
            client_limit: self.client_limit,
            waited: self.started.elapsed(),
        };
        match self.limits.patience(&waiter) {
            Patience::Limited(left) if left <= pause => {
                tokio::time::sleep(left).await;
                Some(self.given_up())
            }
            Patience::Limited(_) => {
                tokio::time::sleep(pause).await;
                None
            }
            Patience::Unlimited => {
                let every = self.limits.progress_every;
                self.pause_with_signs_of_life(pause, every).await;
                None
            }
        }
    }

    /// The name the client introduced itself by.
    fn client(&self) -> String {
        let client = self.context.client_info();
        client.map(|client| client.name).unwrap_or_default()
    }

    async fn pause_with_signs_of_life(&self, pause: Duration, every: Duration) {
        // Signs of life keep the call's own rhythm, however many pauses there are.
        let rounds = self.started.elapsed().div_duration_f64(every).ceil();
        let first = self.started + every.mul_f64(rounds);
        let mut ticks = interval_at(first, every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let over = tokio::time::sleep(pause);
        tokio::pin!(over);
        loop {
            tokio::select! {
                () = &mut over => return,
                _ = ticks.tick() => {
                    let message = "Loopback is not reachable; waiting for it to come back";
                    self.sign_of_life(message.to_owned()).await;
                }
            }
        }
    }

    async fn sign_of_life(&self, message: String) {
        if let Some(token) = self.context.meta.get_progress_token() {
            let waited = self.started.elapsed().as_secs_f64();
            let sign = ProgressNotificationParam::new(token, waited).with_message(message);
            let _ = self.context.peer.notify_progress(sign).await;
        }
    }

    /// Nobody is there to say how things stand, and the client would not wait longer.
    fn given_up(&self) -> CallToolResult {
        let Some(ask_id) = &self.ask_id else {
            return failure(
                "bridge.interrupted: Loopback went away while it was taking this call, so nothing may \
                 have reached the person. Make the call again once Loopback runs.",
            );
        };
        let said = still_waiting_for(ask_id);
        let mut result = CallToolResult::success(vec![ContentBlock::text(said.text)]);
        result.structured_content = serde_json::to_value(&said.result).ok();
        result
    }
}

/// Says in a request that the client made it, as the client introduced itself.
pub(super) fn introduce(
    meta: &mut RequestMetaObject,
    context: &RequestContext<RoleServer>,
    origin: &Origin,
) {
    let client = context.client_info();
    let client = client.unwrap_or_else(|| Implementation::new("unknown", ""));
    let capabilities = context.client_capabilities().unwrap_or_default();
    message::introduce(meta, client, capabilities, origin);
}

/// What a call came to: its result, or a task in place of it.
fn response(result: Result<Value, ErrorData>) -> Result<CallToolResponse, ErrorData> {
    let result = result?;
    if result["resultType"] == "task" {
        return link::read::<CreateTaskResult>(Ok(result)).map(Into::into);
    }
    link::read::<CallToolResult>(Ok(result)).map(Into::into)
}

/// Tells the app that the client left, unless the call ended otherwise.
struct LeftOnDrop(Option<(Arc<Connection>, String)>);

impl LeftOnDrop {
    fn new(connection: &Arc<Connection>, id: &str) -> Self {
        Self(Some((Arc::clone(connection), id.to_owned())))
    }

    fn disarm(mut self) {
        self.0 = None;
    }
}

impl Drop for LeftOnDrop {
    fn drop(&mut self) {
        if let Some((connection, id)) = self.0.take() {
            tokio::spawn(async move { connection.cancelled(&id).await });
        }
    }
}

fn not_running(link: &Link) -> CallToolResult {
    if link.leads_elsewhere() {
        return failure(
            "bridge.unreachable: the person's machine is not connected to this one, so they were not asked. Ask them to \
             run `loopback remote` with this machine's name on theirs; then call this again.",
        );
    }
    failure(
        "bridge.not_running: Loopback is not running, so the person was not asked. Ask them to start \
         Loopback from their applications, or on a machine without a display with `loopback serve`; \
         then call this again.",
    )
}

fn too_large() -> CallToolResult {
    failure(format!(
        "request.too_large: the call is larger than 6 MiB ({MAX_LINE} bytes) and was not sent"
    ))
}

fn failure(text: impl Into<String>) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text.into())])
}
