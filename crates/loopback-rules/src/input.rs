//! What an agent may send, whichever tool it used.

use loopback_contract::{
    AskId, AskKind, BriefingAnswerInput, BriefingInput, FollowUpInput, QuestionInput, ReviewInput,
};

/// What an agent opens an ask with.
#[derive(Debug, Clone, PartialEq)]
pub enum AskInput {
    /// Sent by `ask_question`.
    Question(QuestionInput),
    /// Sent by `request_review`.
    Review(ReviewInput),
    /// Sent by `present_briefing`.
    Briefing(BriefingInput),
}

/// What an agent answers the person with.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerInput {
    /// Sent by `answer_follow_up`.
    FollowUp(FollowUpInput),
    /// Sent by `answer_briefing`.
    Briefing(BriefingAnswerInput),
}

impl AskInput {
    /// The kind of ask this opens.
    #[must_use]
    pub fn kind(&self) -> AskKind {
        match self {
            Self::Question(_) => AskKind::Question,
            Self::Review(_) => AskKind::Review,
            Self::Briefing(_) => AskKind::Briefing,
        }
    }

    /// The project the agent works in.
    #[must_use]
    pub fn project(&self) -> &str {
        match self {
            Self::Question(input) => &input.project,
            Self::Review(input) => &input.project,
            Self::Briefing(input) => &input.project,
        }
    }

    /// The review this one is the next version of, if it names one.
    #[must_use]
    pub fn revises(&self) -> Option<&AskId> {
        match self {
            Self::Review(input) => input.revises.as_ref(),
            Self::Question(_) | Self::Briefing(_) => None,
        }
    }
}

impl AnswerInput {
    /// The ask this answers.
    #[must_use]
    pub fn ask_id(&self) -> &AskId {
        match self {
            Self::FollowUp(input) => &input.ask_id,
            Self::Briefing(input) => &input.ask_id,
        }
    }
}
