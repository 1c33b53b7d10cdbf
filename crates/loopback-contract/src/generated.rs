// Generated from spec/openapi/2.json by spec/src/rust.rs. Do not edit: change spec/main.tsp and
// run `cargo xtask gen`.
// SHA-256 of spec/main.tsp: 985291f498f71c4c153d82de28a57db4f3b214dda250d562f026b16bf6fb5f60

//! The messages of the contract's newest revision.

use serde::{Deserialize, Serialize};

use crate::{AskId, Message, Timestamp};

pub(crate) mod tables;

/// Somebody with access: a person, or the agent a person let in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// Does not change for the same somebody.
    pub id: String,
    /// The name to show, where one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Message for Actor {
    const SCHEMA: &'static str = "Actor";
}

/// What the window does once a reply is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Advance {
    /// `next`
    #[serde(rename = "next")]
    Next,
    /// `stay`
    #[serde(rename = "stay")]
    Stay,
    /// `list`
    #[serde(rename = "list")]
    List,
}

impl Advance {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Next, Self::Stay, Self::List];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Next => "next",
            Self::Stay => "stay",
            Self::List => "list",
        }
    }
}

impl std::fmt::Display for Advance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for Advance {
    const SCHEMA: &'static str = "Advance";
}

/// A program that agents run in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentClient {
    pub id: String,
    pub name: String,
    /// Whether something of it is on this machine.
    pub installed: bool,
    pub state: ClientState,
    /// The file that Loopback's entry stands in, or would.
    pub file: String,
    /// In what way it is connected otherwise, or why its settings cannot be read: a line each.
    pub details: Vec<String>,
    /// When one of its agents last asked something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_asked_at: Option<Timestamp>,
}

impl Message for AgentClient {
    const SCHEMA: &'static str = "AgentClient";
}

/// All clients that Loopback knows, those that are installed first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentClientList {
    pub items: Vec<AgentClient>,
}

impl Message for AgentClientList {
    const SCHEMA: &'static str = "AgentClientList";
}

/// A turn of the agent: its answer to a question asked back, or to one point of a briefing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentEntry {
    pub answer: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Vec<Block>>,
    /// For a briefing: the point that is answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<String>,
    /// The smaller points the answer added, with their numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<Point>>,
    pub at: Timestamp,
}

/// A question answered: by picking choices, in words, or both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Answered {
    pub selected: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Pictures that go with the words: the ids of uploads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub images: Option<Vec<String>>,
    /// The comments on single places, which the words repeat for the agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<Vec<LineComment>>,
    /// True if the person does not want to be asked about this again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_asking: Option<bool>,
}

/// A reply the person gave to the same words before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AnsweredBefore {
    pub ask_id: AskId,
    pub reply: Reply,
    pub at: Timestamp,
}

impl Message for AnsweredBefore {
    const SCHEMA: &'static str = "AnsweredBefore";
}

/// A review found good; a note may go with it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Approved {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Pictures that go with the words: the ids of uploads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub images: Option<Vec<String>>,
    /// The comments on single places, which the words repeat for the agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<Vec<LineComment>>,
    /// True if the person does not want to be asked about this again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_asking: Option<bool>,
}

/// What an agent wants from a person, from its opening through every turn to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind")]
pub enum Ask {
    /// `kind` is `question`.
    #[serde(rename = "question")]
    Question(QuestionAsk),
    /// `kind` is `review`.
    #[serde(rename = "review")]
    Review(ReviewAsk),
    /// `kind` is `briefing`.
    #[serde(rename = "briefing")]
    Briefing(BriefingAsk),
}

impl Ask {
    /// The value of `kind`, which tells the options apart.
    #[must_use]
    pub const fn tag(&self) -> &'static str {
        match self {
            Self::Question(_) => "question",
            Self::Review(_) => "review",
            Self::Briefing(_) => "briefing",
        }
    }
}

impl Message for Ask {
    const SCHEMA: &'static str = "Ask";
}

