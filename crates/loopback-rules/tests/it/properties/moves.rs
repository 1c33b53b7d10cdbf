//! Ways to begin an ask, and moves on it.

use std::collections::BTreeSet;

use loopback_contract::{
    Answered, Approved, Ask, BriefingAnswerInput, BriefingPoint, ChangesRequested, Choice,
    Dismissed, FollowUp, FollowUpInput, PointAnswer, PointReply, Reply, Responded, Timestamp,
};
use loopback_rules::{
    AnswerInput, AnswerOutcome, AskInput, HandedOver, PointState, Points, Refusal, Sender, answer,
    close, hold, reply, send, take_back, undo, withdraw,
};
use proptest::sample::Index;
use serde_json::json;

use crate::given::{briefing_of, no_uploads, person, question_input, review_input, try_open};

/// Stands in every text of every message, so that one repeated where it should not be is seen.
pub(crate) const PRIVATE: &str = "hunter2";

/// How an ask begins.
#[derive(Debug, Clone)]
pub(crate) enum Opening {
    Question { choices: usize, multiple: bool },
    Review,
    Briefing { sections: Vec<usize> },
}

/// Something the person or the agent tries.
#[derive(Debug, Clone)]
pub(crate) enum Move {
    Answered {
        picks: Vec<Index>,
        stray: bool,
        text: Option<Words>,
    },
    Approved {
        note: Option<Words>,
    },
    ChangesRequested(Words),
    AskBack(Words),
    Dismiss,
    Round {
        tidy: bool,
        said: Vec<Said>,
    },
    ResolveAll,
    AnswerFollowUp(Words),
    AnswerPoints {
        tidy: bool,
        given: Vec<Given>,
    },
    Withdraw(Words),
    Close,
    TakeBack(HandedOver),
    /// The reply that another move would give is held.
    Hold(Box<Move>),
    Undo,
    /// The time of the held reply has come.
    Send,
}

/// What the person says on one point.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    pub(crate) point: Which,
    pub(crate) text: Option<Words>,
    pub(crate) resolved: Option<bool>,
}

/// What the agent says on one point, and how many points it adds.
#[derive(Debug, Clone)]
pub(crate) struct Given {
    pub(crate) point: Which,
    pub(crate) adds: usize,
    pub(crate) words: Words,
}

