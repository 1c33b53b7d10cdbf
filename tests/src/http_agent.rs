//! An agent's client at `/mcp` over Streamable HTTP, spoken by hand so that a test decides every
//! header and sees every event.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};

use crate::{Loopback, PATIENCE};

/// A client.
#[derive(Debug, Clone)]
pub struct HttpAgent {
    client: Client,
    url: String,
    token: String,
    name: String,
    session: Option<String>,
    revision: String,
    capabilities: Value,
    /// No two requests of a session have the same id.
    next_id: Arc<AtomicU64>,
}

impl HttpAgent {
    /// A client of the newest revision, which knows no sessions.
    #[must_use]
    pub fn sessionless(server: &Loopback, name: &str) -> Self {
        Self {
            client: Client::new(),
            url: format!("{}/mcp", server.base_url()),
            token: server.agent_token(),
            name: name.to_owned(),
            session: None,
            revision: "2026-07-28".to_owned(),
            capabilities: json!({}),
            next_id: Arc::new(AtomicU64::new(1)),
        }
    }

    /// The same client at another run of the server.
    #[must_use]
    pub fn at(mut self, server: &Loopback) -> Self {
        self.url = format!("{}/mcp", server.base_url());
        self.token = server.agent_token();
        self
    }

    /// The same client, which declares with every request that it can poll tasks.
    #[must_use]
    pub fn that_polls(mut self) -> Self {
        self.capabilities = json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } });
        self
    }

    /// A client of an older revision, with its session.
    ///
    /// # Panics
    ///
    /// If it is not given one.
    pub async fn with_session(server: &Loopback, name: &str, revision: &str) -> Self {
        let mut agent = Self::sessionless(server, name);
        revision.clone_into(&mut agent.revision);
        let initialize = json!({
            "jsonrpc": "2.0",
            "id": 0,
            "method": "initialize",
            "params": {
                "protocolVersion": revision,
                "capabilities": {},
                "clientInfo": { "name": name, "version": "1.2.3" },
            },
        });
        let response = agent.raw(Method::POST).json(&initialize).send().await;
        let response = response.expect("the server answers");
        let session = response
            .headers()
            .get("mcp-session-id")
            .expect("it gives a session");
        agent.session = Some(session.to_str().expect("a readable one").to_owned());
        let introduction = Exchange::new(response).result().await;
        assert_eq!(introduction["protocolVersion"], revision);
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        let response = agent.post(&initialized).await;
        assert_eq!(response.status(), StatusCode::ACCEPTED);
        agent
    }

    /// Its session, if its revision knows any.
    #[must_use]
    pub fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// A request with the headers that a proper client sends.
    pub fn raw(&self, method: Method) -> RequestBuilder {
        let request = self
            .client
            .request(method, &self.url)
            .bearer_auth(&self.token)
            .header("accept", "application/json, text/event-stream");
        match &self.session {
            Some(session) => request
                .header("mcp-session-id", session)
                .header("mcp-protocol-version", &self.revision),
            None => request,
        }
    }

    /// Posts one message as it is.
    ///
    /// # Panics
    ///
    /// If no response comes.
    pub async fn post(&self, message: &Value) -> Response {
        let request = self.raw(Method::POST).json(message);
        let request = match (&self.session, message["method"].as_str()) {
            (None, Some(method)) => {
                let request = request
                    .header("mcp-protocol-version", &self.revision)
                    .header("mcp-method", method);
                let params = &message["params"];
                match params["name"].as_str().or(params["taskId"].as_str()) {
                    Some(name) => request.header("mcp-name", name),
                    None => request,
                }
            }
            _ => request,
        };
        request.send().await.expect("the server answers")
    }

    /// Sends a request and returns its response as it begins to come.
    pub async fn request(&self, method: &str, mut params: Value) -> Exchange {
        if self.session.is_none() {
            let meta = &mut params["_meta"];
            meta["io.modelcontextprotocol/protocolVersion"] = json!(self.revision);
            meta["io.modelcontextprotocol/clientCapabilities"] = self.capabilities.clone();
            meta["io.modelcontextprotocol/clientInfo"] =
                json!({ "name": self.name, "version": "1.2.3" });
        }
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        Exchange::new(self.post(&message).await)
    }

    /// Calls a tool and asks for progress, so that the call may wait long.
    pub async fn call(&self, tool: &str, arguments: Value) -> Exchange {
        let params = json!({
            "name": tool,
            "arguments": arguments,
            "_meta": { "progressToken": "p" },
        });
        self.request("tools/call", params).await
    }
}

/// A response, read event by event.
#[derive(Debug)]
pub struct Exchange {
    response: Response,
    unread: String,
}

impl Exchange {
    fn new(response: Response) -> Self {
        Self {
            response,
            unread: String::new(),
        }
    }

    /// Its status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.response.status()
    }

    /// The next message. `None` at the end.
    ///
    /// # Panics
    ///
    /// If none comes in time, or it is no JSON.
    pub async fn next(&mut self) -> Option<Value> {
        let json = self.response.headers().get("content-type");
        let json = json.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
        let read = async {
            loop {
                if !json && let Some(end) = self.unread.find("\n\n") {
                    let event: String = self.unread.drain(..end + 2).collect();
                    let data = event.lines().filter_map(|line| line.strip_prefix("data:"));
                    let data: String = data.map(str::trim_start).collect();
                    if !data.is_empty() {
                        return Some(data);
                    }
                    continue;
                }
                match self.response.chunk().await {
                    Ok(Some(bytes)) => self.unread += &String::from_utf8_lossy(&bytes),
                    // A server that was killed cuts the stream; to a test that is an end too.
                    Ok(None) | Err(_) if json && !self.unread.is_empty() => {
                        return Some(std::mem::take(&mut self.unread));
                    }
                    Ok(None) | Err(_) => return None,
                }
            }
        };
        let message = tokio::time::timeout(PATIENCE, read)
            .await
            .expect("it comes in time")?;
        Some(serde_json::from_str(&message).unwrap_or_else(|_| panic!("no JSON: {message}")))
    }

    /// The response itself, `result` or, if it is an error, the whole message. What comes before it
    /// is left out.
    ///
    /// # Panics
    ///
    /// If it ends without one.
    pub async fn result(mut self) -> Value {
        loop {
            let message = self.next().await;
            let mut message = message.expect("the response comes before the end");
            if message.get("result").is_some() {
                return message["result"].take();
            }
            if message.get("error").is_some() {
                return message;
            }
        }
    }
}
