//! An agent opens an ask.
//!
//! What other asks, sessions and uploads there are is told by [`OpenFacts`]; nothing is looked up.

use std::collections::BTreeSet;

use loopback_contract::{
    Actor, AnsweredBefore, Ask, AskId, AskStatus, Batch, Block, BriefingAsk, BriefingInput,
    BriefingPrompt, BriefingPromptSection, Choice, Origin, QuestionAsk, QuestionInput,
    QuestionPrompt, Reply, ReviewAsk, ReviewInput, ReviewPrompt, Timestamp,
};

use crate::blocks::check_unread;
use crate::points::numbered;
use crate::size::check_size;
use crate::uploads::check_uploads;
use crate::words::{need_words, seen};
use crate::{AskInput, Code, PointNumber, Refusal};

/// The most points a briefing may be opened with.
pub const MAX_OPENING_POINTS: usize = 50;

/// The most asks of one agent's session that may be open at once.
pub const MAX_OPEN_IN_SESSION: usize = 100;

/// The most asks that may be open at once.
pub const MAX_OPEN: usize = 1000;

/// The fewest and the most choices a question may offer, if it offers any.
const CHOICES: std::ops::RangeInclusive<usize> = 2..=6;

/// Who opens an ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opener {
    /// The person whose agent it is.
    pub raised_by: Actor,

    /// Name and version of the client the agent runs in.
    pub client: Option<String>,

    /// Where the agent runs, if that is known.
    pub origin: Option<Origin>,

    /// What was read from the agent's disk for a review that attaches something.
    pub attached: Vec<Block>,

    /// The place of a question among those that are asked together.
    pub batch: Option<Batch>,

    /// The reply that the agent had to the very same words before.
    pub answered_before: Option<AnsweredBefore>,
}

/// What has to be known of the rest of the world to decide whether an ask may be opened.
#[derive(Debug, Clone, Copy)]
pub struct OpenFacts<'a> {
    /// The ask that `revises` names, if there is one with that id.
    pub revised: Option<&'a Ask>,

    /// Whether there is another ask that revises it and was not withdrawn.
    pub already_revised: bool,

    /// The uploads that are stored, at least among those the input names.
    pub uploads: &'a BTreeSet<String>,

    /// How many asks of the agent's session are open.
    pub open_in_session: usize,

    /// How many asks are open in all.
    pub open_count: usize,
}

/// Opens an ask. The move is the person's; that the agent waits for it is not known here, so `waiting`
/// is false.
///
/// # Errors
///
/// `ask.too_large`; `ask.blank`; `ask.choice_count`; `ask.choice_repeated`; `ask.too_many_points`;
/// `ask.read_claimed`; `ask.attach_unreachable`; `ask.not_revisable`; `upload.unknown`; `inbox.full`.
pub fn open(
    input: AskInput,
    opener: Opener,
    facts: &OpenFacts<'_>,
    id: AskId,
    now: Timestamp,
) -> Result<Ask, Refusal> {
    check_room(facts)?;
    need_words(Code::AskBlank, "/project", input.project())?;
    let opening = Opening { opener, id, now };
    match input {
        AskInput::Question(input) => question(input, opening),
        AskInput::Review(input) => review(input, facts, opening),
        AskInput::Briefing(input) => briefing(input, facts, opening),
    }
}

/// What an ask of any kind begins with.
struct Opening {
    opener: Opener,
    id: AskId,
    now: Timestamp,
}

/// An ask of the kind named, its own properties given, the common ones as they are at an opening.
macro_rules! opened {
    ($opening:ident, $project:expr, $kind:ident { $($own:ident),* }) => {
        $kind {
            $($own,)*
            id: $opening.id,
            status: AskStatus::AwaitingHuman,
            waiting: false,
            project: Some($project),
            client: $opening.opener.client,
            raised_by: Some($opening.opener.raised_by),
            thread: Vec::new(),
            created_at: $opening.now,
            updated_at: $opening.now,
            closed_at: None,
            withdrawn: None,
            origin: $opening.opener.origin,
            held: None,
            following: None,
            renewed: None,
            answered_before: $opening.opener.answered_before,
        }
    };
}

fn question(input: QuestionInput, opening: Opening) -> Result<Ask, Refusal> {
    check_size(&input)?;
    need_words(Code::AskBlank, "/question", &input.question)?;
    if let Some(choices) = &input.options {
        check_choices(choices)?;
    }
    let batch = opening.opener.batch.clone();
    let prompt = QuestionPrompt {
        question: input.question,
        options: input.options.unwrap_or_default(),
        multiple: input.multiple.unwrap_or_default(),
        context: input.context,
    };
    Ok(Ask::Question(opened!(
        opening,
        input.project,
        QuestionAsk { prompt, batch }
    )))
}

