//! Calls of our own at the agents' door: a hook's, a script's. Owns that a call outlives a restart of the app, under one id.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use loopback_contract::{AskId, Block, Origin};
use loopback_server::mcp::tools::ToolName;
use loopback_server::mcp::{MAX_LINE, SocketError, wire};
use rmcp::model::{CallToolResult, ClientCapabilities, Implementation, RequestMetaObject};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::link::{self, Connection, FromApp, Link, Way};
use super::patience::Backoff;
use super::{message, random};

/// Who calls.
pub(crate) struct Caller {
    link: Link,
    client: Implementation,
    origin: Origin,
    /// How long the app may be gone, once it was reached, before a call is given up.
    absence: Duration,
    /// What was read from disk for a review.
    attached: Vec<Block>,
}

/// What is heard of a call before its end.
#[derive(Debug)]
pub(crate) enum Sign {
    /// It follows this ask.
    Opened(AskId),
    /// The app is gone, and is waited for. Said once, until it is back.
    Away,
    /// The app is back.
    Back,
}

/// Why a call has no result.
#[derive(Debug)]
pub(crate) enum Unanswered {
    /// Nobody listens, or not any more.
    NotRunning,
    /// What is there cannot be trusted or used.
    Socket(SocketError),
    /// The app refused the request as such.
    Refused(String),
}

/// A call's result, whose arrival is still to be reported.
pub(crate) struct Answered {
    pub(crate) result: CallToolResult,
    connection: Arc<Connection>,
    id: String,
}

impl Answered {
    /// Tells the app that the result is where it belongs: a reply in it then counts as delivered.
    pub(crate) async fn delivered(&self) {
        self.connection.delivered(&self.id).await;
    }
}

impl Caller {
    /// A caller that introduces itself so, in a session that others are in too and that goes on without it. `absence` is
    /// how long the app may be gone in the middle of a call.
    pub(crate) fn new(
        data_dir: &Path,
        client: Implementation,
        origin: Origin,
        absence: Duration,
    ) -> Self {
        let link = Link::new(data_dir, &origin);
        Self::by(link, client, origin, absence)
    }

    /// One whose session is its own and over when it ends.
    pub(crate) fn alone(
        way: Way,
        client: Implementation,
        origin: Origin,
        absence: Duration,
    ) -> Self {
        let link = Link::of_bridge(way, &origin);
        Self::by(link, client, origin, absence)
    }

    fn by(link: Link, client: Implementation, origin: Origin, absence: Duration) -> Self {
        Self {
            link,
            client,
            origin,
            absence,
            attached: Vec::new(),
        }
    }

    /// The way to the app.
    pub(crate) const fn link(&self) -> &Link {
        &self.link
    }

    /// The same, whose reviews show this after their own content.
    pub(crate) fn attaching(self, attached: Vec<Block>) -> Self {
        Self { attached, ..self }
    }

    /// Calls a tool. `heard` hears how it goes until it is over: first, which ask the call follows. To stop waiting, drop this: the
    /// app notices when the process ends.
    pub(crate) async fn call(
        &self,
        tool: ToolName,
        arguments: &Value,
        heard: impl FnMut(Sign),
    ) -> Result<Answered, Unanswered> {
        self.call_as(random::id(), tool, arguments, heard).await
    }

    /// Calls a tool under an id. One that was called with before joins what it began then, if it says the very same.
    pub(crate) async fn call_as(
        &self,
        id: String,
        tool: ToolName,
        arguments: &Value,
        mut tell: impl FnMut(Sign),
    ) -> Result<Answered, Unanswered> {
        let started = Instant::now();
        let (mut backoff, mut gone) = (Backoff::new(), None);
        loop {
            match self.link.connection().await {
                Ok(connection) => {
                    let request = self.message(&id, tool, arguments, started.elapsed());
                    if request.len() > MAX_LINE {
                        return Err(too_large());
                    }
                    if let Some(mut heard) = connection.call(&id, &request).await {
                        while let Some(heard) = heard.recv().await {
                            backoff.reset();
                            if gone.take().is_some() {
                                tell(Sign::Back);
                            }
                            match heard {
                                FromApp::Opened(ask) => tell(Sign::Opened(ask)),
                                FromApp::Progress(_) => {}
                                FromApp::Over(result) => {
                                    let result = link::read(*result).map_err(|error| {
                                        Unanswered::Refused(error.message.into_owned())
                                    })?;
                                    return Ok(Answered {
                                        result,
                                        connection,
                                        id,
                                    });
                                }
                            }
                        }
                    }
                }
                Err(SocketError::Absent(_)) if !self.link.was_connected() => {
                    return Err(Unanswered::NotRunning);
                }
                Err(SocketError::Absent(_)) => {}
                Err(error) => return Err(Unanswered::Socket(error)),
            }
            if gone.is_none() {
                tell(Sign::Away);
            }
            if gone.get_or_insert_with(Instant::now).elapsed() > self.absence {
                return Err(Unanswered::NotRunning);
            }
            tokio::time::sleep(backoff.pause()).await;
        }
    }

    /// The call as it is sent, saying how long it has waited already.
    fn message(&self, id: &str, tool: ToolName, arguments: &Value, waited: Duration) -> Vec<u8> {
        let mut meta = RequestMetaObject::default();
        let client = self.client.clone();
        let capabilities = ClientCapabilities::default();
        message::introduce(&mut meta, client, capabilities, &self.origin);
        message::ask_for_progress(&mut meta, id);
        message::name_call(&mut meta, id, waited);
        if tool == ToolName::RequestReview && !self.attached.is_empty() {
            meta.insert(wire::ATTACHED.to_owned(), json!(self.attached));
        }
        let params = json!({ "name": tool.as_str(), "arguments": arguments, "_meta": meta });
        message::request(id, "tools/call", params)
    }
}

fn too_large() -> Unanswered {
    let most = MAX_LINE / 1024 / 1024;
    Unanswered::Refused(format!("this is more than {most} MiB and was not sent"))
}

/// A result in words.
pub(crate) fn words(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(|block| block.as_text());
    let texts: Vec<_> = texts.map(|text| text.text.as_str()).collect();
    texts.join("\n\n")
}
