//! The contract as named types: what every target language is written from.
//!
//! Reads the normal form of one revision. A schema this cannot express is a panic that names it: the
//! contract has to be written so that every client can decode it, and the person who edits it is
//! there to see the message.

mod unions;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::canonical::reference;
use crate::names::pascal;

/// Everything the contract names, in its own order.
pub(crate) struct Model {
    pub(crate) types: Vec<Named>,
}

impl Model {
    /// The messages that are read and sent as a whole.
    pub(crate) fn alone(&self) -> impl Iterator<Item = &str> {
        let alone = self.types.iter().filter(|named| named.stands_alone);
        alone.map(|named| named.name.as_str())
    }
}

pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) doc: Option<String>,
    pub(crate) shape: Shape,
    /// Read and sent as a whole: not so an option of a union, whose tag the union holds, and the
    /// values of a single property.
    pub(crate) stands_alone: bool,
}

pub(crate) enum Shape {
    Object(Object),
    /// One of several strings.
    Literals(Vec<String>),
    Union(Union),
}

pub(crate) struct Object {
    pub(crate) fields: Vec<Field>,
    /// We accept it from others, so a property we do not know is a mistake to be told.
    pub(crate) accepted: bool,
}

impl Object {
    /// An option of a union carries the tag that tells it from the others.
    pub(crate) fn is_option(&self) -> bool {
        self.fields
            .iter()
            .any(|field| matches!(field.kind, Kind::Tag(_)))
    }
}

pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) doc: Option<String>,
    pub(crate) required: bool,
    pub(crate) kind: Kind,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Kind {
    Text,
    Moment,
    AskId,
    Flag,
    Int32,
    Int64,
    List(Box<Kind>),
    Ref(String),
    /// The literals that select this object within a union.
    Tag(Vec<String>),
}

pub(crate) struct Union {
    pub(crate) tag: String,
    pub(crate) variants: Vec<Variant>,
}

pub(crate) struct Variant {
    pub(crate) literal: String,
    pub(crate) option: String,
}

/// The types of a normal document. `inputs` are accepted beside what request bodies reach.
pub(crate) fn model(document: &Value, inputs: &[&str]) -> Model {
    let schemas = document["components"]["schemas"]
        .as_object()
        .expect("components.schemas");
    let tags = unions::tags(schemas);
    let accepted = accepted(document, schemas, inputs);
    let mut types = Vec::new();
    for (name, schema) in schemas {
        let shape = if let Some(options) = schema.get("oneOf") {
            Shape::Union(unions::union(name, options, schemas))
        } else if let Some(literals) = literals(schema) {
            Shape::Literals(literals)
        } else {
            let mut object = object(name, schema, &tags, &mut types);
            object.accepted = accepted.contains(name.as_str());
            Shape::Object(object)
        };
        let is_option = matches!(&shape, Shape::Object(object) if object.is_option());
        types.push(Named {
            name: name.clone(),
            doc: doc(schema),
            shape,
            stands_alone: !is_option,
        });
    }
    let model = Model { types };
    unions::refuse_bare_options(&model);
    model
}

fn object(
    name: &str,
    schema: &Value,
    tags: &BTreeMap<&str, String>,
    types: &mut Vec<Named>,
) -> Object {
    assert!(
        schema["type"] == "object" && schema.get("allOf").is_none(),
        "{name}: a schema of the contract is an object, a union of objects or an enum"
    );
    let none = Map::new();
    let properties = schema.get("properties").map_or(&none, |properties| {
        properties.as_object().expect("properties is an object")
    });
    let required: BTreeSet<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let is_ask = properties
        .get("status")
        .is_some_and(|status| reference(status) == Some("AskStatus"));
    let fields = properties
        .iter()
        .map(|(property, schema)| {
            let place = format!("{name}.{property}");
            let literals = literals(schema);
            let kind = if tags.get(name).is_some_and(|tag| tag == property) {
                Kind::Tag(literals.expect("the tag of a union is a literal"))
            } else if let Some(literals) = literals {
                let own = format!("{name}{}", pascal(property));
                types.push(Named {
                    name: own.clone(),
                    doc: Some(format!("The values of `{property}` in [`{name}`].")),
                    shape: Shape::Literals(literals),
                    stands_alone: false,
                });
                Kind::Ref(own)
            } else if names_an_ask(property, is_ask) {
                Kind::AskId
            } else {
                kind(&place, schema)
            };
            Field {
                name: property.clone(),
                doc: doc(schema),
                required: required.contains(property.as_str()),
                kind,
            }
        })
        .collect();
    Object {
        fields,
        accepted: false,
    }
}

/// Ids of asks have a type of their own, so that no other string is taken for one.
fn names_an_ask(property: &str, is_ask: bool) -> bool {
    property == "askId" || property == "revises" || (property == "id" && is_ask)
}

fn kind(place: &str, schema: &Value) -> Kind {
    if let Some(name) = reference(schema) {
        return Kind::Ref(name.to_owned());
    }
    let word = |key: &str| schema.get(key).and_then(Value::as_str);
    match (word("type"), word("format")) {
        (Some("string"), Some("date-time")) => Kind::Moment,
        (Some("string"), _) => Kind::Text,
        (Some("boolean"), _) => Kind::Flag,
        (Some("integer"), Some("int32")) => Kind::Int32,
        (Some("integer"), Some("int64")) => Kind::Int64,
        (Some("array"), _) => Kind::List(Box::new(kind(place, &schema["items"]))),
        _ => panic!("{place}: no type of ours says {schema}"),
    }
}

fn accepted<'a>(
    document: &'a Value,
    schemas: &'a Map<String, Value>,
    inputs: &[&'a str],
) -> BTreeSet<&'a str> {
    let mut open: Vec<&str> = inputs.to_vec();
    for input in inputs {
        assert!(
            schemas.contains_key(*input),
            "{input}: a tool takes it, the contract has no such schema"
        );
    }
    let paths = document["paths"].as_object().expect("paths");
    for operation in paths
        .values()
        .filter_map(Value::as_object)
        .flat_map(Map::values)
    {
        if let Some(body) = operation.get("requestBody") {
            references(body, &mut open);
        }
    }
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        if seen.insert(name) {
            references(&schemas[name], &mut open);
        }
    }
    seen
}

fn references<'a>(value: &'a Value, into: &mut Vec<&'a str>) {
    into.extend(reference(value));
    match value {
        Value::Array(items) => items.iter().for_each(|item| references(item, into)),
        Value::Object(object) => object.values().for_each(|item| references(item, into)),
        _ => {}
    }
}

fn literals(schema: &Value) -> Option<Vec<String>> {
    let values = schema.get("enum")?.as_array()?;
    let words = values
        .iter()
        .map(|value| value.as_str().map(ToOwned::to_owned));
    words.collect()
}

fn doc(schema: &Value) -> Option<String> {
    schema.get("description")?.as_str().map(ToOwned::to_owned)
}

#[cfg(test)]
mod tests;