/// The part that all kinds of ask share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AskCommon {
    pub id: AskId,
    pub status: AskStatus,
    /// True while some agent follows the ask: a call is blocked on it, or a task for it is being polled.
    pub waiting: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Name and version of the MCP client the agent runs in, such as `claude-code 2.1.0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// Whose agent it was that asked, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raised_by: Option<Actor>,
    /// All turns since the opening, in order.
    pub thread: Vec<Entry>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_at: Option<Timestamp>,
    /// Present when the agent took the ask back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<Withdrawn>,
    /// Where the agent runs, if it came through the bridge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Present while a reply is held. The ask itself does not change until the reply is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<Held>,
    /// How the agent follows it. Absent while it is away; its reply is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub following: Option<Following>,
    /// How often an agent has come back to wait on, since the server started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewed: Option<i32>,
    /// Present if this agent asked the very same before and had its reply: it is not given again by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_before: Option<AnsweredBefore>,
}

impl Message for AskCommon {
    const SCHEMA: &'static str = "AskCommon";
}

/// The frame for an ask that is new or different: a turn, its end, an agent that comes or goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskEvent {
    pub ask: Ask,
}

/// The three things an agent can want from a person: a question answered, a piece of work judged, or a
/// list of points talked through one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AskKind {
    /// `question`
    #[serde(rename = "question")]
    Question,
    /// `review`
    #[serde(rename = "review")]
    Review,
    /// `briefing`
    #[serde(rename = "briefing")]
    Briefing,
}

impl AskKind {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Question, Self::Review, Self::Briefing];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Review => "review",
            Self::Briefing => "briefing",
        }
    }
}

impl std::fmt::Display for AskKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for AskKind {
    const SCHEMA: &'static str = "AskKind";
}

/// The agent's open asks and those whose reply it has not had, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskList {
    pub asks: Vec<ListedAsk>,
}

impl Message for AskList {
    const SCHEMA: &'static str = "AskList";
}

/// All asks, to take away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AskLog {
    pub exported_at: Timestamp,
    pub items: Vec<Ask>,
}

impl Message for AskLog {
    const SCHEMA: &'static str = "AskLog";
}

/// Some closed asks, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AskPage {
    pub items: Vec<Ask>,
    /// The value of `before` that gets the page after this one. The last page has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_before: Option<Timestamp>,
}

impl Message for AskPage {
    const SCHEMA: &'static str = "AskPage";
}

/// Whose move it is, or that nobody's move is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AskStatus {
    /// `awaiting_human`
    #[serde(rename = "awaiting_human")]
    AwaitingHuman,
    /// `awaiting_agent`
    #[serde(rename = "awaiting_agent")]
    AwaitingAgent,
    /// `closed`
    #[serde(rename = "closed")]
    Closed,
}

impl AskStatus {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::AwaitingHuman, Self::AwaitingAgent, Self::Closed];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AwaitingHuman => "awaiting_human",
            Self::AwaitingAgent => "awaiting_agent",
            Self::Closed => "closed",
        }
    }
}

impl std::fmt::Display for AskStatus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for AskStatus {
    const SCHEMA: &'static str = "AskStatus";
}

/// An ask as one row of a list: who, what, how old and whose move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AskSummary {
    pub id: AskId,
    pub kind: AskKind,
    pub status: AskStatus,
    pub waiting: bool,
    /// One plain line: the title, or the first line of the question.
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// The review of which this one is the next version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revises: Option<AskId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_at: Option<Timestamp>,
    /// The outcome of the newest reply, such as `approved`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// When the newest reply was handed to the agent. Absent if there is none or it still waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivered_at: Option<Timestamp>,
    /// True if the agent took the ask back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<bool>,
    /// For a briefing: how many points are not resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_open: Option<i32>,
    /// For a briefing: how many points there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_total: Option<i32>,
    /// How many turns the thread has.
    pub turns: i32,
    /// Present while a reply is held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<Held>,
    /// True if the person has not seen it as it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unread: Option<bool>,
    /// Until when the person does not want to be reminded of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snoozed_until: Option<Timestamp>,
    /// True if the person has begun a reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drafted: Option<bool>,
    /// How the agent follows it. Absent while it is away; its reply is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub following: Option<Following>,
    /// How often an agent has come back to wait on, since the server started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewed: Option<i32>,
    /// Present if it was asked together with others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch: Option<Batch>,
}

impl Message for AskSummary {
    const SCHEMA: &'static str = "AskSummary";
}

/// The frame of `loopback.v2` for an ask that is new or different, as a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskSummaryEvent {
    pub ask: AskSummary,
}

/// How readily agents are to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Asking {
    /// `less`
    #[serde(rename = "less")]
    Less,
    /// `normal`
    #[serde(rename = "normal")]
    Normal,
    /// `more`
    #[serde(rename = "more")]
    More,
}

impl Asking {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Less, Self::Normal, Self::More];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Less => "less",
            Self::Normal => "normal",
            Self::More => "more",
        }
    }
}

impl std::fmt::Display for Asking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for Asking {
    const SCHEMA: &'static str = "Asking";
}

/// Something to be read from disk and shown: one of the two.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attachment {
    /// The diff of a range of commits in the repository you work in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub git: Option<GitRange>,
    /// A text or an image inside the repository you work in, by its path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl Message for Attachment {
    const SCHEMA: &'static str = "Attachment";
}

/// The place of a question among those that were asked together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// The same for all of them.
    pub id: String,
    /// Its place, from 0.
    pub index: i32,
    /// How many there are.
    pub size: i32,
}

impl Message for Batch {
    const SCHEMA: &'static str = "Batch";
}

/// One part of what the person is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type")]
pub enum Block {
    /// `type` is `markdown`.
    #[serde(rename = "markdown")]
    Markdown(MarkdownBlock),
    /// `type` is `code`.
    #[serde(rename = "code")]
    Code(CodeBlock),
    /// `type` is `diff`.
    #[serde(rename = "diff")]
    Diff(DiffBlock),
    /// `type` is `image`.
    #[serde(rename = "image")]
    Image(ImageBlock),
}

impl Block {
    /// The value of `type`, which tells the options apart.
    #[must_use]
    pub const fn tag(&self) -> &'static str {
        match self {
            Self::Markdown(_) => "markdown",
            Self::Code(_) => "code",
            Self::Diff(_) => "diff",
            Self::Image(_) => "image",
        }
    }
}

impl Message for Block {
    const SCHEMA: &'static str = "Block";
}

/// What became of one block between a review and its next version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum BlockChange {
    /// `same`
    #[serde(rename = "same")]
    Same,
    /// `changed`
    #[serde(rename = "changed")]
    Changed,
    /// `added`
    #[serde(rename = "added")]
    Added,
    /// `removed`
    #[serde(rename = "removed")]
    Removed,
}

impl BlockChange {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Same, Self::Changed, Self::Added, Self::Removed];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Changed => "changed",
            Self::Added => "added",
            Self::Removed => "removed",
        }
    }
}

impl std::fmt::Display for BlockChange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for BlockChange {
    const SCHEMA: &'static str = "BlockChange";
}

/// Your answers on a briefing. Every point the person wrote on and left unresolved needs one; other
/// open points may have one. The whole input may not exceed 256 KiB.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BriefingAnswerInput {
    pub ask_id: AskId,
    pub answers: Vec<PointAnswer>,
    /// False to get the ask's id at once instead of the reply; `wait_for_reply` gets the reply later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<bool>,
}

impl Message for BriefingAnswerInput {
    const SCHEMA: &'static str = "BriefingAnswerInput";
}

/// A list of points that was laid before the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BriefingAsk {
    pub prompt: BriefingPrompt,
    pub id: AskId,
    pub status: AskStatus,
    /// True while some agent follows the ask: a call is blocked on it, or a task for it is being polled.
    pub waiting: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Name and version of the MCP client the agent runs in, such as `claude-code 2.1.0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// Whose agent it was that asked, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raised_by: Option<Actor>,
    /// All turns since the opening, in order.
    pub thread: Vec<Entry>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_at: Option<Timestamp>,
    /// Present when the agent took the ask back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<Withdrawn>,
    /// Where the agent runs, if it came through the bridge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Present while a reply is held. The ask itself does not change until the reply is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<Held>,
    /// How the agent follows it. Absent while it is away; its reply is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub following: Option<Following>,
    /// How often an agent has come back to wait on, since the server started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewed: Option<i32>,
    /// Present if this agent asked the very same before and had its reply: it is not given again by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_before: Option<AnsweredBefore>,
}

/// A list of points the person can take up one at a time: findings, options, steps, changes. The
/// person writes on a point or marks it resolved; you answer each point they wrote on, until all are
/// resolved. Points get their numbers from the server, counted through all sections, fifty at most.
/// The whole input may not exceed 256 KiB.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BriefingInput {
    pub title: String,
    /// What this is about and why it matters, as markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// One list of points, or several under headings.
    pub sections: Vec<BriefingSection>,
    /// The name of the project you work in: the last part of `git rev-parse --show-toplevel`, or of the
    /// working directory where there is no repository. The person follows several projects in one
    /// inbox and recognises you by it.
    pub project: String,
    /// False to get the ask's id at once instead of the reply; `wait_for_reply` gets the reply later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<bool>,
}

impl Message for BriefingInput {
    const SCHEMA: &'static str = "BriefingInput";
}

