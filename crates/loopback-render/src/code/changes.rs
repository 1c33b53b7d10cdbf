//! What changed between two versions of a piece of code.
//!
//! Owns the markup around that; the hunks are those of a diff. Knows nothing of asks or of what a version is.

use std::collections::HashMap;

use crate::code::push_caption;
use crate::diff::{Colours, WordBudget, all_lines, hunks, lines_now, numbered, push_hunk};
use crate::guard::or_plain;
use crate::language;
use crate::options::{Budget, CodeOptions, Layout};
use crate::pen::Pen;
use crate::rendered::{Notes, Rendered};
use crate::text::push_data;

/// Renders what differs between two versions of a piece of code: the changed places as the hunks of a diff, with the
/// changed words marked. `data-old` and `data-new` are the lines' numbers in the old and the new version.
#[must_use]
pub fn code_changes(
    old: &str,
    new: &str,
    options: &CodeOptions<'_>,
    budget: &mut Budget,
) -> Rendered {
    or_plain(new, || {
        let mut out = String::new();
        let mut notes = Notes::default();
        let mut pen = Pen::new(options.colour, budget);
        push_code_changes(&mut out, old, new, options, &mut pen, &mut notes);
        notes.highlighting_stopped = pen.has_stopped();
        notes.finish(out)
    })
}

/// Writes what differs; `pen` and `notes` are shared with what else the caller renders.
pub(crate) fn push_code_changes(
    out: &mut String,
    old: &str,
    new: &str,
    options: &CodeOptions<'_>,
    pen: &mut Pen<'_>,
    notes: &mut Notes,
) {
    let syntax = language::find(options.language, options.filename, new);
    out.push_str("<figure class=\"lb-code lb-changes\"");
    if let Some(path) = options.filename {
        out.push_str(" data-path=\"");
        push_data(out, path);
        out.push('"');
    }
    out.push('>');
    push_caption(out, syntax, options.filename, notes);
    let found = hunks(&numbered(old), &numbered(new), &mut WordBudget::default());
    if found.is_empty() {
        out.push_str(if old == new {
            "<p class=\"lb-note\">Nothing changed.</p>"
        } else {
            "<p class=\"lb-note\">Only the line ending at the very end changed.</p>"
        });
    }
    for hunk in found {
        let colours = Colours::of_language(syntax, pen);
        push_hunk(out, &hunk, colours, Layout::Unified, pen, notes);
    }
    out.push_str("</figure>");
}

/// Where the lines of one text are in the next. Any text will do, markdown too.
#[derive(Debug)]
pub struct CodeLines(HashMap<u32, Option<u32>>);

impl CodeLines {
    /// The lines of `old`, as they are in `new`.
    #[must_use]
    pub fn between(old: &str, new: &str) -> Self {
        Self(lines_now(&all_lines(
            &numbered(old),
            &numbered(new),
            &mut WordBudget::default(),
        )))
    }

    /// Where line `line` (from 1) is now, changed in some words or not; `None` if it is gone.
    #[must_use]
    pub fn now(&self, line: u32) -> Option<u32> {
        self.0.get(&line).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(old: &str, new: &str) -> String {
        let options = CodeOptions {
            filename: Some("a.rs"),
            ..CodeOptions::default()
        };
        code_changes(old, new, &options, &mut Budget::default())
            .html
            .into_string()
    }

    #[test]
    fn the_changed_place_is_a_hunk_with_its_words_marked() {
        insta::assert_snapshot!(changes("let a = 1;\nb();\n", "let a = 2;\nb();\nc();\n"), @r#"
        <figure class="lb-code lb-changes" data-path="a.rs"><figcaption class="lb-code-head"><span class="lb-code-name">a.rs</span><span class="lb-code-lang">Rust</span></figcaption><div class="lb-hunk"><div class="lb-hunk-head">@@ -1,2 +1,3 @@</div><div class="lb-chunk" data-chunk="0"><div class="lb-row lb-del" data-old="1"><span class="lb-src"><span class="hl-kw">let</span> a = <span class="lb-word"><span class="hl-num">1</span></span>;
        </span></div><div class="lb-row lb-add" data-new="1"><span class="lb-src"><span class="hl-kw">let</span> a = <span class="lb-word"><span class="hl-num">2</span></span>;
        </span></div><div class="lb-row lb-same" data-old="2" data-new="2"><span class="lb-src"><span class="hl-fn">b</span>();
        </span></div><div class="lb-row lb-add" data-new="3"><span class="lb-src"><span class="hl-fn">c</span>();
        </span></div></div></div></figure>
        "#);
    }

    #[test]
    fn no_change_is_said() {
        assert!(changes("a\n", "a\n").contains("Nothing changed."));
        assert!(changes("a\n", "a").contains("Only the line ending at the very end changed."));
    }
}
