//! The renderers as most tests want them: in full colour, with a budget that is not spent.

use loopback_render::{Budget, CodeOptions, DiffOptions, MarkdownOptions, Rendered};

pub(crate) fn markdown(text: &str, options: &MarkdownOptions) -> Rendered {
    loopback_render::markdown(text, options, &mut Budget::default())
}

pub(crate) fn code(text: &str, language: Option<&str>, filename: Option<&str>) -> Rendered {
    let options = CodeOptions {
        language,
        filename,
        ..CodeOptions::default()
    };
    loopback_render::code(text, &options, &mut Budget::default())
}

pub(crate) fn diff(text: &str, filename: Option<&str>) -> Rendered {
    let options = DiffOptions {
        filename,
        ..DiffOptions::default()
    };
    loopback_render::diff(text, &options, &mut Budget::default())
}

/// `html` without the lines of the source, for tests that are about something else.
pub(crate) fn without_lines(html: &str) -> String {
    let mut out = String::new();
    for (index, piece) in html.split(" data-line=\"").enumerate() {
        let lines = piece
            .split_once("\" data-end=\"")
            .filter(|(first, _)| index > 0 && first.bytes().all(|byte| byte.is_ascii_digit()));
        match lines.and_then(|(_, rest)| rest.split_once('"')) {
            Some((_, rest)) => out.push_str(rest),
            None if index > 0 => {
                out.push_str(" data-line=\"");
                out.push_str(piece);
            }
            None => out.push_str(piece),
        }
    }
    out
}