/// A point of a briefing: one line, with more beneath it for whoever opens it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BriefingPoint {
    /// What the point says, in one line; this is all that shows until it is opened.
    pub title: String,
    /// The explanation beneath the line, as markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Code, diffs, images or further text that belong to the point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Vec<Block>>,
}

impl Message for BriefingPoint {
    const SCHEMA: &'static str = "BriefingPoint";
}

/// What a briefing shows at first; points that answers add later stand in the thread.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefingPrompt {
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    pub sections: Vec<BriefingPromptSection>,
}

impl Message for BriefingPrompt {
    const SCHEMA: &'static str = "BriefingPrompt";
}

/// Numbered points that belong together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefingPromptSection {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub points: Vec<Point>,
}

impl Message for BriefingPromptSection {
    const SCHEMA: &'static str = "BriefingPromptSection";
}

/// Points that belong together, with a heading if one helps.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BriefingSection {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub points: Vec<BriefingPoint>,
}

impl Message for BriefingSection {
    const SCHEMA: &'static str = "BriefingSection";
}

/// A comment on the version before, and where its line stands now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarriedComment {
    pub comment: LineComment,
    /// The JSON pointer of the block in the newer version that holds the line. Absent if it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The number of its first line now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i32>,
}

impl Message for CarriedComment {
    const SCHEMA: &'static str = "CarriedComment";
}

/// One block of a review beside its counterpart in the version before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedPart {
    pub change: BlockChange,
    /// The JSON pointer of the block, or of the summary, in the newer version. Absent if it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Its JSON pointer in the version before. Absent if it is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// The difference, as HTML that is safe to insert. Absent if nothing changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    pub warnings: Vec<String>,
}

impl Message for ChangedPart {
    const SCHEMA: &'static str = "ChangedPart";
}

/// A review that needs another round, with what should change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangesRequested {
    pub feedback: String,
    /// Pictures that go with the words: the ids of uploads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub images: Option<Vec<String>>,
    /// The comments on single places, which the words repeat for the agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<Vec<LineComment>>,
    /// True if the person does not want to be asked about this again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_asking: Option<bool>,
}

/// One of the choices a question offers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl Message for Choice {
    const SCHEMA: &'static str = "Choice";
}

/// What becomes of one of its files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientFileChange {
    pub file: String,
    /// As a unified diff.
    pub diff: String,
}

impl Message for ClientFileChange {
    const SCHEMA: &'static str = "ClientFileChange";
}

/// What is to become of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ClientGoal {
    /// `connected`
    #[serde(rename = "connected")]
    Connected,
    /// `disconnected`
    #[serde(rename = "disconnected")]
    Disconnected,
}

impl ClientGoal {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Connected, Self::Disconnected];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Connected => "connected",
            Self::Disconnected => "disconnected",
        }
    }
}

impl std::fmt::Display for ClientGoal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for ClientGoal {
    const SCHEMA: &'static str = "ClientGoal";
}

/// What would be done to a client. Without files, everything is as it should be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientPlan {
    pub files: Vec<ClientFileChange>,
    /// The client's own command, which is run first, with its arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_command: Option<Vec<String>>,
    /// What is left for the person to do, if no file can say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<String>,
}

impl Message for ClientPlan {
    const SCHEMA: &'static str = "ClientPlan";
}

/// How the settings of an agents' client and Loopback stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ClientState {
    /// `absent`
    #[serde(rename = "absent")]
    Absent,
    /// `connected`
    #[serde(rename = "connected")]
    Connected,
    /// `otherwise`
    #[serde(rename = "otherwise")]
    Otherwise,
    /// `unreadable`
    #[serde(rename = "unreadable")]
    Unreadable,
}

impl ClientState {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[
        Self::Absent,
        Self::Connected,
        Self::Otherwise,
        Self::Unreadable,
    ];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::Connected => "connected",
            Self::Otherwise => "otherwise",
            Self::Unreadable => "unreadable",
        }
    }
}

impl std::fmt::Display for ClientState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for ClientState {
    const SCHEMA: &'static str = "ClientState";
}

/// A piece of source code, which the person sees highlighted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodeBlock {
    pub code: String,
    /// The language, by a name highlighters use: `rust`, `ts`, `python`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
    /// From where the block was read. Set by Loopback for what was attached, never by an agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<ReadFrom>,
}

/// A choice of colours for code.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeThemeInfo {
    pub name: String,
    pub label: String,
}

impl Message for CodeThemeInfo {
    const SCHEMA: &'static str = "CodeThemeInfo";
}

/// How much work goes into a piece's HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Colour {
    /// `plain`
    #[serde(rename = "plain")]
    Plain,
    /// `full`
    #[serde(rename = "full")]
    Full,
}

impl Colour {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Plain, Self::Full];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Full => "full",
        }
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for Colour {
    const SCHEMA: &'static str = "Colour";
}

/// One reply of the person, as a line of a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    pub ask_id: AskId,
    pub kind: AskKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// What was asked, in one plain line.
    pub title: String,
    pub outcome: String,
    /// The reply in one plain line; empty if it has no words.
    pub answer: String,
    pub at: Timestamp,
}

impl Message for Decision {
    const SCHEMA: &'static str = "Decision";
}

/// All replies, to take away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionLog {
    pub exported_at: Timestamp,
    pub items: Vec<Decision>,
}

impl Message for DecisionLog {
    const SCHEMA: &'static str = "DecisionLog";
}

/// Some replies, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionPage {
    pub items: Vec<Decision>,
    /// The value of `before` that gets the page after this one. The last page has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_before: Option<Timestamp>,
}

impl Message for DecisionPage {
    const SCHEMA: &'static str = "DecisionPage";
}

/// How close rows stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Density {
    /// `comfortable`
    #[serde(rename = "comfortable")]
    Comfortable,
    /// `compact`
    #[serde(rename = "compact")]
    Compact,
}

impl Density {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Comfortable, Self::Compact];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Comfortable => "comfortable",
            Self::Compact => "compact",
        }
    }
}

impl std::fmt::Display for Density {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for Density {
    const SCHEMA: &'static str = "Density";
}

/// A unified diff in the form `git diff` writes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiffBlock {
    pub diff: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
    /// From where the block was read. Set by Loopback for what was attached, never by an agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<ReadFrom>,
}

/// How the two sides of a diff stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DiffLayout {
    /// `unified`
    #[serde(rename = "unified")]
    Unified,
    /// `split`
    #[serde(rename = "split")]
    Split,
}

impl DiffLayout {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Unified, Self::Split];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unified => "unified",
            Self::Split => "split",
        }
    }
}

