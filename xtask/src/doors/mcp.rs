//! An agent: an MCP client over Streamable HTTP that calls tools and waits for their results.

use super::http::{Door, Request};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::io::BufRead;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const PROTOCOL: &str = "2025-11-25";

/// One agent's session.
#[derive(Clone)]
pub(crate) struct Agent {
    door: Door,
    session: Option<String>,
    next_id: Arc<AtomicU64>,
}

/// What a tool call says on its way.
pub(crate) enum Heard {
    /// The call was taken and is being waited on.
    Progress,
    /// The tool's result: its structured content.
    Result(Value),
}

/// A tool call that was sent.
pub(crate) struct Call {
    id: u64,
    lines: Box<dyn BufRead + Send>,
}

impl Agent {
    /// Opens a session as the client of this name.
    pub(crate) fn connect(door: &Door, name: &str, version: &str) -> Result<Self> {
        let mut agent = Self {
            door: door.clone(),
            session: None,
            next_id: Arc::new(AtomicU64::new(1)),
        };
        let initialize = json!({
            "protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": { "name": name, "version": version },
        });
        let id = agent.next_id();
        let message =
            json!({ "jsonrpc": "2.0", "id": id, "method": "initialize", "params": initialize });
        let (session, lines) = agent.post(agent.door.connect()?, &message)?;
        agent.session = session;
        Call { id, lines }.answer()?;
        agent.post(
            agent.door.connect()?,
            &json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        )?;
        Ok(agent)
    }

    /// Sends a tool call, asking for progress while it is waited on.
    pub(crate) fn call(&self, tool: &str, arguments: &Value) -> Result<Call> {
        self.call_on(self.door.connect()?, tool, arguments)
    }

    /// The same on a connection that stands already.
    pub(crate) fn call_on(&self, stream: TcpStream, tool: &str, arguments: &Value) -> Result<Call> {
        let id = self.next_id();
        let params =
            json!({ "name": tool, "arguments": arguments, "_meta": { "progressToken": id } });
        let message =
            json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
        let (_, lines) = self.post(stream, &message)?;
        Ok(Call { id, lines })
    }

    /// A connection for [`Agent::call_on`].
    pub(crate) fn ready(&self) -> Result<TcpStream> {
        self.door.connect()
    }

    fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    fn post(
        &self,
        stream: TcpStream,
        message: &Value,
    ) -> Result<(Option<String>, Box<dyn BufRead + Send>)> {
        let mut headers = vec![
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", PROTOCOL),
        ];
        if let Some(session) = &self.session {
            headers.push(("Mcp-Session-Id", session));
        }
        let body = serde_json::to_vec(message)?;
        let request = Request {
            method: "POST",
            path: "/mcp",
            headers: &headers,
            body: &body,
        };
        let response = self.door.send_on(stream, &request)?;
        let status = response.status;
        if !(200..300).contains(&status) {
            bail!("/mcp answered {status}: {}", response.text()?);
        }
        let session = response.header("mcp-session-id").map(str::to_owned);
        Ok((session, response.body()))
    }
}

impl Call {
    /// The next thing this call says.
    pub(crate) fn next(&mut self) -> Result<Heard> {
        let result = loop {
            let message = self.message()?;
            if message["method"] == "notifications/progress" {
                return Ok(Heard::Progress);
            }
            if message["id"] == self.id {
                break result_of(message)?;
            }
        };
        if result["isError"] == true {
            bail!(
                "refused: {}",
                result["content"][0]["text"]
                    .as_str()
                    .unwrap_or("without a word")
            );
        }
        Ok(Heard::Result(result["structuredContent"].clone()))
    }

    /// Waits for the tool's result.
    pub(crate) fn result(mut self) -> Result<Value> {
        loop {
            if let Heard::Result(result) = self.next()? {
                return Ok(result);
            }
        }
    }

    fn answer(mut self) -> Result<Value> {
        loop {
            let message = self.message()?;
            if message["id"] == self.id {
                return result_of(message);
            }
        }
    }

    /// The next message, whether the server answers with one JSON body or with a stream of events.
    fn message(&mut self) -> Result<Value> {
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line)? == 0 {
                bail!("the answer broke off");
            }
            let text = line.strip_prefix("data:").unwrap_or(&line).trim();
            if text.starts_with('{') {
                return serde_json::from_str(text).context("a message that is no JSON");
            }
        }
    }
}

fn result_of(mut message: Value) -> Result<Value> {
    if message["error"].is_object() {
        bail!(
            "refused: {}",
            message["error"]["message"]
                .as_str()
                .unwrap_or("without a word")
        );
    }
    Ok(message["result"].take())
}