#[derive(Debug, Clone)]
pub(crate) enum Which {
    OneOfThem(Index),
    NoneOfThem(&'static str),
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Words {
    Some,
    Blank,
}

impl Words {
    fn text(self) -> String {
        match self {
            Self::Some => format!("Something with {PRIVATE} in it"),
            Self::Blank => " \n".to_owned(),
        }
    }
}

impl Opening {
    pub(crate) fn open(&self) -> Ask {
        let input = match self {
            Self::Question { choices, multiple } => {
                let input = json!({"question": PRIVATE, "multiple": multiple});
                let AskInput::Question(mut input) = question_input(input) else {
                    unreachable!("a question")
                };
                input.options = (*choices > 0).then(|| (0..*choices).map(choice).collect());
                AskInput::Question(input)
            }
            Self::Review => review_input(json!({
                "title": PRIVATE, "content": [{"type": "markdown", "text": PRIVATE}],
            })),
            Self::Briefing { sections } => briefing_of(sections),
        };
        try_open(input).expect("an opening that fits")
    }
}

fn choice(n: usize) -> Choice {
    Choice {
        label: format!("{PRIVATE} {n}"),
        description: None,
    }
}

/// Makes the move. `None` means that it was not refused and changed nothing.
pub(crate) fn play(ask: &Ask, attempt: &Move, now: Timestamp) -> Result<Option<Ask>, Refusal> {
    let person = person();
    let by = Sender {
        person: &person,
        door: None,
    };
    let transition = match attempt {
        Move::Withdraw(words) => withdraw(ask, &words.text(), now)?,
        Move::Close => close(ask, &person, now)?,
        Move::TakeBack(handed_over) => take_back(ask, *handed_over, now)?,
        Move::Hold(reply) => {
            let held = reply.reply(ask).expect("a reply");
            hold(ask, held, no_uploads(), now.plus_ms(5000))?
        }
        Move::Undo => undo(ask)?,
        Move::Send => send(ask, &by, no_uploads(), now)?,
        _ => {
            if let Some(said) = attempt.reply(ask) {
                reply(ask, said, &by, no_uploads(), now)?
            } else {
                let input = attempt.answer(ask).expect("a reply or an answer");
                match answer(ask, input, &BTreeSet::new(), now)? {
                    AnswerOutcome::Turned(transition) => transition,
                    AnswerOutcome::AlreadyOver(_) => return Ok(None),
                }
            }
        }
    };
    Ok(Some(transition.ask))
}

impl Move {
    /// The least an agent has to say to give the move back.
    pub(crate) fn least_answer(ask: &Ask) -> Self {
        match ask {
            Ask::Question(_) | Ask::Review(_) => Self::AnswerFollowUp(Words::Some),
            Ask::Briefing(_) => Self::AnswerPoints {
                tidy: true,
                given: Vec::new(),
            },
        }
    }

    /// A reply that decides what was asked.
    pub(crate) fn decision(ask: &Ask) -> Self {
        match ask {
            Ask::Question(_) => Self::Answered {
                picks: Vec::new(),
                stray: false,
                text: Some(Words::Some),
            },
            Ask::Review(_) => Self::Approved { note: None },
            Ask::Briefing(_) => Self::ResolveAll,
        }
    }

    /// The reply to this ask that the move is, if it is one.
    pub(crate) fn reply(&self, ask: &Ask) -> Option<Reply> {
        Some(match self {
            Self::Answered { picks, stray, text } => Reply::Answered(Answered {
                selected: picked(ask, picks, *stray),
                text: text.map(Words::text),
                ..Answered::default()
            }),
            Self::Approved { note } => Reply::Approved(Approved {
                note: note.map(Words::text),
                ..Approved::default()
            }),
            Self::ChangesRequested(words) => Reply::ChangesRequested(ChangesRequested {
                feedback: words.text(),
                ..ChangesRequested::default()
            }),
            Self::AskBack(words) => Reply::FollowUp(FollowUp {
                question: words.text(),
                ..FollowUp::default()
            }),
            Self::Dismiss => Reply::Dismissed(Dismissed::default()),
            Self::Round { tidy, said } => {
                let mut points: Vec<_> = said.iter().map(|said| said.part(ask)).collect();
                if *tidy {
                    let mut named = BTreeSet::new();
                    points.retain(|part| {
                        let says = part
                            .text
                            .as_deref()
                            .is_some_and(|text| !text.trim().is_empty());
                        (says || part.resolved == Some(true)) && named.insert(part.point.clone())
                    });
                }
                Reply::Responded(Responded {
                    points,
                    stop_asking: None,
                })
            }
            Self::ResolveAll => Reply::Responded(Responded {
                points: ids(ask).into_iter().map(resolved).collect(),
                stop_asking: None,
            }),
            Self::AnswerFollowUp(_)
            | Self::AnswerPoints { .. }
            | Self::Withdraw(_)
            | Self::Close
            | Self::TakeBack(_)
            | Self::Hold(_)
            | Self::Undo
            | Self::Send => return None,
        })
    }

    /// The answer to this ask that the move is, if it is one.
    pub(crate) fn answer(&self, ask: &Ask) -> Option<AnswerInput> {
        match self {
            Self::AnswerFollowUp(words) => Some(AnswerInput::FollowUp(FollowUpInput {
                ask_id: ask.id().clone(),
                answer: words.text(),
                content: None,
                wait: None,
            })),
            Self::AnswerPoints { tidy, given } => {
                let mut answers: Vec<_> = given.iter().map(|given| given.part(ask)).collect();
                if *tidy {
                    let open = open_ids(ask);
                    let mut named = BTreeSet::new();
                    answers.retain(|answer| {
                        open.contains(&answer.point) && named.insert(answer.point.clone())
                    });
                    let missing = owed(ask).into_iter().filter(|id| !named.contains(id));
                    answers.extend(missing.map(point_answer));
                }
                Some(AnswerInput::Briefing(BriefingAnswerInput {
                    ask_id: ask.id().clone(),
                    answers,
                    wait: None,
                }))
            }
            _ => None,
        }
    }
}

/// The numbers of those points of an ask that are so; only briefings have any.
fn ids_where(ask: &Ask, so: impl Fn(PointState) -> bool) -> Vec<String> {
    match ask {
        Ask::Briefing(briefing) => Points::of(briefing)
            .iter()
            .filter(|&(_, state)| so(state))
            .map(|(number, _)| number.to_string())
            .collect(),
        Ask::Question(_) | Ask::Review(_) => Vec::new(),
    }
}

fn ids(ask: &Ask) -> Vec<String> {
    ids_where(ask, |_| true)
}

fn open_ids(ask: &Ask) -> Vec<String> {
    ids_where(ask, |state| !state.resolved)
}

pub(crate) fn owed(ask: &Ask) -> Vec<String> {
    ids_where(ask, |state| state.owed)
}

fn point_answer(point: String) -> PointAnswer {
    PointAnswer {
        point,
        answer: Words::Some.text(),
        content: None,
        points: None,
    }
}

fn resolved(point: String) -> PointReply {
    PointReply {
        point,
        resolved: Some(true),
        ..PointReply::default()
    }
}

fn picked(ask: &Ask, picks: &[Index], stray: bool) -> Vec<String> {
    let offered: Vec<String> = match ask {
        Ask::Question(question) => question
            .prompt
            .options
            .iter()
            .map(|choice| choice.label.clone())
            .collect(),
        Ask::Review(_) | Ask::Briefing(_) => Vec::new(),
    };
    let mut selected: Vec<String> = Vec::new();
    if !offered.is_empty() {
        selected.extend(picks.iter().map(|pick| pick.get(&offered).clone()));
    }
    if stray {
        selected.push(format!("{PRIVATE} of my own"));
    }
    selected
}

impl Which {
    fn id(&self, ask: &Ask) -> String {
        let ids = ids(ask);
        match self {
            Self::OneOfThem(index) if !ids.is_empty() => index.get(&ids).clone(),
            Self::OneOfThem(_) => "1".to_owned(),
            Self::NoneOfThem(id) => (*id).to_owned(),
        }
    }
}

impl Said {
    fn part(&self, ask: &Ask) -> PointReply {
        PointReply {
            point: self.point.id(ask),
            text: self.text.map(Words::text),
            resolved: self.resolved,
            ..PointReply::default()
        }
    }
}

impl Given {
    fn part(&self, ask: &Ask) -> PointAnswer {
        let smaller = |n| BriefingPoint {
            title: format!("{PRIVATE} {n}"),
            detail: None,
            content: None,
        };
        PointAnswer {
            point: self.point.id(ask),
            answer: self.words.text(),
            content: None,
            points: (self.adds > 0).then(|| (0..self.adds).map(smaller).collect()),
        }
    }
}
