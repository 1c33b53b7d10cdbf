//! The pieces that markdown is written with. Owns how each keeps what somebody wrote within its bounds.

use loopback_rules::is_unseen;

/// One line of plain words: no markup in it means anything, and nothing in it is unseen.
pub(super) fn inline(text: &str) -> String {
    let line = line(text);
    let mut inline = String::with_capacity(line.len());
    let mut chars = line.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let means_something = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '~' | '&' | '|' | '#' => true,
            // Within a word it is a part of the word.
            '_' => {
                !(before.is_alphanumeric()
                    && chars.peek().is_some_and(|after| after.is_alphanumeric()))
            }
            _ => false,
        };
        if means_something {
            inline.push('\\');
        }
        inline.push(c);
        before = c;
    }
    inline
}

/// One line as code: a name, a path.
#[must_use]
pub fn code(text: &str) -> String {
    let line = line(text);
    let fence = "`".repeat(longest_run(&line) + 1);
    let pad = if line.starts_with('`') || line.ends_with('`') || line.is_empty() {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{line}{pad}{fence}")
}

/// Markdown of somebody's own, as a quote: whatever it leaves open ends with the quote.
pub(super) fn quote(text: &str) -> String {
    let mut quote = String::with_capacity(text.len() + text.len() / 16);
    for line in lines(text.trim_end()) {
        quote.push('>');
        if !line.is_empty() {
            quote.push(' ');
            quote.push_str(line);
        }
        quote.push('\n');
    }
    quote
}

/// A block of code, within a fence that is longer than any in it, and a line end.
#[must_use]
pub fn fence(language: &str, text: &str) -> String {
    let fence = "`".repeat((longest_run(text) + 1).max(3));
    let plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '_' | '#' | '.');
    let language: String = language.chars().filter(plain).collect();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}

/// Every line of a text, whatever ends it.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n')
        .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

fn line(text: &str) -> String {
    let seen: String = text.chars().filter(|&c| !is_unseen(c)).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How many backticks follow each other at most.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|c| c != '`').map(str::len);
    runs.max().unwrap_or(0)
}
