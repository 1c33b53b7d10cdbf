//! The person replies to an ask.
//!
//! Which replies suit which ask, and where the move goes.

use std::collections::BTreeSet;

use loopback_contract::{
    Actor, Answered, Ask, AskStatus, BriefingAsk, Entry, HumanEntry, QuestionPrompt, Reply,
    Responded, Timestamp,
};

use crate::comments::check_comments;
use crate::points::says_something;
use crate::shown::shown_on;
use crate::size::check_reply_size;
use crate::turn::{check_not_held, check_open, with_turns};
use crate::uploads::check_pictures;
use crate::words::{has_words, need_words};
use crate::{Code, Points, Refusal, Transition};

/// Who replies, and how the reply came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sender<'a> {
    /// The person.
    pub person: &'a Actor,

    /// The door the reply came in by, where that is worth recording.
    pub door: Option<&'static str>,
}

/// Gives the person's reply to an ask. `follow_up`, and a `responded` that leaves a point open, hand
/// the move to the agent; every other reply closes the ask. `uploads` holds those uploads that are
/// stored among the ones the reply names.
///
/// # Errors
///
/// `ask.closed`; `ask.held`; `ask.not_your_turn` on the agent's turn, except that a briefing may be
/// dismissed even then; `upload.unknown`; and, if the reply does not fit the ask, the codes that begin
/// with `reply.`.
pub fn reply(
    ask: &Ask,
    reply: Reply,
    by: &Sender<'_>,
    uploads: &BTreeSet<String>,
    now: Timestamp,
) -> Result<Transition, Refusal> {
    let status = check_reply(ask, &reply, uploads)?;
    let turn = human_turn(ask, reply, by, now);
    Ok(with_turns(ask, [turn], status, now))
}

/// Whether the reply may be given now, and whose move it is afterwards.
pub(crate) fn check_reply(
    ask: &Ask,
    reply: &Reply,
    uploads: &BTreeSet<String>,
) -> Result<AskStatus, Refusal> {
    check_open(ask)?;
    check_not_held(ask)?;
    check_turn(ask, reply)?;
    check_reply_size(reply)?;
    check_comments(reply)?;
    check_pictures(reply, uploads)?;
    check_fit(ask, reply)
}

/// A turn of the person as it stands in a thread.
pub(crate) fn human_turn(ask: &Ask, reply: Reply, by: &Sender<'_>, now: Timestamp) -> Entry {
    Entry::Human(HumanEntry {
        reply,
        by: Some(by.person.clone()),
        at: now,
        delivered_at: None,
        shown: shown_on(ask),
        door: by.door.map(str::to_owned),
    })
}

fn check_turn(ask: &Ask, reply: &Reply) -> Result<(), Refusal> {
    let dismissed_briefing = matches!((ask, reply), (Ask::Briefing(_), Reply::Dismissed(_)));
    if ask.status() == AskStatus::AwaitingHuman || dismissed_briefing {
        return Ok(());
    }
    Err(Refusal::new(
        Code::AskNotYourTurn,
        "It is the agent's move. You can reply once it has answered.",
    ))
}

/// Whether the reply suits the ask, and whose move it is afterwards.
fn check_fit(ask: &Ask, reply: &Reply) -> Result<AskStatus, Refusal> {
    match (ask, reply) {
        (_, Reply::Dismissed(_)) | (Ask::Review(_), Reply::Approved(_)) => Ok(AskStatus::Closed),
        (Ask::Question(question), Reply::Answered(answered)) => {
            check_answered(&question.prompt, answered)?;
            Ok(AskStatus::Closed)
        }
        (Ask::Review(_), Reply::ChangesRequested(changes)) => {
            need_words(Code::ReplyBlank, "/feedback", &changes.feedback)?;
            Ok(AskStatus::Closed)
        }
        (Ask::Question(_) | Ask::Review(_), Reply::FollowUp(back)) => {
            need_words(Code::ReplyBlank, "/question", &back.question)?;
            Ok(AskStatus::AwaitingAgent)
        }
        (Ask::Briefing(briefing), Reply::Responded(round)) => check_round(briefing, round),
        (_, Reply::Answered(_)) => Err(wrong_kind("`answered` is a reply to a question.")),
        (_, Reply::Approved(_)) => Err(wrong_kind("`approved` is a reply to a review.")),
        (_, Reply::ChangesRequested(_)) => {
            Err(wrong_kind("`changes_requested` is a reply to a review."))
        }
        (_, Reply::Responded(_)) => Err(wrong_kind("`responded` is a reply to a briefing.")),
        (Ask::Briefing(_), Reply::FollowUp(_)) => Err(wrong_kind(
            "A briefing takes no `follow_up`: write on the point you have a question about.",
        )),
    }
}

fn wrong_kind(words: &str) -> Refusal {
    Refusal::at(Code::ReplyWrongKind, "/outcome", words)
}

fn check_answered(prompt: &QuestionPrompt, answered: &Answered) -> Result<(), Refusal> {
    let mut picked = BTreeSet::new();
    for (i, label) in answered.selected.iter().enumerate() {
        let place = format_args!("/selected/{i}");
        if !prompt.options.iter().any(|choice| choice.label == *label) {
            return Err(Refusal::at(
                Code::ReplyChoiceUnknown,
                place,
                "the question does not offer this choice",
            ));
        }
        if !picked.insert(label) {
            return Err(Refusal::at(
                Code::ReplyChoiceRepeated,
                place,
                "this choice was picked already",
            ));
        }
    }
    if picked.len() > 1 && !prompt.multiple {
        return Err(Refusal::at(
            Code::ReplyChoiceSingle,
            "/selected",
            "only one choice may be picked",
        ));
    }
    let pictures = answered.images.as_deref().unwrap_or_default();
    if picked.is_empty() && pictures.is_empty() && !has_words(answered.text.as_deref()) {
        return Err(Refusal::new(
            Code::ReplyBlank,
            "An answer needs a choice picked at /selected, words at /text, or a picture at /images.",
        ));
    }
    Ok(())
}

/// Whether the round names points that are there and says something on each, and whose move it is
/// after it.
fn check_round(briefing: &BriefingAsk, round: &Responded) -> Result<AskStatus, Refusal> {
    let mut points = Points::of(briefing);
    let mut named = BTreeSet::new();
    for (i, part) in round.points.iter().enumerate() {
        let Some((number, state)) = points.find(&part.point) else {
            return Err(Refusal::at(
                Code::ReplyPointUnknown,
                format_args!("/points/{i}/point"),
                "the briefing has no such point",
            ));
        };
        if !named.insert(number) {
            return Err(Refusal::at(
                Code::ReplyPointRepeated,
                format_args!("/points/{i}/point"),
                format_args!("point {number} is named twice"),
            ));
        }
        // Unticking says something only where there is a tick.
        let ticks = part.resolved == Some(true) || (part.resolved == Some(false) && state.resolved);
        if !ticks && !says_something(part) {
            return Err(Refusal::at(
                Code::ReplyBlank,
                format_args!("/points/{i}"),
                format_args!("point {number} needs words or a picture, or to be resolved"),
            ));
        }
    }
    points.take_round(&round.points);
    if points.open() == 0 {
        return Ok(AskStatus::Closed);
    }
    if points.owed().next().is_none() {
        return Err(Refusal::at(
            Code::ReplyNothingToAnswer,
            "/points",
            "points stay open, but the agent is left none to answer: write on an open point, or \
             resolve them all",
        ));
    }
    Ok(AskStatus::AwaitingAgent)
}
