//! The schemas of one revision, as JSON Schema that stands on its own.
//!
//! Made from an emitted OpenAPI document or from a frozen shape. Every reference points into
//! `#/$defs`, and every object that admits no other property says so in the same way.

use serde_json::{Map, Value, json};

/// The schemas of a revision by name.
#[derive(Debug)]
pub(crate) struct Definitions {
    schemas: Map<String, Value>,
}

impl Definitions {
    /// Of a document that is part of this program.
    pub(crate) fn embedded(document: &str) -> Self {
        let document = serde_json::from_str(document).expect("a document of ours is JSON");
        Self::of(document)
    }

    /// Of an OpenAPI document or a shape.
    pub(crate) fn of(mut document: Value) -> Self {
        let schemas = document["components"]["schemas"].take();
        let Value::Object(mut schemas) = schemas else {
            panic!("a contract has components.schemas");
        };
        schemas.values_mut().for_each(rewrite);
        Self { schemas }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.schemas.get(name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.schemas
            .iter()
            .map(|(name, schema)| (name.as_str(), schema))
    }
}

/// The name in a reference to one of a contract's schemas.
pub(crate) fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

fn rewrite(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(rewrite),
        Value::Object(object) => {
            rewrite_object(object);
            object.values_mut().for_each(rewrite);
        }
        _ => {}
    }
}

fn rewrite_object(object: &mut Map<String, Value>) {
    if let Some(Value::String(target)) = object.get_mut("$ref") {
        *target = target.replace("#/components/schemas/", "#/$defs/");
    }
    if object.get("unevaluatedProperties") == Some(&json!({ "not": {} })) {
        object.shift_remove("unevaluatedProperties");
        object.insert("additionalProperties".to_owned(), json!(false));
    }
}
