//! Source lines into coloured tokens, for as long as there is time.
//!
//! Owns the grammars' state machine and the clock that stops it. Knows nothing of HTML or of where lines come from.

use std::time::{Duration, Instant};

use syntect::parsing::{ParseState, ScopeStack, SyntaxReference};

use crate::language::syntaxes;
use crate::scopes::{Class, Classes};
use crate::source::is_long;

/// How long one call may colour; what is left then stays plain.
const TIME_TO_COLOUR: Duration = Duration::from_secs(2);

/// A coloured piece of a line, from where the one before it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) class: Class,
    /// Its end as a byte of the line.
    pub(crate) end: usize,
}

/// When to stop colouring. One per call, shared by all that the call colours.
#[derive(Debug)]
pub(crate) struct Deadline {
    at: Instant,
    passed: bool,
}

impl Deadline {
    pub(crate) fn start() -> Self {
        Self::after(TIME_TO_COLOUR)
    }

    pub(crate) fn after(time: Duration) -> Self {
        Self {
            at: Instant::now() + time,
            passed: false,
        }
    }

    /// Whether something was left plain for want of time.
    pub(crate) fn has_passed(&self) -> bool {
        self.passed
    }

    fn check(&mut self) -> bool {
        self.passed = self.passed || Instant::now() >= self.at;
        self.passed
    }
}

/// Colours the lines of one text in order.
pub(crate) struct Highlighter {
    state: ParseState,
    scopes: ScopeStack,
    /// The class in force at each depth of `scopes`.
    stack: Vec<Class>,
    known: Classes,
    line: String,
    broken: bool,
}

impl Highlighter {
    pub(crate) fn new(syntax: &SyntaxReference) -> Self {
        Self {
            state: ParseState::new(syntax),
            scopes: ScopeStack::new(),
            stack: Vec::new(),
            known: Classes::default(),
            line: String::new(),
            broken: false,
        }
    }

    /// Tokens of `line` (given without its line ending) into `tokens`; none where it stays plain:
    /// when the time is up, when the line is too long to show whole, when the grammar fails.
    pub(crate) fn line(&mut self, line: &str, tokens: &mut Vec<Token>, deadline: &mut Deadline) {
        tokens.clear();
        let line = line.strip_suffix('\r').unwrap_or(line);
        if self.broken || is_long(line) || deadline.check() {
            return;
        }
        self.line.clear();
        self.line.push_str(line);
        self.line.push('\n');
        let Ok(changes) = self.state.parse_line(&self.line, syntaxes()) else {
            self.broken = true;
            return;
        };
        let mut class = self.stack.last().copied().unwrap_or(Class::Plain);
        for (at, change) in changes {
            push(tokens, class, at.min(line.len()));
            let (stack, known) = (&mut self.stack, &mut self.known);
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
        Highlighter::new(syntax).line(line, &mut tokens, &mut Deadline::start());
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
    fn a_string_that_spans_lines_stays_a_string() {
        let syntax = language::find(Some("python"), None, "").unwrap();
        let mut highlighter = Highlighter::new(syntax);
        let mut tokens = Vec::new();
        let mut deadline = Deadline::start();
        highlighter.line("x = \"\"\"one", &mut tokens, &mut deadline);
        highlighter.line("two", &mut tokens, &mut deadline);
        assert_eq!(tokens.len(), 1);
        assert!(matches!(tokens[0].class, Class::String | Class::Comment));
    }

    #[test]
    fn when_the_time_is_up_lines_stay_plain_and_the_deadline_says_so() {
        let syntax = language::find(Some("rust"), None, "").unwrap();
        let mut tokens = Vec::new();
        let mut deadline = Deadline::after(Duration::ZERO);
        Highlighter::new(syntax).line("fn main() {}", &mut tokens, &mut deadline);
        assert!(tokens.is_empty());
        assert!(deadline.has_passed());
    }
}
