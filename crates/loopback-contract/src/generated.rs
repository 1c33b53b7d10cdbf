// Generated from spec/openapi/2.json by spec/src/rust.rs. Do not edit: change spec/main.tsp and
// run `cargo xtask gen`.
// SHA-256 of spec/main.tsp: a41caf269dbaa0b56726631e01c618d09c40e1de89a78898e30aeb62c69a1cf4

//! The messages of the contract's newest revision.

use serde::{Deserialize, Serialize};

use crate::{AskId, Message, Timestamp};

pub(crate) mod tables;

/// Somebody with access: a person, or the agent a person let in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    pub selected: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A review found good; a note may go with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approved {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
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

/// Some closed asks, the newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
}

impl Message for AskSummary {
    const SCHEMA: &'static str = "AskSummary";
}

/// The frame of `loopback.v2` for an ask that is new or different, as a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskSummaryEvent {
    pub ask: AskSummary,
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

/// Your answers on a briefing. Every point the person wrote on and left unresolved needs one; other
/// open points may have one. The whole input may not exceed 256 KiB.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BriefingAnswerInput {
    pub ask_id: AskId,
    pub answers: Vec<PointAnswer>,
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
}

/// A list of points the person can take up one at a time: findings, options, steps, changes. The
/// person writes on a point or marks it resolved; you answer each point they wrote on, until all are
/// resolved. Points get their numbers from the server, counted through all sections, fifty at most.
/// The whole input may not exceed 256 KiB.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
}

impl Message for BriefingInput {
    const SCHEMA: &'static str = "BriefingInput";
}

/// A point of a briefing: one line, with more beneath it for whoever opens it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefingPromptSection {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub points: Vec<Point>,
}

impl Message for BriefingPromptSection {
    const SCHEMA: &'static str = "BriefingPromptSection";
}

/// Points that belong together, with a heading if one helps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BriefingSection {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub points: Vec<BriefingPoint>,
}

impl Message for BriefingSection {
    const SCHEMA: &'static str = "BriefingSection";
}

/// A review that needs another round, with what should change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangesRequested {
    pub feedback: String,
}

/// One of the choices a question offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl Message for Choice {
    const SCHEMA: &'static str = "Choice";
}

/// A piece of source code, which the person sees highlighted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodeBlock {
    pub code: String,
    /// The language, by a name highlighters use: `rust`, `ts`, `python`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
}

/// A unified diff in the form `git diff` writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiffBlock {
    pub diff: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
}

/// Put aside without an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dismissed {}

/// A kept draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    pub ask_id: AskId,
    /// Counts the edits; an edit made on an older version is refused with the code `draft.stale`.
    pub version: i32,
    pub content: DraftContent,
    pub updated_at: Timestamp,
}

impl Message for Draft {
    const SCHEMA: &'static str = "Draft";
}

/// What the person has typed or picked for an ask and not sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftPoint {
    pub point: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved: Option<bool>,
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

/// A question back to the agent before anything is decided. Until the agent answers, it is its move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FollowUp {
    pub question: String,
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
}

impl Message for FollowUpInput {
    const SCHEMA: &'static str = "FollowUpInput";
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
}

/// A picture that was stored through an upload ticket before the ask was opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImageBlock {
    pub upload_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InboxLink {
    pub url: String,
}

impl Message for InboxLink {
    const SCHEMA: &'static str = "InboxLink";
}

/// Asks where the person's inbox is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InboxRequest {
    /// Name an ask to get the address that shows it; without one the address is the inbox's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask_id: Option<AskId>,
}

impl Message for InboxRequest {
    const SCHEMA: &'static str = "InboxRequest";
}

/// Text in GitHub-flavoured markdown: prose, a plan, a draft of something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkdownBlock {
    pub text: String,
}

/// Where an agent runs. The bridge fills it in; the person sees by it which of several checkouts of one
/// project is asking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// One run of one agent: asks with the same value come from the same run.
    pub session: String,
}

impl Message for Origin {
    const SCHEMA: &'static str = "Origin";
}

/// A point of a briefing together with its number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointReply {
    pub point: String,
    /// Their words: a question, an objection, a remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether the point is done with, and all points under it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved: Option<bool>,
}

impl Message for PointReply {
    const SCHEMA: &'static str = "PointReply";
}

/// What was refused, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The reason as a fixed word for programs, such as `ask.closed`.
    pub code: String,
    pub message: String,
}

impl Message for Problem {
    const SCHEMA: &'static str = "Problem";
}

/// A question that was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QuestionAsk {
    pub prompt: QuestionPrompt,
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
}

/// A question to the person. Choices are optional, and the person can always write an answer of their
/// own instead. The whole input may not exceed 256 KiB.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
}

impl Message for QuestionInput {
    const SCHEMA: &'static str = "QuestionInput";
}

/// What a question shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Responded {
    pub points: Vec<PointReply>,
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
}

/// Work for the person to approve or send back. The whole input may not exceed 256 KiB: show what has
/// to be judged, or open several reviews.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The name of the project you work in: the last part of `git rev-parse --show-toplevel`, or of the
    /// working directory where there is no repository. The person follows several projects in one
    /// inbox and recognises you by it.
    pub project: String,
}

impl Message for ReviewInput {
    const SCHEMA: &'static str = "ReviewInput";
}

/// What a review shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewPrompt {
    pub title: String,
    pub content: Vec<Block>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
}

impl Message for ReviewPrompt {
    const SCHEMA: &'static str = "ReviewPrompt";
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionList {
    pub items: Vec<SessionInfo>,
}

impl Message for SessionList {
    const SCHEMA: &'static str = "SessionList";
}

/// A one-time code, to be exchanged for a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionRequest {
    pub code: String,
}

impl Message for SessionRequest {
    const SCHEMA: &'static str = "SessionRequest";
}

/// All open asks, the newest first, and those closed last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
