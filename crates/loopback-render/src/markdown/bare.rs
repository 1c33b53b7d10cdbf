//! Addresses that stand in text without any markup, as GitHub links them: `https://…`, `www.…` and mail addresses.
//!
//! Owns where they begin and end. Whether one may be followed is judged as for any other link.

use std::ops::Range;

/// An address found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bare {
    /// Where it stands.
    pub(crate) at: Range<usize>,
    /// What has to be put before it to make it a whole address.
    scheme: &'static str,
}

impl Bare {
    /// The whole address, of the one found in `text`.
    pub(crate) fn address(&self, text: &str) -> String {
        format!("{}{}", self.scheme, &text[self.at.clone()])
    }
}

/// The bare addresses in `text`, in order.
pub(crate) fn bare(text: &str) -> Vec<Bare> {
    let mut found: Vec<Bare> = Vec::new();
    let mut free_from = 0;
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        let address = match byte {
            b'h' | b'w' | b'H' | b'W' => web(text, at),
            b'@' => mail(text, at, free_from),
            _ => None,
        };
        if let Some(address) = address {
            at = address.at.end;
            free_from = at;
            found.push(address);
        } else {
            at += 1;
        }
    }
    found
}

/// The web address that begins at `start`.
fn web(text: &str, start: usize) -> Option<Bare> {
    let begins = |with: &str| {
        text.as_bytes()
            .get(start..start + with.len())
            .is_some_and(|bytes| bytes.eq_ignore_ascii_case(with.as_bytes()))
    };
    let (prefix, scheme) = [("http://", ""), ("https://", ""), ("www.", "https://")]
        .into_iter()
        .find(|(prefix, _)| begins(prefix))?;
    if text[..start]
        .chars()
        .next_back()
        .is_some_and(char::is_alphanumeric)
    {
        return None;
    }
    let end = end(text, start);
    (end > start + prefix.len()).then_some(Bare {
        at: start..end,
        scheme,
    })
}

/// Where the address that begins at `start` ends: before a blank or `<`, without the punctuation of the sentence.
fn end(text: &str, start: usize) -> usize {
    let address = &text[start..];
    let mut address = &address[..address
        .find(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | '`'))
        .unwrap_or(address.len())];
    let mut open = address.matches('(').count();
    let mut closed = address.matches(')').count();
    loop {
        let Some(last) = address.chars().next_back() else {
            return start;
        };
        if let Some(before) = before_reference(address) {
            address = before;
            continue;
        }
        let belongs = match last {
            '?' | '!' | '.' | ',' | ':' | '*' | '_' | '~' | '\'' | ';' | ']' | '}' => false,
            ')' => closed <= open,
            _ => true,
        };
        if belongs {
            return start + address.len();
        }
        closed -= usize::from(last == ')');
        open -= usize::from(last == '(');
        address = &address[..address.len() - last.len_utf8()];
    }
}

/// What stands before a character reference (`&hl;`) at the end of `address`; it is the sentence's.
fn before_reference(address: &str) -> Option<&str> {
    let name = address.strip_suffix(';')?;
    let before = name.trim_end_matches(|c: char| c.is_ascii_alphanumeric());
    (before.len() < name.len())
        .then(|| before.strip_suffix('&'))
        .flatten()
}

/// The mail address around the `@` at `at`, not reaching back before `from`.
fn mail(text: &str, at: usize, from: usize) -> Option<Bare> {
    let is_local = |byte: &u8| byte.is_ascii_alphanumeric() || b".+-_".contains(byte);
    let is_domain = |byte: &u8| byte.is_ascii_alphanumeric() || b".-_".contains(byte);
    let before = &text.as_bytes()[from..at];
    let local = before
        .iter()
        .rev()
        .take_while(|byte| is_local(byte))
        .count();
    let after = &text.as_bytes()[at + 1..];
    let domain = after.iter().take_while(|byte| is_domain(byte)).count();
    let goes_on = match after.get(domain) {
        Some(b'/' | b'@') => true,
        Some(b':') => !after.get(domain + 1).is_none_or(u8::is_ascii_whitespace),
        _ => false,
    };
    let domain = text[at + 1..at + 1 + domain].trim_end_matches('.');
    let (_, ending) = domain.rsplit_once('.')?;
    // `a@b.example:c/d` is a repository, `react@18.2.0` a version.
    let is_mail = local > 0
        && !domain.ends_with(['-', '_'])
        && ending.bytes().any(|byte| byte.is_ascii_alphabetic())
        && !goes_on;
    if !is_mail {
        return None;
    }
    let mut start = at - local;
    let mut scheme = "mailto:";
    let written = start
        .checked_sub(scheme.len())
        .filter(|start| *start >= from);
    if let Some(with_scheme) = written
        && text.as_bytes()[with_scheme..start].eq_ignore_ascii_case(scheme.as_bytes())
    {
        start = with_scheme;
        scheme = "";
    }
    Some(Bare {
        at: start..at + 1 + domain.len(),
        scheme,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        bare(text).into_iter().map(|bare| &text[bare.at]).collect()
    }

    #[test]
    fn bare_addresses_end_where_the_sentence_goes_on() {
        assert_eq!(
            found("See https://example.com/a_b, ok."),
            ["https://example.com/a_b"]
        );
        assert_eq!(
            found("(https://en.wikipedia.org/wiki/A_(b))"),
            ["https://en.wikipedia.org/wiki/A_(b)"]
        );
        assert_eq!(
            found("www.example.com and HTTP://x.org?"),
            ["www.example.com", "HTTP://x.org"]
        );
        assert_eq!(
            found("https://a.example/?b=c&d; https://a.example/&amp;&lt;;"),
            ["https://a.example/?b=c", "https://a.example/"]
        );
        assert_eq!(found("xhttps://no.example https:// www. http"), [""; 0]);
    }

    #[test]
    fn mail_addresses_are_found_and_what_only_looks_like_one_is_not() {
        assert_eq!(
            found("me@a.example, <a.b-c_d+e@b.example>. mailto:me@c.example: ok"),
            ["me@a.example", "a.b-c_d+e@b.example", "mailto:me@c.example"]
        );
        for text in [
            "git@github.com:owner/name.git",
            "react@18.2.0",
            "@types/node@1.2",
            "a@b",
            "a@b.example-",
            "@b.example",
            "a@b@c.example/x",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
        let text = "me@a.example";
        assert_eq!(bare(text)[0].address(text), "mailto:me@a.example");
    }
}
