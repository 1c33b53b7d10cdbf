//! The last resort: content that brings a parser down is still shown, as the text it is.
//!
//! Owns nothing but that. The parsers are others' work, and an agent may hand them anything; an ask that could not
//! be read at all would be worse than one without colours.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::diff::push_block;
use crate::rendered::{Notes, Rendered};

/// What `render` makes of `text`, or the plain text and a warning where it panics.
pub(crate) fn or_plain(text: &str, render: impl FnOnce() -> Rendered) -> Rendered {
    // Nothing of what `render` worked on is looked at afterwards.
    catch_unwind(AssertUnwindSafe(render)).unwrap_or_else(|_| {
        let mut out = String::new();
        let mut notes = Notes {
            failed: true,
            ..Notes::default()
        };
        let lines: Vec<&str> = crate::code::lines(text).collect();
        push_block(&mut out, &lines, &mut notes);
        notes.finish(out)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Warning;

    #[test]
    fn content_that_brings_a_parser_down_is_shown_as_text() {
        let rendered = or_plain("a <b>\nc", || panic!("as a parser might"));
        assert_eq!(
            rendered.html.as_str(),
            "<pre class=\"lb-text\">a &lt;b&gt;\nc\n</pre>"
        );
        assert_eq!(rendered.warnings, [Warning::NotRendered]);
    }
}
