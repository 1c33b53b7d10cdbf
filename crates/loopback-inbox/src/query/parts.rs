//! Where the parts of a query begin and end: words, quoted texts and filters.

/// A part of a query, as it was typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part<'a> {
    Word(&'a str),
    Quoted(&'a str, Quote),
    Filter(Key, &'a str),
}

/// Whether a quoted text has its second quotation mark already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quote {
    Closed,
    Open,
}

/// What a filter is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Project,
    Agent,
    Kind,
    Outcome,
    Before,
    After,
}

impl Key {
    const ALL: [Self; 6] = [
        Self::Project,
        Self::Agent,
        Self::Kind,
        Self::Outcome,
        Self::Before,
        Self::After,
    ];

    /// The word before the colon.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::Agent => "agent",
            Self::Kind => "kind",
            Self::Outcome => "outcome",
            Self::Before => "before",
            Self::After => "after",
        }
    }
}

/// The parts of a query, in order.
pub(super) fn parts(typed: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = typed.trim_start();
    while !rest.is_empty() {
        let (part, after) = part(rest);
        parts.push(part);
        rest = after.trim_start();
    }
    parts
}

fn part(rest: &str) -> (Part<'_>, &str) {
    if let Some((text, quote, after)) = quoted(rest) {
        return (Part::Quoted(text, quote), after);
    }
    if let Some((key, rest)) = key(rest) {
        let (value, after) = match quoted(rest) {
            Some((value, _, after)) => (value, after),
            None => word(rest),
        };
        return (Part::Filter(key, value), after);
    }
    let (word, after) = word(rest);
    (Part::Word(word), after)
}

fn key(rest: &str) -> Option<(Key, &str)> {
    let (name, value) = rest.split_once(':')?;
    let key = Key::ALL
        .into_iter()
        .find(|key| key.name().eq_ignore_ascii_case(name));
    key.map(|key| (key, value))
}

/// A text in quotation marks at the beginning: straight ones, or what keyboards make of them.
fn quoted(rest: &str) -> Option<(&str, Quote, &str)> {
    let inner = rest.strip_prefix(is_mark)?;
    Some(match inner.find(is_mark) {
        Some(end) => {
            let mut after = inner[end..].chars();
            after.next();
            (&inner[..end], Quote::Closed, after.as_str())
        }
        None => (inner, Quote::Open, ""),
    })
}

fn word(rest: &str) -> (&str, &str) {
    rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()))
}

fn is_mark(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}
