//! Raw HTML in markdown, taken apart: a few tags, and everything else as the text it is.
//!
//! Owns the reading of tags and the list of those that stay. Knows nothing of what is done with them.

use pulldown_cmark::{Event, Parser};

/// A piece of raw HTML.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Text, its character references decoded.
    Text(String),
    /// The start of an element we know.
    Open {
        tag: Tag,
        /// `href` or `src`, decoded.
        address: Option<String>,
        /// `alt`, decoded.
        description: Option<String>,
        source: &'a str,
    },
    /// The end of an element we know.
    Close { tag: Tag, source: &'a str },
}

/// What a known tag comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tag {
    /// Written as this element, without attributes.
    Element(&'static str),
    /// Written as this element, which has no end.
    Void(&'static str),
    /// A heading of this level.
    Heading(u8),
    Link,
    Image,
    /// Says nothing to a reader: left out, its content stays.
    Nothing,
}

/// Taken apart in order. Nothing of the input is lost but tags that say nothing.
pub(crate) fn pieces(html: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut text_from = 0;
    let mut at = 0;
    while let Some(offset) = html[at..].find('<') {
        let start = at + offset;
        match read_tag(&html[start..]) {
            Some((piece, length)) => {
                push_text(&mut pieces, &html[text_from..start]);
                pieces.push(piece);
                at = start + length;
                text_from = at;
            }
            None => at = start + 1,
        }
    }
    push_text(&mut pieces, &html[text_from..]);
    pieces
}

fn push_text(pieces: &mut Vec<Piece<'_>>, text: &str) {
    if !text.is_empty() {
        pieces.push(Piece::Text(decode(text)));
    }
}

/// A tag longer than this is shown as text.
const TAG_AT_MOST: usize = 2_000;

/// Reads the tag at the start of `html`, if it is one we know; with its length.
fn read_tag(html: &str) -> Option<(Piece<'_>, usize)> {
    let (body, closing) = match html[1..].strip_prefix('/') {
        Some(body) => (body, true),
        None => (&html[1..], false),
    };
    let name_end = body
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(body.len());
    let tag = known(&body[..name_end])?;
    if !body[name_end..].starts_with(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>')) {
        return None;
    }
    let mut attributes = Attributes {
        rest: &body[name_end..floor(body, TAG_AT_MOST).max(name_end)],
        ended: false,
    };
    let mut address = None;
    let mut description = None;
    for (name, value) in attributes.by_ref() {
        let slot = match (tag, name.to_ascii_lowercase().as_str()) {
            (Tag::Link, "href") | (Tag::Image, "src") => &mut address,
            (Tag::Image, "alt") => &mut description,
            _ => continue,
        };
        if slot.is_none() {
            *slot = Some(decode(value));
        }
    }
    if !attributes.ended {
        return None;
    }
    let read = floor(body, TAG_AT_MOST).max(name_end) - attributes.rest.len();
    let length = read + if closing { 2 } else { 1 };
    let source = &html[..length];
    let piece = if closing {
        Piece::Close { tag, source }
    } else {
        Piece::Open {
            tag,
            address,
            description,
            source,
        }
    };
    Some((piece, length))
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Names and values up to the `>`; `ended` tells whether there was one.
struct Attributes<'a> {
    rest: &'a str,
    ended: bool,
}

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let blank = |c: char| c.is_ascii_whitespace() || c == '/';
        self.rest = self.rest.trim_start_matches(blank);
        if let Some(rest) = self.rest.strip_prefix('>') {
            self.rest = rest;
            self.ended = true;
            return None;
        }
        let name_end = self
            .rest
            .find(|c: char| blank(c) || matches!(c, '=' | '>' | '<'))?;
        let (name, rest) = self.rest.split_at(name_end);
        let after = rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
        let Some(value) = after.strip_prefix('=') else {
            // `<` cannot stand here; then this is no tag.
            self.rest = rest;
            return (!name.is_empty()).then_some((name, ""));
        };
        let value = value.trim_start_matches(|c: char| c.is_ascii_whitespace());
        let (value, rest) =
            if let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) {
                value[1..].split_once(quote)?
            } else {
                value.split_at(value.find(|c: char| c.is_ascii_whitespace() || c == '>')?)
            };
        self.rest = rest;
        Some((name, value))
    }
}

