//! Calls of our own at the agents' door: a hook's, a script's. Owns that a call outlives a restart of the app, under one id.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use loopback_contract::{AskId, Origin};
use loopback_server::mcp::SocketError;
use loopback_server::mcp::tools::ToolName;
use rmcp::model::{CallToolResult, ClientCapabilities, Implementation, RequestMetaObject};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::link::{Connection, FromApp, Link, Way};
use super::patience::Backoff;
use super::{message, random};

/// Who calls.
pub(crate) struct Caller {
    link: Link,
    client: Implementation,
    origin: Origin,
    /// How long the app may be gone, once it was reached, before a call is given up.
    absence: Duration,
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
        data_dir: &Path,
        client: Implementation,
        origin: Origin,
        absence: Duration,
    ) -> Self {
        let link = Link::of_bridge(Way::DataDir(data_dir.to_owned()), &origin);
        Self::by(link, client, origin, absence)
    }

    fn by(link: Link, client: Implementation, origin: Origin, absence: Duration) -> Self {
        Self {
            link,
            client,
            origin,
            absence,
        }
    }

    /// Calls a tool. `opened` hears which ask the call follows, as soon as that is known. To stop waiting, drop this: the
    /// app notices when the process ends.
    pub(crate) async fn call(
        &self,
        tool: ToolName,
        arguments: &Value,
        opened: impl FnMut(AskId),
    ) -> Result<Answered, Unanswered> {
        self.call_as(random::id(), tool, arguments, opened).await
    }

    /// Calls a tool under an id. One that was called with before joins what it began then, if it says the very same.
    pub(crate) async fn call_as(
        &self,
        id: String,
        tool: ToolName,
        arguments: &Value,
        mut opened: impl FnMut(AskId),
    ) -> Result<Answered, Unanswered> {
        let started = Instant::now();
        let (mut backoff, mut gone) = (Backoff::new(), None);
        loop {
            match self.link.connection().await {
                Ok(connection) => {
                    let request = self.message(&id, tool, arguments, started.elapsed());
                    if let Some(mut heard) = connection.call(&id, &request).await {
                        while let Some(heard) = heard.recv().await {
                            (backoff, gone) = (Backoff::new(), None);
                            match heard {
                                FromApp::Opened(ask) => opened(ask),
                                FromApp::Progress(_) => {}
                                FromApp::Over(result) => {
                                    let result = result.map_err(|error| {
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
        let params = json!({ "name": tool.as_str(), "arguments": arguments, "_meta": meta });
        message::request(id, "tools/call", params)
    }
}
