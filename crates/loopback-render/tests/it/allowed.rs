//! Reads rendered HTML as a browser would and judges it by a list of its own.

use std::collections::BTreeSet;

use scraper::{ElementRef, Html, Node};

/// Tags the page may be given, with the attributes each may carry beside `class`.
const ALLOWED: &[(&str, &[&str])] = &[
    (
        "a",
        &[
            "href",
            "target",
            "rel",
            "title",
            "id",
            "data-lb-host",
            "aria-label",
        ],
    ),
    ("b", &[]),
    ("blockquote", &[]),
    ("br", &[]),
    ("caption", &[]),
    ("cite", &[]),
    ("code", &[]),
    ("dd", &[]),
    ("del", &[]),
    (
        "details",
        &[
            "open",
            "data-file",
            "data-path",
            "data-old-path",
            "data-change",
            "data-digest",
            "data-folded",
        ],
    ),
    (
        "div",
        &["role", "tabindex", "data-old", "data-new", "data-chunk"],
    ),
    ("dl", &[]),
    ("dt", &[]),
    ("em", &[]),
    ("figcaption", &[]),
    ("figure", &["data-path"]),
    ("h1", &[]),
    ("h2", &[]),
    ("h3", &[]),
    ("h4", &[]),
    ("h5", &[]),
    ("h6", &[]),
    ("hr", &[]),
    ("i", &[]),
    ("ins", &[]),
    ("kbd", &[]),
    ("li", &["id", "data-file", "data-path"]),
    ("mark", &[]),
    ("ol", &["start"]),
    ("p", &[]),
    ("pre", &["tabindex"]),
    ("q", &[]),
    ("s", &[]),
    ("samp", &[]),
    ("section", &[]),
    ("small", &[]),
    (
        "span",
        &[
            "title",
            "role",
            "tabindex",
            "aria-label",
            "hidden",
            "data-line",
            "data-chunk",
            "data-mark",
            "data-lb-chars",
            "data-lb-more",
        ],
    ),
    ("strong", &[]),
    ("sub", &[]),
    ("summary", &[]),
    ("sup", &[]),
    ("table", &[]),
    ("tbody", &[]),
    ("td", &[]),
    ("tfoot", &[]),
    ("th", &[]),
    ("thead", &[]),
    ("tr", &[]),
    ("u", &[]),
    ("ul", &[]),
    ("var", &[]),
];

/// Fails where `html` holds anything but what the page may be given.
#[track_caller]
pub(crate) fn assert_safe(html: &str) {
    assert_balanced(html);
    let page = Html::parse_fragment(html);
    for node in page.tree.nodes() {
        match node.value() {
            Node::Element(element) => {
                let name = element.name();
                // What the parser puts around any fragment.
                if matches!(name, "html" | "body") && element.attrs().count() == 0 {
                    continue;
                }
                let allowed = ALLOWED
                    .iter()
                    .find(|(tag, _)| *tag == name)
                    .unwrap_or_else(|| panic!("<{name}> in {html}"));
                for (attribute, value) in element.attrs() {
                    match attribute {
                        "class" => assert_classes(value, html),
                        "data-line" | "data-end" => assert!(
                            value.parse::<usize>().is_ok_and(|line| line > 0),
                            "{attribute}={value} in {html}"
                        ),
                        "href" => assert_href(element, value, html),
                        "id" => assert!(value.starts_with("ask7-"), "id {value} in {html}"),
                        "open" => assert!(
                            element.classes().any(|class| class == "lb-file"),
                            "open in {html}"
                        ),
                        _ => assert!(
                            allowed.1.contains(&attribute),
                            "<{name} {attribute}> in {html}"
                        ),
                    }
                }
            }
            Node::Comment(_) | Node::ProcessingInstruction(_) => panic!("a comment in {html}"),
            _ => {}
        }
    }
    for hidden in [
        '\u{202e}', '\u{2066}', '\u{200b}', '\u{feff}', '\u{0}', '\u{1}', '\u{1b}',
    ] {
        let shown: String = texts(&page).concat();
        assert!(!shown.contains(hidden), "{hidden:?} in {html}");
    }
}

/// Fails where an element is not closed, or not in its turn: then what follows would stand in it.
#[track_caller]
fn assert_balanced(html: &str) {
    let mut open = Vec::new();
    for tag in html.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        let name = tag.split(' ').next().unwrap_or_default();
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closing in {html}");
        } else if !matches!(name, "br" | "hr") {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} left open in {html}");
}

#[track_caller]
fn assert_classes(value: &str, html: &str) {
    for class in value.split(' ').filter(|class| !class.is_empty()) {
        let is_ours = class
            .strip_prefix("lb-")
            .or_else(|| class.strip_prefix("hl-"))
            .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
        assert!(is_ours && class != "lb-evil", "class {class} in {html}");
    }
}

#[track_caller]
fn assert_href(element: &scraper::node::Element, value: &str, html: &str) {
    assert_eq!(
        element.attr("rel"),
        Some("noreferrer noopener"),
        "rel in {html}"
    );
    if value.starts_with("#ask7-") {
        return;
    }
    assert!(
        ["http://", "https://", "mailto:"]
            .iter()
            .any(|scheme| value.starts_with(scheme)),
        "href {value} in {html}"
    );
    assert_eq!(element.attr("target"), Some("_blank"), "target in {html}");
    assert!(
        element.attr("title").is_some_and(|title| !title.is_empty()),
        "title in {html}"
    );
}

fn texts(page: &Html) -> Vec<&str> {
    page.root_element().text().collect()
}

/// The text of every element of `class`, in order, with hidden characters put back where they were marked.
pub(crate) fn cells(html: &str, class: &str) -> Vec<String> {
    let page = Html::parse_fragment(html);
    let selector = scraper::Selector::parse(&format!(".{class}")).expect("a class is a selector");
    page.select(&selector).map(original).collect()
}

/// The text of all of `html`, hidden characters put back.
pub(crate) fn text(html: &str) -> String {
    original(Html::parse_fragment(html).root_element())
}

fn original(element: ElementRef<'_>) -> String {
    let mut out = String::new();
    push_original(&mut out, element);
    out
}

fn push_original(out: &mut String, element: ElementRef<'_>) {
    let classes: BTreeSet<&str> = element.value().classes().collect();
    if let Some(chars) = element
        .attr("data-lb-chars")
        .filter(|_| classes.contains("lb-hidden"))
    {
        for group in chars.split(' ') {
            let (code, times) = group.split_once('*').unwrap_or((group, "1"));
            let c = u32::from_str_radix(code, 16)
                .ok()
                .and_then(char::from_u32)
                .expect("a code point");
            out.extend(std::iter::repeat_n(c, times.parse().expect("a number")));
        }
        return;
    }
    if classes.contains("lb-cr") {
        out.push('\r');
    }
    for child in element.children() {
        match child.value() {
            Node::Text(text) => out.push_str(text),
            Node::Element(_) => push_original(out, ElementRef::wrap(child).expect("an element")),
            _ => {}
        }
    }
}
