//! Why a message was refused.

/// A message that does not fit the contract: where, and why.
///
/// Neither ever repeats what the message holds: both are made of the contract's own words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why}", shown(place))]
pub struct Invalid {
    /// A JSON pointer into the message, such as `/content/1/code`. Empty for the message as a whole.
    pub place: String,
    /// The reason, in words that follow the place and a colon.
    pub why: String,
}

impl Invalid {
    pub(crate) fn not_json(error: &serde_json::Error) -> Self {
        Self {
            place: String::new(),
            why: format!("not JSON: {error}"),
        }
    }

    /// What the second of two values of one name would mean is for no reader to choose.
    pub(crate) fn twice(place: String) -> Self {
        Self {
            place,
            why: "a name stands here twice".to_owned(),
        }
    }

    /// The schema and the type disagree about a value at the edge of what either can hold.
    pub(crate) fn not_typed() -> Self {
        Self {
            place: String::new(),
            why: "a moment or a number is beyond what can be kept".to_owned(),
        }
    }
}

fn shown(place: &str) -> &str {
    if place.is_empty() {
        "the message"
    } else {
        place
    }
}