fn review(input: ReviewInput, facts: &OpenFacts<'_>, opening: Opening) -> Result<Ask, Refusal> {
    check_size(&input)?;
    need_words(Code::AskBlank, "/title", &input.title)?;
    check_unread(&input)?;
    check_uploads(&input, facts.uploads)?;
    check_attached(&input, &opening.opener)?;
    if input.revises.is_some() {
        check_revised(facts)?;
    }
    let revises = input.revises;
    let mut content = input.content;
    content.extend(opening.opener.attached.iter().cloned());
    let prompt = ReviewPrompt {
        title: input.title,
        content,
        summary: input.summary,
    };
    Ok(Ask::Review(opened!(
        opening,
        input.project,
        ReviewAsk { prompt, revises }
    )))
}

fn briefing(input: BriefingInput, facts: &OpenFacts<'_>, opening: Opening) -> Result<Ask, Refusal> {
    check_size(&input)?;
    need_words(Code::AskBlank, "/title", &input.title)?;
    check_points(&input)?;
    check_unread(&input)?;
    check_uploads(&input, facts.uploads)?;
    // One count runs through all sections.
    let mut numbers = (1..).map(PointNumber::top);
    let sections = input
        .sections
        .into_iter()
        .map(|section| BriefingPromptSection {
            title: section.title,
            points: section
                .points
                .into_iter()
                .zip(&mut numbers)
                .map(|(point, number)| numbered(point, number))
                .collect(),
        })
        .collect();
    let prompt = BriefingPrompt {
        title: input.title,
        summary: input.summary,
        sections,
    };
    Ok(Ask::Briefing(opened!(
        opening,
        input.project,
        BriefingAsk { prompt }
    )))
}

fn check_room(facts: &OpenFacts<'_>) -> Result<(), Refusal> {
    if facts.open_in_session >= MAX_OPEN_IN_SESSION {
        return Err(Refusal::new(
            Code::InboxFull,
            format!(
                "{MAX_OPEN_IN_SESSION} asks of this session are open, which is the most. Wait for \
                 replies, or take back with withdraw_ask what is no longer needed."
            ),
        ));
    }
    if facts.open_count >= MAX_OPEN {
        return Err(Refusal::new(
            Code::InboxFull,
            format!(
                "{MAX_OPEN} asks are open in the person's inbox, which is the most. Do other work, and \
                 ask again once the person has replied to some."
            ),
        ));
    }
    Ok(())
}

/// Whether what is to be read from disk was read. Only the bridge can: it runs where the agent does.
fn check_attached(input: &ReviewInput, opener: &Opener) -> Result<(), Refusal> {
    let wanted = input.attach.as_ref().is_some_and(|all| !all.is_empty());
    if wanted && opener.attached.is_empty() {
        return Err(Refusal::at(
            Code::AskAttachUnreachable,
            "/attach",
            "Loopback reads files and diffs only for agents that are connected through `loopback mcp`; put \
             them into `content` instead",
        ));
    }
    Ok(())
}

fn check_choices(choices: &[Choice]) -> Result<(), Refusal> {
    if !CHOICES.contains(&choices.len()) {
        return Err(Refusal::at(
            Code::AskChoiceCount,
            "/options",
            format_args!(
                "there are {} choices, and a question that offers any offers {} to {}",
                choices.len(),
                CHOICES.start(),
                CHOICES.end()
            ),
        ));
    }
    let mut labels = BTreeSet::new();
    for (i, choice) in choices.iter().enumerate() {
        let place = format_args!("/options/{i}/label");
        need_words(Code::AskBlank, place, &choice.label)?;
        // What is not seen does not tell two labels apart.
        if !labels.insert(seen(&choice.label)) {
            return Err(Refusal::at(
                Code::AskChoiceRepeated,
                place,
                "an earlier choice has the same label",
            ));
        }
    }
    Ok(())
}

fn check_points(input: &BriefingInput) -> Result<(), Refusal> {
    let total: usize = input
        .sections
        .iter()
        .map(|section| section.points.len())
        .sum();
    if total > MAX_OPENING_POINTS {
        return Err(Refusal::at(
            Code::AskTooManyPoints,
            "/sections",
            format_args!(
                "there are {total} points, and {MAX_OPENING_POINTS} are the most a briefing may be \
                 opened with"
            ),
        ));
    }
    for (s, section) in input.sections.iter().enumerate() {
        for (p, point) in section.points.iter().enumerate() {
            let place = format_args!("/sections/{s}/points/{p}/title");
            need_words(Code::AskBlank, place, &point.title)?;
        }
    }
    Ok(())
}

/// Whether what `revises` names is a review that came back and waits for its next version.
fn check_revised(facts: &OpenFacts<'_>) -> Result<(), Refusal> {
    let words = match facts.revised {
        None => "there is no review with this id",
        Some(Ask::Question(_) | Ask::Briefing(_)) => "the ask with this id is no review",
        Some(Ask::Review(_)) if facts.already_revised => {
            "another review revises this one already: revise the newest version"
        }
        Some(review) => match (review.status(), review.last_reply()) {
            (AskStatus::Closed, Some(Reply::ChangesRequested(_))) => return Ok(()),
            (AskStatus::Closed, _) => "this review did not come back with changes requested",
            _ => "this review is still open",
        },
    };
    Err(Refusal::at(Code::AskNotRevisable, "/revises", words))
}
