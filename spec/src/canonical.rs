//! One form for one meaning: what the emitter writes in several ways is written in one.
//!
//! `normal` keeps the prose and the order, for the code generators. `shape` drops both: two documents
//! with the same shape describe the same API, so a shape can be frozen and compared byte by byte.

use serde_json::{Map, Value, json};

const PREFIX: &str = "#/components/schemas/";

/// The document with scalars inlined, a lone `allOf` unwrapped, unions as `oneOf`, literals as
/// `enum`, closed objects as `additionalProperties: false` and without the list of revisions.
pub(crate) fn normal(openapi: &Value) -> Value {
    let mut document = openapi.clone();
    let schemas = document["components"]["schemas"]
        .as_object_mut()
        .expect("an OpenAPI document with components.schemas");
    schemas.shift_remove("Revisions");
    let scalars: Map<String, Value> = schemas
        .iter()
        .filter(|(_, schema)| is_scalar(schema))
        .map(|(name, schema)| (name.clone(), schema.clone()))
        .collect();
    schemas.retain(|name, _| !scalars.contains_key(name));
    rewrite(&mut document, &scalars);
    document
}

/// The frozen form: [`normal`] without prose and with every object's keys sorted.
pub(crate) fn shape(openapi: &Value) -> Value {
    sorted(&without_prose(normal(openapi)))
}

/// The text of a shape as it stands in `revisions/N.json`.
pub(crate) fn text(shape: &Value) -> String {
    format!("{shape:#}\n")
}

/// The name in a `$ref` to one of the contract's own schemas.
pub(crate) fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(PREFIX)
}

fn is_scalar(schema: &Value) -> bool {
    let kind = schema.get("type").and_then(Value::as_str);
    let plain = kind.is_some_and(|kind| kind != "object" && kind != "array");
    plain && schema.get("enum").is_none() && schema.get("const").is_none()
}

fn rewrite(value: &mut Value, scalars: &Map<String, Value>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| rewrite(item, scalars)),
        Value::Object(object) => {
            rewrite_object(object, scalars);
            object.values_mut().for_each(|item| rewrite(item, scalars));
        }
        _ => {}
    }
}

fn rewrite_object(object: &mut Map<String, Value>, scalars: &Map<String, Value>) {
    if let Some([only]) = object
        .get("allOf")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
    {
        let inner = only.as_object().cloned().unwrap_or_default();
        object.shift_remove("allOf");
        add_missing(object, inner);
    }
    if let Some(options) = object.shift_remove("anyOf") {
        object.insert("oneOf".to_owned(), options);
    }
    if object.get("unevaluatedProperties").is_some_and(is_never) {
        object.shift_remove("unevaluatedProperties");
        object.insert("additionalProperties".to_owned(), json!(false));
    } else if object.get("additionalProperties").is_some_and(is_never) {
        object.insert("additionalProperties".to_owned(), json!(false));
    }
    if let Some(literal) = object
        .get("const")
        .filter(|literal| literal.is_string())
        .cloned()
    {
        object.shift_remove("const");
        object.insert("enum".to_owned(), json!([literal]));
    }
    let pointed = object
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|target| target.strip_prefix(PREFIX))
        .and_then(|name| scalars.get(name));
    if let Some(Value::Object(scalar)) = pointed {
        object.shift_remove("$ref");
        add_missing(object, scalar.clone());
    }
}

/// What stands nearer to the use wins over what the shared declaration says.
fn add_missing(object: &mut Map<String, Value>, more: Map<String, Value>) {
    for (key, value) in more {
        object.entry(key).or_insert(value);
    }
}

fn is_never(schema: &Value) -> bool {
    schema == &json!(false) || schema == &json!({ "not": {} })
}

/// Words live under `description`, `summary` and `title` of everything but an object that maps names
/// a person chose: a property may be called `summary`, and a service has a title that is no prose.
fn without_prose(document: Value) -> Value {
    let mut document = strip(document, Level::Keywords);
    if let Some(info) = document.get_mut("info").and_then(Value::as_object_mut) {
        info.shift_remove("description");
    }
    document
}

#[derive(Clone, Copy, PartialEq)]
enum Level {
    Keywords,
    Names,
}

fn strip(value: Value, level: Level) -> Value {
    match value {
        Value::Array(items) => items
            .into_iter()
            .map(|item| strip(item, Level::Keywords))
            .collect(),
        Value::Object(object) => Value::Object(
            object
                .into_iter()
                .filter(|(key, value)| level == Level::Names || !is_prose(key, value))
                .map(|(key, value)| {
                    let named = level == Level::Keywords
                        && matches!(key.as_str(), "properties" | "schemas" | "paths" | "$defs");
                    let below = if named { Level::Names } else { Level::Keywords };
                    (key, strip(value, below))
                })
                .collect(),
        ),
        other => other,
    }
}

fn is_prose(key: &str, value: &Value) -> bool {
    matches!(key, "description" | "summary") && value.is_string()
        || matches!(key, "example" | "examples")
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(object) => {
            let mut keys: Vec<_> = object.keys().collect();
            keys.sort_unstable();
            Value::Object(
                keys.into_iter()
                    .map(|key| (key.clone(), sorted(&object[key])))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests;