impl std::fmt::Display for DiffLayout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for DiffLayout {
    const SCHEMA: &'static str = "DiffLayout";
}

/// A side of a diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DiffSide {
    /// `old`
    #[serde(rename = "old")]
    Old,
    /// `new`
    #[serde(rename = "new")]
    New,
}

impl DiffSide {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Old, Self::New];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Old => "old",
            Self::New => "new",
        }
    }
}

impl std::fmt::Display for DiffSide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for DiffSide {
    const SCHEMA: &'static str = "DiffSide";
}

/// Put aside without an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Dismissed {
    /// True if the person does not want to be asked about this again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_asking: Option<bool>,
}

/// A kept draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    pub ask_id: AskId,
    /// Counts the edits; an edit made on an older version is refused with the code `draft.stale`.
    pub version: i32,
    pub content: DraftContent,
    pub updated_at: Timestamp,
    /// True if this was a reply that was held and never sent, because the server ended before its time
    /// or it no longer fitted the ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsent: Option<bool>,
}

impl Message for Draft {
    const SCHEMA: &'static str = "Draft";
}

/// A comment that is not sent yet. Its words may still be missing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DraftComment {
    /// The JSON pointer, within the ask, of the block: `/prompt/content/0`.
    pub place: String,
    /// The file, by the name the block gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// In a diff: whether the line stands in the old or in the new file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<DiffSide>,
    /// The first line, counted from 1: of the file, or of the block's own text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i32>,
    /// The last line, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_line: Option<i32>,
    /// The lines or words that are commented on.
    pub quote: String,
    /// The comment, as markdown.
    pub text: String,
}

impl Message for DraftComment {
    const SCHEMA: &'static str = "DraftComment";
}

/// What the person has typed or picked for an ask and not sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftContent {
    /// The words in the box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The choices picked, by label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<Vec<String>>,
    /// The action that was armed, such as `approved` or `follow_up`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The words and ticks on the points of a briefing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<DraftPoint>>,
    /// The comments on single places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<Vec<DraftComment>>,
    /// Pictures for the reply: the ids of uploads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub images: Option<Vec<String>>,
}

impl Message for DraftContent {
    const SCHEMA: &'static str = "DraftContent";
}

/// A draft to be kept. All of it together may be at most 256 KiB.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftInput {
    /// The version this edit was made on; 0 if there was no draft.
    pub version: i32,
    pub content: DraftContent,
}

impl Message for DraftInput {
    const SCHEMA: &'static str = "DraftInput";
}

/// What the person has put together for one point of a briefing and not sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftPoint {
    pub point: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved: Option<bool>,
    /// Pictures for the point: the ids of uploads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub images: Option<Vec<String>>,
}

impl Message for DraftPoint {
    const SCHEMA: &'static str = "DraftPoint";
}

/// One turn after the opening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "author")]
pub enum Entry {
    /// `author` is `human`.
    #[serde(rename = "human")]
    Human(HumanEntry),
    /// `author` is `agent`.
    #[serde(rename = "agent")]
    Agent(AgentEntry),
}

impl Entry {
    /// The value of `author`, which tells the options apart.
    #[must_use]
    pub const fn tag(&self) -> &'static str {
        match self {
            Self::Human(_) => "human",
            Self::Agent(_) => "agent",
        }
    }
}

impl Message for Entry {
    const SCHEMA: &'static str = "Entry";
}

/// Lets a client that cannot set headers on a socket, such as a browser, onto the event socket one
/// time. It is offered as the subprotocol `loopback.ticket.<ticket>` beside the revision's own, and
/// must be used within a minute. A ticket seen in a log is therefore worth nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EventTicket {
    pub ticket: String,
    pub expires_at: Timestamp,
}

impl Message for EventTicket {
    const SCHEMA: &'static str = "EventTicket";
}

/// What a text to take away is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ExportFormat {
    /// `markdown`
    #[serde(rename = "markdown")]
    Markdown,
    /// `json`
    #[serde(rename = "json")]
    Json,
}

impl ExportFormat {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Markdown, Self::Json];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Json => "json",
        }
    }
}

impl std::fmt::Display for ExportFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for ExportFormat {
    const SCHEMA: &'static str = "ExportFormat";
}

/// A question back to the agent before anything is decided. Until the agent answers, it is its move.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FollowUp {
    pub question: String,
    /// Pictures that go with the words: the ids of uploads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub images: Option<Vec<String>>,
    /// The comments on single places, which the words repeat for the agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<Vec<LineComment>>,
    /// True if the person does not want to be asked about this again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_asking: Option<bool>,
}

/// Your answer to what the person asked back. With its content it may not exceed 256 KiB.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FollowUpInput {
    pub ask_id: AskId,
    /// Your answer, as markdown.
    pub answer: String,
    /// New things to look at that go with the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Vec<Block>>,
    /// False to get the ask's id at once instead of the reply; `wait_for_reply` gets the reply later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<bool>,
}

impl Message for FollowUpInput {
    const SCHEMA: &'static str = "FollowUpInput";
}

/// How an agent follows an ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Following {
    /// `call`
    #[serde(rename = "call")]
    Call,
    /// `task`
    #[serde(rename = "task")]
    Task,
}

impl Following {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Call, Self::Task];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Task => "task",
        }
    }
}

impl std::fmt::Display for Following {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for Following {
    const SCHEMA: &'static str = "Following";
}

/// A range of commits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GitRange {
    /// Where the diff starts: a commit, branch or tag.
    pub base: String,
    /// Where it ends. Left out, at the files as they are now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// Only these files and folders, from the root of the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paths: Option<Vec<String>>,
}

impl Message for GitRange {
    const SCHEMA: &'static str = "GitRange";
}

/// The values of `status` in [`Health`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum HealthStatus {
    /// `ok`
    #[serde(rename = "ok")]
    Ok,
}

impl HealthStatus {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Ok];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
        }
    }
}

impl std::fmt::Display for HealthStatus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// That the server answers, and which build it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    pub status: HealthStatus,
    /// When the build was made, as in the header `Loopback-Build`.
    pub build: String,
}

impl Message for Health {
    const SCHEMA: &'static str = "Health";
}

/// A reply that is sent when its time has come, unless the person takes it back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    pub reply: Reply,
    /// When it is sent.
    pub until: Timestamp,
}

impl Message for Held {
    const SCHEMA: &'static str = "Held";
}

/// A turn of the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HumanEntry {
    pub reply: Reply,
    /// The person, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Actor>,
    pub at: Timestamp,
    /// When an agent's client was first handed this reply. Absent until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivered_at: Option<Timestamp>,
    /// For a review: the SHA-256, in hex, of the prompt that was in front of the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// How the reply came in, unless from the window or a notification: `link`, `file`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub door: Option<String>,
}

