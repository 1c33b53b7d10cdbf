//! Unions: how their options are told apart, and that an option never stands without its union.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{Kind, Model, Shape, Union, Variant, literals};
use crate::canonical::reference;

/// The union a schema named `name` declares.
pub(super) fn union(name: &str, options: &Value, schemas: &Map<String, Value>) -> Union {
    let options = options.as_array().expect("oneOf is a list");
    let names: Vec<&str> = options
        .iter()
        .map(|option| {
            reference(option).unwrap_or_else(|| panic!("{name}: an option without a name"))
        })
        .collect();
    let tag = tag(name, &names, schemas);
    let mut variants = Vec::new();
    for option in names {
        for literal in literals(&schemas[option]["properties"][&tag])
            .into_iter()
            .flatten()
        {
            variants.push(Variant {
                literal,
                option: option.to_owned(),
            });
        }
    }
    let distinct: BTreeSet<&str> = variants
        .iter()
        .map(|variant| variant.literal.as_str())
        .collect();
    assert_eq!(
        distinct.len(),
        variants.len(),
        "{name}: two options share a value of `{tag}`"
    );
    Union { tag, variants }
}

/// The property that every option requires as a literal.
fn tag(name: &str, options: &[&str], schemas: &Map<String, Value>) -> String {
    let candidates = |option: &str| -> BTreeSet<String> {
        let schema = &schemas[option];
        let required = schema.get("required").and_then(Value::as_array);
        required
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .filter(|property| literals(&schema["properties"][property]).is_some())
            .map(ToOwned::to_owned)
            .collect()
    };
    let shared = options
        .iter()
        .map(|option| candidates(option))
        .reduce(|left, right| &left & &right)
        .unwrap_or_default();
    let mut shared = shared.into_iter();
    match (shared.next(), shared.next()) {
        (Some(tag), None) => tag,
        (None, _) => panic!("{name}: no property tells its options apart"),
        (Some(_), Some(_)) => panic!("{name}: more than one property tells its options apart"),
    }
}

/// Every option of a union with its tag.
pub(super) fn tags(schemas: &Map<String, Value>) -> BTreeMap<&str, String> {
    let mut tags = BTreeMap::new();
    for (name, schema) in schemas {
        let Some(options) = schema.get("oneOf").and_then(Value::as_array) else {
            continue;
        };
        let names: Vec<&str> = options.iter().filter_map(reference).collect();
        let tag = tag(name, &names, schemas);
        for option in names {
            let before = tags.insert(option, tag.clone());
            assert!(
                before.is_none_or(|before| before == tag),
                "{option}: two unions tell it by different properties"
            );
        }
    }
    tags
}

/// An option holds no tag of its own in Rust, so it must not be used where no union supplies it.
pub(super) fn refuse_bare_options(model: &Model) {
    let options: BTreeSet<&str> = model
        .types
        .iter()
        .filter(|named| matches!(&named.shape, Shape::Object(object) if object.is_option()))
        .map(|named| named.name.as_str())
        .collect();
    for named in &model.types {
        let Shape::Object(object) = &named.shape else {
            continue;
        };
        for field in &object.fields {
            let mut kind = &field.kind;
            while let Kind::List(of) = kind {
                kind = of;
            }
            if let Kind::Ref(target) = kind {
                assert!(
                    !options.contains(target.as_str()),
                    "{}.{}: name the union, not its option {target}",
                    named.name,
                    field.name
                );
            }
        }
    }
}
