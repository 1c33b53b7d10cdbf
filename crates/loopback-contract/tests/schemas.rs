//! The schemas agents get: what their clients demand of them, and that they say what is meant.

use loopback_contract::schemas::{tool, tool_output};
use serde_json::{Map, Value, json};

const INPUTS: [&str; 9] = [
    "QuestionInput",
    "ReviewInput",
    "BriefingInput",
    "FollowUpInput",
    "BriefingAnswerInput",
    "WaitInput",
    "WithdrawInput",
    "UploadRequest",
    "InboxRequest",
];

const OUTPUTS: [&str; 3] = ["ToolResult", "UploadTicket", "InboxLink"];

fn all() -> impl Iterator<Item = (&'static str, Map<String, Value>)> {
    let inputs = INPUTS.into_iter().map(|name| (name, tool(name)));
    inputs.chain(OUTPUTS.into_iter().map(|name| (name, tool_output(name))))
}

/// Every object and every string under a value.
fn walk(value: &Value, visit: &mut dyn FnMut(&Value)) {
    visit(value);
    match value {
        Value::Array(items) => items.iter().for_each(|item| walk(item, visit)),
        Value::Object(object) => object.values().for_each(|item| walk(item, visit)),
        _ => {}
    }
}

#[test]
fn the_root_is_a_plain_object() {
    for (name, schema) in all() {
        assert_eq!(schema["type"], "object", "{name}");
        for keyword in ["oneOf", "anyOf", "allOf", "$ref", "unevaluatedProperties"] {
            assert!(!schema.contains_key(keyword), "{name} has {keyword}");
        }
    }
}

#[test]
fn every_reference_leads_into_its_own_definitions() {
    for (name, schema) in all() {
        let root = Value::Object(schema);
        walk(&root, &mut |value| {
            if let Some(target) = value.get("$ref").and_then(Value::as_str) {
                let pointer = target.strip_prefix('#').unwrap();
                assert!(pointer.starts_with("/$defs/"), "{name}: {target}");
                assert!(root.pointer(pointer).is_some(), "{name}: {target}");
            }
        });
    }
}

#[test]
fn a_schema_holds_no_definition_it_does_not_need() {
    let wait = tool("WaitInput");
    assert!(!wait.contains_key("$defs"));
    let question = tool("QuestionInput");
    let names: Vec<_> = question["$defs"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["Choice"]);
}

#[test]
fn an_input_says_that_it_takes_nothing_else_and_an_output_leaves_room() {
    for name in INPUTS {
        assert_eq!(tool(name)["additionalProperties"], json!(false), "{name}");
    }
    for name in OUTPUTS {
        walk(&Value::Object(tool_output(name)), &mut |value| {
            assert!(value.get("additionalProperties").is_none(), "{name}");
        });
    }
}

#[test]
fn agents_read_what_each_property_is_for_in_the_contracts_order() {
    let question = tool("QuestionInput");
    assert!(
        question["description"]
            .as_str()
            .unwrap()
            .contains("256 KiB")
    );
    let properties = question["properties"].as_object().unwrap();
    let names: Vec<_> = properties.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "question", "options", "multiple", "context", "project", "wait"
        ]
    );
    for (name, property) in properties {
        assert!(property["description"].is_string(), "{name}");
    }
}

#[test]
fn a_schema_holds_nothing_the_contract_does_not_say() {
    let size = &tool_output("UploadTicket")["properties"]["maxBytes"];
    assert_eq!(size["type"], "integer");
    assert!(size.get("minimum").is_none() && size.get("x-whole").is_none());
}

#[test]
#[should_panic(expected = "the contract has no object Reply")]
fn a_union_is_no_input_for_a_tool() {
    let _ = tool("Reply");
}
