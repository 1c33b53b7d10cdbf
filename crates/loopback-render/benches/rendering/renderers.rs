//! The renderers, each with what it needs beside the text.

use std::hint::black_box;

use loopback_render::{
    Budget, CodeOptions, Colour, DiffLines, DiffModel, DiffOptions, Layout, MarkdownOptions,
    Rendered, Side, code, code_changes, diff, diff_changes, markdown,
};

pub(crate) fn rust(colour: Colour) -> CodeOptions<'static> {
    CodeOptions {
        language: Some("rust"),
        colour,
        ..CodeOptions::default()
    }
}

pub(crate) fn as_markdown(text: &str, colour: Colour, budget: &mut Budget) -> Rendered {
    let options = MarkdownOptions {
        colour,
        ..MarkdownOptions::default()
    };
    markdown(text, &options, budget)
}

fn in_language(language: &str, text: &str, colour: Colour, budget: &mut Budget) -> Rendered {
    let options = CodeOptions {
        language: Some(language),
        colour,
        ..CodeOptions::default()
    };
    code(text, &options, budget)
}

macro_rules! languages {
    ($($name:ident $language:literal)*) => {$(
        pub(crate) fn $name(text: &str, colour: Colour, budget: &mut Budget) -> Rendered {
            in_language($language, text, colour, budget)
        }
    )*};
}

languages! {
    as_rust "rust"
    as_javascript "js"
    as_typescript "ts"
    as_markdown_source "markdown"
    as_html "html"
    as_cpp "cpp"
    as_shell "sh"
    as_yaml "yaml"
    as_sql "sql"
}

fn options(colour: Colour, layout: Layout) -> DiffOptions<'static> {
    DiffOptions {
        filename: Some("a.rs"),
        layout,
        colour,
    }
}

pub(crate) fn as_diff(text: &str, colour: Colour, budget: &mut Budget) -> Rendered {
    diff(text, &options(colour, Layout::Unified), budget)
}

pub(crate) fn as_split_diff(text: &str, colour: Colour, budget: &mut Budget) -> Rendered {
    diff(text, &options(colour, Layout::Split), budget)
}

pub(crate) fn as_changes(text: &str, colour: Colour, budget: &mut Budget) -> Rendered {
    let new = text.replace("row", "column").replace("+b", "+c");
    diff_changes(text, &new, &options(colour, Layout::Unified), budget)
}

pub(crate) fn as_other_code(text: &str, colour: Colour, budget: &mut Budget) -> Rendered {
    code_changes(text, &text.replace('a', "c"), &rust(colour), budget)
}

pub(crate) fn as_reversed_code(text: &str, colour: Colour, budget: &mut Budget) -> Rendered {
    let reversed: String = text.chars().rev().collect();
    code_changes(text, &reversed, &rust(colour), budget)
}

/// Where the lines of as many comments as a reply may have are in the next version.
pub(crate) fn as_line_now(text: &str, colour: Colour, budget: &mut Budget) -> Rendered {
    let new = text.replace("row", "column");
    if let (Some(old), Some(new)) = (DiffModel::parse(text, None), DiffModel::parse(&new, None)) {
        let mut lines = DiffLines::between(&old, &new);
        for line in (0..COMMENTS).map(|comment| comment * 20) {
            black_box(lines.now("src/a.rs", Side::New, line));
        }
    }
    as_diff("", colour, budget)
}

const COMMENTS: u32 = 200;
