//! Whether a text says anything.

use crate::{Code, Refusal};

/// True if there is a text and it is more than white space.
pub(crate) fn has_words(text: Option<&str>) -> bool {
    text.is_some_and(|text| !text.trim().is_empty())
}

/// Refuses a text that is only white space, naming its place.
pub(crate) fn need_words(
    code: Code,
    place: impl std::fmt::Display,
    text: &str,
) -> Result<(), Refusal> {
    if has_words(Some(text)) {
        return Ok(());
    }
    Err(Refusal::at(
        code,
        place,
        "words are needed here, and white space says nothing",
    ))
}