/// A picture that was stored through an upload ticket before the ask was opened.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImageBlock {
    pub upload_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// From where the block was read. Set by Loopback for what was attached, never by an agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<ReadFrom>,
}

/// The image formats an upload may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ImageType {
    /// `image/png`
    #[serde(rename = "image/png")]
    Png,
    /// `image/jpeg`
    #[serde(rename = "image/jpeg")]
    Jpeg,
    /// `image/webp`
    #[serde(rename = "image/webp")]
    Webp,
    /// `image/gif`
    #[serde(rename = "image/gif")]
    Gif,
}

impl ImageType {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Png, Self::Jpeg, Self::Webp, Self::Gif];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
        }
    }
}

impl std::fmt::Display for ImageType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for ImageType {
    const SCHEMA: &'static str = "ImageType";
}

/// The address at which the person reads and replies.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InboxLink {
    pub url: String,
}

impl Message for InboxLink {
    const SCHEMA: &'static str = "InboxLink";
}

/// Asks where the person's inbox is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InboxRequest {
    /// Name an ask to get the address that shows it; without one the address is the inbox's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask_id: Option<AskId>,
}

impl Message for InboxRequest {
    const SCHEMA: &'static str = "InboxRequest";
}

/// A comment on one place of what the agent showed, sent with the reply whose words repeat it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LineComment {
    /// The JSON pointer, within the ask, of the block: `/prompt/content/0`.
    pub place: String,
    /// The file, by the name the block gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// In a diff: whether the line stands in the old or in the new file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<DiffSide>,
    /// The first line, counted from 1: of the file, or of the block's own text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i32>,
    /// The last line, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_line: Option<i32>,
    /// The lines or words that are commented on.
    pub quote: String,
    /// The comment, as markdown.
    pub text: String,
}

impl Message for LineComment {
    const SCHEMA: &'static str = "LineComment";
}

/// Asks which of your asks are open, and which replies you have not had.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListInput {
    /// Only those of this project, and with them those of sessions of yours that are over. Name it after a restart: without
    /// it they are found only where it is known in which directory you work, which it is not over HTTP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
}

impl Message for ListInput {
    const SCHEMA: &'static str = "ListInput";
}

/// One of the agent's own asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedAsk {
    pub ask_id: AskId,
    pub kind: AskKind,
    pub status: AskStatus,
    /// One plain line: the title, or the first line of the question.
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    pub created_at: Timestamp,
    /// The outcome of the newest reply, such as `approved`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// True if that reply has not been handed to any agent.
    pub undelivered: bool,
    /// What to do now, in plain words.
    pub next: String,
}

impl Message for ListedAsk {
    const SCHEMA: &'static str = "ListedAsk";
}

/// Another machine whose agents reach this inbox.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// By what the person named it to `loopback remote`.
    pub name: String,
}

impl Message for Machine {
    const SCHEMA: &'static str = "Machine";
}

/// All such machines, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineList {
    pub items: Vec<Machine>,
}

impl Message for MachineList {
    const SCHEMA: &'static str = "MachineList";
}

/// Text in GitHub-flavoured markdown: prose, a plan, a draft of something.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkdownBlock {
    pub text: String,
    /// From where the block was read. Set by Loopback for what was attached, never by an agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<ReadFrom>,
}

/// Where an agent runs. The bridge fills it in; the person sees by it which of several checkouts of one
/// project is asking.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The agent's working directory.
    pub cwd: String,
    /// The root of the repository that holds the working directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
    /// The branch that is checked out there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The name of the machine the agent runs on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// True if that is another machine, which the person lets agents in from, by the name they gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remote: Option<bool>,
    /// One run of one agent: asks with the same value come from the same run.
    pub session: String,
}

impl Message for Origin {
    const SCHEMA: &'static str = "Origin";
}

/// A point of a briefing together with its number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// `3` is the briefing's third point, `3.1` the first one beneath that.
    pub id: String,
    /// What the point says, in one line; this is all that shows until it is opened.
    pub title: String,
    /// The explanation beneath the line, as markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Code, diffs, images or further text that belong to the point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Vec<Block>>,
}

impl Message for Point {
    const SCHEMA: &'static str = "Point";
}

/// What you say on one point of a briefing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointAnswer {
    /// The number of the point, such as `3` or `3.1`.
    pub point: String,
    /// Your answer, as markdown.
    pub answer: String,
    /// New things to look at that go with the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Vec<Block>>,
    /// Smaller points this one falls into. They are numbered under it (`3.1`, `3.2`, …) and can be
    /// replied to like any other. Three levels are the most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<BriefingPoint>>,
}

impl Message for PointAnswer {
    const SCHEMA: &'static str = "PointAnswer";
}

/// What the person says on one point of a briefing: words, a tick, or both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointReply {
    pub point: String,
    /// Their words: a question, an objection, a remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether the point is done with, and all points under it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved: Option<bool>,
    /// Pictures that go with the words: the ids of uploads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub images: Option<Vec<String>>,
}

impl Message for PointReply {
    const SCHEMA: &'static str = "PointReply";
}

/// How the person wants the inbox to look and behave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Preferences {
    pub theme: Theme,
    /// The size of text, in percent of the usual.
    pub text_size: i32,
    pub density: Density,
    /// For how many seconds a reply is held, to be undone.
    pub undo_seconds: i32,
    pub advance: Advance,
    /// Whether single letters are commands.
    pub single_letter_keys: bool,
    /// The colours of code, by the name of one of `codeThemes`.
    pub code_theme: String,
    pub diff_layout: DiffLayout,
    /// Whether long lines of code are wrapped.
    pub wrap: bool,
    /// Ready-made words for a reply.
    pub quick_replies: Vec<QuickReply>,
}

impl Message for Preferences {
    const SCHEMA: &'static str = "Preferences";
}

/// The preferences, and what there is to choose from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreferencesInfo {
    pub preferences: Preferences,
    pub code_themes: Vec<CodeThemeInfo>,
    /// The file they are kept in.
    pub file: String,
}

impl Message for PreferencesInfo {
    const SCHEMA: &'static str = "PreferencesInfo";
}

/// What was refused, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The reason as a fixed word for programs, such as `ask.closed`.
    pub code: String,
    pub message: String,
}

impl Message for Problem {
    const SCHEMA: &'static str = "Problem";
}

/// How readily the agents of a project are to ask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectAsking {
    pub project: String,
    pub asking: Asking,
}

impl Message for ProjectAsking {
    const SCHEMA: &'static str = "ProjectAsking";
}

/// The projects in which the person wants to be asked less or more than usual.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectAskingList {
    pub items: Vec<ProjectAsking>,
}

