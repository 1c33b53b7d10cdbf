//! Tool calls: arguments checked against the contract, the hub asked, the result put into words. A
//! refusal is a result too, marked as an error, with its code and place in its text.

use std::sync::Arc;

use loopback_contract::{
    Ask, AskId, BriefingAnswerInput, BriefingInput, FollowUpInput, InboxLink, InboxRequest,
    Invalid, Message, QuestionInput, ReviewInput, ToolState, UploadRequest, UploadTicket,
    WaitInput, WithdrawInput, read_value,
};
use loopback_inbox::{CallId, Caller, Ended, HubError, IssuedTicket, Outcome, Waiter};
use loopback_rules::{AnswerInput, AskInput, Refusal, RefusalKind};
use rmcp::RoleServer;
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, CustomNotification, JsonObject,
    ServerNotification,
};
use rmcp::service::RequestContext;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::caller::{FromBridge, call_ids};
use super::exchange::{Arrival, Exchange};
use super::tools::ToolName;
use super::waiting::{Wait, Waited};
use super::words::{self, Said};
use super::{Progress, Shared, WaitingCall, pictures, wire};

/// One tool call, and who made it.
pub(super) struct Call {
    pub(super) caller: Caller,
    pub(super) bridge: FromBridge,
    pub(super) exchange: Arc<Exchange>,
    pub(super) context: RequestContext<RoleServer>,
}

impl Call {
    /// Does what the call asks for, however long that takes.
    pub(super) async fn run(
        self,
        shared: &Shared,
        tool: ToolName,
        arguments: Option<JsonObject>,
    ) -> CallToolResponse {
        let _underway = shared.calls.token();
        let arguments = Value::Object(arguments.unwrap_or_default());
        let result = match tool {
            ToolName::AskQuestion => {
                let take =
                    |mut input: QuestionInput| (input.wait.take(), AskInput::Question(input));
                self.ask(shared, arguments, take).await
            }
            ToolName::AskQuestions => self.ask_questions(shared, arguments).await.map(Into::into),
            ToolName::RequestReview => {
                let take = |mut input: ReviewInput| (input.wait.take(), AskInput::Review(input));
                self.ask(shared, arguments, take).await
            }
            ToolName::PresentBriefing => {
                let take =
                    |mut input: BriefingInput| (input.wait.take(), AskInput::Briefing(input));
                self.ask(shared, arguments, take).await
            }
            ToolName::AnswerFollowUp => {
                let take =
                    |mut input: FollowUpInput| (input.wait.take(), AnswerInput::FollowUp(input));
                self.answer(shared, arguments, take).await
            }
            ToolName::AnswerBriefing => {
                let take = |mut input: BriefingAnswerInput| {
                    (input.wait.take(), AnswerInput::Briefing(input))
                };
                self.answer(shared, arguments, take).await
            }
            ToolName::ListAsks => self.list_asks(shared, &arguments).await.map(Into::into),
            ToolName::WaitForReply => self.wait_for_reply(shared, &arguments).await,
            ToolName::WithdrawAsk => self.withdraw(shared, &arguments).await,
            ToolName::RequestUpload => self.upload(shared, &arguments).await.map(Into::into),
            ToolName::OpenInbox => open_inbox(shared, &arguments).await.map(Into::into),
        };
        match result {
            Ok(CallToolResponse::Complete(result)) => {
                self.with_undelivered(shared, tool, result).await.into()
            }
            Ok(other) => other,
            Err(refused) => refused.into_result(tool).into(),
        }
    }

    /// A place to upload to: an address of this machine.
    async fn upload(&self, shared: &Shared, arguments: &Value) -> Result<CallToolResult, Refused> {
        let origin = self.caller.origin.as_ref();
        if origin.is_some_and(|origin| origin.remote == Some(true)) {
            let refusal = Refusal {
                kind: RefusalKind::Unfit,
                code: "upload.unreachable",
                message: "This agent is on another machine than the person's inbox, whose address for uploads \
                          it cannot reach. Describe the image in words, or say where it lies."
                    .to_owned(),
            };
            return Err(HubError::Refused(refusal).into());
        }
        request_upload(shared, arguments).await
    }

    async fn ask<T: Message + DeserializeOwned>(
        &self,
        shared: &Shared,
        arguments: Value,
        take: fn(T) -> (Option<bool>, AskInput),
    ) -> Result<CallToolResponse, Refused> {
        let (wait, input) = take(read_value(&arguments)?);
        drop(arguments);
        let attached = self.bridge.attached.clone();
        let waiter = shared
            .hub
            .open_with(&self.caller, self.ids(), input, attached)
            .await?;
        self.wait_or_leave(shared, waiter, wait).await
    }

