//! Text into HTML: escaped, with every character that lies to the eye made visible.
//!
//! Owns escaping; no other module writes input into markup without it. Knows nothing of markdown, code or diffs.

use std::fmt::Write as _;
use std::ops::Range;

use crate::hidden::{self, Place};
use crate::rendered::Notes;

/// Writes `text` as element content.
pub(crate) fn push_text(out: &mut String, text: &str, place: Place, notes: &mut Notes) {
    push_slice(out, text, 0..text.len(), place, notes);
}

/// Writes the part `range` of `whole` as element content; what stands around the part decides what is hidden.
pub(crate) fn push_slice(
    out: &mut String,
    whole: &str,
    range: Range<usize>,
    place: Place,
    notes: &mut Notes,
) {
    let mut plain = range.start;
    let mut at = range.start;
    while at < range.end {
        let byte = whole.as_bytes()[at];
        if byte.is_ascii() && !is_special(byte) {
            at += 1;
            continue;
        }
        let c = char_at(whole, at);
        let next = at + c.len_utf8();
        let before = whole[..at].chars().next_back();
        if let Some(entity) = entity(c) {
            out.push_str(&whole[plain..at]);
            out.push_str(entity);
            plain = next;
        } else if hidden::is_hidden(c, before, whole[next..].chars().next(), place) {
            out.push_str(&whole[plain..at]);
            let end = hidden_run(whole, at, range.end, place);
            push_hidden(out, &whole[at..end], notes);
            plain = end;
            at = end;
            continue;
        } else if let Some(ascii) = hidden::looks_like(c)
            && is_out_of_place(whole, at, ascii, place)
        {
            out.push_str(&whole[plain..at]);
            *notes.look_alikes.entry(c).or_default() += 1;
            out.push_str("<span class=\"lb-lookalike\"");
            if notes.names_a_mark() {
                let _ = write!(out, " title=\"{}, looks like {ascii}\"", hidden::label(c));
            }
            let _ = write!(out, ">{c}</span>");
            plain = next;
        }
        at = next;
    }
    out.push_str(&whole[plain..range.end]);
}

/// Writes `text` as the value of a quoted attribute that people read: hidden characters become their code points.
pub(crate) fn push_attribute(out: &mut String, text: &str) {
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if let Some(entity) = entity(c) {
            out.push_str(entity);
        } else if hidden::is_hidden(c, before, chars.peek().copied(), Place::Code) && c != '\u{a0}'
        {
            out.push_str(&hidden::code_point(c));
        } else {
            out.push(c);
        }
        before = Some(c);
    }
}

/// Writes `text` as the value of a quoted attribute that only programs read: nothing but escaping.
pub(crate) fn push_data(out: &mut String, text: &str) {
    for c in text.chars() {
        match entity(c) {
            Some(entity) => out.push_str(entity),
            None => out.push(c),
        }
    }
}

fn is_special(byte: u8) -> bool {
    matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'' | 0x7f)
        || byte < b' ' && !matches!(byte, b'\t' | b'\n')
}

fn entity(c: char) -> Option<&'static str> {
    match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\'' => Some("&#39;"),
        _ => None,
    }
}

fn char_at(text: &str, at: usize) -> char {
    text[at..].chars().next().unwrap_or('\0')
}

/// The end of the run of hidden characters that begins at `start`.
fn hidden_run(whole: &str, start: usize, limit: usize, place: Place) -> usize {
    let mut before = None;
    let mut end = start;
    let mut chars = whole[start..].chars().peekable();
    while let Some(c) = chars.next() {
        if end >= limit
            || end > start && !hidden::is_hidden(c, before, chars.peek().copied(), place)
        {
            break;
        }
        before = Some(c);
        end += c.len_utf8();
    }
    end
}

/// More code points than this in one mark would push the text around it away.
const SHOWN_IN_A_RUN: usize = 4;

