//! The second net: whatever the writer wrote, only these tags and attributes leave.
//!
//! Owns the allow-list, and the places where finished blocks are put in afterwards.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

/// Encloses the number of a block. Text never holds it: escaping turns controls into marks.
const SLOT: char = '\u{1}';

/// Writes the place of block number `index`.
pub(crate) fn push_slot(out: &mut String, index: usize) {
    out.push(SLOT);
    out.push_str(&index.to_string());
    out.push(SLOT);
}

/// `html` with only what is on the list.
pub(crate) fn clean(html: &str) -> String {
    unshielded(&CLEANER.clean(&shielded(html)).to_string())
}

/// The references escaping writes, and the controls that stand for them while ammonia is at work: it takes time with
/// the square of the number of `&amp;` in one text. Text never holds these controls either.
const REFERENCES: [(&str, char); 5] = [
    ("&amp;", '\u{2}'),
    ("&lt;", '\u{3}'),
    ("&gt;", '\u{4}'),
    ("&quot;", '\u{5}'),
    ("&#39;", '\u{6}'),
];

fn shielded(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((reference, stand_in)) = REFERENCES
            .iter()
            .find(|(reference, _)| rest.starts_with(reference))
        {
            out.push(*stand_in);
            rest = &rest[reference.len()..];
        } else {
            out.push('&');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

fn unshielded(html: &str) -> String {
    let mut out = String::with_capacity(html.len() + html.len() / 8);
    for piece in html.split_inclusive(|c| REFERENCES.iter().any(|(_, stand_in)| *stand_in == c)) {
        let found = REFERENCES
            .iter()
            .find_map(|(reference, stand_in)| Some((piece.strip_suffix(*stand_in)?, reference)));
        if let Some((before, reference)) = found {
            out.push_str(before);
            out.push_str(reference);
        } else {
            out.push_str(piece);
        }
    }
    out
}

/// `html` with the blocks in their places. A block that has lost its place is put at the end.
pub(crate) fn fill(html: &str, blocks: &[String]) -> String {
    let mut out = String::with_capacity(html.len() + blocks.iter().map(String::len).sum::<usize>());
    let mut missing: Vec<bool> = vec![true; blocks.len()];
    for (index, piece) in html.split(SLOT).enumerate() {
        let number = (index % 2 == 1)
            .then(|| piece.parse::<usize>().ok())
            .flatten();
        match number.filter(|number| *number < blocks.len()) {
            Some(number) => {
                missing[number] = false;
                out.push_str(&blocks[number]);
            }
            None => out.push_str(piece),
        }
    }
    for (block, _) in blocks.iter().zip(missing).filter(|(_, missing)| *missing) {
        out.push_str(block);
    }
    out
}

const TAGS: &[&str] = &[
    "a",
    "b",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "samp",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
    "var",
];

const ATTRIBUTES: &[(&str, &[&str])] = &[
    (
        "a",
        &[
            "href",
            "title",
            "target",
            "id",
            "data-lb-host",
            "aria-label",
        ],
    ),
    ("div", &["role", "tabindex"]),
    ("li", &["id"]),
    ("ol", &["start"]),
    ("span", &["title", "data-lb-chars", "role", "aria-label"]),
];

const CLASSES: &[(&str, &[&str])] = &[
    ("a", &["lb-link", "lb-image", "lb-note-ref", "lb-note-back"]),
    (
        "div",
        &[
            "lb-table",
            "lb-alert",
            "lb-alert-note",
            "lb-alert-tip",
            "lb-alert-important",
            "lb-alert-warning",
            "lb-alert-caution",
            "lb-block-ins",
            "lb-block-gone",
        ],
    ),
    ("del", &["lb-gone"]),
    ("ins", &["lb-ins"]),
    ("li", &["lb-part-ins", "lb-part-gone"]),
    ("p", &["lb-alert-title"]),
    ("section", &["lb-notes"]),
    (
        "span",
        &[
            "lb-hidden",
            "lb-lookalike",
            "lb-task",
            "lb-image",
            "lb-target",
        ],
    ),
    ("td", &["lb-left", "lb-center", "lb-right"]),
    ("th", &["lb-left", "lb-center", "lb-right"]),
    ("tr", &["lb-part-ins", "lb-part-gone"]),
];

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let set = |names: &'static [&'static str]| names.iter().copied().collect::<HashSet<_>>();
    let map = |table: &'static [(&'static str, &'static [&'static str])]| {
        table
            .iter()
            .map(|&(tag, names)| (tag, set(names)))
            .collect::<HashMap<_, _>>()
    };
    let mut builder = Builder::empty();
    builder
        .tags(set(TAGS))
        .tag_attributes(map(ATTRIBUTES))
        .generic_attributes(set(&["data-line", "data-end"]))
        .allowed_classes(map(CLASSES))
        .clean_content_tags(set(&["script", "style"]))
        .url_schemes(set(&["http", "https", "mailto"]))
        .url_relative(UrlRelative::Custom(Box::new(within_page)))
        .link_rel(Some("noreferrer noopener"));
    builder
});

/// The only addresses without a scheme are our own, of footnotes.
fn within_page(url: &str) -> Option<Cow<'_, str>> {
    url.starts_with('#').then_some(Cow::Borrowed(url))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_on_the_list_does_not_pass() {
        let cleaned = clean(
            "<p class=\"x\" style=\"a\" onclick=\"b\">a<script>c</script><form><input name=d></form>\
             <a href=\"javascript:e\">f</a><a href=\"//evil.example/\">g</a><details open>h</details>\
             <img src=\"https://example.com/i\"><span class=\"lb-task evil\">i</span></p>",
        );
        assert_eq!(
            cleaned,
            "<p class=\"\">a</p><a rel=\"noreferrer noopener\">f</a><a rel=\"noreferrer noopener\">g</a>\
             <details>h</details><span class=\"lb-task\">i</span><p></p>"
        );
    }

    #[test]
    fn escaped_text_comes_out_as_it_went_in() {
        let html = "<p>a &amp;lt; &lt;b&gt; &quot;c&quot; &#39;d&#39;</p>";
        assert_eq!(clean(html), html);
    }

    #[test]
    fn a_place_survives_cleaning_and_takes_its_block() {
        let mut html = "<ul><li>".to_owned();
        push_slot(&mut html, 0);
        html.push_str("</li></ul>");
        assert_eq!(
            fill(&clean(&html), &["<pre>x</pre>".into()]),
            "<ul><li><pre>x</pre></li></ul>"
        );
    }

    #[test]
    fn a_block_whose_place_is_lost_comes_last() {
        assert_eq!(
            fill("<p>a</p>", &["<pre>x</pre>".into()]),
            "<p>a</p><pre>x</pre>"
        );
    }
}