    async fn answer<T: Message + DeserializeOwned>(
        &self,
        shared: &Shared,
        arguments: Value,
        take: fn(T) -> (Option<bool>, AnswerInput),
    ) -> Result<CallToolResponse, Refused> {
        let (wait, input) = take(read_value(&arguments)?);
        drop(arguments);
        let waiter = shared.hub.answer(&self.caller, self.ids(), input).await?;
        self.wait_or_leave(shared, waiter, wait).await
    }

    async fn wait_or_leave(
        &self,
        shared: &Shared,
        waiter: Waiter,
        wait: Option<bool>,
    ) -> Result<CallToolResponse, Refused> {
        if wait == Some(false) && !waiter.is_over() {
            let ask = shared.hub.read(waiter.ask_id()).await?;
            self.tell_the_bridge(waiter.ask_id()).await;
            return Ok(said(words::left_open(&ask)).into());
        }
        self.wait(shared, waiter).await
    }

    async fn wait_for_reply(
        &self,
        shared: &Shared,
        arguments: &Value,
    ) -> Result<CallToolResponse, Refused> {
        let input: WaitInput = read_value(arguments)?;
        let waiter = shared.hub.wait(&self.caller, &input.ask_id).await?;
        self.wait(shared, waiter).await
    }

    async fn withdraw(
        &self,
        shared: &Shared,
        arguments: &Value,
    ) -> Result<CallToolResponse, Refused> {
        let input: WithdrawInput = read_value(arguments)?;
        let ask_id = input.ask_id.clone();
        let outcome = shared.hub.withdraw(&self.caller, input).await;
        let ask = match outcome {
            // The first answer may have been lost with a connection.
            Err(HubError::Refused(refusal)) => match shared.hub.read(&ask_id).await {
                Ok(ask) if ask.withdrawn().is_some() => ask,
                _ => return Err(HubError::Refused(refusal).into()),
            },
            outcome => {
                if outcome?.state == ToolState::Replied {
                    let waiter = shared.hub.wait(&self.caller, &ask_id).await?;
                    return self.wait(shared, waiter).await;
                }
                shared.hub.read(&ask_id).await?
            }
        };
        let withdrawn = ask
            .withdrawn()
            .map(|it| words::withdrawn(&ask, &it.reason, it.at));
        Ok(said(withdrawn.unwrap_or_else(|| words::still_waiting(&ask))).into())
    }

    async fn wait(&self, shared: &Shared, mut waiter: Waiter) -> Result<CallToolResponse, Refused> {
        self.tell_the_bridge(waiter.ask_id()).await;
        if let Some(turn) = waiter.turn()
            && self.takes_a_task()
        {
            return self.as_task(shared, waiter, turn).await;
        }
        let ask_id = waiter.ask_id().clone();
        let ended = self.waits(shared, &ask_id).run(waiter.outcome()).await?;
        if matches!(ended, Waited::StillWaiting) && shared.stopping.is_cancelled() {
            // There may be hundreds of calls to answer and little time: nothing is read for it.
            return Ok(said(words::still_waiting_for(&ask_id)).into());
        }
        let ask = shared.hub.read(&ask_id).await?;
        Ok(match ended {
            Waited::StillWaiting => said(words::still_waiting(&ask)),
            Waited::Ended(outcome) => self.told(shared, &ask, outcome).await,
        }
        .into())
    }

    /// What the person said, on its way to the client.
    pub(super) async fn told(
        &self,
        shared: &Shared,
        ask: &Ask,
        outcome: Outcome,
    ) -> CallToolResult {
        let mut result = said(words::ended(ask, &outcome));
        if let Some(project) = ask.project() {
            add_wish(shared, project, &mut result).await;
        }
        if let Ended::Replied { reply, .. } = &outcome.ended {
            let pictures = pictures::blocks(&shared.hub, &shared.pictures, reply).await;
            result.content.extend(pictures);
        }
        self.exchange.send(self.arrival(), vec![outcome]);
        result
    }

    /// The ids by which a repeat of this call joins what it began.
    pub(super) fn ids(&self) -> Vec<CallId> {
        call_ids(&self.bridge, &self.context.meta)
    }

