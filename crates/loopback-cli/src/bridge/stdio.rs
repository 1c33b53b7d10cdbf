//! The bridge as its client sees it: an MCP server like the app's own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use loopback_contract::Origin;
use loopback_server::clients::{Surroundings, gives_up_after};
use loopback_server::mcp::tools::{self, ToolName};
use loopback_server::mcp::{self, SocketError, WaitLimits, resources, wire};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CancelTaskParams, ContentBlock,
    DiscoverResult, ErrorCode, ErrorData, GetTaskParams, GetTaskResult, InitializeRequestParams,
    InitializeResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    RequestId, RequestMetaObject, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::call::{Call, Ended, introduce};
use crate::door::link::{self, Connection, Link};
use crate::door::{origin, wish};

/// How long a client that introduces itself waits for what only the app knows: it counts how long servers take.
const AT_ONCE: Duration = Duration::from_millis(80);

/// What answers the client.
pub(super) struct Bridge {
    link: Arc<Link>,
    /// Names this run of the agent.
    session: String,
    /// How long calls wait while no app can be reached.
    limits: WaitLimits,
    /// After how long the client gives up a call by its own settings, as they were when it made its first: it reads them
    /// when it starts, too.
    client_limit: OnceLock<Option<Duration>>,
    /// Cancelled when the client closed its end.
    ended: CancellationToken,
    pub(super) calls: Arc<Calls>,
}

impl Bridge {
    pub(super) fn new(
        link: Arc<Link>,
        session: String,
        limits: WaitLimits,
        ended: CancellationToken,
    ) -> Self {
        Self {
            link,
            session,
            limits,
            client_limit: OnceLock::new(),
            ended,
            calls: Arc::default(),
        }
    }

    /// When to ask, and how readily the person wishes it of the project worked in here, as far as that is known at once.
    async fn instructions(&self, usual: Option<String>) -> Option<String> {
        let wish = async {
            let origin = origin::now(&self.session).await;
            wish::here(&self.link, &origin).await
        };
        let wish = tokio::time::timeout(AT_ONCE, wish).await.ok().flatten();
        match (usual, wish.and_then(mcp::asking)) {
            (Some(usual), Some(words)) => Some(format!("{usual}\n\n{words}")),
            (usual, _) => usual,
        }
    }

    /// Passes a request on that may be made twice.
    async fn request(
        &self,
        method: &str,
        params: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<Result<Value, ErrorData>, SocketError> {
        let params = self.introduced(params, context);
        self.link.request(method, &params).await
    }

    /// The parameters of a request with who makes it. What git knows of the directory is said of what is opened there, and
    /// these open nothing: a task is polled every few seconds.
    fn introduced(&self, mut params: Value, context: &RequestContext<RoleServer>) -> Value {
        let mut meta = RequestMetaObject::default();
        introduce(&mut meta, context, &origin::of_session(&self.session));
        params["_meta"] = json!(meta);
        params
    }

    /// After how long the client gives up a call, by the settings of the person or of the project it works in.
    fn limit(&self, context: &RequestContext<RoleServer>, origin: &Origin) -> Option<Duration> {
        let project = origin.repository.as_ref().unwrap_or(&origin.cwd);
        let surroundings = Surroundings::here(project.into());
        let client = context.client_info()?;
        gives_up_after(&surroundings, &client.name, self.limits.progress_every)
    }
}

/// Results that are being written, and to whom their arrival is reported.
#[derive(Debug, Default)]
pub(super) struct Calls {
    underway: Mutex<HashMap<RequestId, (Arc<Connection>, String)>>,
    reports: TaskTracker,
}

impl Calls {
    /// The response to this request was written to the client.
    pub(super) fn written(&self, id: &RequestId) {
        let underway = &mut self.underway.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((connection, call_id)) = underway.remove(id) {
            self.reports
                .spawn(async move { connection.delivered(&call_id).await });
        }
    }

    /// Returns when everything that arrived has been reported.
    pub(super) async fn reported(&self) {
        self.reports.close();
        self.reports.wait().await;
    }

    fn expect(&self, id: RequestId, from: (Arc<Connection>, String)) {
        let underway = &mut self.underway.lock().unwrap_or_else(PoisonError::into_inner);
        underway.insert(id, from);
    }
}

impl ServerHandler for Bridge {
    fn get_info(&self) -> ServerConfig {
        tools::introduction()
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let mut introduced = self.negotiate_initialize(&request)?;
        introduced.instructions = self.instructions(introduced.instructions).await;
        Ok(introduced)
    }

    async fn discover(
        &self,
        _context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let mut info = self.get_info();
        info.instructions = self.instructions(info.instructions).await;
        let versions = self.supported_protocol_versions().into_owned();
        Ok(DiscoverResult::from_server_info(versions, info))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(tools::list())
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::get(name)
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        match self.request("resources/list", json!({}), &context).await {
            Ok(listed) => link::read(listed),
            // Clients ask when they start, whether the app runs or not.
            Err(SocketError::Absent(_)) => Ok(ListResourcesResult::default()),
            Err(error) => Err(unreached(&error)),
        }
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(resources::templates())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let params = json!({ "uri": request.uri });
        let read = self.request("resources/read", params, &context).await;
        let read = read.map_err(|error| unreached(&error))?;
        let read = link::read::<ReadResourceResult>(read).map_err(|mut error| {
            // The newest revision, which is spoken with the app, has no code of its own for it; older clients know one.
            if error.code == ErrorCode::INVALID_PARAMS {
                error.code = ErrorCode::RESOURCE_NOT_FOUND;
            }
            error
        });
        read.map(Into::into)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        ToolName::parse(&request.name).ok_or_else(|| tools::unknown(&request.name))?;
        let id = context.id.clone();
        let cancelled = context.ct.clone();
        let run = async {
            let origin = origin::now(&self.session).await;
            let client_limit = *self
                .client_limit
                .get_or_init(|| self.limit(&context, &origin));
            let call = Call::new(request, context, origin, self.limits.clone(), client_limit);
            call.run(&self.link).await
        };
        let Ended { result, from } = tokio::select! {
            biased;
            ended = run => ended,
            // Nobody reads this; dropping the call is what tells the app.
            () = cancelled.cancelled() => return Ok(nobody_waits().into()),
            () = self.ended.cancelled() => return Ok(nobody_waits().into()),
        };
        if let Some((connection, call_id)) = from {
            if cancelled.is_cancelled() {
                // It came too late; the response goes nowhere.
                connection.cancelled(&call_id).await;
            } else {
                self.calls.expect(id, (connection, call_id));
            }
        }
        result
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let params = |id: &str| {
            let mut params = self.introduced(json!({ "taskId": request.task_id }), &context);
            params["_meta"][wire::CALL_ID] = json!(id);
            params
        };
        let polled = self.link.request_named("tasks/get", params).await;
        let polled = polled.map_err(|error| unreached(&error))?;
        let state = link::read(polled.result)?;
        // If it holds the reply, that counts as delivered when it has been written.
        self.calls
            .expect(context.id.clone(), (polled.connection, polled.id));
        Ok(state)
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let params = json!({ "taskId": request.task_id });
        let cancelled = self.request("tasks/cancel", params, &context).await;
        cancelled.map_err(|error| unreached(&error))?.map(drop)
    }
}

fn unreached(error: &SocketError) -> ErrorData {
    ErrorData::internal_error(format!("bridge.socket: {error}"), None)
}

fn nobody_waits() -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text("the client left")])
}
