//! The validators of one revision, each built the first time it is wanted.
//!
//! A union is checked as *if the tag says so, then it is this option*, so that an error is about the
//! option that was meant and names the exact place, instead of saying that nothing fitted.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use jsonschema::{Draft, Keyword, ValidationError, Validator};
use serde_json::{Map, Value, json};

use crate::Invalid;
use crate::definitions::Definitions;
use crate::generated::tables::OPENAPI;
use crate::union::Union;
use crate::words;

/// The validators of the newest revision.
pub(crate) static NEWEST: LazyLock<Validators> =
    LazyLock::new(|| Validators::new(Definitions::embedded(OPENAPI)));

/// A revision's schemas and what checks them.
#[derive(Debug)]
pub(crate) struct Validators {
    pub(crate) definitions: Definitions,
    /// The definitions as the validators see them.
    rewritten: Value,
    built: BTreeMap<String, OnceLock<Validator>>,
}

impl Validators {
    pub(crate) fn new(definitions: Definitions) -> Self {
        let rewritten: Map<String, Value> = definitions
            .iter()
            .map(|(name, schema)| (name.to_owned(), checkable(schema, &definitions)))
            .collect();
        let built = rewritten
            .keys()
            .map(|name| (name.clone(), OnceLock::new()))
            .collect();
        Self {
            definitions,
            rewritten: Value::Object(rewritten),
            built,
        }
    }

    /// Says whether `value` fits the schema of this name.
    ///
    /// # Panics
    ///
    /// If the revision has no such schema.
    pub(crate) fn check(&self, name: &str, value: &Value) -> Result<(), Invalid> {
        let built = self.built.get(name);
        let built = built.unwrap_or_else(|| panic!("the contract has no schema {name}"));
        let validator = built.get_or_init(|| self.build(name));
        match validator.validate(value) {
            Ok(()) => Ok(()),
            Err(error) => Err(words::invalid(&error, &self.rewritten)),
        }
    }

    fn build(&self, name: &str) -> Validator {
        let schema = json!({ "$ref": format!("#/$defs/{name}"), "$defs": self.rewritten });
        jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .with_keyword(WHOLE, |_, _, _| Ok(Box::new(Whole)))
            .build(&schema)
            .expect("the contract is valid JSON Schema")
    }
}

fn checkable(schema: &Value, definitions: &Definitions) -> Value {
    if let Some(union) = Union::of(schema, definitions) {
        let tag = union.tag;
        let literals: Vec<&str> = union.options.iter().map(|(literal, _)| *literal).collect();
        let branches: Vec<Value> = union
            .options
            .iter()
            .map(|(literal, option)| {
                json!({
                    "if": { "properties": { tag: { "const": literal } }, "required": [tag] },
                    "then": { "$ref": format!("#/$defs/{option}") },
                })
            })
            .collect();
        return json!({
            "type": "object",
            "required": [tag],
            "properties": { tag: { "enum": literals } },
            "allOf": branches,
        });
    }
    let mut schema = schema.clone();
    bound_integers(&mut schema);
    schema
}

const WHOLE: &str = "x-whole";

/// JSON Schema takes `1.0` for an integer; the types do not.
struct Whole;

impl Keyword<'_> for Whole {
    fn validate<'i>(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        if self.is_valid(instance) {
            Ok(())
        } else {
            Err(ValidationError::custom(
                "value is not a whole number without a fraction",
            ))
        }
    }

    fn is_valid(&self, instance: &Value) -> bool {
        !instance.is_f64()
    }
}

/// An integer has the range of the type it is read into.
fn bound_integers(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(bound_integers),
        Value::Object(object) => {
            object.values_mut().for_each(bound_integers);
            let (least, most) = match object.get("format").and_then(Value::as_str) {
                Some("int32") => (json!(i32::MIN), json!(i32::MAX)),
                Some("int64") => (json!(i64::MIN), json!(i64::MAX)),
                _ => return,
            };
            object.entry("minimum").or_insert(least);
            object.entry("maximum").or_insert(most);
            object.insert(WHOLE.to_owned(), json!(true));
        }
        _ => {}
    }
}
