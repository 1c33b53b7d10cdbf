//! Every reason the rules have for refusing a move, in one list.
//!
//! A code is a promise to programs: it keeps its spelling and its meaning. The words beside it may
//! change. How HTTP or MCP carry a code is not known here.

use crate::RefusalKind;

/// The reasons for refusing a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// `ask.unknown`: no ask has this id.
    AskUnknown,

    /// `ask.closed`: the ask is closed, and nothing happens to it any more.
    AskClosed,

    /// `ask.not_your_turn`: the move is the other side's.
    AskNotYourTurn,

    /// `ask.your_turn`: the move is the person's own, who replies or dismisses and has no need of
    /// closing the ask over the agent's head.
    AskYourTurn,

    /// `ask.no_follow_up`: there is no question asked back that could be taken back.
    AskNoFollowUp,

    /// `ask.handed_over`: an agent already has the question asked back.
    AskHandedOver,

    /// `ask.held`: a reply is held, and nothing else is done until it is sent or taken back.
    AskHeld,

    /// `ask.not_held`: no reply is held that could be taken back.
    AskNotHeld,

    /// `ask.wrong_kind`: the tool used for the answer is that of another kind of ask.
    AskWrongKind,

    /// `ask.blank`: an agent sent white space where words are needed.
    AskBlank,

    /// `ask.choice_count`: a question offers fewer than two or more than six choices.
    AskChoiceCount,

    /// `ask.choice_repeated`: two choices of a question have the same label.
    AskChoiceRepeated,

    /// `ask.read_claimed`: an agent says of a block that it was read from disk.
    AskReadClaimed,

    /// `ask.attach_unreachable`: something is to be read from disk, and nobody is there who could.
    AskAttachUnreachable,

    /// `ask.not_revisable`: `revises` names no review that came back with changes requested, or one
    /// that another review revises already.
    AskNotRevisable,

    /// `ask.too_large`: the input is more than 262,144 bytes of compact JSON.
    AskTooLarge,

    /// `ask.too_many_points`: more than 50 points in a new briefing, or more than 200 in all.
    AskTooManyPoints,

    /// `ask.too_deep`: the new points would be a fourth level.
    AskTooDeep,

    /// `inbox.full`: the agent's session has 100 open asks, or the inbox has 1,000.
    InboxFull,

    /// `upload.unknown`: an image, or a reply, names an upload that is not stored.
    UploadUnknown,

    /// `answer.point_unknown`: the answer names a point the briefing does not have.
    AnswerPointUnknown,

    /// `answer.point_repeated`: the answer names one point twice.
    AnswerPointRepeated,

    /// `answer.point_resolved`: the answer names a point the person is done with.
    AnswerPointResolved,

    /// `answer.point_missing`: the answer leaves out a point the person wrote on.
    AnswerPointMissing,

    /// `reply.wrong_kind`: this reply is not for this kind of ask.
    ReplyWrongKind,

    /// `reply.too_large`: the reply is more than 524,288 bytes of compact JSON.
    ReplyTooLarge,

    /// `reply.blank`: the reply, or its part on one point, says nothing.
    ReplyBlank,

    /// `reply.choice_unknown`: something was picked that the question does not offer.
    ReplyChoiceUnknown,

    /// `reply.choice_repeated`: one choice was picked twice.
    ReplyChoiceRepeated,

    /// `reply.choice_single`: several choices were picked where only one may be.
    ReplyChoiceSingle,

    /// `reply.comment_place`: a comment's place is no JSON pointer.
    ReplyCommentPlace,

    /// `reply.comment_lines`: a comment's last line stands before its first.
    ReplyCommentLines,

    /// `reply.point_unknown`: the reply names a point the briefing does not have.
    ReplyPointUnknown,

    /// `reply.point_repeated`: the reply names one point twice.
    ReplyPointRepeated,

    /// `reply.nothing_to_answer`: points stay open, but none of them leaves the agent anything to
    /// answer.
    ReplyNothingToAnswer,
}

