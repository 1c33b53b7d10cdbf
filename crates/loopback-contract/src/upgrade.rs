//! Messages that an older Loopback wrote, brought to the newest revision.
//!
//! A row keeps the revision that wrote it. Reading it takes one step per revision in between. A step
//! says, model by model, what became different; how to find every object of a model inside a message
//! is read from the frozen schema of the revision the message is in. Objects are changed from the
//! inside out, so a change to a model sees its parts as they will be.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::definitions::{Definitions, reference};
use crate::generated::tables::FROZEN;
use crate::union::Union;
use crate::validators::{NEWEST, Validators};
use crate::{Ask, Invalid, Message, REVISION};

/// What leads from each revision to the next, oldest first. Once the revision a step leads to has
/// shipped, the step is never edited.
const STEPS: &[Step] = &[
    // Revision 2 only adds what may be absent.
    Step {
        from: 1,
        changes: &[],
    },
];

static OLDER: LazyLock<BTreeMap<u32, Validators>> = LazyLock::new(|| {
    let older = FROZEN.iter();
    older
        .map(|(revision, shape)| (*revision, Validators::new(Definitions::embedded(shape))))
        .collect()
});

/// Why a stored message cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UpgradeError {
    /// It was written by a newer program.
    #[error("written in revision {0} of the contract; this program knows revision {REVISION}")]
    Newer(u32),
    /// No program ever wrote this revision.
    #[error("there is no revision {0} of the contract")]
    NoRevision(u32),
    /// It is no message of the revision it is said to be in.
    #[error("not a message of revision {revision}: {invalid}")]
    Invalid {
        /// The revision it was checked against.
        revision: u32,
        /// What does not fit.
        invalid: Invalid,
    },
}

/// Reads a stored ask that was written in `revision`.
///
/// # Errors
///
/// [`UpgradeError`] when the revision is not one this program reads, or the value is no ask of it.
pub fn ask(revision: u32, value: Value) -> Result<Ask, UpgradeError> {
    message(revision, value)
}

/// Reads a stored message of any type that was written in `revision`.
///
/// # Errors
///
/// As [`ask`].
pub fn message<T: Message + DeserializeOwned>(
    revision: u32,
    value: Value,
) -> Result<T, UpgradeError> {
    if revision > REVISION {
        return Err(UpgradeError::Newer(revision));
    }
    let value = climb(&OLDER, STEPS, T::SCHEMA, revision, value)?;
    let newest = |invalid| UpgradeError::Invalid {
        revision: REVISION,
        invalid,
    };
    NEWEST.check(T::SCHEMA, &value).map_err(newest)?;
    serde_json::from_value(value).map_err(|_| newest(Invalid::not_typed()))
}

/// From one revision to the next.
struct Step {
    from: u32,
    /// Models whose objects change, by the name they have in the older revision, each at most once.
    changes: &'static [(&'static str, Change)],
}

/// Brings one object of a model to the next revision.
type Change = fn(&mut Map<String, Value>);

/// Takes every step from `revision` on; each checks what it is given before it changes anything.
fn climb(
    older: &BTreeMap<u32, Validators>,
    steps: &[Step],
    model: &str,
    revision: u32,
    mut value: Value,
) -> Result<Value, UpgradeError> {
    let known = steps.iter().any(|step| step.from == revision)
        || steps.iter().any(|step| step.from + 1 == revision);
    if !known {
        return Err(UpgradeError::NoRevision(revision));
    }
    for step in steps.iter().filter(|step| step.from >= revision) {
        let schemas = &older[&step.from];
        if schemas.definitions.get(model).is_none() {
            return Err(UpgradeError::NoRevision(revision));
        }
        schemas
            .check(model, &value)
            .map_err(|invalid| UpgradeError::Invalid {
                revision: step.from,
                invalid,
            })?;
        change(step, &schemas.definitions, model, &mut value);
    }
    Ok(value)
}

/// Applies a step to every object in `value`, which is a valid `model`.
fn change(step: &Step, definitions: &Definitions, model: &str, value: &mut Value) {
    let Some(schema) = definitions.get(model) else {
        return;
    };
    if let Some(union) = Union::of(schema, definitions) {
        if let Some(option) = union.option(value) {
            change(step, definitions, option, value);
        }
        return;
    }
    change_parts(step, definitions, schema, value);
    let found = step.changes.iter().find(|(name, _)| *name == model);
    if let (Some((_, change)), Some(object)) = (found, value.as_object_mut()) {
        change(object);
    }
}

fn change_parts(step: &Step, definitions: &Definitions, schema: &Value, value: &mut Value) {
    if let Some(model) = reference(schema) {
        change(step, definitions, model, value);
        return;
    }
    match value {
        Value::Array(items) => {
            let of = &schema["items"];
            for item in items {
                change_parts(step, definitions, of, item);
            }
        }
        Value::Object(object) => {
            for (name, part) in object {
                change_parts(step, definitions, &schema["properties"][name], part);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
