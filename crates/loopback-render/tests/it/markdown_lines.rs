//! Which lines of the source a block names: what a comment on it points at.

use std::fmt::Write as _;

use loopback_render::MarkdownOptions;

use crate::allowed::assert_safe;
use crate::whole::markdown;

/// Each element that names lines, with its words: `p 3-4 some words`.
fn named(input: &str) -> String {
    let html = markdown(
        input,
        &MarkdownOptions {
            id_prefix: "ask7".to_owned(),
            ..MarkdownOptions::default()
        },
    )
    .html;
    assert_safe(html.as_str());
    let page = scraper::Html::parse_fragment(html.as_str());
    let selector = scraper::Selector::parse("[data-end]").expect("a selector");
    let mut out = String::new();
    for element in page.select(&selector) {
        let words: Vec<&str> = element.text().flat_map(str::split_whitespace).collect();
        let value = element.value();
        let (first, last) = (
            value.attr("data-line").unwrap_or_default(),
            value.attr("data-end").unwrap_or_default(),
        );
        let _ = writeln!(out, "{} {first}-{last} {}", value.name(), words.join(" "));
    }
    out
}

#[test]
fn every_block_names_its_lines() {
    insta::assert_snapshot!(named("# a\n\nb\nc\n\n***\n\n    d\n\n> e\n\nSetext\n---\n"), @r"
    h3 1-1 a
    p 3-4 b c
    hr 6-6 
    figure 8-8 d
    blockquote 10-10 e
    p 10-10 e
    h4 12-13 Setext
    ");
}

#[test]
fn a_list_item_speaks_for_what_is_directly_in_it() {
    insta::assert_snapshot!(named("- a\n\n  b\n\n  > c\n\n  - d\n    e\n- f\n\n\nend"), @r"
    ul 1-9 a b c d e f
    li 1-8 a b c d e
    p 5-5 c
    li 7-8 d e
    li 9-9 f
    p 12-12 end
    ");
}

#[test]
fn code_in_a_list_names_its_lines_and_counts_its_own() {
    insta::assert_snapshot!(named("- a\n\n  ```js\n  x\n  y\n  ```\n"), @r"
    ul 1-6 a JavaScript x y
    li 1-6 a JavaScript x y
    figure 3-6 JavaScript x y
    ");
}

#[test]
fn a_quote_and_an_alert_name_their_own_and_their_blocks_lines() {
    insta::assert_snapshot!(named("> a\n>\n> b\n\n> [!NOTE]\n> c\n>\n> - d"), @r"
    blockquote 1-3 a b
    p 1-1 a
    p 3-3 b
    div 5-8 Note c d
    p 6-6 c
    ul 8-8 d
    li 8-8 d
    ");
}

#[test]
fn rows_of_a_table_name_their_lines() {
    insta::assert_snapshot!(named("x\n\n| a |\n|---|\n| b |\n| c |\n"), @r"
    p 1-1 x
    div 3-6 a b c
    tr 3-3 a
    tr 5-5 b
    tr 6-6 c
    ");
}

#[test]
fn fences_diffs_and_drawings_name_their_lines() {
    insta::assert_snapshot!(named("```\na\n```\n~~~diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n~~~\n\n```mermaid\ngraph\n```"), @r"
    figure 1-3 a
    section 4-10 modified x +1 −1 Header --- a/x +++ b/x @@ -1 +1 @@ a b
    figure 12-14 graph
    ");
}

#[test]
fn raw_html_names_its_lines_on_its_first_element() {
    insta::assert_snapshot!(named("a\n\n<details>\n<summary>b</summary>\n\nc\n\n</details>\n\n<!--\nd\n-->"), @r"
    p 1-1 a
    details 3-4 b c
    p 6-6 c
    pre 10-12 <!-- d -->
    ");
}

#[test]
fn a_footnote_names_its_lines_where_it_is_shown() {
    insta::assert_snapshot!(named("a[^1]\n\n[^1]: b\n\n    c\n"), @r"
    p 1-1 a 1
    li 3-5 b c ↩
    ");
}

#[test]
fn lines_are_counted_the_same_with_windows_line_endings() {
    let unix = "a\n\n- b\n- c\n\n```\nd\n```\n\ne";
    assert_eq!(named(unix), named(&unix.replace('\n', "\r\n")));
}

#[test]
fn lines_are_right_after_text_that_nests_too_deep() {
    let deep = format!("{}deep\n\nafter", "> ".repeat(300));
    assert!(named(&deep).ends_with("p 3-3 after\n"));
}
