//! Source lines into coloured tokens.
//!
//! Owns the grammars' state machine. Knows nothing of HTML, of where lines come from, or of how long it may take.

use syntect::parsing::{ParseState, ScopeStack, SyntaxReference};

use crate::language::syntaxes;
use crate::scopes::{Class, Classes};
use crate::source::is_long;

/// A coloured piece of a line, from where the one before it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) class: Class,
    /// Its end as a byte of the line.
    pub(crate) end: usize,
}

/// Colours the lines of one text in order. Two that are equal colour what follows alike.
#[derive(Debug, Clone)]
pub(crate) struct Highlighter {
    state: ParseState,
    scopes: ScopeStack,
    /// The class in force at each depth of `scopes`.
    stack: Vec<Class>,
    last: Last,
    broken: bool,
}

/// The last line: where the same comes again and changed nothing before, it changes nothing now.
#[derive(Debug, Clone, Default)]
struct Last {
    line: String,
    tokens: Vec<Token>,
    is_settled: bool,
}

impl PartialEq for Highlighter {
    fn eq(&self, other: &Self) -> bool {
        // The last line only saves work.
        self.state == other.state
            && self.scopes == other.scopes
            && self.stack == other.stack
            && self.broken == other.broken
    }
}

impl Highlighter {
    pub(crate) fn new(syntax: &SyntaxReference) -> Self {
        Self {
            state: ParseState::new(syntax),
            scopes: ScopeStack::new(),
            stack: Vec::new(),
            last: Last::default(),
            broken: false,
        }
    }

    /// Tokens of `line` (given without its line ending) into `tokens`; none where it stays plain:
    /// when the line is too long to show whole, when the grammar fails.
    pub(crate) fn line(&mut self, line: &str, tokens: &mut Vec<Token>, known: &mut Classes) {
        tokens.clear();
        let line = line.strip_suffix('\r').unwrap_or(line);
        if self.broken || is_long(line) {
            return;
        }
        let is_again = self.last.line == line;
        if is_again && self.last.is_settled {
            tokens.extend_from_slice(&self.last.tokens);
            return;
        }
        let before = is_again.then(|| (self.state.clone(), self.scopes.clone()));
        self.read(line, tokens, known);
        self.last.is_settled = !self.broken
            && before.is_some_and(|(state, scopes)| state == self.state && scopes == self.scopes);
        self.last.tokens.clone_from(tokens);
        if !is_again {
            line.clone_into(&mut self.last.line);
        }
    }

    fn read(&mut self, line: &str, tokens: &mut Vec<Token>, known: &mut Classes) {
        let with_ending = format!("{line}\n");
        let Ok(changes) = self.state.parse_line(&with_ending, syntaxes()) else {
            self.broken = true;
            return;
        };
        let mut class = self.stack.last().copied().unwrap_or(Class::Plain);
        for (at, change) in changes {
            push(tokens, class, at.min(line.len()));
            let stack = &mut self.stack;
            let applied = self.scopes.apply_with_hook(&change, |step, _| match step {
                syntect::parsing::BasicScopeStackOp::Push(scope) => {
                    let around = stack.last().copied().unwrap_or(Class::Plain);
                    stack.push(known.of(scope).unwrap_or(around));
                }
                syntect::parsing::BasicScopeStackOp::Pop => {
                    stack.pop();
                }
            });
            if applied.is_err() {
                self.broken = true;
                tokens.clear();
                return;
            }
            class = self.stack.last().copied().unwrap_or(Class::Plain);
        }
        push(tokens, class, line.len());
    }
}

/// Adds a token up to `end`, grown onto the one before where the class is the same.
fn push(tokens: &mut Vec<Token>, class: Class, end: usize) {
    if end <= tokens.last().map_or(0, |token| token.end) {
        return;
    }
    match tokens.last_mut() {
        Some(last) if last.class == class => last.end = end,
        _ => tokens.push(Token { class, end }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    fn classes(language: &str, line: &str) -> Vec<(Class, String)> {
        let syntax = language::find(Some(language), None, "").unwrap();
        let mut tokens = Vec::new();
        Highlighter::new(syntax).line(line, &mut tokens, &mut Classes::default());
        let mut at = 0;
        tokens
            .iter()
            .map(|token| {
                let text = line[at..token.end].to_owned();
                at = token.end;
                (token.class, text)
            })
            .collect()
    }

    #[test]
    fn a_rust_line_is_told_apart() {
        let found = classes("rust", "fn main() { let x = \"a\\n\"; } // done");
        for expected in [
            (Class::Keyword, "fn"),
            (Class::Function, "main"),
            (Class::Escape, "\\n"),
            (Class::Comment, "// done"),
        ] {
            assert!(
                found
                    .iter()
                    .any(|(class, text)| *class == expected.0 && text.trim() == expected.1),
                "{expected:?} in {found:?}"
            );
        }
    }

    #[test]
    fn lines_that_repeat_are_coloured_alike_however_often() {
        let syntax = language::find(Some("python"), None, "").unwrap();
        let mut fresh = Highlighter::new(syntax);
        let mut repeating = Highlighter::new(syntax);
        let mut known = Classes::default();
        let lines = ["x = 1"; 4]
            .into_iter()
            .chain(["\"\"\""; 5])
            .chain(["x = 1"; 3]);
        for line in lines {
            fresh.last = Last::default();
            let (mut one, mut other) = (Vec::new(), Vec::new());
            fresh.line(line, &mut one, &mut known);
            repeating.line(line, &mut other, &mut known);
            assert_eq!(one, other, "{line}");
        }
    }

    #[test]
    fn a_string_that_spans_lines_stays_a_string() {
        let syntax = language::find(Some("python"), None, "").unwrap();
        let mut highlighter = Highlighter::new(syntax);
        let (mut tokens, mut known) = (Vec::new(), Classes::default());
        highlighter.line("x = \"\"\"one", &mut tokens, &mut known);
        highlighter.line("two", &mut tokens, &mut known);
        assert_eq!(tokens.len(), 1);
        assert!(matches!(tokens[0].class, Class::String | Class::Comment));
    }
}
