//! Whether a client of revision 1 can read what the server sends: everything it knows is there and as it was, and what
//! it does not know it overlooks.

use std::{
    collections::BTreeMap,
    sync::{Mutex, OnceLock},
};

use jsonschema::Validator;
use serde_json::{Value, json};

const OPENAPI: &str = include_str!("../../../../../spec/openapi/1.json");

/// The components of revision 1, without the sealing that would refuse properties added since.
fn components() -> &'static Value {
    static COMPONENTS: OnceLock<Value> = OnceLock::new();
    COMPONENTS.get_or_init(|| {
        let mut document: Value = serde_json::from_str(OPENAPI).unwrap();
        unseal(&mut document);
        document["components"].take()
    })
}

fn unseal(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.remove("additionalProperties");
            object.remove("unevaluatedProperties");
            object.values_mut().for_each(unseal);
        }
        Value::Array(items) => items.iter_mut().for_each(unseal),
        _ => {}
    }
}

/// Holds a message against the schema of this name. What revision 1 has no schema for is no concern of its clients.
#[track_caller]
pub(crate) fn check(schema: &str, value: &Value) {
    static VALIDATORS: Mutex<BTreeMap<String, Validator>> = Mutex::new(BTreeMap::new());
    if components()["schemas"].get(schema).is_none() {
        return;
    }
    let mut validators = VALIDATORS
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let validator = validators.entry(schema.to_owned()).or_insert_with(|| {
        let root =
            json!({ "$ref": format!("#/components/schemas/{schema}"), "components": components() });
        jsonschema::validator_for(&root).unwrap()
    });
    if validator.is_valid(value) {
        return;
    }
    let wrong: Vec<_> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    panic!("revision 1 cannot read this {schema}: {wrong:?}");
}
