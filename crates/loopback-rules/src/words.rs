//! Whether a text says anything.

use crate::{Code, Refusal};

/// Whether a character leaves no mark of its own where it is shown, and is no white space either: a text of
/// such characters says nothing, and two texts that differ in them alone look the same. What turns text around is
/// among them.
///
/// This is the table. Rendering, a leaf that cannot see it, and the page have their own for what they show; a test of
/// the server compares all three over the whole of Unicode (`loopback-server/src/rendered/unseen.rs`).
#[must_use]
pub fn is_unseen(c: char) -> bool {
    let control = c.is_control() && !c.is_whitespace();
    control
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// What is seen of a text: neither what leaves no mark nor the white space around it.
pub(crate) fn seen(text: &str) -> String {
    let marks: String = text.chars().filter(|&c| !is_unseen(c)).collect();
    marks.trim().to_owned()
}

/// True if there is a text and something of it is seen.
pub(crate) fn has_words(text: Option<&str>) -> bool {
    text.is_some_and(|text| text.chars().any(|c| !c.is_whitespace() && !is_unseen(c)))
}

/// Refuses a text of which nothing is seen, naming its place.
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