impl Message for ProjectAskingList {
    const SCHEMA: &'static str = "ProjectAskingList";
}

/// A question that was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QuestionAsk {
    pub prompt: QuestionPrompt,
    /// Present if it was asked together with others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch: Option<Batch>,
    pub id: AskId,
    pub status: AskStatus,
    /// True while some agent follows the ask: a call is blocked on it, or a task for it is being polled.
    pub waiting: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Name and version of the MCP client the agent runs in, such as `claude-code 2.1.0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// Whose agent it was that asked, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raised_by: Option<Actor>,
    /// All turns since the opening, in order.
    pub thread: Vec<Entry>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_at: Option<Timestamp>,
    /// Present when the agent took the ask back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<Withdrawn>,
    /// Where the agent runs, if it came through the bridge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Present while a reply is held. The ask itself does not change until the reply is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<Held>,
    /// How the agent follows it. Absent while it is away; its reply is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub following: Option<Following>,
    /// How often an agent has come back to wait on, since the server started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewed: Option<i32>,
    /// Present if this agent asked the very same before and had its reply: it is not given again by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_before: Option<AnsweredBefore>,
}

/// A question to the person. Choices are optional, and the person can always write an answer of their
/// own instead. The whole input may not exceed 256 KiB.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionInput {
    /// What you want to know, as markdown.
    pub question: String,
    /// Two to six choices for the person to pick from. Their labels must differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<Choice>>,
    /// True if more than one choice may be picked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiple: Option<bool>,
    /// What the person has to know before answering, as markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// The name of the project you work in: the last part of `git rev-parse --show-toplevel`, or of the
    /// working directory where there is no repository. The person follows several projects in one
    /// inbox and recognises you by it.
    pub project: String,
    /// False to get the ask's id at once instead of the reply; `wait_for_reply` gets the reply later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<bool>,
}

impl Message for QuestionInput {
    const SCHEMA: &'static str = "QuestionInput";
}

/// One of several questions that are asked together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionItem {
    /// What you want to know, as markdown.
    pub question: String,
    /// Two to six choices for the person to pick from. Their labels must differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<Choice>>,
    /// True if more than one choice may be picked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiple: Option<bool>,
    /// What the person has to know before answering, as markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
}

impl Message for QuestionItem {
    const SCHEMA: &'static str = "QuestionItem";
}

/// What a question shows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionPrompt {
    pub question: String,
    pub options: Vec<Choice>,
    pub multiple: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
}

impl Message for QuestionPrompt {
    const SCHEMA: &'static str = "QuestionPrompt";
}

/// Up to ten questions that the person answers on one page, together or one by one. The whole input may
/// not exceed 256 KiB.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionsInput {
    pub questions: Vec<QuestionItem>,
    /// The name of the project you work in: the last part of `git rev-parse --show-toplevel`, or of the
    /// working directory where there is no repository. The person follows several projects in one
    /// inbox and recognises you by it.
    pub project: String,
    /// False to get the ids at once instead of the replies; `wait_for_reply` gets each reply later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<bool>,
}

impl Message for QuestionsInput {
    const SCHEMA: &'static str = "QuestionsInput";
}

/// The result of asking several questions together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QuestionsResult {
    pub batch_id: String,
    /// `replied` once all have a reply, `still_waiting` while some are open, `withdrawn` if none is open and some were
    /// taken back. Each result says how its own question stands.
    pub state: ToolState,
    /// One for each question, in the order in which they were asked.
    pub results: Vec<ToolResult>,
    /// What to do now, in plain words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl Message for QuestionsResult {
    const SCHEMA: &'static str = "QuestionsResult";
}

/// Ready-made words for a reply.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuickReply {
    pub text: String,
}

impl Message for QuickReply {
    const SCHEMA: &'static str = "QuickReply";
}

/// That a block was read from the disk of the agent's machine when the ask was opened: what it shows is what
/// was there, not what the agent said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadFrom {
    /// The file, from the root of its repository or else whole. Absent for a diff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// For a diff: the commit it starts from, in hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// The commit that was checked out, or that a diff ends at, in hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// True for a diff that ends at the files as they lay there, not at a commit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worktree: Option<bool>,
    /// For such a diff: the files beside it that git does not track, and which it therefore leaves out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub untracked: Option<Untracked>,
    pub at: Timestamp,
}

impl Message for ReadFrom {
    const SCHEMA: &'static str = "ReadFrom";
}

/// An ask's texts and blocks as HTML, each under its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RenderedAsk {
    pub ask_id: AskId,
    /// The `updatedAt` of the ask that was rendered.
    pub updated_at: Timestamp,
    pub parts: Vec<RenderedPart>,
}

impl Message for RenderedAsk {
    const SCHEMA: &'static str = "RenderedAsk";
}

/// One piece of an ask turned into HTML that is safe to insert.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenderedPart {
    /// The JSON pointer, within the ask, of what was rendered: `/prompt/content/0`, `/thread/2/answer`.
    pub place: String,
    /// HTML with classes and no scripts, styles or outside images.
    pub html: String,
    /// What the person should know about the piece: hidden characters, text that is no diff.
    pub warnings: Vec<String>,
}

impl Message for RenderedPart {
    const SCHEMA: &'static str = "RenderedPart";
}

/// A reply by the person. With `follow_up`, and with a `responded` that leaves a point open, the move
/// goes to the agent. All other replies close the ask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome")]
pub enum Reply {
    /// `outcome` is `answered`.
    #[serde(rename = "answered")]
    Answered(Answered),
    /// `outcome` is `approved`.
    #[serde(rename = "approved")]
    Approved(Approved),
    /// `outcome` is `changes_requested`.
    #[serde(rename = "changes_requested")]
    ChangesRequested(ChangesRequested),
    /// `outcome` is `follow_up`.
    #[serde(rename = "follow_up")]
    FollowUp(FollowUp),
    /// `outcome` is `dismissed`.
    #[serde(rename = "dismissed")]
    Dismissed(Dismissed),
    /// `outcome` is `responded`.
    #[serde(rename = "responded")]
    Responded(Responded),
}

impl Reply {
    /// The value of `outcome`, which tells the options apart.
    #[must_use]
    pub const fn tag(&self) -> &'static str {
        match self {
            Self::Answered(_) => "answered",
            Self::Approved(_) => "approved",
            Self::ChangesRequested(_) => "changes_requested",
            Self::FollowUp(_) => "follow_up",
            Self::Dismissed(_) => "dismissed",
            Self::Responded(_) => "responded",
        }
    }
}

impl Message for Reply {
    const SCHEMA: &'static str = "Reply";
}

/// The person's round on a briefing. The agent owes an answer on each point that has words and is not
/// resolved; once no point is open, the briefing closes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Responded {
    pub points: Vec<PointReply>,
    /// True if the person does not want to be asked about this again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_asking: Option<bool>,
}

/// A piece of work that was put up for review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewAsk {
    pub prompt: ReviewPrompt,
    /// The review of which this one is the next version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revises: Option<AskId>,
    pub id: AskId,
    pub status: AskStatus,
    /// True while some agent follows the ask: a call is blocked on it, or a task for it is being polled.
    pub waiting: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Name and version of the MCP client the agent runs in, such as `claude-code 2.1.0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// Whose agent it was that asked, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raised_by: Option<Actor>,
    /// All turns since the opening, in order.
    pub thread: Vec<Entry>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_at: Option<Timestamp>,
    /// Present when the agent took the ask back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<Withdrawn>,
    /// Where the agent runs, if it came through the bridge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Present while a reply is held. The ask itself does not change until the reply is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<Held>,
    /// How the agent follows it. Absent while it is away; its reply is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub following: Option<Following>,
    /// How often an agent has come back to wait on, since the server started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewed: Option<i32>,
    /// Present if this agent asked the very same before and had its reply: it is not given again by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_before: Option<AnsweredBefore>,
}

