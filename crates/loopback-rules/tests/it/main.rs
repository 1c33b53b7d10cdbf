//! The rules, one sentence for each test, and properties of any sequence of moves.

mod answer;
mod answer_points;
mod attached;
mod close;
mod code;
mod comments;
mod given;
mod held;
mod open;
mod open_briefing;
mod open_review;
mod points;
mod properties;
mod reply;
mod round;
mod size;
mod standing;
mod take_back;
mod unsent;
mod uploads;
mod withdraw;
