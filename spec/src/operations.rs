//! The operations of the HTTP API: what each takes and what each status gives back.

use serde_json::Value;

use crate::canonical::{normal, reference};
use crate::document::Document;

pub(crate) struct Operation {
    pub(crate) id: String,
    pub(crate) method: String,
    pub(crate) path: String,
    /// The first revision that has it.
    pub(crate) since: u32,
    pub(crate) request: Body,
    pub(crate) responses: Vec<(u16, Body)>,
}

pub(crate) enum Body {
    Nothing,
    Bytes,
    /// JSON that fits one of these schemas.
    Json(Vec<String>),
}

/// The operations of the newest document; the older ones tell since when each is there.
pub(crate) fn operations(documents: &[Document]) -> Vec<Operation> {
    let newest = documents.last().expect("at least one revision");
    let normal = normal(&newest.openapi);
    let mut operations = Vec::new();
    for (path, item) in normal["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("a path item") {
            let since = documents
                .iter()
                .find(|document| document.openapi["paths"][path].get(method).is_some())
                .map_or(newest.revision, |document| document.revision);
            operations.push(Operation {
                id: text(&operation["operationId"]),
                method: method.to_ascii_uppercase(),
                path: path.clone(),
                since,
                request: body(&operation["requestBody"]["content"]),
                responses: responses(&operation["responses"]),
            });
        }
    }
    operations
}

fn responses(value: &Value) -> Vec<(u16, Body)> {
    let responses = value.as_object().expect("responses");
    responses
        .iter()
        .map(|(status, response)| {
            let status = status.parse().expect("a response has a numeric status");
            (status, body(&response["content"]))
        })
        .collect()
}

fn body(content: &Value) -> Body {
    let Some(content) = content.as_object() else {
        return Body::Nothing;
    };
    let Some(json) = content.get("application/json") else {
        return Body::Bytes;
    };
    let schema = &json["schema"];
    let options = schema.get("oneOf").and_then(Value::as_array);
    let options = options.map_or_else(|| vec![schema], |options| options.iter().collect());
    Body::Json(
        options
            .into_iter()
            .map(|option| reference(option).expect("a body has a name").to_owned())
            .collect(),
    )
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}
