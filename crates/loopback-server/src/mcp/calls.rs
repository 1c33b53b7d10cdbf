//! Tool calls: arguments checked against the contract, the hub asked, the result put into words. A
//! refusal is a result too, marked as an error, with its code and place in its text.

use std::sync::Arc;

use loopback_contract::{
    AskId, InboxLink, InboxRequest, Invalid, Message, UploadRequest, UploadTicket, WaitInput,
    WithdrawInput, read_value,
};
use loopback_inbox::{Caller, HubError, IssuedTicket, Waiter};
use loopback_rules::{AnswerInput, AskInput};
use rmcp::RoleServer;
use rmcp::model::{
    CallToolResult, ContentBlock, CustomNotification, JsonObject, ServerNotification,
};
use rmcp::service::RequestContext;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::caller::FromBridge;
use super::exchange::{Arrival, Exchange};
use super::tools::ToolName;
use super::waiting::{Wait, Waited};
use super::words::{self, Said};
use super::{Progress, Shared, wire};

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
    ) -> CallToolResult {
        let _underway = shared.calls.token();
        let arguments = Value::Object(arguments.unwrap_or_default());
        let result = match tool {
            ToolName::AskQuestion => self.ask(shared, arguments, AskInput::Question).await,
            ToolName::RequestReview => self.ask(shared, arguments, AskInput::Review).await,
            ToolName::PresentBriefing => self.ask(shared, arguments, AskInput::Briefing).await,
            ToolName::AnswerFollowUp => self.answer(shared, arguments, AnswerInput::FollowUp).await,
            ToolName::AnswerBriefing => self.answer(shared, arguments, AnswerInput::Briefing).await,
            ToolName::WaitForReply => self.wait_for_reply(shared, &arguments).await,
            ToolName::WithdrawAsk => self.withdraw(shared, &arguments).await,
            ToolName::RequestUpload => request_upload(shared, &arguments).await,
            ToolName::OpenInbox => open_inbox(shared, &arguments).await,
        };
        result.unwrap_or_else(|refused| refused.into_result(tool))
    }

    async fn ask<T: Message + DeserializeOwned>(
        &self,
        shared: &Shared,
        arguments: Value,
        kind: fn(T) -> AskInput,
    ) -> Result<CallToolResult, Refused> {
        let input = kind(read_value(&arguments)?);
        drop(arguments);
        let waiter = shared
            .hub
            .open(&self.caller, self.bridge.call(), input)
            .await?;
        self.wait(shared, waiter).await
    }

    async fn answer<T: Message + DeserializeOwned>(
        &self,
        shared: &Shared,
        arguments: Value,
        kind: fn(T) -> AnswerInput,
    ) -> Result<CallToolResult, Refused> {
        let input = kind(read_value(&arguments)?);
        drop(arguments);
        let waiter = shared
            .hub
            .answer(&self.caller, self.bridge.call(), input)
            .await?;
        self.wait(shared, waiter).await
    }

    async fn wait_for_reply(
        &self,
        shared: &Shared,
        arguments: &Value,
    ) -> Result<CallToolResult, Refused> {
        let input: WaitInput = read_value(arguments)?;
        let waiter = shared.hub.wait(&self.caller, &input.ask_id).await?;
        self.wait(shared, waiter).await
    }

    async fn withdraw(
        &self,
        shared: &Shared,
        arguments: &Value,
    ) -> Result<CallToolResult, Refused> {
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
                outcome?;
                shared.hub.read(&ask_id).await?
            }
        };
        let withdrawn = ask
            .withdrawn()
            .map(|it| words::withdrawn(&ask, &it.reason, it.at));
        Ok(said(
            withdrawn.unwrap_or_else(|| words::still_waiting(&ask)),
        ))
    }

    async fn wait(&self, shared: &Shared, mut waiter: Waiter) -> Result<CallToolResult, Refused> {
        self.tell_the_bridge(waiter.ask_id()).await;
        let token = self.context.meta.get_progress_token();
        let progress = match token {
            Some(_) => Progress::Wanted,
            None => Progress::Unwanted,
        };
        let wait = Wait {
            patience: shared.limits.patience(progress, self.bridge.waited),
            waited: self.bridge.waited,
            listener: token.map(|token| (self.context.peer.clone(), token)),
            ends: [self.exchange.gone(), &self.context.ct, &shared.stopping],
        };
        let ended = wait.run(&mut waiter).await?;
        if matches!(ended, Waited::StillWaiting) && shared.stopping.is_cancelled() {
            // There may be hundreds of calls to answer and little time: nothing is read for it.
            return Ok(said(words::still_waiting_for(waiter.ask_id())));
        }
        let ask = shared.hub.read(waiter.ask_id()).await?;
        Ok(said(match ended {
            Waited::StillWaiting => words::still_waiting(&ask),
            Waited::Ended(outcome) => {
                let result = words::ended(&ask, &outcome);
                self.exchange.send(self.arrival(), outcome);
                result
            }
        }))
    }

    fn arrival(&self) -> Arrival {
        match &self.bridge.call_id {
            Some(call_id) => Arrival::Acknowledged(call_id.clone()),
            None => Arrival::Response(self.context.id.clone()),
        }
    }

    /// So that the bridge can name the ask even if the connection breaks for good.
    async fn tell_the_bridge(&self, ask_id: &AskId) {
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

fn said(said: Said) -> CallToolResult {
    result(said.text, &said.result)
}

fn result(text: String, structured: &impl Serialize) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = serde_json::to_value(structured).ok();
    result
}

/// Why a call has no result of its own.
enum Refused {
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
                "server.failed: Loopback could not do this because of a fault of its own. Its log says \
                 more."
                    .to_owned()
            }
        };
        CallToolResult::error(vec![ContentBlock::text(text)])
    }
}
