//! One line of source as markup: coloured tokens, changed words and the cut of very long lines, laid over each other.
//!
//! Owns how a line looks inside its cell. Knows nothing of files, hunks or line numbers.

use std::fmt::Write as _;
use std::ops::Range;

use crate::hidden::Place;
use crate::highlight::Token;
use crate::rendered::Notes;
use crate::scopes::Class;
use crate::text::push_slice;

/// Characters of a line that are shown at once; the rest is there, but hidden until asked for.
pub(crate) const SHOWN_OF_A_LINE: usize = 4_000;

/// Whether a line is longer than what is shown of it at once.
pub(crate) fn is_long(line: &str) -> bool {
    line.len() > SHOWN_OF_A_LINE && line.chars().nth(SHOWN_OF_A_LINE).is_some()
}

/// Whether the `\r` before a line's end is worth showing: where some lines have one and others do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Returns {
    Quiet,
    Shown,
}

impl Returns {
    pub(crate) fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        let (mut with, mut without) = (false, false);
        for line in lines {
            with |= line.ends_with('\r');
            without |= !line.ends_with('\r');
            if with && without {
                return Self::Shown;
            }
        }
        Self::Quiet
    }
}

/// Writes `line` (without its `\n`; a `\r` at its end becomes a mark, shown as `returns` says), coloured by `tokens`,
/// with the bytes in `changed` (sorted, apart, on character boundaries) set off as changed words.
pub(crate) fn push_line(
    out: &mut String,
    line: &str,
    tokens: &[Token],
    changed: &[Range<usize>],
    returns: Returns,
    notes: &mut Notes,
) {
    let (body, carriage_return) = match line.strip_suffix('\r') {
        Some(body) => (body, true),
        None => (line, false),
    };
    if is_long(body) {
        push_long(out, body, notes);
    } else {
        push_marked(out, body, tokens, changed, notes);
    }
    if carriage_return {
        out.push_str(match returns {
            Returns::Quiet => "<span class=\"lb-cr\"></span>",
            Returns::Shown => {
                "<span class=\"lb-cr lb-shown\" title=\"U+000D CARRIAGE RETURN\"></span>"
            }
        });
    }
}

fn push_long(out: &mut String, line: &str, notes: &mut Notes) {
    let cut = line
        .char_indices()
        .nth(SHOWN_OF_A_LINE)
        .map_or(line.len(), |(at, _)| at);
    let rest = line[cut..].chars().count();
    notes.lines_cut += 1;
    push_slice(out, line, 0..cut, Place::Code, notes);
    let _ = write!(
        out,
        "<span class=\"lb-more\" role=\"button\" tabindex=\"0\" aria-label=\"Show {rest} more characters\" \
         data-lb-more=\"{rest}\"></span><span class=\"lb-rest\" hidden>"
    );
    push_slice(out, line, cut..line.len(), Place::Code, notes);
    out.push_str("</span>");
}

fn push_marked(
    out: &mut String,
    line: &str,
    tokens: &[Token],
    changed: &[Range<usize>],
    notes: &mut Notes,
) {
    let mut at = 0;
    for word in changed {
        push_tokens(out, line, tokens, at..word.start, notes);
        out.push_str("<span class=\"lb-word\">");
        push_tokens(out, line, tokens, word.clone(), notes);
        out.push_str("</span>");
        at = word.end;
    }
    push_tokens(out, line, tokens, at..line.len(), notes);
}

fn push_tokens(
    out: &mut String,
    line: &str,
    tokens: &[Token],
    range: Range<usize>,
    notes: &mut Notes,
) {
    let mut at = range.start;
    let first = tokens.partition_point(|token| token.end <= range.start);
    for token in &tokens[first..] {
        if at >= range.end {
            return;
        }
        let end = token.end.min(range.end);
        if token.class == Class::Plain {
            push_slice(out, line, at..end, Place::Code, notes);
        } else {
            let _ = write!(out, "<span class=\"{}\">", token.class.css());
            push_slice(out, line, at..end, Place::Code, notes);
            out.push_str("</span>");
        }
        at = end;
    }
    if at < range.end {
        push_slice(out, line, at..range.end, Place::Code, notes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_words_and_tokens_cross_without_breaking_the_markup() {
        let tokens = [
            Token {
                class: Class::Keyword,
                end: 3,
            },
            Token {
                class: Class::Plain,
                end: 4,
            },
            Token {
                class: Class::Number,
                end: 6,
            },
        ];
        let mut out = String::new();
        push_line(
            &mut out,
            "let 42;",
            &tokens,
            std::slice::from_ref(&(2..5)),
            Returns::Quiet,
            &mut Notes::default(),
        );
        insta::assert_snapshot!(out, @r#"<span class="hl-kw">le</span><span class="lb-word"><span class="hl-kw">t</span> <span class="hl-num">4</span></span><span class="hl-num">2</span>;"#);
    }

    #[test]
    fn a_line_of_more_than_four_thousand_characters_is_cut_and_keeps_its_rest() {
        let mut out = String::new();
        let mut notes = Notes::default();
        push_line(
            &mut out,
            &"é".repeat(4_003),
            &[],
            &[],
            Returns::Quiet,
            &mut notes,
        );
        assert!(out.contains("data-lb-more=\"3\""));
        assert!(out.ends_with("<span class=\"lb-rest\" hidden>ééé</span>"));
        assert_eq!(notes.lines_cut, 1);
    }

    #[test]
    fn a_line_of_four_thousand_characters_is_whole() {
        let mut out = String::new();
        push_line(
            &mut out,
            &"é".repeat(4_000),
            &[],
            &[],
            Returns::Quiet,
            &mut Notes::default(),
        );
        assert_eq!(out, "é".repeat(4_000));
    }
}
