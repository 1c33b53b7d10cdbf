//! HTML brought down to what it says, so that a specification's and ours can be compared.
//!
//! What we do on purpose and everywhere is undone here (classes, source lines, coloured code, links that say where
//! they lead) or done to the specification's as well (only http, https and mailto are links, images are not loaded).
//! What is left to differ is listed in `differences.rs`.

use std::fmt::Write as _;

use scraper::node::Element;
use scraper::{ElementRef, Html, Node};
use url::Url;

/// What `html` says, one block a line.
pub(crate) fn plain(html: &str) -> String {
    let page = Html::parse_fragment(html);
    let mut words = String::new();
    children(&mut words, page.root_element(), Around::default());
    // An empty body of a table says nothing.
    let words = words.replace("\n⟨tbody⟩\n\n⟨/tbody⟩\n", "");
    let mut out = String::new();
    for line in words.split('\n').map(str::trim) {
        if !line.is_empty() {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

#[derive(Clone, Copy, Default)]
struct Around {
    preformatted: bool,
    link: bool,
}

fn children(out: &mut String, element: ElementRef<'_>, around: Around) {
    for child in element.children() {
        match child.value() {
            Node::Text(text) if around.preformatted => {
                // Every blank and line end counts here; as letters nothing is collapsed.
                out.push_str(&text.replace(' ', "·").replace('\n', "⏎"));
            }
            Node::Text(text) => {
                for c in text.chars() {
                    let c = if c.is_ascii_whitespace() { ' ' } else { c };
                    if !(c == ' ' && out.ends_with([' ', '\n'])) {
                        out.push(c);
                    }
                }
            }
            Node::Comment(comment) => {
                let _ = write!(out, "<!--{}-->", &**comment);
            }
            Node::Element(_) => {
                one(out, ElementRef::wrap(child).expect("an element"), around);
            }
            _ => {}
        }
    }
}

fn one(out: &mut String, element: ElementRef<'_>, around: Around) {
    let value = element.value();
    let class = |name: &str| value.classes().any(|class| class == name);
    match value.name() {
        "html" | "body" => children(out, element, around),
        "div" if class("lb-table") => children(out, element, around),
        "figure" if class("lb-code") => preformatted(out, &sources(element)),
        "pre" => preformatted(out, &element.text().collect::<String>()),
        "input" => out.push_str(if value.attr("checked").is_some() {
            "[x]"
        } else {
            "[ ]"
        }),
        "span" if class("lb-task") => out.push_str(match value.attr("aria-label") {
            Some("done") => "[x]",
            _ => "[ ]",
        }),
        "span" if class("lb-target") => {
            let words: String = element.text().collect();
            out.push_str(&decoded(&words));
        }
        "a" if class("lb-image") => image(out, value, &element.text().collect::<String>()),
        "span" if class("lb-image") => children(out, element, around),
        "img" => theirs(out, value, around),
        "a" if around.link => children(out, element, around),
        "a" => link(out, element),
        "br" => out.push_str("⟨br⟩"),
        "hr" => out.push_str("\n⟨hr⟩\n"),
        name if is_block(name) => {
            let _ = write!(out, "\n⟨{name}{}⟩\n", kept(value));
            children(out, element, around);
            let _ = write!(out, "\n⟨/{name}⟩\n");
        }
        name => {
            let _ = write!(out, "⟨{name}⟩");
            children(out, element, around);
            let _ = write!(out, "⟨/{name}⟩");
        }
    }
}

/// The attributes that say something.
fn kept(element: &Element) -> String {
    let aligned = element.attr("align").or_else(|| {
        ["left", "center", "right"]
            .into_iter()
            .find(|side| element.classes().any(|class| class == format!("lb-{side}")))
    });
    let start = element.attr("start");
    [("align", aligned), ("start", start)]
        .iter()
        .filter_map(|(name, value)| Some(format!(" {name}={}", (*value)?)))
        .collect()
}

fn preformatted(out: &mut String, code: &str) {
    let code = code
        .trim_end_matches('\n')
        .replace(' ', "·")
        .replace('\n', "⏎");
    let _ = write!(out, "\n⟨pre⟩{code}⟨/pre⟩\n");
}

fn sources(figure: ElementRef<'_>) -> String {
    let source = scraper::Selector::parse(".lb-src").expect("a selector");
    figure
        .select(&source)
        .flat_map(|line| line.text())
        .collect()
}

fn link(out: &mut String, element: ElementRef<'_>) {
    let value = element.value();
    let inside = Around {
        link: true,
        ..Around::default()
    };
    let mut words = String::new();
    children(&mut words, element, inside);
    let address = value.attr("href").unwrap_or_default();
    if let Some(href) = followed(address) {
        let _ = write!(out, "⟨a {href}{}⟩{words}⟨/a⟩", title(value));
    } else {
        out.push_str(&words);
        push_address(out, address, &element.text().collect::<String>());
    }
}

/// An image as the specification writes it, made into what we make of images.
fn theirs(out: &mut String, element: &Element, around: Around) {
    let address = element.attr("src").unwrap_or_default();
    let words = match element.attr("alt").unwrap_or_default() {
        "" => address
            .rsplit('/')
            .find(|part| !part.is_empty())
            .unwrap_or("image"),
        words => words,
    };
    if around.link {
        out.push_str(words);
    } else if followed(address).is_some() {
        image(out, element, words);
    } else {
        out.push_str(words);
        push_address(out, address, words);
    }
}

fn image(out: &mut String, element: &Element, words: &str) {
    let address = element
        .attr("href")
        .or(element.attr("src"))
        .unwrap_or_default();
    let href = followed(address).unwrap_or_default();
    let _ = write!(out, "⟨image {href}{}⟩{words}⟨/image⟩", title(element));
}

/// ` (address)`, as we write it after what cannot be followed, unless the words are the address.
fn push_address(out: &mut String, address: &str, words: &str) {
    let address = decoded(address);
    if !address.trim().is_empty() && address.trim() != decoded(words).trim() {
        let blank = if out.ends_with(' ') { "" } else { " " };
        let _ = write!(out, "{blank}({})", address.trim());
    }
}

/// The title its author gave it; ours come after the place it leads to.
fn title(element: &Element) -> String {
    let own = match (element.attr("data-lb-host"), element.attr("title")) {
        (Some(_), Some(title)) => title.split_once(" · ").map(|(_, own)| own),
        (None, title) => title,
        (_, None) => None,
    };
    own.map(|own| format!(" title={own:?}")).unwrap_or_default()
}

fn followed(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let encoded = url.as_str().replace('[', "%5B").replace(']', "%5D");
    matches!(url.scheme(), "http" | "https" | "mailto").then_some(encoded)
}

/// With percent signs decoded: specifications encode addresses, we show them as they were written.
fn decoded(text: &str) -> String {
    let bytes: Vec<u8> = url::form_urlencoded::parse(
        format!("x={}", text.replace('+', "%2B").replace('&', "%26")).as_bytes(),
    )
    .flat_map(|(_, value)| value.into_owned().into_bytes())
    .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "ul"
            | "ol"
            | "li"
            | "blockquote"
            | "div"
            | "table"
            | "thead"
            | "tbody"
            | "tr"
            | "th"
            | "td"
            | "section"
            | "details"
            | "summary"
    )
}
