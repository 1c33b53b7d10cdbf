//! The agent answers: a question the person asked back, or the points of a briefing they wrote on.

use std::collections::BTreeSet;
use std::fmt::Display;

use loopback_contract::{
    AgentEntry, Ask, AskStatus, BriefingAnswerInput, BriefingPoint, Entry, FollowUpInput, Point,
    PointAnswer, Reply, Timestamp,
};

use crate::blocks::check_unread;
use crate::points::numbered;
use crate::size::check_size;
use crate::turn::{check_open, with_turns};
use crate::uploads::check_uploads;
use crate::words::need_words;
use crate::{AnswerInput, Code, MAX_LEVELS, PointNumber, Points, Refusal, Transition};

/// The most points a briefing may have, those that answers add included.
pub const MAX_POINTS: usize = 200;

/// What comes of an answer that is not refused.
#[derive(Debug, Clone, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "one exists at a time, and is taken apart at once"
)]
pub enum AnswerOutcome {
    /// It is taken, and the move is the person's.
    Turned(Transition),

    /// The person has dismissed the ask meanwhile. Nothing changes, and this reply is what the agent
    /// is handed.
    AlreadyOver(Reply),
}

/// Gives the agent's answer. `uploads` holds those uploads that are stored among the ones the answer
/// names.
///
/// An agent cannot know that the person dismissed what it still works on, so an answer to a dismissed
/// ask is not its fault and no error, whatever the answer says.
///
/// # Errors
///
/// `ask.closed` for an ask that ended otherwise than by dismissal; `ask.not_your_turn` on the person's
/// turn; `ask.wrong_kind`; `ask.too_large`; `ask.blank`; `upload.unknown`; for a briefing also the
/// codes that begin with `answer.`, `ask.too_deep` and `ask.too_many_points`.
pub fn answer(
    ask: &Ask,
    input: AnswerInput,
    uploads: &BTreeSet<String>,
    now: Timestamp,
) -> Result<AnswerOutcome, Refusal> {
    if let Some(dismissed @ Reply::Dismissed(_)) = ask.last_reply() {
        return Ok(AnswerOutcome::AlreadyOver(dismissed.clone()));
    }
    check_open(ask)?;
    if ask.status() != AskStatus::AwaitingAgent {
        return Err(Refusal::new(
            Code::AskNotYourTurn,
            "It is the person's move: there is nothing to answer. To wait for them, call \
             wait_for_reply.",
        ));
    }
    let turns = match (ask, input) {
        (Ask::Question(_) | Ask::Review(_), AnswerInput::FollowUp(input)) => {
            check_size(&input)?;
            check_unread(&input)?;
            check_uploads(&input, uploads)?;
            vec![follow_up_turn(input, now)?]
        }
        (Ask::Briefing(briefing), AnswerInput::Briefing(input)) => {
            check_size(&input)?;
            check_unread(&input)?;
            check_uploads(&input, uploads)?;
            point_turns(&Points::of(briefing), input, now)?
        }
        (Ask::Question(_) | Ask::Review(_), AnswerInput::Briefing(_)) => {
            return Err(Refusal::new(
                Code::AskWrongKind,
                "This ask is no briefing: call answer_follow_up.",
            ));
        }
        (Ask::Briefing(_), AnswerInput::FollowUp(_)) => {
            return Err(Refusal::new(
                Code::AskWrongKind,
                "This ask is a briefing: call answer_briefing.",
            ));
        }
    };
    Ok(AnswerOutcome::Turned(with_turns(
        ask,
        turns,
        AskStatus::AwaitingHuman,
        now,
    )))
}

fn follow_up_turn(input: FollowUpInput, now: Timestamp) -> Result<Entry, Refusal> {
    need_words(Code::AskBlank, "/answer", &input.answer)?;
    Ok(Entry::Agent(AgentEntry {
        answer: input.answer,
        content: input.content,
        point: None,
        points: None,
        at: now,
    }))
}