/// One mark for a run of hidden characters: its text says the first few, its title names them, `data-lb-chars` holds all.
fn push_hidden(out: &mut String, run: &str, notes: &mut Notes) {
    let mut groups: Vec<(char, usize)> = Vec::new();
    for c in run.chars() {
        *notes.hidden.entry(c).or_default() += 1;
        match groups.last_mut() {
            Some((last, times)) if *last == c => *times += 1,
            _ => groups.push((c, 1)),
        }
    }
    out.push_str("<span class=\"lb-hidden\"");
    if notes.names_a_mark() {
        out.push_str(" title=\"");
        for (index, &(c, times)) in groups.iter().take(SHOWN_IN_A_RUN).enumerate() {
            out.push_str(if index > 0 { ", " } else { "" });
            out.push_str(&hidden::label(c));
            push_times(out, times, " ×");
        }
        out.push('"');
    }
    out.push_str(" data-lb-chars=\"");
    for (index, &(c, times)) in groups.iter().enumerate() {
        out.push_str(if index > 0 { " " } else { "" });
        let _ = write!(out, "{:04X}", u32::from(c));
        push_times(out, times, "*");
    }
    out.push_str("\">");
    for (index, &(c, times)) in groups.iter().take(SHOWN_IN_A_RUN).enumerate() {
        out.push_str(if index > 0 { " " } else { "" });
        out.push_str(&hidden::code_point(c));
        push_times(out, times, "×");
    }
    if groups.len() > SHOWN_IN_A_RUN {
        out.push('…');
    }
    out.push_str("</span>");
}

fn push_times(out: &mut String, times: usize, sign: &str) {
    if times > 1 {
        let _ = write!(out, "{sign}{times}");
    }
}

/// No honest word is longer; looking further would cost time on hostile ones.
const WORD_AT_MOST: usize = 64;

/// A look-alike letter is out of place in a word that also has ASCII letters; a look-alike sign is, anywhere in code.
fn is_out_of_place(whole: &str, at: usize, ascii: char, place: Place) -> bool {
    if !ascii.is_ascii_alphabetic() {
        return place == Place::Code;
    }
    let backward = whole[..at].chars().rev().take(WORD_AT_MOST);
    let forward = whole[at..].chars().skip(1).take(WORD_AT_MOST);
    has_ascii_letter(backward) || has_ascii_letter(forward)
}

fn has_ascii_letter(mut chars: impl Iterator<Item = char>) -> bool {
    chars
        .by_ref()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .any(|c| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, place: Place) -> String {
        let mut out = String::new();
        push_text(&mut out, text, place, &mut Notes::default());
        out
    }

    #[test]
    fn markup_becomes_text() {
        assert_eq!(
            shown("<a href=\"x\">&amp; 'y'", Place::Prose),
            "&lt;a href=&quot;x&quot;&gt;&amp;amp; &#39;y&#39;"
        );
    }

    #[test]
    fn an_override_is_named_and_not_passed_on() {
        let html = shown("a\u{202e}b", Place::Code);
        assert_eq!(
            html,
            "a<span class=\"lb-hidden\" title=\"U+202E RIGHT-TO-LEFT OVERRIDE\" data-lb-chars=\"202E\">U+202E</span>b"
        );
    }

    #[test]
    fn a_run_of_hidden_characters_is_one_mark_that_keeps_them_all() {
        let html = shown("\u{200b}\u{200b}\u{200b}\u{202e}x", Place::Prose);
        assert!(html.contains("data-lb-chars=\"200B*3 202E\""), "{html}");
        assert_eq!(html.matches("<span").count(), 1);
    }

    #[test]
    fn an_emoji_with_its_selector_and_joiner_stays_as_it_is() {
        for text in ["❤️", "👩‍💻", "1️⃣", "⚠️ careful", "🏳️‍🌈"] {
            assert_eq!(shown(text, Place::Code), text);
        }
    }

    #[test]
    fn a_cyrillic_letter_in_a_latin_word_is_marked_and_a_cyrillic_word_is_not() {
        assert!(shown("p\u{430}ypal", Place::Prose).contains("lb-lookalike"));
        assert_eq!(shown("слово", Place::Prose), "слово");
    }

    #[test]
    fn a_greek_question_mark_is_marked_in_code() {
        assert!(shown("x = 1\u{37e}", Place::Code).contains("looks like ;"));
        assert_eq!(shown("τι\u{37e}", Place::Prose), "τι\u{37e}");
    }
}
