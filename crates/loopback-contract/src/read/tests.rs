//! Whatever arrives is read or refused; nothing panics and nothing is given away.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, json};

use super::*;
use crate::generated::tables::{MESSAGES, rewritten};

/// Stands wherever a test puts content of its own; no refusal may hold it.
const MARK: &str = "swordfish";

/// Every sample of every revision, with the name of its schema.
static SAMPLES: LazyLock<Vec<(String, Value)>> = LazyLock::new(|| {
    let revisions = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../revisions");
    let mut samples = Vec::new();
    for revision in ["1", "2"] {
        for entry in fs::read_dir(revisions.join(revision)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let schema = name.split('.').next().unwrap().to_owned();
            samples.push((
                schema,
                serde_json::from_slice::<Value>(&fs::read(&path).unwrap()).unwrap(),
            ));
        }
    }
    samples.sort_by_key(|(schema, value)| (schema.clone(), value.to_string()));
    samples
});

/// Any JSON, with property names and values the contract uses among the rest.
fn any_json() -> impl Strategy<Value = Value> {
    let word = select(vec![
        "kind", "type", "outcome", "author", "question", "approved", "markdown", "id", MARK, "",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        word.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, move |inner| {
        let entry = (word.clone(), inner.clone());
        prop_oneof![
            prop::collection::vec(inner, 0..6).prop_map(Value::from),
            prop::collection::vec(entry, 0..6).prop_map(|entries| {
                let entries = entries.into_iter();
                Value::Object(
                    entries
                        .map(|(name, value)| (name.to_owned(), value))
                        .collect(),
                )
            }),
        ]
    })
}

/// What is done to one spot of a good message.
#[derive(Debug, Clone)]
enum Damage {
    Replace(Value),
    Remove,
    AddProperty(Value),
    Repeat,
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        any_json().prop_map(Damage::Replace),
        Just(Damage::Replace(json!(MARK))),
        Just(Damage::Remove),
        any_json().prop_map(Damage::AddProperty),
        Just(Damage::Repeat),
    ]
}

/// The pointers to all spots of a message, the whole first.
fn spots(value: &Value, at: &str, into: &mut Vec<String>) {
    into.push(at.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                spots(item, &format!("{at}/{index}"), into);
            }
        }
        Value::Object(object) => {
            for (name, item) in object {
                spots(item, &format!("{at}/{name}"), into);
            }
        }
        _ => {}
    }
}

fn damaged(mut value: Value, spot: Index, damage: Damage) -> Value {
    let mut all = Vec::new();
    spots(&value, "", &mut all);
    let spot = spot.get(&all).clone();
    let (parent, name) = spot.rsplit_once('/').unwrap_or(("", ""));
    match damage {
        Damage::Replace(with) => *value.pointer_mut(&spot).unwrap() = with,
        Damage::Remove => match value.pointer_mut(parent) {
            Some(Value::Object(object)) => drop(object.shift_remove(name)),
            Some(Value::Array(items)) => drop(items.remove(name.parse().unwrap())),
            _ => {}
        },
        Damage::AddProperty(with) => {
            if let Some(Value::Object(object)) = value.pointer_mut(&spot) {
                object.insert(MARK.to_owned(), with);
            }
        }
        Damage::Repeat => {
            if let Some(Value::Array(items)) = value.pointer_mut(&spot) {
                items.extend(items.clone());
            }
        }
    }
    value
}

/// A place is made of the contract's own names and of positions.
fn place_is_of_the_contract(place: &str) -> bool {
    let definitions = &NEWEST.definitions;
    let known = |name: &str| {
        definitions.iter().any(|(_, schema)| {
            let properties = schema.get("properties").and_then(Value::as_object);
            properties.is_some_and(|properties: &Map<_, _>| properties.contains_key(name))
        })
    };
    place
        .split('/')
        .skip(1)
        .all(|step| known(step) || step.parse::<usize>().is_ok())
}

fn assert_read_or_refused(schema: &str, value: &Value) {
    let checked = check_schema(schema, value);
    match rewritten(schema, value) {
        Ok(again) => {
            assert_eq!(checked, Ok(()));
            assert_eq!(
                check_schema(schema, &again),
                Ok(()),
                "what is written is a message too"
            );
        }
        Err(refusal) => {
            // Only a moment or number at the edge of its type passes the schema and not the type.
            assert!(checked.as_ref() == Err(&refusal) || refusal == Invalid::not_typed());
            assert!(place_is_of_the_contract(&refusal.place), "{refusal}");
            assert!(!refusal.to_string().contains(MARK), "{refusal}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_json_is_read_or_refused_as_any_message(value in any_json()) {
        for schema in MESSAGES {
            assert_read_or_refused(schema, &value);
        }
    }

    #[test]
    fn a_damaged_message_is_read_or_refused(
        sample in any::<Index>(),
        spot in any::<Index>(),
        damage in damage(),
    ) {
        let (schema, value) = sample.get(&SAMPLES);
        assert_read_or_refused(schema, &damaged(value.clone(), spot, damage));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = read::<crate::QuestionInput>(&bytes);
        let _ = read::<crate::Reply>(&bytes);
    }

    #[test]
    fn a_message_cut_short_is_refused(sample in any::<Index>(), length in any::<Index>()) {
        let (_, value) = sample.get(&SAMPLES);
        let text = value.to_string();
        let refusal = read::<crate::Ask>(&text.as_bytes()[..length.index(text.len())]);
        prop_assert!(refusal.unwrap_err().why.starts_with("not JSON: "));
    }
}

#[test]
fn every_sample_is_read_as_it_stands() {
    for (schema, value) in SAMPLES.iter() {
        assert_eq!(rewritten(schema, value).as_ref(), Ok(value), "{schema}");
    }
}

#[test]
fn every_schema_builds_its_validator() {
    for (name, _) in NEWEST.definitions.iter() {
        let _ = check_schema(name, &Value::Null);
    }
}
