//! The contract's schemas for MCP: what a tool takes and what it gives back.
//!
//! Clients drop a tool whose root is not a plain object, and follow references only within its own
//! `$defs`; both hold here.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::definitions::reference;
use crate::validators::NEWEST;

/// The schema named `name`, such as `QuestionInput`, as the input of a tool: strict, so that an agent
/// hears of a property nobody knows.
///
/// # Panics
///
/// If the contract has no schema of this name, or it is not an object.
#[must_use]
pub fn tool(name: &str) -> Map<String, Value> {
    standalone(name)
}

/// The schema named `name`, such as `ToolResult`, as the output of a tool: open, so that a client
/// which holds this schema still accepts what a newer Loopback adds.
///
/// # Panics
///
/// As [`tool`].
#[must_use]
pub fn tool_output(name: &str) -> Map<String, Value> {
    let mut root = Value::Object(standalone(name));
    open(&mut root);
    match root {
        Value::Object(root) => root,
        _ => unreachable!("it was an object"),
    }
}

fn standalone(name: &str) -> Map<String, Value> {
    let definitions = &NEWEST.definitions;
    let schema = definitions.get(name).and_then(Value::as_object);
    let mut root = schema
        .filter(|schema| schema.get("type").is_some_and(|kind| kind == "object"))
        .unwrap_or_else(|| panic!("the contract has no object {name}"))
        .clone();
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = Vec::new();
    references(definitions.get(name).unwrap_or(&Value::Null), &mut open);
    while let Some(name) = open.pop() {
        if let Some(schema) = definitions.get(name)
            && found.insert(name)
        {
            references(schema, &mut open);
        }
    }
    if !found.is_empty() {
        let defs = found
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), definitions.get(name)?.clone())))
            .collect();
        root.insert("$defs".to_owned(), Value::Object(defs));
    }
    root
}

fn references<'a>(value: &'a Value, into: &mut Vec<&'a str>) {
    into.extend(reference(value));
    match value {
        Value::Array(items) => items.iter().for_each(|item| references(item, into)),
        Value::Object(object) => object.values().for_each(|item| references(item, into)),
        _ => {}
    }
}

fn open(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(open),
        Value::Object(object) => {
            object.retain(|key, value| key != "additionalProperties" || *value != false);
            object.values_mut().for_each(open);
        }
        _ => {}
    }
}
