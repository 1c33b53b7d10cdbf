//! A bound on how deep a text can nest, put on it before the parser sees it.
//!
//! Owns the only change we make to an author's text. The parser looks at every open container on every line, so
//! quotes and lists some ten thousand deep would take it minutes; nothing anybody wrote to be read goes past this
//! bound, and what does only gains a backslash that the parser takes away again.

use std::borrow::Cow;

/// Containers of one line at most; two columns of indentation count as one, for that is what a list takes.
const CONTAINERS_AT_MOST: usize = 200;

/// `text` with the first marker past the bound escaped, on each line that goes past it.
pub(crate) fn bounded(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    let mut line_start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        if let Some(offset) = past_bound(line) {
            let at = line_start + offset;
            out.push_str(&text[copied..at]);
            out.push('\\');
            copied = at;
        }
        line_start += line.len();
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

/// Where in `line` the sign stands that would open one container too many.
fn past_bound(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut at = 0;
    let mut containers = 0;
    let mut columns = 0;
    loop {
        match *bytes.get(at)? {
            b' ' => columns += 1,
            b'\t' => columns += 4,
            _ => {
                let sign = sign(bytes, at)?;
                containers += 1;
                if containers + columns / 2 > CONTAINERS_AT_MOST {
                    return (!is_rule(line)).then_some(sign);
                }
                // The blank after a marker is part of it.
                at = sign + usize::from(bytes.get(sign + 1) == Some(&b' '));
            }
        }
        at += 1;
    }
}

/// The sign of the marker at `at`: the `>` of a quote, the bullet, or the `.` or `)` after a number.
fn sign(bytes: &[u8], at: usize) -> Option<usize> {
    let sign = match bytes[at] {
        b'>' => return Some(at),
        b'-' | b'+' | b'*' => at,
        byte if byte.is_ascii_digit() => {
            let digits = bytes[at..]
                .iter()
                .take(10)
                .take_while(|byte| byte.is_ascii_digit())
                .count();
            let sign = at + digits;
            if !matches!(bytes.get(sign), Some(b'.' | b')')) {
                return None;
            }
            sign
        }
        _ => return None,
    };
    matches!(
        bytes.get(sign + 1),
        None | Some(b' ' | b'\t' | b'\n' | b'\r')
    )
    .then_some(sign)
}

/// `- - -` of any length is a rule and nests nothing.
fn is_rule(line: &str) -> bool {
    let mut signs = line.bytes().filter(|byte| !byte.is_ascii_whitespace());
    signs
        .next()
        .is_some_and(|first| matches!(first, b'-' | b'*') && signs.all(|sign| sign == first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_is_not_touched() {
        for text in [
            "> - 1. a\n\n    code\n",
            "- - - -\n",
            "",
            "a\r\nb",
            &" ".repeat(399),
            &format!("{}x", "- ".repeat(150)),
        ] {
            assert!(matches!(bounded(text), Cow::Borrowed(_)), "{text}");
        }
        let rule = "- ".repeat(1_000);
        assert_eq!(bounded(&rule), rule);
    }

    #[test]
    fn one_marker_too_many_is_escaped() {
        assert_eq!(
            bounded(&format!("a\n{}x\nb", ">".repeat(201))),
            format!("a\n{}\\>x\nb", ">".repeat(200))
        );
        assert_eq!(
            bounded(&format!("{}x", "1. ".repeat(202))),
            format!("{}1\\. 1. x", "1. ".repeat(200))
        );
    }

    #[test]
    fn indentation_counts_as_what_it_may_nest() {
        let text = format!("{}- x", " ".repeat(402));
        assert_eq!(bounded(&text), format!("{}\\- x", " ".repeat(402)));
    }
}
