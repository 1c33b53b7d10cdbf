//! A move that is not allowed, told in words its maker can act on.
//!
//! A refusal is never a fault of ours. It carries what HTTP and MCP need to tell it and knows neither.

use std::fmt::Display;

use crate::Code;

/// Why a move was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {message}")]
pub struct Refusal {
    /// What sort of refusal it is.
    pub kind: RefusalKind,

    /// The reason as a fixed word for programs, such as `ask.closed`. [`Code`] lists those of the
    /// rules; the floors above add their own.
    pub code: &'static str,

    /// The reason in words. Where one place of the input is to blame, the words begin with its JSON
    /// pointer: `/points/1/point: …`. What somebody wrote is never repeated.
    pub message: String,
}

/// The sorts of refusal, by what their maker can do about them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RefusalKind {
    /// There is no such thing (404).
    Unknown,

    /// The thing is in a state that does not allow it (409).
    Conflict,

    /// The thing was there, and is used up (410).
    Gone,

    /// It is more than is taken (413).
    TooLarge,

    /// It does not fit the thing, now or later (422).
    Unfit,
}

impl Refusal {
    /// A refusal for a reason of the rules that is not about one place of the input.
    #[must_use]
    pub fn new(code: Code, words: impl Into<String>) -> Self {
        Self {
            kind: code.kind(),
            code: code.as_str(),
            message: words.into(),
        }
    }

    /// A refusal for what stands at `place`, a JSON pointer into the input.
    #[must_use]
    pub fn at(code: Code, place: impl Display, words: impl Display) -> Self {
        Self::new(code, format!("{place}: {words}"))
    }

    /// The same refusal of an input that stands at `place` of a larger one.
    #[must_use]
    pub fn within(mut self, place: impl Display) -> Self {
        if self.message.starts_with('/') {
            self.message = format!("{place}{}", self.message);
        }
        self
    }

    /// The refusal of every move on an ask that does not exist.
    #[must_use]
    pub fn ask_unknown() -> Self {
        Self::new(Code::AskUnknown, "There is no ask with this id.")
    }
}
