//! The bridge as its client sees it: an MCP server like the app's own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use loopback_contract::Origin;
use loopback_server::clients::{Surroundings, gives_up_after};
use loopback_server::mcp::WaitLimits;
use loopback_server::mcp::tools::{self, ToolName};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    ListToolsResult, PaginatedRequestParams, RequestId, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::call::{Call, Ended};

use crate::door::link::{Connection, Link};
use crate::door::origin;

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
        result.map(Into::into)
    }
}

fn nobody_waits() -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text("the client left")])
}
