//! Source lines into coloured tokens.
//!
//! Owns the grammars' state machine. Knows nothing of HTML, of where lines come from, or of how long it may take.

use std::collections::HashMap;

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
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Highlighter {
    state: ParseState,
    scopes: ScopeStack,
    /// The class in force at each depth of `scopes`.
    stack: Vec<Class>,
    broken: bool,
}

/// What is known of all texts of one piece: grammars and people repeat themselves.
///
/// It grows like an automaton of a few states: what a line that comes again in the same state leads to is looked up.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    classes: Classes,
    states: Vec<State>,
    lines: usize,
}

#[derive(Debug)]
struct State {
    at: Highlighter,
    /// The lines that were met in it; what they came to, once they came again.
    lines: HashMap<Box<str>, Option<Known>>,
}

/// What a line comes to.
#[derive(Debug)]
struct Known {
    tokens: Vec<Token>,
    /// The state after it.
    to: usize,
}

impl Memory {
    /// A text that is in more states, or in deeper ones, is hardly ever in the same again, and a state is as large as it is deep.
    const STATES: usize = 32;
    const DEPTH: usize = 64;
    /// More lines, or longer ones, hardly repeat, and would only fill memory.
    const LINES: usize = 4_096;
    const LENGTH: usize = 256;

    /// The number of the state that `highlighter` is in, if it is one of those that are remembered.
    fn state(&mut self, highlighter: &Highlighter) -> Option<usize> {
        if highlighter.scopes.len() > Self::DEPTH {
            return None;
        }
        let known = self
            .states
            .iter()
            .position(|state| state.at == *highlighter);
        if known.is_some() || self.states.len() == Self::STATES {
            return known;
        }
        let at = highlighter.clone();
        // One that holds what a pattern captured is like no other, not even its copy.
        if at != *highlighter {
            return None;
        }
        let lines = HashMap::new();
        self.states.push(State { at, lines });
        Some(self.states.len() - 1)
    }

    /// Notes that `line` was met. Whether it had been before.
    fn meets(&mut self, state: usize, line: &str) -> bool {
        let lines = &mut self.states[state].lines;
        if lines.contains_key(line) {
            return true;
        }
        if line.len() <= Self::LENGTH && self.lines < Self::LINES {
            lines.insert(line.into(), None);
            self.lines += 1;
        }
        false
    }
}

impl Highlighter {
    pub(crate) fn new(syntax: &SyntaxReference) -> Self {
        Self {
            state: ParseState::new(syntax),
            scopes: ScopeStack::new(),
            stack: Vec::new(),
            broken: false,
        }
    }

    /// Tokens of `line` (given without its line ending) into `tokens`; none where it stays plain:
    /// when the line is too long to show whole, when the grammar fails.
    pub(crate) fn line(&mut self, line: &str, tokens: &mut Vec<Token>, known: &mut Memory) {
        tokens.clear();
        let line = line.strip_suffix('\r').unwrap_or(line);
        if self.broken || is_long(line) {
            return;
        }
        let from = known.state(self);
        let met = from.filter(|&from| known.meets(from, line));
        if let Some(from) = met
            && let Some(Some(Known { tokens: same, to })) = known.states[from].lines.get(line)
        {
            tokens.extend_from_slice(same);
            if *to != from {
                self.clone_from(&known.states[*to].at);
            }
            return;
        }
        self.read(line, tokens, &mut known.classes);
        if let Some(from) = met
            && let Some(to) = known.state(self)
        {
            let tokens = tokens.clone();
            let lines = &mut known.states[from].lines;
            lines.insert(line.into(), Some(Known { tokens, to }));
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
        Highlighter::new(syntax).line(line, &mut tokens, &mut Memory::default());
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
    fn lines_that_repeat_are_coloured_alike_however_often_and_wherever() {
        let syntax = language::find(Some("python"), None, "").unwrap();
        let mut fresh = Highlighter::new(syntax);
        let mut repeating = Highlighter::new(syntax);
        let mut known = Memory::default();
        let rounds = [&["x = 1", "f(", "y)"][..], &["x = 1", "\"\"\"", "y)"]];
        let rounds = rounds.into_iter().cycle().take(12).flatten();
        let lines = ["x = 1"; 4].iter().chain(&["\"\"\""; 5]).chain(rounds);
        for line in lines {
            let (mut one, mut other) = (Vec::new(), Vec::new());
            fresh.line(line, &mut one, &mut Memory::default());
            repeating.line(line, &mut other, &mut known);
            assert_eq!(one, other, "{line}");
        }
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let syntax = language::find(Some("rust"), None, "").unwrap();
        let mut highlighter = Highlighter::new(syntax);
        let (mut tokens, mut known) = (Vec::new(), Memory::default());
        let many = (0..5_000).map(|n| format!("a{n}"));
        let deep = (0..100).map(|n| "{".repeat(n));
        for line in many.chain(deep).chain([" ".repeat(300)]) {
            for _ in 0..2 {
                highlighter.line(&line, &mut tokens, &mut known);
            }
        }
        let lines: usize = known.states.iter().map(|state| state.lines.len()).sum();
        assert_eq!((lines, known.lines), (Memory::LINES, Memory::LINES));
        assert!(known.states.len() <= Memory::STATES);
        assert!(
            known
                .states
                .iter()
                .all(|state| state.at.scopes.len() <= Memory::DEPTH)
        );
    }

    #[test]
    fn a_string_that_spans_lines_stays_a_string() {
        let syntax = language::find(Some("python"), None, "").unwrap();
        let mut highlighter = Highlighter::new(syntax);
        let (mut tokens, mut known) = (Vec::new(), Memory::default());
        highlighter.line("x = \"\"\"one", &mut tokens, &mut known);
        highlighter.line("two", &mut tokens, &mut known);
        assert_eq!(tokens.len(), 1);
        assert!(matches!(tokens[0].class, Class::String | Class::Comment));
    }
}
