//! The rules, one sentence for each test, and properties of any sequence of moves.

mod answer;
mod answer_points;
mod close;
mod code;
mod given;
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
mod uploads;
mod withdraw;
