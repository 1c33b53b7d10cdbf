//! Different ways to write the same API have the same shape.

use serde_json::json;

use super::*;

fn with_schemas(schemas: &Value) -> Value {
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Made up", "version": "1", "description": "words" },
        "paths": {},
        "components": { "schemas": schemas },
    })
}

/// The shape of one schema, declared beside a scalar, two models and the list of revisions.
fn shape_of(schema: &Value) -> Value {
    let document = with_schemas(&json!({
        "Made": schema,
        "Name": { "type": "string", "minLength": 1, "description": "a scalar" },
        "A": { "type": "object" },
        "B": { "type": "object" },
        "Revisions": { "type": "string", "enum": ["1"] },
    }));
    shape(&document)["components"]["schemas"]["Made"].clone()
}

#[test]
fn a_scalar_stands_where_it_is_used() {
    let by_name = json!({ "$ref": "#/components/schemas/Name", "description": "here" });
    assert_eq!(
        shape_of(&by_name),
        json!({ "minLength": 1, "type": "string" })
    );
    let nearer = json!({ "allOf": [{ "$ref": "#/components/schemas/Name" }], "minLength": 2 });
    assert_eq!(
        shape_of(&nearer),
        json!({ "minLength": 2, "type": "string" })
    );
}

#[test]
fn a_reference_wrapped_for_its_words_is_a_reference() {
    let wrapped = json!({ "allOf": [{ "$ref": "#/components/schemas/A" }], "description": "why" });
    assert_eq!(
        shape_of(&wrapped),
        json!({ "$ref": "#/components/schemas/A" })
    );
}

#[test]
fn a_union_is_one_of_its_options_however_it_is_written() {
    let options =
        json!([{ "$ref": "#/components/schemas/A" }, { "$ref": "#/components/schemas/B" }]);
    assert_eq!(
        shape_of(&json!({ "anyOf": options })),
        json!({ "oneOf": options })
    );
}

#[test]
fn a_literal_is_an_enum_of_one() {
    let constant = json!({ "type": "string", "const": "code" });
    assert_eq!(
        shape_of(&constant),
        json!({ "enum": ["code"], "type": "string" })
    );
}

#[test]
fn an_object_is_closed_in_one_way() {
    for closed in [
        json!({ "type": "object", "unevaluatedProperties": { "not": {} } }),
        json!({ "type": "object", "additionalProperties": { "not": {} } }),
        json!({ "type": "object", "additionalProperties": false }),
    ] {
        assert_eq!(
            shape_of(&closed),
            json!({ "additionalProperties": false, "type": "object" })
        );
    }
}

#[test]
fn a_property_may_be_called_like_a_keyword() {
    let schema = json!({
        "type": "object",
        "description": "words",
        "properties": {
            "summary": { "type": "string", "description": "words" },
            "description": { "type": "string" },
            "properties": { "type": "object", "summary": "words" },
        },
    });
    let expected = json!({
        "properties": {
            "description": { "type": "string" },
            "properties": { "type": "object" },
            "summary": { "type": "string" },
        },
        "type": "object",
    });
    assert_eq!(shape_of(&schema), expected);
}

#[test]
fn keys_are_in_order_and_neither_scalars_nor_revisions_remain() {
    let shape = shape(&with_schemas(&json!({
        "Revisions": { "type": "string", "enum": ["1"] },
        "Name": { "type": "string" },
        "B": { "type": "object" },
        "A": { "type": "object" },
    })));
    let schemas: Vec<_> = shape["components"]["schemas"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(schemas, ["A", "B"]);
    assert!(text(&shape).starts_with("{\n  \"components\""));
}

#[test]
fn a_constraint_is_part_of_the_shape() {
    let short = shape_of(&json!({ "type": "array", "maxItems": 5, "items": { "type": "string" } }));
    let long = shape_of(&json!({ "type": "array", "maxItems": 6, "items": { "type": "string" } }));
    assert_ne!(short, long);
}
