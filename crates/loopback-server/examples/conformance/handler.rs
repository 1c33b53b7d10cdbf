//! What answers the suite: Loopback's own handler, with the fixtures around it.

#![expect(
    deprecated,
    reason = "the suite still calls what older revisions have and the newest has not"
)]

use loopback_server::mcp::Handler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CancelTaskParams,
    CompleteRequestParams, CompleteResult, ErrorData, GetPromptRequestParams, GetPromptResponse,
    GetTaskParams, GetTaskResult, JsonObject, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam,
    ReadResourceRequestParams, ReadResourceResponse, ServerConfig, SetLevelRequestParams,
    SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};

use crate::fixtures::{complete, filled, named, notification, part, request, round};

/// Loopback, and the fixtures.
#[derive(Debug, Clone)]
pub(crate) struct Around {
    ours: Handler,
}

impl Around {
    pub(crate) fn new(ours: Handler) -> Self {
        Self { ours }
    }
}

type Context = RequestContext<RoleServer>;

impl ServerHandler for Around {
    fn get_info(&self) -> ServerConfig {
        let mut info = self.ours.get_info();
        let mut capabilities = json!(info.capabilities);
        for name in ["prompts", "resources", "logging", "completions"] {
            capabilities[name] = json!({});
        }
        capabilities["resources"]["subscribe"] = json!(true);
        info.capabilities = serde_json::from_value(capabilities).expect("they are capabilities");
        info
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut list = self.ours.list_tools(request, context).await?;
        for (name, fixture) in part("tools").as_object().into_iter().flatten() {
            let schema = fixture["inputSchema"]
                .as_object()
                .cloned()
                .unwrap_or_default();
            list.tools
                .push(Tool::new(name.clone(), "A tool of the suite.", schema));
        }
        Ok(list)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.ours.get_tool(name)
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(fixture) = named("tools", &call.name) else {
            return self.ours.call_tool(call, context).await;
        };
        let capabilities = json!(context.client_capabilities());
        if let Some(needed) = fixture["needs"].as_str()
            && capabilities[needed].is_null()
        {
            let required = json!({ "requiredCapabilities": { needed: {} } });
            let code = rmcp::model::ErrorCode(-32021);
            return Err(ErrorData::new(
                code,
                "a capability is missing",
                Some(required),
            ));
        }
        let responses: JsonObject = call
            .input_responses
            .clone()
            .unwrap_or_default()
            .into_iter()
            .collect();
        if let Some(wanted) = round(
            fixture,
            call.request_state.as_deref(),
            &responses,
            &capabilities,
        )? {
            return Ok(CallToolResponse::InputRequired(wanted));
        }
        let mut values = call.arguments.unwrap_or_default();
        values.extend(responses);
        for sent in fixture["notifies"].as_array().into_iter().flatten() {
            let _ = context.peer.send_notification(notification(sent)?).await;
        }
        if let Some(token) = context.meta.get_progress_token() {
            for done in fixture["progress"].as_array().into_iter().flatten() {
                let sign = ProgressNotificationParam::new(
                    token.clone(),
                    done.as_f64().unwrap_or_default(),
                );
                let _ = context.peer.notify_progress(sign.with_total(100.0)).await;
            }
        }
        if !fixture["asks"].is_null() {
            let asked = request(&filled(&fixture["asks"], &values))?;
            match context.peer.send_request(asked).await {
                Ok(answer) => values.insert("answer".to_owned(), json!(answer)),
                Err(error) => {
                    let text = rmcp::model::ContentBlock::text(error.to_string());
                    return Ok(CallToolResult::error(vec![text]).into());
                }
            };
        }
        complete::<CallToolResult>(filled(&fixture["result"], &values)).map(Into::into)
    }

    async fn get_task(
        &self,
        task: GetTaskParams,
        context: Context,
    ) -> Result<GetTaskResult, ErrorData> {
        self.ours.get_task(task, context).await
    }

    async fn cancel_task(&self, task: CancelTaskParams, context: Context) -> Result<(), ErrorData> {
        self.ours.cancel_task(task, context).await
    }

    async fn set_level(&self, _: SetLevelRequestParams, _: Context) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: Context,
    ) -> Result<CompleteResult, ErrorData> {
        complete(json!({ "completion": { "values": ["paris", "park"], "hasMore": false } }))
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn subscribe(&self, _: SubscribeRequestParams, _: Context) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(&self, _: UnsubscribeRequestParams, _: Context) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        complete(json!({ "resources": part("resources"), "ttlMs": 0, "cacheScope": "private" }))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let templates = json!([part("template")]);
        complete(json!({ "resourceTemplates": templates, "ttlMs": 0, "cacheScope": "private" }))
    }

    async fn read_resource(
        &self,
        wanted: ReadResourceRequestParams,
        _: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = wanted.uri;
        let of_template = || {
            let id = uri
                .strip_prefix("test://template/")?
                .strip_suffix("/data")?;
            let values = json!({ "id": id });
            let mut filled = filled(part("template"), values.as_object()?);
            filled["uri"] = json!(uri);
            Some(filled)
        };
        let mut resources = part("resources").as_array().into_iter().flatten();
        let found = resources
            .find(|it| it["uri"] == uri.as_str())
            .cloned()
            .or_else(of_template);
        let found = found.ok_or_else(|| {
            ErrorData::invalid_params("there is no such resource", Some(json!({ "uri": uri })))
        })?;
        let result = json!({ "contents": [found], "ttlMs": 0, "cacheScope": "private" });
        complete::<rmcp::model::ReadResourceResult>(result).map(Into::into)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompts = part("prompts").as_object().into_iter().flatten();
        let prompts: Vec<Value> = prompts
            .map(|(name, prompt)| {
                let arguments = prompt["arguments"].as_array().into_iter().flatten();
                let arguments: Vec<_> = arguments
                    .map(|name| json!({ "name": name, "description": "An argument.", "required": true }))
                    .collect();
                json!({ "name": name, "description": "A prompt of the suite.", "arguments": arguments })
            })
            .collect();
        complete(json!({ "prompts": prompts, "ttlMs": 0, "cacheScope": "private" }))
    }

    async fn get_prompt(
        &self,
        wanted: GetPromptRequestParams,
        context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        let prompt = named("prompts", &wanted.name)
            .ok_or_else(|| ErrorData::invalid_params("there is no such prompt", None))?;
        let responses: JsonObject = wanted
            .input_responses
            .unwrap_or_default()
            .into_iter()
            .collect();
        let capabilities = json!(context.client_capabilities());
        if let Some(more) = round(
            prompt,
            wanted.request_state.as_deref(),
            &responses,
            &capabilities,
        )? {
            return Ok(GetPromptResponse::InputRequired(more));
        }
        let mut values = wanted.arguments.unwrap_or_default();
        values.extend(responses);
        let result = json!({ "messages": filled(&prompt["messages"], &values) });
        complete::<rmcp::model::GetPromptResult>(result).map(Into::into)
    }
}
