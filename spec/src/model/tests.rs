//! A contract that some client could not decode is refused while it is being written.

use serde_json::json;

use super::*;

fn option(tag: &str, literals: &[&str]) -> Value {
    json!({
        "type": "object",
        "required": [tag],
        "properties": { tag: { "type": "string", "enum": literals } },
    })
}

fn model_of(schemas: &Value) -> Model {
    let document = json!({ "paths": {}, "components": { "schemas": schemas } });
    model(&document, &[])
}

fn one_of(names: &[&str]) -> Value {
    let options = names
        .iter()
        .map(|name| json!({ "$ref": format!("#/components/schemas/{name}") }));
    json!({ "oneOf": options.collect::<Vec<_>>() })
}

#[test]
fn an_option_with_two_literals_is_two_variants() {
    let model = model_of(&json!({
        "A": option("type", &["a"]),
        "B": option("type", &["b.new", "b.old"]),
        "U": one_of(&["A", "B"]),
    }));
    let Shape::Union(union) = &model.types[2].shape else {
        panic!("U is a union");
    };
    let variants: Vec<_> = union
        .variants
        .iter()
        .map(|variant| (variant.literal.as_str(), variant.option.as_str()))
        .collect();
    assert_eq!(union.tag, "type");
    assert_eq!(variants, [("a", "A"), ("b.new", "B"), ("b.old", "B")]);
    assert_eq!(model.alone().collect::<Vec<_>>(), ["U"]);
}

#[test]
#[should_panic(expected = "U: no property tells its options apart")]
fn a_union_without_a_tag_is_refused() {
    model_of(&json!({
        "A": option("type", &["a"]),
        "B": option("kind", &["b"]),
        "U": one_of(&["A", "B"]),
    }));
}

#[test]
#[should_panic(expected = "U: two options share a value of `type`")]
fn a_union_whose_tag_is_ambiguous_is_refused() {
    model_of(&json!({
        "A": option("type", &["a", "b"]),
        "B": option("type", &["b"]),
        "U": one_of(&["A", "B"]),
    }));
}

#[test]
#[should_panic(expected = "A: two unions tell it by different properties")]
fn an_option_of_two_unions_has_one_tag() {
    let mut a = option("type", &["a"]);
    a["required"] = json!(["type", "kind"]);
    a["properties"]["kind"] = json!({ "type": "string", "enum": ["x"] });
    model_of(&json!({
        "A": a,
        "B": option("type", &["b"]),
        "C": option("kind", &["c"]),
        "U": one_of(&["A", "B"]),
        "V": one_of(&["A", "C"]),
    }));
}

#[test]
#[should_panic(expected = "Holder.item: name the union, not its option A")]
fn an_option_is_not_used_without_its_union() {
    model_of(&json!({
        "A": option("type", &["a"]),
        "B": option("type", &["b"]),
        "U": one_of(&["A", "B"]),
        "Holder": {
            "type": "object",
            "properties": { "item": { "type": "array", "items": { "$ref": "#/components/schemas/A" } } },
        },
    }));
}

#[test]
#[should_panic(expected = "Made.size: no type of ours says")]
fn a_type_without_a_counterpart_is_refused() {
    model_of(&json!({
        "Made": { "type": "object", "properties": { "size": { "type": "number" } } },
    }));
}

#[test]
fn what_a_request_body_reaches_is_accepted_and_nothing_else() {
    let document = json!({
        "paths": { "/made": { "post": { "requestBody": { "content": { "application/json": {
            "schema": { "$ref": "#/components/schemas/Sent" },
        } } } } } },
        "components": { "schemas": {
            "Sent": {
                "type": "object",
                "properties": { "parts": { "type": "array", "items": { "$ref": "#/components/schemas/Part" } } },
            },
            "Part": { "type": "object" },
            "Taken": { "type": "object" },
            "Given": { "type": "object", "properties": { "part": { "$ref": "#/components/schemas/Part" } } },
        } },
    });
    let model = model(&document, &["Taken"]);
    let accepted: Vec<_> = model
        .types
        .iter()
        .filter(|named| matches!(&named.shape, Shape::Object(object) if object.accepted))
        .map(|named| named.name.as_str())
        .collect();
    assert_eq!(accepted, ["Sent", "Part", "Taken"]);
}

#[test]
fn the_values_of_a_single_property_are_a_type_of_their_own() {
    let model = model_of(&json!({
        "Made": {
            "type": "object",
            "properties": { "state": { "type": "string", "enum": ["on", "off"] } },
        },
    }));
    let names: Vec<_> = model
        .types
        .iter()
        .map(|named| named.name.as_str())
        .collect();
    assert_eq!(names, ["MadeState", "Made"]);
    assert_eq!(model.alone().collect::<Vec<_>>(), ["Made"]);
}
