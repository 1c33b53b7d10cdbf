//! What an agent and the bridge said to each other, as `tests/agents/model/tee.mjs` wrote it down.

use std::path::Path;

use serde_json::Value;

/// The messages, in the order in which they passed.
pub(crate) struct Transcript(Vec<Line>);

struct Line {
    from: String,
    message: Value,
}

impl Transcript {
    /// Reads it from its file.
    pub(crate) fn read(file: &Path) -> Self {
        let text = std::fs::read_to_string(file).unwrap();
        let lines = text.lines().map(|line| {
            let mut line: Value = serde_json::from_str(line).unwrap();
            Line {
                from: line["from"].as_str().unwrap().to_owned(),
                message: line["message"].take(),
            }
        });
        Self(lines.collect())
    }

    /// The revision of the protocol in which the tools were called.
    pub(crate) fn protocol(&self) -> String {
        let request = self.requests("tools/call").next();
        let own = request
            .map(|call| call["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"].clone());
        let agreed = self
            .of("server")
            .map(|message| message["result"]["protocolVersion"].clone());
        let mut all = own.into_iter().chain(agreed);
        let first = all.find_map(|it| it.as_str().map(str::to_owned));
        first.unwrap_or_else(|| "unknown".to_owned())
    }

    /// How its calls waited: what the first of them declares, and whether they were answered before the end.
    pub(crate) fn way_of_waiting(&self) -> &'static str {
        let Some(call) = self.requests("tools/call").next() else {
            return "never called";
        };
        let meta = &call["params"]["_meta"];
        let declared = &meta["io.modelcontextprotocol/clientCapabilities"]["extensions"];
        if !declared["io.modelcontextprotocol/tasks"].is_null() {
            "as a task"
        } else if meta["progressToken"].is_null() || self.was_sent_back() {
            "limited"
        } else {
            "asks for progress"
        }
    }

    fn was_sent_back(&self) -> bool {
        let mut states = self
            .of("server")
            .map(|it| &it["result"]["structuredContent"]["state"]);
        states.any(|state| state == "still_waiting")
    }

    /// Each call of a tool, and what came of it.
    pub(crate) fn calls(&self) -> Vec<String> {
        let calls = self.requests("tools/call");
        calls.map(|call| self.call(call)).collect()
    }

    fn call(&self, call: &Value) -> String {
        let id = &call["id"];
        let name = call["params"]["name"].as_str().unwrap_or("?");
        let ends = self.0.iter().filter_map(|Line { from, message }| {
            let result = &message["result"];
            if from == "server" && message["id"] == *id && !result.is_null() {
                Some(
                    result["structuredContent"]["state"]
                        .as_str()
                        .unwrap_or("done"),
                )
            } else if message["method"] == "notifications/cancelled"
                && message["params"]["requestId"] == *id
            {
                Some("cancelled by the agent")
            } else {
                None
            }
        });
        format!(
            "{name}: {}",
            ends.into_iter().next().unwrap_or("left by the agent")
        )
    }

    fn requests(&self, method: &'static str) -> impl Iterator<Item = &Value> {
        let of_it = move |message: &&Value| message["method"] == method;
        self.of("client").filter(of_it)
    }

    fn of(&self, from: &'static str) -> impl Iterator<Item = &Value> {
        let lines = self.0.iter().filter(move |line| line.from == from);
        lines.map(|line| &line.message)
    }
}