impl Code {
    /// All of them.
    pub const ALL: [Self; 35] = [
        Self::AskUnknown,
        Self::AskClosed,
        Self::AskNotYourTurn,
        Self::AskYourTurn,
        Self::AskNoFollowUp,
        Self::AskHandedOver,
        Self::AskHeld,
        Self::AskNotHeld,
        Self::AskWrongKind,
        Self::AskBlank,
        Self::AskChoiceCount,
        Self::AskChoiceRepeated,
        Self::AskReadClaimed,
        Self::AskAttachUnreachable,
        Self::AskNotRevisable,
        Self::AskTooLarge,
        Self::AskTooManyPoints,
        Self::AskTooDeep,
        Self::InboxFull,
        Self::UploadUnknown,
        Self::AnswerPointUnknown,
        Self::AnswerPointRepeated,
        Self::AnswerPointResolved,
        Self::AnswerPointMissing,
        Self::ReplyWrongKind,
        Self::ReplyTooLarge,
        Self::ReplyBlank,
        Self::ReplyChoiceUnknown,
        Self::ReplyChoiceRepeated,
        Self::ReplyChoiceSingle,
        Self::ReplyCommentPlace,
        Self::ReplyCommentLines,
        Self::ReplyPointUnknown,
        Self::ReplyPointRepeated,
        Self::ReplyNothingToAnswer,
    ];

    /// The code as programs see it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AskUnknown => "ask.unknown",
            Self::AskClosed => "ask.closed",
            Self::AskNotYourTurn => "ask.not_your_turn",
            Self::AskYourTurn => "ask.your_turn",
            Self::AskNoFollowUp => "ask.no_follow_up",
            Self::AskHandedOver => "ask.handed_over",
            Self::AskHeld => "ask.held",
            Self::AskNotHeld => "ask.not_held",
            Self::AskWrongKind => "ask.wrong_kind",
            Self::AskBlank => "ask.blank",
            Self::AskChoiceCount => "ask.choice_count",
            Self::AskChoiceRepeated => "ask.choice_repeated",
            Self::AskReadClaimed => "ask.read_claimed",
            Self::AskAttachUnreachable => "ask.attach_unreachable",
            Self::AskNotRevisable => "ask.not_revisable",
            Self::AskTooLarge => "ask.too_large",
            Self::AskTooManyPoints => "ask.too_many_points",
            Self::AskTooDeep => "ask.too_deep",
            Self::InboxFull => "inbox.full",
            Self::UploadUnknown => "upload.unknown",
            Self::AnswerPointUnknown => "answer.point_unknown",
            Self::AnswerPointRepeated => "answer.point_repeated",
            Self::AnswerPointResolved => "answer.point_resolved",
            Self::AnswerPointMissing => "answer.point_missing",
            Self::ReplyWrongKind => "reply.wrong_kind",
            Self::ReplyTooLarge => "reply.too_large",
            Self::ReplyBlank => "reply.blank",
            Self::ReplyChoiceUnknown => "reply.choice_unknown",
            Self::ReplyChoiceRepeated => "reply.choice_repeated",
            Self::ReplyChoiceSingle => "reply.choice_single",
            Self::ReplyCommentPlace => "reply.comment_place",
            Self::ReplyCommentLines => "reply.comment_lines",
            Self::ReplyPointUnknown => "reply.point_unknown",
            Self::ReplyPointRepeated => "reply.point_repeated",
            Self::ReplyNothingToAnswer => "reply.nothing_to_answer",
        }
    }

    /// What sort of refusal the code belongs to.
    #[must_use]
    pub const fn kind(self) -> RefusalKind {
        match self {
            Self::AskUnknown => RefusalKind::Unknown,
            Self::AskClosed
            | Self::AskNotYourTurn
            | Self::AskYourTurn
            | Self::AskNoFollowUp
            | Self::AskHandedOver
            | Self::AskHeld
            | Self::AskNotHeld
            | Self::InboxFull => RefusalKind::Conflict,
            Self::AskTooLarge | Self::ReplyTooLarge => RefusalKind::TooLarge,
            Self::AskWrongKind
            | Self::AskBlank
            | Self::AskChoiceCount
            | Self::AskChoiceRepeated
            | Self::AskReadClaimed
            | Self::AskAttachUnreachable
            | Self::AskNotRevisable
            | Self::AskTooManyPoints
            | Self::AskTooDeep
            | Self::UploadUnknown
            | Self::AnswerPointUnknown
            | Self::AnswerPointRepeated
            | Self::AnswerPointResolved
            | Self::AnswerPointMissing
            | Self::ReplyWrongKind
            | Self::ReplyBlank
            | Self::ReplyChoiceUnknown
            | Self::ReplyChoiceRepeated
            | Self::ReplyChoiceSingle
            | Self::ReplyCommentPlace
            | Self::ReplyCommentLines
            | Self::ReplyPointUnknown
            | Self::ReplyPointRepeated
            | Self::ReplyNothingToAnswer => RefusalKind::Unfit,
        }
    }
}
