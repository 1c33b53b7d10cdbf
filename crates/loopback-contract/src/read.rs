//! From bytes to a message: parsed, validated, typed.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::parse::{Parsed, parse};
use crate::validators::NEWEST;
use crate::{Invalid, Message};

/// Reads a message from JSON text.
///
/// # Errors
///
/// [`Invalid`] naming the place, without repeating what stands there. Text that is no JSON, that nests
/// deeper than 127 levels or that is not UTF-8 is refused at the line and column where it ends to be
/// readable. So is, where it fits otherwise, a message with an object in which a name stands twice.
pub fn read<T: Message + DeserializeOwned>(bytes: &[u8]) -> Result<T, Invalid> {
    let Parsed { value, twice } = parse(bytes).map_err(|error| Invalid::not_json(&error))?;
    check::<T>(&value)?;
    // Now every name on the way there is one of the contract's own.
    if let Some(place) = twice {
        return Err(Invalid::twice(place));
    }
    serde_json::from_value(value).map_err(|_| Invalid::not_typed())
}

/// Reads a message from a JSON value.
///
/// # Errors
///
/// As [`read`].
pub fn read_value<T: Message + DeserializeOwned>(value: &Value) -> Result<T, Invalid> {
    check::<T>(value)?;
    T::deserialize(value).map_err(|_| Invalid::not_typed())
}

/// Says whether a JSON value is a message of this type.
///
/// # Errors
///
/// As [`read`].
pub fn check<T: Message>(value: &Value) -> Result<(), Invalid> {
    check_schema(T::SCHEMA, value)
}

/// Says whether a JSON value fits the schema of this name, for those who know it by name only.
///
/// # Errors
///
/// As [`read`].
///
/// # Panics
///
/// If the contract has no schema of this name.
pub fn check_schema(name: &str, value: &Value) -> Result<(), Invalid> {
    NEWEST.check(name, value)
}

#[cfg(test)]
mod tests;