/// What changed in a review since the version before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewChanges {
    pub ask_id: AskId,
    /// The version before.
    pub since: String,
    /// What the person said about that version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feedback: Option<String>,
    pub parts: Vec<ChangedPart>,
    pub comments: Vec<CarriedComment>,
}

impl Message for ReviewChanges {
    const SCHEMA: &'static str = "ReviewChanges";
}

/// Work for the person to approve or send back. The whole input may not exceed 256 KiB: show what has
/// to be judged, or open several reviews.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewInput {
    pub title: String,
    /// The work itself, in reading order.
    pub content: Vec<Block>,
    /// What was changed and where to look first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// If this is a new version of a review that came back with changes requested: that review's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revises: Option<AskId>,
    /// Diffs and files to be read from disk and shown after `content`, so that you need not repeat them. They
    /// may be up to 4 MiB together. Only where you are connected through `loopback mcp`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attach: Option<Vec<Attachment>>,
    /// The name of the project you work in: the last part of `git rev-parse --show-toplevel`, or of the
    /// working directory where there is no repository. The person follows several projects in one
    /// inbox and recognises you by it.
    pub project: String,
    /// False to get the ask's id at once instead of the reply; `wait_for_reply` gets the reply later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<bool>,
}

impl Message for ReviewInput {
    const SCHEMA: &'static str = "ReviewInput";
}

/// What a review shows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewPrompt {
    pub title: String,
    pub content: Vec<Block>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
}

impl Message for ReviewPrompt {
    const SCHEMA: &'static str = "ReviewPrompt";
}

/// Where in an ask something was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SearchField {
    /// `title`
    #[serde(rename = "title")]
    Title,
    /// `prompt`
    #[serde(rename = "prompt")]
    Prompt,
    /// `thread`
    #[serde(rename = "thread")]
    Thread,
    /// `reply`
    #[serde(rename = "reply")]
    Reply,
}

impl SearchField {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Title, Self::Prompt, Self::Thread, Self::Reply];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Prompt => "prompt",
            Self::Thread => "thread",
            Self::Reply => "reply",
        }
    }
}

impl std::fmt::Display for SearchField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for SearchField {
    const SCHEMA: &'static str = "SearchField";
}

/// An ask in which something was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchHit {
    pub ask: AskSummary,
    pub field: SearchField,
    /// The words around the first place where it was found.
    pub snippet: Vec<SnippetPart>,
}

impl Message for SearchHit {
    const SCHEMA: &'static str = "SearchHit";
}

/// Some asks in which something was found, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchPage {
    pub items: Vec<SearchHit>,
    /// The value of `before` that gets the page after this one. The last page has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_before: Option<Timestamp>,
}

impl Message for SearchPage {
    const SCHEMA: &'static str = "SearchPage";
}

/// Which state of an ask the person has seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Seen {
    /// The ask's `updatedAt` when it was in front of them.
    pub updated_at: Timestamp,
}

impl Message for Seen {
    const SCHEMA: &'static str = "Seen";
}

/// Any frame of an event socket with the subprotocol `loopback.v1`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type")]
pub enum ServerEvent {
    /// `type` is `snapshot`.
    #[serde(rename = "snapshot")]
    Snapshot(SnapshotEvent),
    /// `type` is `ask.opened`.
    #[serde(rename = "ask.opened")]
    AskOpened(AskEvent),
    /// `type` is `ask.updated`.
    #[serde(rename = "ask.updated")]
    AskUpdated(AskEvent),
}

impl ServerEvent {
    /// The value of `type`, which tells the options apart.
    #[must_use]
    pub const fn tag(&self) -> &'static str {
        match self {
            Self::Snapshot(_) => "snapshot",
            Self::AskOpened(_) => "ask.opened",
            Self::AskUpdated(_) => "ask.updated",
        }
    }
}

impl Message for ServerEvent {
    const SCHEMA: &'static str = "ServerEvent";
}

/// A session that was just begun. Its token is shown this once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionGrant {
    pub id: String,
    /// The bearer token. It ends when it is revoked or the server stops.
    pub token: String,
}

impl Message for SessionGrant {
    const SCHEMA: &'static str = "SessionGrant";
}

/// Someone who holds a session with the person's rights.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionInfo {
    pub id: String,
    /// How the session began: `window`, `link` or `file`.
    pub door: String,
    pub created_at: Timestamp,
    /// True for the session that made this request.
    pub current: bool,
}

impl Message for SessionInfo {
    const SCHEMA: &'static str = "SessionInfo";
}

/// All sessions that are valid now.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionList {
    pub items: Vec<SessionInfo>,
}

impl Message for SessionList {
    const SCHEMA: &'static str = "SessionList";
}

/// A one-time code, to be exchanged for a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionRequest {
    pub code: String,
}

impl Message for SessionRequest {
    const SCHEMA: &'static str = "SessionRequest";
}

/// All open asks, the newest first, and those closed last.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    pub open: Vec<Ask>,
    pub recent: Vec<Ask>,
}

impl Message for Snapshot {
    const SCHEMA: &'static str = "Snapshot";
}

/// The frame that begins every event socket: the state all later frames build on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnapshotEvent {
    pub snapshot: Snapshot,
}

/// A piece of a line of text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnippetPart {
    pub text: String,
    /// True if this is what was searched for.
    pub hit: bool,
}