fn known(name: &str) -> Option<Tag> {
    if name.is_empty() || name.len() > 10 {
        return None;
    }
    let name = name.to_ascii_lowercase();
    if let Some(element) = ELEMENTS.iter().find(|element| **element == name) {
        return Some(Tag::Element(element));
    }
    Some(match name.as_str() {
        "a" => Tag::Link,
        "img" => Tag::Image,
        "br" => Tag::Void("br"),
        "hr" => Tag::Void("hr"),
        // A paragraph in HTML may hold blocks of markdown, which a `p` may not.
        "p" | "center" => Tag::Element("div"),
        "tt" => Tag::Element("code"),
        "strike" => Tag::Element("s"),
        "span" | "font" | "picture" => Tag::Nothing,
        "h1" => Tag::Heading(1),
        "h2" => Tag::Heading(2),
        "h3" => Tag::Heading(3),
        "h4" => Tag::Heading(4),
        "h5" => Tag::Heading(5),
        "h6" => Tag::Heading(6),
        _ => return None,
    })
}

const ELEMENTS: &[&str] = &[
    "b",
    "blockquote",
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
    "i",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "pre",
    "q",
    "s",
    "samp",
    "small",
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

/// The longest name of a reference, its two signs included.
const REFERENCE_AT_MOST: usize = 34;

/// `text` with its character references decoded; what is none stays as it is.
fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let name = rest[1..floor(rest, REFERENCE_AT_MOST)]
            .split_once(';')
            .map(|(name, _)| name);
        if let Some((decoded, length)) = name.and_then(|name| Some((named(name)?, name.len() + 2)))
        {
            out.push_str(&decoded);
            rest = &rest[length..];
        } else {
            out.push('&');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

/// What a reference of this name stands for.
fn named(name: &str) -> Option<String> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).map(String::from);
    }
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    // The parser has the table of names; text of markdown is decoded by it.
    let reference = format!("&{name};");
    let decoded = Parser::new(&reference).find_map(|event| match event {
        Event::Text(text) => Some(text.into_string()),
        _ => None,
    })?;
    (decoded != "&" || name.eq_ignore_ascii_case("amp")).then_some(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_tags_are_told_from_text() {
        let found = pieces("a<b class=x>b</b><script>c");
        assert_eq!(found.len(), 5);
        assert!(matches!(
            &found[1],
            Piece::Open {
                tag: Tag::Element("b"),
                ..
            }
        ));
        assert!(matches!(
            &found[3],
            Piece::Close {
                tag: Tag::Element("b"),
                ..
            }
        ));
        assert_eq!(found[4], Piece::Text("<script>c".into()));
    }

    #[test]
    fn a_links_address_is_decoded() {
        let found = pieces("<a title='>' HREF = \"java&#115;cript:x\">");
        assert!(
            matches!(&found[0], Piece::Open { tag: Tag::Link, address: Some(address), .. } if address == "javascript:x"),
            "{found:?}"
        );
    }

    #[test]
    fn what_is_no_tag_is_text() {
        for text in [
            "<",
            "<b",
            "<b x=\"",
            "< b>",
            "<>",
            "</>",
            "<b <i",
            "<é>",
            "<!-- c -->",
            "<b x='y",
            "<b\u{0}>",
        ] {
            assert_eq!(pieces(text), [Piece::Text(text.into())], "{text}");
        }
    }

    #[test]
    fn references_are_decoded_and_broken_ones_stay() {
        assert_eq!(
            decode("&lt;&#x41;&#66;&ouml;&amp;&nope;&;&&#xd800;&amp"),
            "<ABö&&nope;&;&&#xd800;&amp"
        );
    }
}