/// One turn for each point answered, in the order they were given, the new points numbered.
fn point_turns(
    points: &Points,
    input: BriefingAnswerInput,
    now: Timestamp,
) -> Result<Vec<Entry>, Refusal> {
    let numbers = answered_points(points, &input.answers)?;
    check_none_left_out(points, &numbers)?;
    check_total(points, &input.answers)?;
    let mut turns = Vec::with_capacity(input.answers.len());
    for (i, (given, number)) in input.answers.into_iter().zip(numbers).enumerate() {
        need_words(
            Code::AskBlank,
            format_args!("/answers/{i}/answer"),
            &given.answer,
        )?;
        let beneath = given.points.unwrap_or_default();
        let beneath =
            numbered_beneath(points, number, beneath, format_args!("/answers/{i}/points"))?;
        turns.push(Entry::Agent(AgentEntry {
            answer: given.answer,
            content: given.content,
            point: Some(number.to_string()),
            points: (!beneath.is_empty()).then_some(beneath),
            at: now,
        }));
    }
    Ok(turns)
}

/// The points that are answered, each of them there, open and named once.
fn answered_points(points: &Points, answers: &[PointAnswer]) -> Result<Vec<PointNumber>, Refusal> {
    let mut numbers = Vec::with_capacity(answers.len());
    for (i, given) in answers.iter().enumerate() {
        let place = format_args!("/answers/{i}/point");
        let Some((number, state)) = points.find(&given.point) else {
            return Err(Refusal::at(
                Code::AnswerPointUnknown,
                place,
                "the briefing has no such point",
            ));
        };
        if numbers.contains(&number) {
            return Err(Refusal::at(
                Code::AnswerPointRepeated,
                place,
                format_args!("point {number} is answered twice: give it one answer"),
            ));
        }
        if state.resolved {
            return Err(Refusal::at(
                Code::AnswerPointResolved,
                place,
                format_args!("the person is done with point {number}: leave it out"),
            ));
        }
        numbers.push(number);
    }
    Ok(numbers)
}

fn check_none_left_out(points: &Points, answered: &[PointNumber]) -> Result<(), Refusal> {
    let missing: Vec<String> = points
        .owed()
        .filter(|number| !answered.contains(number))
        .map(|number| number.to_string())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Refusal::at(
        Code::AnswerPointMissing,
        "/answers",
        format_args!(
            "the person wrote on these points too, and each needs an answer: {}",
            missing.join(", ")
        ),
    ))
}

fn check_total(points: &Points, answers: &[PointAnswer]) -> Result<(), Refusal> {
    let added: usize = answers
        .iter()
        .flat_map(|given| &given.points)
        .map(Vec::len)
        .sum();
    let total = points.total() + added;
    if total <= MAX_POINTS {
        return Ok(());
    }
    Err(Refusal::at(
        Code::AskTooManyPoints,
        "/answers",
        format_args!(
            "this would make {total} points, and {MAX_POINTS} are the most a briefing may have"
        ),
    ))
}

/// The points an answer adds, numbered after those its point already has beneath it.
fn numbered_beneath(
    points: &Points,
    parent: PointNumber,
    added: Vec<BriefingPoint>,
    place: impl Display,
) -> Result<Vec<Point>, Refusal> {
    if added.is_empty() {
        return Ok(Vec::new());
    }
    let Some(numbers) = points.free_beneath(parent) else {
        return Err(Refusal::at(
            Code::AskTooDeep,
            place,
            format_args!(
                "point {parent} stands on level {MAX_LEVELS}, the last: say it in the answer instead"
            ),
        ));
    };
    for (i, point) in added.iter().enumerate() {
        need_words(
            Code::AskBlank,
            format_args!("{place}/{i}/title"),
            &point.title,
        )?;
    }
    Ok(numbers
        .zip(added)
        .map(|(number, point)| numbered(point, number))
        .collect())
}
