//! A piece of code as numbered, coloured lines.
//!
//! Owns the markup of a code block. Line numbers are in `data-line` and drawn by the stylesheet, so selecting and
//! copying yields the code alone. Knows nothing of markdown or diffs.

mod changes;

use std::fmt::Write as _;

use syntect::parsing::SyntaxReference;

use crate::guard::or_plain;
use crate::hidden::Place;
use crate::highlight::Token;
use crate::language;
use crate::options::{Budget, CodeOptions};
use crate::pen::Pen;
use crate::rendered::{Notes, Rendered};
use crate::source::{Returns, push_line};
use crate::text::{push_data, push_text};

pub(crate) use changes::push_code_changes;
pub use changes::{CodeLines, code_changes};

/// Renders `code` with line numbers and colours.
///
/// The grammar is found by the language, else by the file's name, else by the first line; code of no known language is
/// plain. When the budget is spent the rest is plain
/// ([`Warning::HighlightingStopped`](crate::Warning::HighlightingStopped)). Each line is a `span.lb-line` with its
/// number in `data-line`; runs of a hundred are a `span.lb-chunk`. Of a line over 4,000 characters the rest is in a
/// hidden `lb-rest` element behind an `lb-more` one. `\r\n` counts as one line ending.
#[must_use]
pub fn code(code: &str, options: &CodeOptions<'_>, budget: &mut Budget) -> Rendered {
    or_plain(code, || {
        let mut out = String::with_capacity(code.len() * 4 + 256);
        let mut notes = Notes::default();
        let mut pen = Pen::new(options.colour, budget);
        let syntax = language::find(options.language, options.filename, code);
        push_code(
            &mut out,
            code,
            syntax,
            options.filename,
            &mut pen,
            &mut notes,
        );
        notes.highlighting_stopped = pen.has_stopped();
        notes.finish(out)
    })
}

/// Writes a code block; `pen` and `notes` are shared with what else the caller renders.
pub(crate) fn push_code(
    out: &mut String,
    code: &str,
    syntax: Option<&SyntaxReference>,
    filename: Option<&str>,
    pen: &mut Pen<'_>,
    notes: &mut Notes,
) {
    out.push_str("<figure class=\"lb-code\"");
    if let Some(path) = filename {
        out.push_str(" data-path=\"");
        push_data(out, path);
        out.push('"');
    }
    out.push('>');
    push_caption(out, syntax, filename, notes);
    out.push_str("<pre class=\"lb-lines\" tabindex=\"0\"><code>");
    let mut highlighter = pen.highlighter(syntax);
    let mut tokens: Vec<Token> = Vec::new();
    let returns = Returns::of(but_last(code));
    pen.chunks(
        out,
        "span",
        lines(code).enumerate(),
        |out, (index, line), pen| {
            if let Some(highlighter) = &mut highlighter {
                pen.line(highlighter, line, &mut tokens);
            }
            let number = index + 1;
            let _ = write!(
                out,
                "<span class=\"lb-line\" data-line=\"{number}\"><span class=\"lb-src\">"
            );
            push_line(out, line, &tokens, &[], returns, notes);
            out.push_str("\n</span></span>");
        },
    );
    out.push_str("</code></pre></figure>");
}

pub(crate) fn push_caption(
    out: &mut String,
    syntax: Option<&SyntaxReference>,
    filename: Option<&str>,
    notes: &mut Notes,
) {
    if syntax.is_none() && filename.is_none() {
        return;
    }
    out.push_str("<figcaption class=\"lb-code-head\">");
    if let Some(path) = filename {
        out.push_str("<span class=\"lb-code-name\">");
        push_text(out, path, Place::Code, notes);
        out.push_str("</span>");
    }
    if let Some(syntax) = syntax {
        out.push_str("<span class=\"lb-code-lang\">");
        push_text(out, short_name(&syntax.name), Place::Code, notes);
        out.push_str("</span>");
    }
    out.push_str("</figcaption>");
}

/// The lines of `text` without their `\n`; a final `\n` opens no further line, and no text is one empty line.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.strip_suffix('\n').unwrap_or(text).split('\n')
}

/// The lines that have an ending at all.
fn but_last(code: &str) -> impl Iterator<Item = &str> {
    code.split_inclusive('\n')
        .filter_map(|line| line.strip_suffix('\n'))
}

/// Grammars' names are for those who write grammars.
fn short_name(name: &str) -> &str {
    match name {
        "Bourne Again Shell (bash)" => "Shell",
        "JavaScript (Babel)" => "JavaScript",
        "TypeScriptReact" => "TSX",
        "VimL" => "Vim script",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Warning;

    fn in_file(name: &str, text: &str) -> Rendered {
        let options = CodeOptions {
            filename: Some(name),
            ..CodeOptions::default()
        };
        code(text, &options, &mut Budget::default())
    }

    fn in_language(name: &str, text: &str) -> Rendered {
        let options = CodeOptions {
            language: Some(name),
            ..CodeOptions::default()
        };
        code(text, &options, &mut Budget::default())
    }

    #[test]
    fn code_has_numbered_coloured_lines_and_its_name() {
        let rendered = in_file("src/main.rs", "fn main() {}\r\n\r\n// ok\n");
        insta::assert_snapshot!(rendered.html.as_str(), @r#"
        <figure class="lb-code" data-path="src/main.rs"><figcaption class="lb-code-head"><span class="lb-code-name">src/main.rs</span><span class="lb-code-lang">Rust</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src"><span class="hl-kw">fn</span> <span class="hl-fn">main</span>() {}<span class="lb-cr lb-shown" title="U+000D CARRIAGE RETURN"></span>
        </span></span><span class="lb-line" data-line="2"><span class="lb-src"><span class="lb-cr lb-shown" title="U+000D CARRIAGE RETURN"></span>
        </span></span><span class="lb-line" data-line="3"><span class="lb-src"><span class="hl-com">// ok</span>
        </span></span></span></code></pre></figure>
        "#);
        assert_eq!(rendered.warnings, []);
    }

    #[test]
    fn code_of_no_known_language_is_plain() {
        let rendered = in_language("klingon", "<b>&");
        insta::assert_snapshot!(rendered.html.as_str(), @r#"
        <figure class="lb-code"><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src">&lt;b&gt;&amp;
        </span></span></span></code></pre></figure>
        "#);
    }

    #[test]
    fn hidden_characters_in_code_are_shown_and_told() {
        let rendered = in_language("rust", "if admin\u{202e} {}");
        assert_eq!(
            rendered.warnings,
            [Warning::HiddenCharacters {
                count: 1,
                names: vec!["U+202E RIGHT-TO-LEFT OVERRIDE".to_owned()]
            }]
        );
        assert!(!rendered.html.as_str().contains('\u{202e}'));
    }

    #[test]
    fn the_last_line_ending_opens_no_line() {
        assert_eq!(lines("a\nb\n").collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(lines("a\n\n").collect::<Vec<_>>(), ["a", ""]);
        assert_eq!(lines("").collect::<Vec<_>>(), [""]);
    }
}
