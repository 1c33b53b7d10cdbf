//! Why a message does not fit, in words an agent can act on.
//!
//! A message of this kind ends in logs, in other programs' errors and in an agent's context, so it
//! never repeats what it refuses: it is made of the contract's own words, numbers and places alone.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use serde_json::Value;

use crate::Invalid;

/// The place and the reason of a validator's error.
pub(crate) fn invalid(error: &ValidationError<'_>, definitions: &Value) -> Invalid {
    let place = error.instance_path().as_str().to_owned();
    match error.kind() {
        Kind::Required { property } => {
            let property = property.as_str().unwrap_or_default();
            Invalid {
                place: format!("{place}/{property}"),
                why: "required property is missing".to_owned(),
            }
        }
        Kind::AdditionalProperties { unexpected } => Invalid {
            place,
            why: unknown_properties(unexpected, &known_properties(error, definitions)),
        },
        kind => Invalid {
            place,
            why: why(kind, error.instance()),
        },
    }
}

fn why(kind: &Kind, value: &Value) -> String {
    match kind {
        Kind::Type {
            kind: TypeKind::Single(expected),
        } => format!("value is not {}", article(&expected.to_string())),
        Kind::Enum { options } => {
            let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
            match options {
                [only] => format!("value is not {only}"),
                _ => format!("value is not one of {}", list(options)),
            }
        }
        Kind::MinLength { limit } if value == "" => {
            format!("\"\" is shorter than {}", count(*limit, "character"))
        }
        Kind::MinLength { limit } => {
            format!("value is shorter than {}", count(*limit, "character"))
        }
        Kind::MaxLength { limit } => {
            format!("value is longer than {}", count(*limit, "character"))
        }
        Kind::MinItems { limit } => format!("value has fewer than {}", count(*limit, "item")),
        Kind::MaxItems { limit } => format!("value has more than {}", count(*limit, "item")),
        Kind::Minimum { limit } => format!("value is less than {limit}"),
        Kind::Maximum { limit } => format!("value is more than {limit}"),
        Kind::Format { format } if format == "date-time" => {
            "value is not a moment such as \"2026-11-30T17:03:33.123Z\"".to_owned()
        }
        Kind::Custom { message, .. } => message.clone(),
        // The contract uses no other keyword; should it, the name of the keyword gives nothing away.
        other => format!("value does not fit `{}`", other.keyword()),
    }
}

fn unknown_properties(unexpected: &[String], known: &[&str]) -> String {
    let known_list = list(known);
    let rest = if known.is_empty() {
        "it has none".to_owned()
    } else {
        format!("it has {known_list}")
    };
    let meant = unexpected.iter().find_map(|name| meant(name, known));
    match (unexpected.len(), meant) {
        (1, Some(meant)) => format!("unknown property; did you mean \"{meant}\"?"),
        (1, None) => format!("unknown property; {rest}"),
        (more, _) => format!("{more} unknown properties; {rest}"),
    }
}

/// The known name that an unknown one spells in another way, such as `ask_id` for `askId`.
fn meant<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let plain = |name: &str| -> String {
        name.chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|letter| letter.to_ascii_lowercase())
            .collect()
    };
    let name = plain(name);
    known.iter().find(|known| plain(known) == name).copied()
}

/// The properties of the object an error is about.
fn known_properties<'a>(error: &ValidationError<'_>, definitions: &'a Value) -> Vec<&'a str> {
    let keyword = error.schema_path().as_str();
    let schema = keyword
        .strip_prefix("/$defs")
        .and_then(|path| path.strip_suffix("/additionalProperties"))
        .and_then(|path| definitions.pointer(path));
    let properties = schema
        .and_then(|schema| schema.get("properties"))
        .and_then(Value::as_object);
    properties
        .into_iter()
        .flat_map(|properties| properties.keys().map(String::as_str))
        .collect()
}

fn article(kind: &str) -> String {
    match kind {
        "array" => "a list".to_owned(),
        "object" => "an object".to_owned(),
        "integer" => "a whole number".to_owned(),
        other => format!("a {other}"),
    }
}

fn count(limit: u64, noun: &str) -> String {
    let plural = if limit == 1 { "" } else { "s" };
    format!("{limit} {noun}{plural}")
}

/// `"a", "b", "c"`
fn list<T: serde::Serialize>(words: &[T]) -> String {
    let quoted: Vec<String> = words
        .iter()
        .map(|word| serde_json::to_string(word).unwrap_or_default())
        .collect();
    quoted.join(", ")
}