    /// How this call waits.
    pub(super) fn waits<'a>(&'a self, shared: &'a Shared, about: &'a AskId) -> Wait<'a> {
        let token = self.context.meta.get_progress_token();
        let progress = match token {
            Some(_) => Progress::Wanted,
            None => Progress::Unwanted,
        };
        let waiter = WaitingCall {
            client: &self.caller.client_name,
            progress,
            client_limit: self.bridge.client_limit,
            waited: self.bridge.waited,
        };
        Wait {
            patience: shared.limits.patience(&waiter),
            waited: self.bridge.waited,
            progress_every: shared.limits.progress_every,
            listener: token.map(|token| (self.context.peer.clone(), token)),
            about,
            hub: &shared.hub,
            ends: [self.exchange.gone(), &self.context.ct, &shared.stopping],
        }
    }

    pub(super) fn arrival(&self) -> Arrival {
        match &self.bridge.call_id {
            Some(call_id) => Arrival::Acknowledged(call_id.clone()),
            None => Arrival::Response(self.context.id.clone()),
        }
    }

    /// So that the bridge can name the ask even if the connection breaks for good.
    pub(super) async fn tell_the_bridge(&self, ask_id: &AskId) {
        if let Some(call_id) = &self.bridge.call_id {
            let params = json!({ wire::OPENED_CALL_ID: call_id, wire::OPENED_ASK_ID: ask_id });
            let opened = CustomNotification::new(wire::OPENED, Some(params));
            let opened = ServerNotification::CustomNotification(opened);
            // If it cannot be told, it has left, and the wait will notice.
            let _ = self.context.peer.send_notification(opened).await;
        }
    }
}

async fn request_upload(shared: &Shared, arguments: &Value) -> Result<CallToolResult, Refused> {
    let input: UploadRequest = read_value(arguments)?;
    let content_type = input.content_type;
    let ticket: IssuedTicket = shared.hub.request_upload(input).await?;
    let upload_url = shared.upload_url(&ticket.token);
    let command = format!(
        "curl --fail-with-body --silent --show-error --request PUT --header 'Content-Type: \
         {content_type}' --data-binary @FILE '{upload_url}'"
    );
    let text = format!(
        "Upload the image with this command, FILE replaced by its path, before {}:\n\n{command}\n\nThen \
         use uploadId \"{}\" in an image block. The address works once.",
        ticket.expires_at, ticket.upload_id
    );
    let ticket = UploadTicket {
        upload_id: ticket.upload_id,
        upload_url,
        expires_at: ticket.expires_at,
        max_bytes: ticket.max_bytes,
        command,
    };
    Ok(result(text, &ticket))
}

async fn open_inbox(shared: &Shared, arguments: &Value) -> Result<CallToolResult, Refused> {
    let input: InboxRequest = read_value(arguments)?;
    let url = match input.ask_id {
        Some(id) => shared.ask_url(shared.hub.read(&id).await?.id()),
        None => shared.inbox_url(),
    };
    let text = format!(
        "The person finds it at {url}. Nothing was opened; tell them the address if they need it."
    );
    Ok(result(text, &InboxLink { url }))
}

pub(super) fn said(said: Said) -> CallToolResult {
    result(said.text, &said.result)
}

pub(super) fn result(text: String, structured: &impl Serialize) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = serde_json::to_value(structured).ok();
    result
}

/// Says beside a reply how readily the person wishes the agents of its project to ask.
pub(super) async fn add_wish(shared: &Shared, project: &str, result: &mut CallToolResult) {
    // It is only a word beside the result, and comes again.
    if let Ok(wish) = shared.hub.asking(project).await
        && let Some(words) = words::asking(wish)
    {
        add_words(result, words);
    }
}

/// Adds words to a result, for clients that show the text and for those that show the structure.
pub(super) fn add_words(result: &mut CallToolResult, words: &str) {
    result.content.push(ContentBlock::text(words));
    let next = result.structured_content.as_mut();
    if let Some(Value::String(next)) = next.and_then(|structure| structure.get_mut("next")) {
        next.push(' ');
        next.push_str(words);
    }
}

const DISK_FULL: &str = "disk.full: the disk of the person's machine is full, so nothing was saved and they \
    were not asked. Tell them; call this again once there is room.";

/// Why a call has no result of its own.
pub(super) enum Refused {
    Invalid(Invalid),
    Hub(HubError),
}

impl From<Invalid> for Refused {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}

impl From<HubError> for Refused {
    fn from(error: HubError) -> Self {
        Self::Hub(error)
    }
}

impl Refused {
    fn into_result(self, tool: ToolName) -> CallToolResult {
        let text = match self {
            Self::Invalid(invalid) => format!("arguments.invalid: {invalid}"),
            Self::Hub(HubError::Refused(refusal)) => {
                format!("{}: {}", refusal.code, refusal.message)
            }
            Self::Hub(HubError::Stopping) => {
                "server.stopping: Loopback is being closed. An ask that \
                 was opened stays open; call wait_for_reply once Loopback runs again."
                    .to_owned()
            }
            Self::Hub(HubError::Store(error)) => {
                tracing::error!(tool = tool.as_str(), %error, "a tool call failed");
                if error.is_disk_full() {
                    return CallToolResult::error(vec![ContentBlock::text(DISK_FULL)]);
                }
                "server.failed: Loopback could not do this because of a fault of its own. Its log says \
                 more."
                    .to_owned()
            }
        };
        CallToolResult::error(vec![ContentBlock::text(text)])
    }
}
