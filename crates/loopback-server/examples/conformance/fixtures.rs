//! The fixtures, as data, and the little that filling them in takes.

use std::sync::LazyLock;

use rmcp::ErrorData;
use rmcp::model::{InputRequiredResult, JsonObject, ServerNotification, ServerRequest};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

static FIXTURES: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("fixtures.json")).expect("the fixtures are JSON")
});

/// A part of the fixtures.
pub(crate) fn part(name: &str) -> &'static Value {
    &FIXTURES[name]
}

/// The fixture with that name in a part, if there is one.
pub(crate) fn named(part_name: &str, name: &str) -> Option<&'static Value> {
    part(part_name).get(name)
}

/// A piece of a fixture as what the protocol calls it.
fn read<T: DeserializeOwned>(value: Value) -> Result<T, ErrorData> {
    serde_json::from_value(value)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

/// A whole result, which newer revisions say that it is.
pub(crate) fn complete<T: DeserializeOwned>(mut result: Value) -> Result<T, ErrorData> {
    result["resultType"] = json!("complete");
    read(result)
}

/// A fixture with `{name}` replaced by the value of that name.
pub(crate) fn filled(fixture: &Value, values: &JsonObject) -> Value {
    match fixture {
        Value::String(text) => {
            Value::String(values.iter().fold(text.clone(), |text, (name, value)| {
                let value = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                text.replace(&format!("{{{name}}}"), &value)
            }))
        }
        Value::Array(items) => items.iter().map(|item| filled(item, values)).collect(),
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(name, it)| (name.clone(), filled(it, values)));
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

/// A request that the fixture makes of the client.
pub(crate) fn request(fixture: &Value) -> Result<ServerRequest, ErrorData> {
    read(fixture.clone())
}

/// A notification that the fixture sends.
pub(crate) fn notification(fixture: &Value) -> Result<ServerNotification, ErrorData> {
    read(fixture.clone())
}

/// The round that a fixture with rounds is in: what it still wants, or nothing once it has all of it.
pub(crate) fn round(
    fixture: &Value,
    state: Option<&str>,
    responses: &JsonObject,
    capabilities: &Value,
) -> Result<Option<InputRequiredResult>, ErrorData> {
    let Some(rounds) = fixture["rounds"].as_array() else {
        return Ok(None);
    };
    let at = match state {
        None => 0,
        Some(state) => rounds
            .iter()
            .position(|round| round["requestState"] == state)
            .ok_or_else(|| ErrorData::invalid_params("this state is not ours", None))?,
    };
    let wants = &rounds[at];
    let Some(requests) = wants["inputRequests"].as_object() else {
        return Ok(None);
    };
    let declared = |method: &Value| {
        let capability = match method.as_str() {
            Some("sampling/createMessage") => "sampling",
            Some("roots/list") => "roots",
            _ => "elicitation",
        };
        // A client that declares nothing at all is one of the suite's that only looks at the result.
        capabilities.as_object().is_none_or(JsonObject::is_empty)
            || !capabilities[capability].is_null()
    };
    let wanted = requests
        .iter()
        .filter(|(_, request)| declared(&request["method"]));
    let wanted: JsonObject = wanted
        .map(|(name, it)| (name.clone(), it.clone()))
        .collect();
    let answered = wanted
        .keys()
        .all(|name| responses.get(name).is_some_and(Value::is_object));
    let next = if answered {
        rounds.get(at + 1)
    } else {
        Some(wants)
    };
    let Some(next) = next else {
        return Ok(None);
    };
    let mut result = next.clone();
    result["resultType"] = json!("input_required");
    if !answered {
        result["inputRequests"] = Value::Object(wanted);
    }
    read(result).map(Some)
}
