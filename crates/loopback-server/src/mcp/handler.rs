//! The MCP side of a connection: answers what rmcp asks a server, and passes tool calls on.

use std::sync::Arc;

use http::request::Parts;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, CancelledNotificationParam,
    CustomNotification, CustomRequest, CustomResult, DiscoverResult, ErrorCode, ErrorData,
    GetTaskParams, GetTaskResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ServerConfig, Tool,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{RoleServer, ServerHandler};

use super::caller::{self, FromBridge};
use super::calls::Call;
use super::exchange::{Arrival, Exchange};
use super::tools::{self, ToolName};
use super::{Mcp, attached, resources, tasks, wire, wish};

/// What answers one client.
#[derive(Debug, Clone)]
pub struct Handler {
    pub(super) mcp: Mcp,
    pub(super) door: Door,
}

/// Which way the client came in.
#[derive(Debug, Clone)]
pub(super) enum Door {
    /// At `/mcp`; each request carries its own exchange.
    Http,

    /// On `agent.sock`; the connection is one exchange.
    Socket {
        /// Of the connection.
        exchange: Arc<Exchange>,
        /// The session of callers that name none.
        connection: Arc<str>,
        /// The other machine it comes from.
        machine: Option<Arc<str>>,
    },
}

impl Handler {
    fn call(&self, context: RequestContext<RoleServer>) -> Result<Call, ErrorData> {
        Ok(match &self.door {
            Door::Http => {
                let parts = context.extensions.get::<Parts>();
                let exchange = parts.and_then(|parts| parts.extensions.get::<Arc<Exchange>>());
                let exchange = exchange.cloned().ok_or_else(|| {
                    ErrorData::internal_error("the request came in by no known way", None)
                })?;
                Call {
                    caller: caller::over_http(&context),
                    bridge: FromBridge::default(),
                    exchange,
                    context,
                }
            }
            Door::Socket {
                exchange,
                connection,
                machine,
            } => {
                let bridge = FromBridge::read(&context.meta);
                let machine = machine.as_deref();
                let mut caller = caller::on_socket(&context, &bridge, connection, machine);
                if exchange.attend(&caller.session).is_none() {
                    caller.session = connection.to_string();
                }
                Call {
                    caller,
                    bridge,
                    exchange: Arc::clone(exchange),
                    context,
                }
            }
        })
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        tools::introduction()
    }

    async fn discover(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        if let Door::Socket { .. } = self.door {
            // A bridge that connects says so which session is there, though it makes no call.
            let call = self.call(context)?;
            if call.bridge.ends_session {
                call.exchange.ends(&call.caller.session);
            }
        }
        let versions = self.supported_protocol_versions().into_owned();
        Ok(DiscoverResult::from_server_info(versions, self.get_info()))
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
        let tool = ToolName::parse(&request.name).ok_or_else(|| tools::unknown(&request.name))?;
        let call = self.call(context)?;
        Ok(call.run(&self.mcp.shared, tool, request.arguments).await)
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let call = self.call(context)?;
        resources::list(&self.mcp.shared, &call.caller).await
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
        let call = self.call(context)?;
        let read = resources::read(&self.mcp.shared, &call.caller, &request.uri).await?;
        Ok(read.into())
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let call = self.call(context)?;
        call.task_state(&self.mcp.shared, &request.task_id).await
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        tasks::cancel(&self.mcp.shared, &request.task_id).await
    }

    async fn on_cancelled(
        &self,
        cancelled: CancelledNotificationParam,
        _context: NotificationContext<RoleServer>,
    ) {
        // A wait that is cancelled ends by itself; this is for a reply that is on its way already.
        if let Door::Socket { exchange, .. } = &self.door
            && let Some(id) = cancelled.request_id
        {
            exchange.lost(&id);
        }
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if let Door::Socket { .. } = self.door {
            match &*request.method {
                wire::STORE => return attached::store(&self.mcp.shared, request.params).await,
                wire::WISH => return wish::told(&self.mcp.shared, request.params).await,
                _ => {}
            }
        }
        let words = format!("Unknown method: {:.100}", request.method);
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, words, None))
    }

    async fn on_custom_notification(
        &self,
        notification: CustomNotification,
        _context: NotificationContext<RoleServer>,
    ) {
        let Door::Socket { exchange, .. } = &self.door else {
            return;
        };
        if notification.method == wire::DELIVERED
            && let Some(params) = &notification.params
            && let Some(call_id) = params[wire::OPENED_CALL_ID].as_str()
        {
            exchange.arrived(&Arrival::Acknowledged(call_id.to_owned()));
        }
    }
}
