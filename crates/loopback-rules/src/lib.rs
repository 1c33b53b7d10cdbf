//! What may happen to an ask, and what it is afterwards.
//!
//! Every function here is pure: it takes an ask, a move and the moment it happens, and gives either
//! the ask after the move or a [`Refusal`] in readable words. The same arguments always give the same
//! result. This crate knows no clock, no source of ids, no database and no log; the floors above
//! bring those, commit what comes out and announce it.
//!
//! Inputs are expected to have passed the contract's schema. What is checked here is what a schema
//! cannot say: whose turn it is, which reply suits which ask, which points exist and which are owed
//! an answer.
//!
//! | the move | who makes it | function |
//! |---|---|---|
//! | an ask is opened | agent | [`open()`] |
//! | a reply is given | person | [`reply()`] |
//! | a question asked back, or points, are answered | agent | [`answer()`] |
//! | an ask is taken back | agent | [`withdraw()`] |
//! | an ask whose agent is gone is closed | person | [`close()`] |
//! | a question asked back is taken back | person | [`take_back()`] |
//! | a reply is held before it is given | person | [`hold()`] |
//! | the held reply is held on, taken back, or given | person | [`renew()`], [`undo()`], [`send()`] |
//!
//! [`standing()`] says what someone who waits for an ask gets, and [`Points`] what each point of a
//! briefing has come to. [`unsent()`] makes a draft of a reply that was never given. [`Code`] lists every reason for a refusal.

mod answer;
mod blocks;
mod close;
mod code;
mod comments;
mod held;
mod input;
mod open;
mod point_number;
mod points;
mod refusal;
mod reply;
mod shown;
mod size;
mod standing;
mod take_back;
mod turn;
mod unsent;
mod uploads;
mod withdraw;
mod words;

pub use answer::{AnswerOutcome, MAX_POINTS, answer};
pub use close::close;
pub use code::Code;
pub use comments::comments;
pub use held::{held_reply_closes, hold, renew, send, undo};
pub use input::{AnswerInput, AskInput};
pub use open::{MAX_OPEN, MAX_OPEN_IN_SESSION, MAX_OPENING_POINTS, OpenFacts, Opener, open};
pub use point_number::{MAX_LEVELS, NotAPointNumber, PointNumber};
pub use points::{PointState, Points};
pub use refusal::{Refusal, RefusalKind};
pub use reply::{Sender, reply};
pub use shown::shown;
pub use size::{MAX_INPUT_BYTES, MAX_REPLY_BYTES, check_questions};
pub use standing::{Standing, standing};
pub use take_back::{HandedOver, take_back};
pub use turn::{AskChange, Transition};
pub use unsent::{is_said, says_nothing, unsent};
pub use uploads::{NamedImage, UploadsNamed, uploads_named};
pub use withdraw::withdraw;
pub use words::is_unseen;