impl Message for SnippetPart {
    const SCHEMA: &'static str = "SnippetPart";
}

/// When the person wants to be reminded of an ask again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snooze {
    pub until: Timestamp,
}

impl Message for Snooze {
    const SCHEMA: &'static str = "Snooze";
}

/// Any frame of an event socket with the subprotocol `loopback.v2`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type")]
pub enum SummaryEvent {
    /// `type` is `snapshot`.
    #[serde(rename = "snapshot")]
    Snapshot(SummarySnapshotEvent),
    /// `type` is `ask.opened`.
    #[serde(rename = "ask.opened")]
    AskOpened(AskSummaryEvent),
    /// `type` is `ask.updated`.
    #[serde(rename = "ask.updated")]
    AskUpdated(AskSummaryEvent),
}

impl SummaryEvent {
    /// The value of `type`, which tells the options apart.
    #[must_use]
    pub const fn tag(&self) -> &'static str {
        match self {
            Self::Snapshot(_) => "snapshot",
            Self::AskOpened(_) => "ask.opened",
            Self::AskUpdated(_) => "ask.updated",
        }
    }
}

impl Message for SummaryEvent {
    const SCHEMA: &'static str = "SummaryEvent";
}

/// Some closed asks as rows, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SummaryPage {
    pub items: Vec<AskSummary>,
    /// The value of `before` that gets the page after this one. The last page has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_before: Option<Timestamp>,
}

impl Message for SummaryPage {
    const SCHEMA: &'static str = "SummaryPage";
}

/// All open asks as rows, the newest first, and those closed last.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummarySnapshot {
    pub open: Vec<AskSummary>,
    pub recent: Vec<AskSummary>,
}

impl Message for SummarySnapshot {
    const SCHEMA: &'static str = "SummarySnapshot";
}

/// The frame that begins an event socket of `loopback.v2`: the state as rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummarySnapshotEvent {
    pub snapshot: SummarySnapshot,
}

/// Light, dark, or as the system has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Theme {
    /// `system`
    #[serde(rename = "system")]
    System,
    /// `light`
    #[serde(rename = "light")]
    Light,
    /// `dark`
    #[serde(rename = "dark")]
    Dark,
}

impl Theme {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::System, Self::Light, Self::Dark];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

impl std::fmt::Display for Theme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for Theme {
    const SCHEMA: &'static str = "Theme";
}

/// The result of a tool that waited: the reply it waited for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolReply {
    pub ask_id: AskId,
    pub reply: Reply,
}

impl Message for ToolReply {
    const SCHEMA: &'static str = "ToolReply";
}

/// The result of every tool that waits. With a reply it holds all that `ToolReply` does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolResult {
    pub ask_id: AskId,
    pub state: ToolState,
    /// The person's reply, if `state` is `replied`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<Reply>,
    /// Why the ask was taken back, if `state` is `withdrawn`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What to do now, in plain words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl Message for ToolResult {
    const SCHEMA: &'static str = "ToolResult";
}

/// How a tool's wait ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ToolState {
    /// `replied`
    #[serde(rename = "replied")]
    Replied,
    /// `still_waiting`
    #[serde(rename = "still_waiting")]
    StillWaiting,
    /// `withdrawn`
    #[serde(rename = "withdrawn")]
    Withdrawn,
}

impl ToolState {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Replied, Self::StillWaiting, Self::Withdrawn];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Replied => "replied",
            Self::StillWaiting => "still_waiting",
            Self::Withdrawn => "withdrawn",
        }
    }
}

impl std::fmt::Display for ToolState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for ToolState {
    const SCHEMA: &'static str = "ToolState";
}

/// Files that git does not track.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Untracked {
    pub count: i32,
    /// The first of them, from the root of the repository.
    pub files: Vec<String>,
}

impl Message for Untracked {
    const SCHEMA: &'static str = "Untracked";
}

/// Proof that an image was stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadReceipt {
    pub upload_id: String,
    pub content_type: ImageType,
    pub size: i32,
}

impl Message for UploadReceipt {
    const SCHEMA: &'static str = "UploadReceipt";
}

/// Asks for a place to put an image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UploadRequest {
    pub content_type: ImageType,
}

impl Message for UploadRequest {
    const SCHEMA: &'static str = "UploadRequest";
}

/// A place to put one image, one time, until it expires.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadTicket {
    pub upload_id: String,
    /// `PUT` the bytes here, with their `Content-Type`. The address is all the credential needed.
    pub upload_url: String,
    pub expires_at: Timestamp,
    pub max_bytes: i32,
    /// A shell command that does the upload, once `FILE` is replaced by the image's path.
    pub command: String,
}

impl Message for UploadTicket {
    const SCHEMA: &'static str = "UploadTicket";
}

/// How much of each ask a listing holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum View {
    /// `full`
    #[serde(rename = "full")]
    Full,
    /// `summary`
    #[serde(rename = "summary")]
    Summary,
}

impl View {
    /// Every value, in the contract's order.
    pub const ALL: &'static [Self] = &[Self::Full, Self::Summary];

    /// The value as it stands in a message.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Summary => "summary",
        }
    }
}

impl std::fmt::Display for View {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Message for View {
    const SCHEMA: &'static str = "View";
}

/// The files of a review's diffs that the person has ticked off, in this version or one before it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ViewedFiles {
    /// For each file, the digest its HTML carries as `data-digest`. It is the same while its hunks are.
    pub digests: Vec<String>,
}

impl Message for ViewedFiles {
    const SCHEMA: &'static str = "ViewedFiles";
}

/// A file ticked off, or the tick taken away.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewedInput {
    pub digest: String,
    pub viewed: bool,
}

impl Message for ViewedInput {
    const SCHEMA: &'static str = "ViewedInput";
}

/// Asks for the reply to an ask that was opened before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WaitInput {
    /// The id of the ask, as the tool that opened it returned it.
    pub ask_id: AskId,
}

impl Message for WaitInput {
    const SCHEMA: &'static str = "WaitInput";
}

/// Whom the credentials belong to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whoami {
    pub space: String,
    pub actor: Actor,
}

impl Message for Whoami {
    const SCHEMA: &'static str = "Whoami";
}

/// Takes back an ask that needs no reply any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WithdrawInput {
    /// The id of the ask, as the tool that opened it returned it.
    pub ask_id: AskId,
    /// Why it is no longer needed, in a sentence the person will read.
    pub reason: String,
}

impl Message for WithdrawInput {
    const SCHEMA: &'static str = "WithdrawInput";
}

/// That an ask was taken back by its agent, why and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawn {
    pub reason: String,
    pub at: Timestamp,
}

impl Message for Withdrawn {
    const SCHEMA: &'static str = "Withdrawn";
}
