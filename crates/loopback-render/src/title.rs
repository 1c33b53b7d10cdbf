//! One plain line out of a markdown text, for list rows and notifications.
//!
//! Owns what counts as the first line. Knows nothing of HTML.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::hidden::{Place, is_hidden};
use crate::markdown::{bounded, parser_options};

/// Characters of a title at most, the ellipsis included.
const TITLE_AT_MOST: usize = 200;
/// Bytes of the text that are looked at; the first line of words is not further down.
const READ_AT_MOST: usize = 4_096;

/// The first line of words in `markdown`, without markup, hidden characters and surplus blanks, of at most 200
/// characters. Empty where there are no words.
#[must_use]
pub fn plain_title(markdown: &str) -> String {
    let mut words = String::new();
    let mut in_html = false;
    for event in Parser::new_ext(&bounded(head(markdown)), parser_options()) {
        match event {
            Event::Text(text) | Event::Code(text) if !in_html => {
                // A block of code is one piece of text with many lines.
                let (line, more) = match text.trim_start_matches('\n').split_once('\n') {
                    Some((line, _)) => (line, true),
                    None => (&*text, false),
                };
                words.push_str(line);
                if more && has_words(&words) {
                    break;
                }
            }
            Event::Start(Tag::HtmlBlock) => in_html = true,
            Event::End(TagEnd::HtmlBlock) => in_html = false,
            Event::End(TagEnd::TableCell) => words.push(' '),
            event if ends_line(&event) && has_words(&words) => break,
            _ => {}
        }
    }
    shortened(&plain(&words))
}

fn ends_line(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::SoftBreak
            | Event::HardBreak
            | Event::End(
                TagEnd::Paragraph
                    | TagEnd::Heading(_)
                    | TagEnd::Item
                    | TagEnd::CodeBlock
                    | TagEnd::TableHead
                    | TagEnd::TableRow
                    | TagEnd::BlockQuote(_)
                    | TagEnd::FootnoteDefinition
            )
    )
}

fn head(text: &str) -> &str {
    let mut end = text.len().min(READ_AT_MOST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn has_words(text: &str) -> bool {
    !plain(text).is_empty()
}

/// Without hidden characters, with single blanks.
fn plain(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_whitespace() || c.is_control() {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
        } else if !is_hidden(c, before, chars.peek().copied(), Place::Prose) {
            line.push(c);
        }
        before = Some(c);
    }
    line.truncate(line.trim_end().len());
    line
}

fn shortened(line: &str) -> String {
    if line.chars().nth(TITLE_AT_MOST).is_none() {
        return line.to_owned();
    }
    let mut short: String = line.chars().take(TITLE_AT_MOST - 1).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_goes_and_words_stay() {
        for (markdown, title) in [
            ("# Ship **it** now?\n\nMore.", "Ship it now?"),
            ("Use `cargo xtask` or\nnot", "Use cargo xtask or"),
            (
                "[the plan](https://example.com) is ready",
                "the plan is ready",
            ),
            ("- first\n- second", "first"),
            ("```rust\n\nfn main() {}\nlet x;\n```", "fn main() {}"),
            ("<b>Bold</b> move", "Bold move"),
            ("<script>alert(1)</script>\n\nHello", "Hello"),
            ("| a | b |\n|---|---|\n| c | d |", "a b"),
            ("> quoted", "quoted"),
            ("![a chart](x.png)\nnext", "a chart"),
            ("\n\n  \n", ""),
            ("", ""),
            ("---\n\nafter the rule", "after the rule"),
        ] {
            assert_eq!(plain_title(markdown), title, "{markdown:?}");
        }
    }

    #[test]
    fn controls_and_hidden_characters_are_gone() {
        assert_eq!(plain_title("a\u{202e}b\u{200b}c\u{7}d\te"), "abc d e");
    }

    #[test]
    fn a_long_line_is_cut_at_two_hundred_characters() {
        let title = plain_title(&"wörd ".repeat(2_000));
        assert_eq!(title.chars().count(), 200);
        assert!(title.ends_with("d…"), "{title}");
    }
}
