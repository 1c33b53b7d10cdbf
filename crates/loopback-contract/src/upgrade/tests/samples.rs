//! The messages under `revisions/`: what each revision looked like, and that it still reads.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::super::*;
use crate::generated::tables::rewritten;

/// A message and the schema its file is named after: `Ask.question-open.json` is an `Ask`.
struct Sample {
    file: String,
    schema: String,
    value: Value,
}

fn samples(revision: u32) -> Vec<Sample> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../revisions/{revision}"));
    let mut samples: Vec<Sample> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let file = path.file_name().unwrap().to_str().unwrap().to_owned();
            Sample {
                schema: file.split('.').next().unwrap().to_owned(),
                value: serde_json::from_slice(&fs::read(&path).unwrap()).unwrap(),
                file,
            }
        })
        .collect();
    samples.sort_by(|left, right| left.file.cmp(&right.file));
    samples
}

/// The schemas of a revision, the newest included.
fn validators(revision: u32) -> &'static Validators {
    if revision == REVISION {
        &NEWEST
    } else {
        &OLDER[&revision]
    }
}

#[test]
fn every_sample_is_a_message_of_its_revision() {
    for revision in crate::OLDEST_REVISION..=REVISION {
        for sample in samples(revision) {
            validators(revision)
                .check(&sample.schema, &sample.value)
                .unwrap_or_else(|invalid| panic!("{}: {invalid}", sample.file));
        }
    }
}

#[test]
fn every_sample_still_reads_and_keeps_what_it_holds() {
    for revision in crate::OLDEST_REVISION..=REVISION {
        for sample in samples(revision) {
            let (schema, before) = (&sample.schema, sample.value.clone());
            let upgraded = climb(&OLDER, STEPS, schema, revision, sample.value).unwrap();
            let read = rewritten(schema, &upgraded)
                .unwrap_or_else(|invalid| panic!("{}: {invalid}", sample.file));
            assert_eq!(read, upgraded, "{}", sample.file);
            if revision == REVISION || STEPS.iter().all(|step| step.changes.is_empty()) {
                assert_eq!(upgraded, before, "{}", sample.file);
            }
        }
    }
}

#[test]
fn every_stored_ask_of_revision_1_reads_as_an_ask_of_today() {
    let asks = samples(1)
        .into_iter()
        .filter(|sample| sample.schema == "Ask");
    for sample in asks {
        let id = sample.value["id"].clone();
        assert_eq!(ask(1, sample.value).unwrap().id().as_str(), id);
    }
}

#[test]
fn the_samples_of_revision_1_show_every_model_option_and_property() {
    let mut met = BTreeSet::new();
    for sample in samples(1) {
        meet(
            &OLDER[&1].definitions,
            &sample.schema,
            &sample.value,
            &mut met,
        );
    }
    let mut unmet = Vec::new();
    for (name, schema) in OLDER[&1].definitions.iter() {
        // What all asks share is a part of each kind of ask, not a message.
        if name == "AskCommon" {
            continue;
        }
        unmet.extend(
            [name.to_owned()]
                .into_iter()
                .filter(|name| !met.contains(name)),
        );
        let properties = schema.get("properties").and_then(Value::as_object);
        for property in properties.into_iter().flat_map(Map::keys) {
            let place = format!("{name}.{property}");
            unmet.extend([place].into_iter().filter(|place| !met.contains(place)));
        }
        for literal in schema
            .get("enum")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            let literal = format!("{name}={}", literal.as_str().unwrap());
            unmet.extend(
                [literal]
                    .into_iter()
                    .filter(|literal| !met.contains(literal)),
            );
        }
    }
    // The kinds of ask stand in each ask; no message of revision 1 names them otherwise.
    unmet.retain(|name| !name.starts_with("AskKind"));
    assert_eq!(unmet, Vec::<String>::new());
}

/// Notes every model, property and value of an enum that a message holds.
fn meet(definitions: &Definitions, name: &str, value: &Value, met: &mut BTreeSet<String>) {
    met.insert(name.to_owned());
    let schema = definitions.get(name).unwrap();
    if let Some(union) = Union::of(schema, definitions) {
        meet(definitions, union.option(value).unwrap(), value, met);
    } else if let Some(object) = value.as_object() {
        for (property, part) in object {
            met.insert(format!("{name}.{property}"));
            let mut schema = &schema["properties"][property];
            let parts = match part {
                Value::Array(items) => {
                    schema = &schema["items"];
                    items.as_slice()
                }
                single => std::slice::from_ref(single),
            };
            for part in parts {
                if let Some(model) = reference(schema) {
                    meet(definitions, model, part, met);
                }
            }
        }
    } else if let Some(literal) = value.as_str() {
        met.insert(format!("{name}={literal}"));
    }
}
