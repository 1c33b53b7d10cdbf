//! Which option of a union a message is.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::definitions::{Definitions, reference};

/// A union of the contract: the property that tells its options apart, and the option of each value.
#[derive(Debug)]
pub(crate) struct Union<'a> {
    pub(crate) tag: &'a str,
    /// Literal and name of the option's schema, in the contract's order.
    pub(crate) options: Vec<(&'a str, &'a str)>,
}

impl<'a> Union<'a> {
    /// The union a schema declares, if it declares one.
    pub(crate) fn of(schema: &'a Value, definitions: &'a Definitions) -> Option<Self> {
        let options = schema.get("anyOf").or_else(|| schema.get("oneOf"))?;
        let names: Vec<&str> = options
            .as_array()?
            .iter()
            .map(reference)
            .collect::<Option<_>>()?;
        let shared = names
            .iter()
            .map(|name| literal_properties(definitions.get(name)))
            .reduce(|left, right| &left & &right)?;
        let tag = *shared.first()?;
        let mut options = Vec::new();
        for name in names {
            let literals = &definitions.get(name)?["properties"][tag]["enum"];
            let literals = literals.as_array().into_iter().flatten();
            options.extend(
                literals
                    .filter_map(Value::as_str)
                    .map(|literal| (literal, name)),
            );
        }
        Some(Self { tag, options })
    }

    /// The name of the option that `value` is, by its tag.
    pub(crate) fn option(&self, value: &Value) -> Option<&'a str> {
        let tag = value.get(self.tag)?.as_str()?;
        let found = self.options.iter().find(|(literal, _)| *literal == tag);
        found.map(|(_, option)| *option)
    }
}

/// The properties an option requires as one of some literals.
fn literal_properties(option: Option<&Value>) -> BTreeSet<&str> {
    let Some(option) = option else {
        return BTreeSet::new();
    };
    let required = option.get("required").and_then(Value::as_array);
    required
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter(|property| option["properties"][property].get("enum").is_some())
        .collect()
}
