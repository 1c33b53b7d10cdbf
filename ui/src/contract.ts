// Generated from spec/openapi/2.json by spec/src/typescript.rs. Do not edit: change spec/main.tsp and
// run `cargo xtask gen`.
// SHA-256 of spec/main.tsp: 985291f498f71c4c153d82de28a57db4f3b214dda250d562f026b16bf6fb5f60

/** The revision of the contract these types are of. */
export const REVISION = 2;

/** A moment in UTC with milliseconds, such as `2026-11-30T17:03:33.123Z`. */
export type Timestamp = string;

/** The id of an ask. */
export type AskId = string;

/** Somebody with access: a person, or the agent a person let in. */
export interface Actor {
  /** Does not change for the same somebody. */
  id: string;
  /** The name to show, where one is known. */
  name?: string;
}

/** What the window does once a reply is sent. */
export type Advance = "next" | "stay" | "list";

/** A program that agents run in. */
export interface AgentClient {
  id: string;
  name: string;
  /** Whether something of it is on this machine. */
  installed: boolean;
  state: ClientState;
  /** The file that Loopback's entry stands in, or would. */
  file: string;
  /** In what way it is connected otherwise, or why its settings cannot be read: a line each. */
  details: string[];
  /** When one of its agents last asked something. */
  lastAskedAt?: Timestamp;
}

/** All clients that Loopback knows, those that are installed first. */
export interface AgentClientList {
  items: AgentClient[];
}

/** A turn of the agent: its answer to a question asked back, or to one point of a briefing. */
export interface AgentEntry {
  author: "agent";
  answer: string;
  content?: Block[];
  /** For a briefing: the point that is answered. */
  point?: string;
  /** The smaller points the answer added, with their numbers. */
  points?: Point[];
  at: Timestamp;
}

/** A question answered: by picking choices, in words, or both. */
export interface Answered {
  outcome: "answered";
  selected: string[];
  text?: string;
  /** Pictures that go with the words: the ids of uploads. */
  images?: string[];
  /** The comments on single places, which the words repeat for the agent. */
  comments?: LineComment[];
  /** True if the person does not want to be asked about this again. */
  stopAsking?: boolean;
}

/** A reply the person gave to the same words before. */
export interface AnsweredBefore {
  askId: AskId;
  reply: Reply;
  at: Timestamp;
}

/** A review found good; a note may go with it. */
export interface Approved {
  outcome: "approved";
  note?: string;
  /** Pictures that go with the words: the ids of uploads. */
  images?: string[];
  /** The comments on single places, which the words repeat for the agent. */
  comments?: LineComment[];
  /** True if the person does not want to be asked about this again. */
  stopAsking?: boolean;
}

/** What an agent wants from a person, from its opening through every turn to its end. */
export type Ask = QuestionAsk | ReviewAsk | BriefingAsk;

/** The part that all kinds of ask share. */
export interface AskCommon {
  id: AskId;
  status: AskStatus;
  /** True while some agent follows the ask: a call is blocked on it, or a task for it is being polled. */
  waiting: boolean;
  project?: string;
  /** Name and version of the MCP client the agent runs in, such as `claude-code 2.1.0`. */
  client?: string;
  /** Whose agent it was that asked, where known. */
  raisedBy?: Actor;
  /** All turns since the opening, in order. */
  thread: Entry[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
  closedAt?: Timestamp;
  /** Present when the agent took the ask back. */
  withdrawn?: Withdrawn;
  /** Where the agent runs, if it came through the bridge. */
  origin?: Origin;
  /** Present while a reply is held. The ask itself does not change until the reply is sent. */
  held?: Held;
  /** How the agent follows it. Absent while it is away; its reply is kept. */
  following?: Following;
  /** How often an agent has come back to wait on, since the server started. */
  renewed?: number;
  /** Present if this agent asked the very same before and had its reply: it is not given again by itself. */
  answeredBefore?: AnsweredBefore;
}

/** The frame for an ask that is new or different: a turn, its end, an agent that comes or goes. */
export interface AskEvent {
  type: "ask.opened" | "ask.updated";
  ask: Ask;
}

/**
 * The three things an agent can want from a person: a question answered, a piece of work judged, or a
 * list of points talked through one by one.
 */
export type AskKind = "question" | "review" | "briefing";

/** The agent's open asks and those whose reply it has not had, the newest first. */
export interface AskList {
  asks: ListedAsk[];
}

/** All asks, to take away. */
export interface AskLog {
  exportedAt: Timestamp;
  items: Ask[];
}

/** Some closed asks, the newest first. */
export interface AskPage {
  items: Ask[];
  /** The value of `before` that gets the page after this one. The last page has none. */
  nextBefore?: Timestamp;
}

/** Whose move it is, or that nobody's move is left. */
export type AskStatus = "awaiting_human" | "awaiting_agent" | "closed";

/** An ask as one row of a list: who, what, how old and whose move. */
export interface AskSummary {
  id: AskId;
  kind: AskKind;
  status: AskStatus;
  waiting: boolean;
  /** One plain line: the title, or the first line of the question. */
  title: string;
  project?: string;
  client?: string;
  origin?: Origin;
  /** The review of which this one is the next version. */
  revises?: AskId;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  closedAt?: Timestamp;
  /** The outcome of the newest reply, such as `approved`. */
  outcome?: string;
  /** When the newest reply was handed to the agent. Absent if there is none or it still waits. */
  deliveredAt?: Timestamp;
  /** True if the agent took the ask back. */
  withdrawn?: boolean;
  /** For a briefing: how many points are not resolved. */
  pointsOpen?: number;
  /** For a briefing: how many points there are. */
  pointsTotal?: number;
  /** How many turns the thread has. */
  turns: number;
  /** Present while a reply is held. */
  held?: Held;
  /** True if the person has not seen it as it is now. */
  unread?: boolean;
  /** Until when the person does not want to be reminded of it. */
  snoozedUntil?: Timestamp;
  /** True if the person has begun a reply. */
  drafted?: boolean;
  /** How the agent follows it. Absent while it is away; its reply is kept. */
  following?: Following;
  /** How often an agent has come back to wait on, since the server started. */
  renewed?: number;
  /** Present if it was asked together with others. */
  batch?: Batch;
}

/** The frame of `loopback.v2` for an ask that is new or different, as a row. */
export interface AskSummaryEvent {
  type: "ask.opened" | "ask.updated";
  ask: AskSummary;
}

/** How readily agents are to ask. */
export type Asking = "less" | "normal" | "more";

/** Something to be read from disk and shown: one of the two. */
export interface Attachment {
  /** The diff of a range of commits in the repository you work in. */
  git?: GitRange;
  /** A text or an image inside the repository you work in, by its path. */
  file?: string;
}

/** The place of a question among those that were asked together. */
export interface Batch {
  /** The same for all of them. */
  id: string;
  /** Its place, from 0. */
  index: number;
  /** How many there are. */
  size: number;
}

/** One part of what the person is shown. */
export type Block = MarkdownBlock | CodeBlock | DiffBlock | ImageBlock;

/** What became of one block between a review and its next version. */
export type BlockChange = "same" | "changed" | "added" | "removed";

/**
 * Your answers on a briefing. Every point the person wrote on and left unresolved needs one; other
 * open points may have one. The whole input may not exceed 256 KiB.
 */
export interface BriefingAnswerInput {
  askId: AskId;
  answers: PointAnswer[];
  /** False to get the ask's id at once instead of the reply; `wait_for_reply` gets the reply later. */
  wait?: boolean;
}

/** A list of points that was laid before the person. */
export interface BriefingAsk {
  kind: "briefing";
  prompt: BriefingPrompt;
  id: AskId;
  status: AskStatus;
  /** True while some agent follows the ask: a call is blocked on it, or a task for it is being polled. */
  waiting: boolean;
  project?: string;
  /** Name and version of the MCP client the agent runs in, such as `claude-code 2.1.0`. */
  client?: string;
  /** Whose agent it was that asked, where known. */
  raisedBy?: Actor;
  /** All turns since the opening, in order. */
  thread: Entry[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
  closedAt?: Timestamp;
  /** Present when the agent took the ask back. */
  withdrawn?: Withdrawn;
  /** Where the agent runs, if it came through the bridge. */
  origin?: Origin;
  /** Present while a reply is held. The ask itself does not change until the reply is sent. */
  held?: Held;
  /** How the agent follows it. Absent while it is away; its reply is kept. */
  following?: Following;
  /** How often an agent has come back to wait on, since the server started. */
  renewed?: number;
  /** Present if this agent asked the very same before and had its reply: it is not given again by itself. */
  answeredBefore?: AnsweredBefore;
}

/**
 * A list of points the person can take up one at a time: findings, options, steps, changes. The
 * person writes on a point or marks it resolved; you answer each point they wrote on, until all are
 * resolved. Points get their numbers from the server, counted through all sections, fifty at most.
 * The whole input may not exceed 256 KiB.
 */
export interface BriefingInput {
  title: string;
  /** What this is about and why it matters, as markdown. */
  summary?: string;
  /** One list of points, or several under headings. */
  sections: BriefingSection[];
  /**
   * The name of the project you work in: the last part of `git rev-parse --show-toplevel`, or of the
   * working directory where there is no repository. The person follows several projects in one
   * inbox and recognises you by it.
   */
  project: string;
  /** False to get the ask's id at once instead of the reply; `wait_for_reply` gets the reply later. */
  wait?: boolean;
}

/** A point of a briefing: one line, with more beneath it for whoever opens it. */
export interface BriefingPoint {
  /** What the point says, in one line; this is all that shows until it is opened. */
  title: string;
  /** The explanation beneath the line, as markdown. */
  detail?: string;
  /** Code, diffs, images or further text that belong to the point. */
  content?: Block[];
}

/** What a briefing shows at first; points that answers add later stand in the thread. */
export interface BriefingPrompt {
  title: string;
  summary?: string;
  sections: BriefingPromptSection[];
}

/** Numbered points that belong together. */
export interface BriefingPromptSection {
  title?: string;
  points: Point[];
}

/** Points that belong together, with a heading if one helps. */
export interface BriefingSection {
  title?: string;
  points: BriefingPoint[];
}

/** A comment on the version before, and where its line stands now. */
export interface CarriedComment {
  comment: LineComment;
  /** The JSON pointer of the block in the newer version that holds the line. Absent if it is gone. */
  place?: string;
  /** The number of its first line now. */
  line?: number;
}

/** One block of a review beside its counterpart in the version before. */
export interface ChangedPart {
  change: BlockChange;
  /** The JSON pointer of the block, or of the summary, in the newer version. Absent if it is gone. */
  place?: string;
  /** Its JSON pointer in the version before. Absent if it is new. */
  was?: string;
  /** The difference, as HTML that is safe to insert. Absent if nothing changed. */
  html?: string;
  warnings: string[];
}

/** A review that needs another round, with what should change. */
export interface ChangesRequested {
  outcome: "changes_requested";
  feedback: string;
  /** Pictures that go with the words: the ids of uploads. */
  images?: string[];
  /** The comments on single places, which the words repeat for the agent. */
  comments?: LineComment[];
  /** True if the person does not want to be asked about this again. */
  stopAsking?: boolean;
}

/** One of the choices a question offers. */
export interface Choice {
  label: string;
  description?: string;
}

/** What becomes of one of its files. */
export interface ClientFileChange {
  file: string;
  /** As a unified diff. */
  diff: string;
}

/** What is to become of a client. */
export type ClientGoal = "connected" | "disconnected";

/** What would be done to a client. Without files, everything is as it should be. */
export interface ClientPlan {
  files: ClientFileChange[];
  /** The client's own command, which is run first, with its arguments. */
  ownCommand?: string[];
  /** What is left for the person to do, if no file can say it. */
  byHand?: string;
}

/** How the settings of an agents' client and Loopback stand. */
export type ClientState = "absent" | "connected" | "otherwise" | "unreadable";

/** A piece of source code, which the person sees highlighted. */
export interface CodeBlock {
  type: "code";
  code: string;
  /** The language, by a name highlighters use: `rust`, `ts`, `python`. */
  language?: string;
  filename?: string;
  /** From where the block was read. Set by Loopback for what was attached, never by an agent. */
  read?: ReadFrom;
}

/** A choice of colours for code. */
export interface CodeThemeInfo {
  name: string;
  label: string;
}

/** How much work goes into a piece's HTML. */
export type Colour = "plain" | "full";

/** One reply of the person, as a line of a log. */
export interface Decision {
  askId: AskId;
  kind: AskKind;
  project?: string;
  client?: string;
  /** What was asked, in one plain line. */
  title: string;
  outcome: string;
  /** The reply in one plain line; empty if it has no words. */
  answer: string;
  at: Timestamp;
}

/** All replies, to take away. */
export interface DecisionLog {
  exportedAt: Timestamp;
  items: Decision[];
}

/** Some replies, the newest first. */
export interface DecisionPage {
  items: Decision[];
  /** The value of `before` that gets the page after this one. The last page has none. */
  nextBefore?: Timestamp;
}

/** How close rows stand. */
export type Density = "comfortable" | "compact";

/** A unified diff in the form `git diff` writes. */
export interface DiffBlock {
  type: "diff";
  diff: string;
  filename?: string;
  /** From where the block was read. Set by Loopback for what was attached, never by an agent. */
  read?: ReadFrom;
}

/** How the two sides of a diff stand. */
export type DiffLayout = "unified" | "split";

/** A side of a diff. */
export type DiffSide = "old" | "new";

/** Put aside without an answer. */
export interface Dismissed {
  outcome: "dismissed";
  /** True if the person does not want to be asked about this again. */
  stopAsking?: boolean;
}

/** A kept draft. */
export interface Draft {
  askId: AskId;
  /** Counts the edits; an edit made on an older version is refused with the code `draft.stale`. */
  version: number;
  content: DraftContent;
  updatedAt: Timestamp;
  /**
   * True if this was a reply that was held and never sent, because the server ended before its time
   * or it no longer fitted the ask.
   */
  unsent?: boolean;
}

/** A comment that is not sent yet. Its words may still be missing. */
export interface DraftComment {
  /** The JSON pointer, within the ask, of the block: `/prompt/content/0`. */
  place: string;
  /** The file, by the name the block gives it. */
  file?: string;
  /** In a diff: whether the line stands in the old or in the new file. */
  side?: DiffSide;
  /** The first line, counted from 1: of the file, or of the block's own text. */
  line?: number;
  /** The last line, if there are several. */
  endLine?: number;
  /** The lines or words that are commented on. */
  quote: string;
  /** The comment, as markdown. */
  text: string;
}

/** What the person has typed or picked for an ask and not sent. */
export interface DraftContent {
  /** The words in the box. */
  text?: string;
  /** The choices picked, by label. */
  selected?: string[];
  /** The action that was armed, such as `approved` or `follow_up`. */
  outcome?: string;
  /** The words and ticks on the points of a briefing. */
  points?: DraftPoint[];
  /** The comments on single places. */
  comments?: DraftComment[];
  /** Pictures for the reply: the ids of uploads. */
  images?: string[];
}

/** A draft to be kept. All of it together may be at most 256 KiB. */
export interface DraftInput {
  /** The version this edit was made on; 0 if there was no draft. */
  version: number;
  content: DraftContent;
}

/** What the person has put together for one point of a briefing and not sent. */
export interface DraftPoint {
  point: string;
  text?: string;
  resolved?: boolean;
  /** Pictures for the point: the ids of uploads. */
  images?: string[];
}

/** One turn after the opening. */
export type Entry = HumanEntry | AgentEntry;

/**
 * Lets a client that cannot set headers on a socket, such as a browser, onto the event socket one
 * time. It is offered as the subprotocol `loopback.ticket.<ticket>` beside the revision's own, and
 * must be used within a minute. A ticket seen in a log is therefore worth nothing.
 */
export interface EventTicket {
  ticket: string;
  expiresAt: Timestamp;
}

/** What a text to take away is written in. */
export type ExportFormat = "markdown" | "json";

/** A question back to the agent before anything is decided. Until the agent answers, it is its move. */
export interface FollowUp {
  outcome: "follow_up";
  question: string;
  /** Pictures that go with the words: the ids of uploads. */
  images?: string[];
  /** The comments on single places, which the words repeat for the agent. */
  comments?: LineComment[];
  /** True if the person does not want to be asked about this again. */
  stopAsking?: boolean;
}

/** Your answer to what the person asked back. With its content it may not exceed 256 KiB. */
export interface FollowUpInput {
  askId: AskId;
  /** Your answer, as markdown. */
  answer: string;
  /** New things to look at that go with the answer. */
  content?: Block[];
  /** False to get the ask's id at once instead of the reply; `wait_for_reply` gets the reply later. */
  wait?: boolean;
}

/** How an agent follows an ask. */
export type Following = "call" | "task";

/** A range of commits. */
export interface GitRange {
  /** Where the diff starts: a commit, branch or tag. */
  base: string;
  /** Where it ends. Left out, at the files as they are now. */
  head?: string;
  /** Only these files and folders, from the root of the repository. */
  paths?: string[];
}

/** The values of `status` in [`Health`]. */
export type HealthStatus = "ok";

/** That the server answers, and which build it is. */
export interface Health {
  status: HealthStatus;
  /** When the build was made, as in the header `Loopback-Build`. */
  build: string;
}

/** A reply that is sent when its time has come, unless the person takes it back. */
export interface Held {
  reply: Reply;
  /** When it is sent. */
  until: Timestamp;
}

/** A turn of the person. */
export interface HumanEntry {
  author: "human";
  reply: Reply;
  /** The person, where known. */
  by?: Actor;
  at: Timestamp;
  /** When an agent's client was first handed this reply. Absent until then. */
  deliveredAt?: Timestamp;
  /** For a review: the SHA-256, in hex, of the prompt that was in front of the person. */
  shown?: string;
  /** How the reply came in, unless from the window or a notification: `link`, `file`. */
  door?: string;
}

/** A picture that was stored through an upload ticket before the ask was opened. */
export interface ImageBlock {
  type: "image";
  uploadId: string;
  caption?: string;
  /** From where the block was read. Set by Loopback for what was attached, never by an agent. */
  read?: ReadFrom;
}

/** The image formats an upload may have. */
export type ImageType = "image/png" | "image/jpeg" | "image/webp" | "image/gif";

/** The address at which the person reads and replies. */
export interface InboxLink {
  url: string;
}

/** Asks where the person's inbox is. */
export interface InboxRequest {
  /** Name an ask to get the address that shows it; without one the address is the inbox's own. */
  askId?: AskId;
}

/** A comment on one place of what the agent showed, sent with the reply whose words repeat it. */
export interface LineComment {
  /** The JSON pointer, within the ask, of the block: `/prompt/content/0`. */
  place: string;
  /** The file, by the name the block gives it. */
  file?: string;
  /** In a diff: whether the line stands in the old or in the new file. */
  side?: DiffSide;
  /** The first line, counted from 1: of the file, or of the block's own text. */
  line?: number;
  /** The last line, if there are several. */
  endLine?: number;
  /** The lines or words that are commented on. */
  quote: string;
  /** The comment, as markdown. */
  text: string;
}

/** Asks which of your asks are open, and which replies you have not had. */
export interface ListInput {
  /**
   * Only those of this project, and with them those of sessions of yours that are over. Name it after a restart: without
   * it they are found only where it is known in which directory you work, which it is not over HTTP.
   */
  project?: string;
}

/** One of the agent's own asks. */
export interface ListedAsk {
  askId: AskId;
  kind: AskKind;
  status: AskStatus;
  /** One plain line: the title, or the first line of the question. */
  title: string;
  project?: string;
  createdAt: Timestamp;
  /** The outcome of the newest reply, such as `approved`. */
  outcome?: string;
  /** True if that reply has not been handed to any agent. */
  undelivered: boolean;
  /** What to do now, in plain words. */
  next: string;
}

/** Another machine whose agents reach this inbox. */
export interface Machine {
  /** By what the person named it to `loopback remote`. */
  name: string;
}

/** All such machines, by name. */
export interface MachineList {
  items: Machine[];
}

/** Text in GitHub-flavoured markdown: prose, a plan, a draft of something. */
export interface MarkdownBlock {
  type: "markdown";
  text: string;
  /** From where the block was read. Set by Loopback for what was attached, never by an agent. */
  read?: ReadFrom;
}

/**
 * Where an agent runs. The bridge fills it in; the person sees by it which of several checkouts of one
 * project is asking.
 */
export interface Origin {
  /** The agent's working directory. */
  cwd: string;
  /** The root of the repository that holds the working directory. */
  repository?: string;
  /** The branch that is checked out there. */
  branch?: string;
  /** The name of the machine the agent runs on. */
  host?: string;
  /** True if that is another machine, which the person lets agents in from, by the name they gave it. */
  remote?: boolean;
  /** One run of one agent: asks with the same value come from the same run. */
  session: string;
}

/** A point of a briefing together with its number. */
export interface Point {
  /** `3` is the briefing's third point, `3.1` the first one beneath that. */
  id: string;
  /** What the point says, in one line; this is all that shows until it is opened. */
  title: string;
  /** The explanation beneath the line, as markdown. */
  detail?: string;
  /** Code, diffs, images or further text that belong to the point. */
  content?: Block[];
}

/** What you say on one point of a briefing. */
export interface PointAnswer {
  /** The number of the point, such as `3` or `3.1`. */
  point: string;
  /** Your answer, as markdown. */
  answer: string;
  /** New things to look at that go with the answer. */
  content?: Block[];
  /**
   * Smaller points this one falls into. They are numbered under it (`3.1`, `3.2`, …) and can be
   * replied to like any other. Three levels are the most.
   */
  points?: BriefingPoint[];
}

/** What the person says on one point of a briefing: words, a tick, or both. */
export interface PointReply {
  point: string;
  /** Their words: a question, an objection, a remark. */
  text?: string;
  /** Whether the point is done with, and all points under it. */
  resolved?: boolean;
  /** Pictures that go with the words: the ids of uploads. */
  images?: string[];
}

/** How the person wants the inbox to look and behave. */
export interface Preferences {
  theme: Theme;
  /** The size of text, in percent of the usual. */
  textSize: number;
  density: Density;
  /** For how many seconds a reply is held, to be undone. */
  undoSeconds: number;
  advance: Advance;
  /** Whether single letters are commands. */
  singleLetterKeys: boolean;
  /** The colours of code, by the name of one of `codeThemes`. */
  codeTheme: string;
  diffLayout: DiffLayout;
  /** Whether long lines of code are wrapped. */
  wrap: boolean;
  /** Ready-made words for a reply. */
  quickReplies: QuickReply[];
}

/** The preferences, and what there is to choose from. */
export interface PreferencesInfo {
  preferences: Preferences;
  codeThemes: CodeThemeInfo[];
  /** The file they are kept in. */
  file: string;
}

/** What was refused, and why. */
export interface Problem {
  /** The reason as a fixed word for programs, such as `ask.closed`. */
  code: string;
  message: string;
}

/** How readily the agents of a project are to ask. */
export interface ProjectAsking {
  project: string;
  asking: Asking;
}

/** The projects in which the person wants to be asked less or more than usual. */
export interface ProjectAskingList {
  items: ProjectAsking[];
}

/** A question that was asked. */
export interface QuestionAsk {
  kind: "question";
  prompt: QuestionPrompt;
  /** Present if it was asked together with others. */
  batch?: Batch;
  id: AskId;
  status: AskStatus;
  /** True while some agent follows the ask: a call is blocked on it, or a task for it is being polled. */
  waiting: boolean;
  project?: string;
  /** Name and version of the MCP client the agent runs in, such as `claude-code 2.1.0`. */
  client?: string;
  /** Whose agent it was that asked, where known. */
  raisedBy?: Actor;
  /** All turns since the opening, in order. */
  thread: Entry[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
  closedAt?: Timestamp;
  /** Present when the agent took the ask back. */
  withdrawn?: Withdrawn;
  /** Where the agent runs, if it came through the bridge. */
  origin?: Origin;
  /** Present while a reply is held. The ask itself does not change until the reply is sent. */
  held?: Held;
  /** How the agent follows it. Absent while it is away; its reply is kept. */
  following?: Following;
  /** How often an agent has come back to wait on, since the server started. */
  renewed?: number;
  /** Present if this agent asked the very same before and had its reply: it is not given again by itself. */
  answeredBefore?: AnsweredBefore;
}

/**
 * A question to the person. Choices are optional, and the person can always write an answer of their
 * own instead. The whole input may not exceed 256 KiB.
 */
export interface QuestionInput {
  /** What you want to know, as markdown. */
  question: string;
  /** Two to six choices for the person to pick from. Their labels must differ. */
  options?: Choice[];
  /** True if more than one choice may be picked. */
  multiple?: boolean;
  /** What the person has to know before answering, as markdown. */
  context?: string;
  /**
   * The name of the project you work in: the last part of `git rev-parse --show-toplevel`, or of the
   * working directory where there is no repository. The person follows several projects in one
   * inbox and recognises you by it.
   */
  project: string;
  /** False to get the ask's id at once instead of the reply; `wait_for_reply` gets the reply later. */
  wait?: boolean;
}

/** One of several questions that are asked together. */
export interface QuestionItem {
  /** What you want to know, as markdown. */
  question: string;
  /** Two to six choices for the person to pick from. Their labels must differ. */
  options?: Choice[];
  /** True if more than one choice may be picked. */
  multiple?: boolean;
  /** What the person has to know before answering, as markdown. */
  context?: string;
}

/** What a question shows. */
export interface QuestionPrompt {
  question: string;
  options: Choice[];
  multiple: boolean;
  context?: string;
}

/**
 * Up to ten questions that the person answers on one page, together or one by one. The whole input may
 * not exceed 256 KiB.
 */
export interface QuestionsInput {
  questions: QuestionItem[];
  /**
   * The name of the project you work in: the last part of `git rev-parse --show-toplevel`, or of the
   * working directory where there is no repository. The person follows several projects in one
   * inbox and recognises you by it.
   */
  project: string;
  /** False to get the ids at once instead of the replies; `wait_for_reply` gets each reply later. */
  wait?: boolean;
}

/** The result of asking several questions together. */
export interface QuestionsResult {
  batchId: string;
  /**
   * `replied` once all have a reply, `still_waiting` while some are open, `withdrawn` if none is open and some were
   * taken back. Each result says how its own question stands.
   */
  state: ToolState;
  /** One for each question, in the order in which they were asked. */
  results: ToolResult[];
  /** What to do now, in plain words. */
  next?: string;
}

/** Ready-made words for a reply. */
export interface QuickReply {
  text: string;
}

/**
 * That a block was read from the disk of the agent's machine when the ask was opened: what it shows is what
 * was there, not what the agent said.
 */
export interface ReadFrom {
  /** The file, from the root of its repository or else whole. Absent for a diff. */
  path?: string;
  /** For a diff: the commit it starts from, in hex. */
  base?: string;
  /** The commit that was checked out, or that a diff ends at, in hex. */
  head?: string;
  /** True for a diff that ends at the files as they lay there, not at a commit. */
  worktree?: boolean;
  /** For such a diff: the files beside it that git does not track, and which it therefore leaves out. */
  untracked?: Untracked;
  at: Timestamp;
}

/** An ask's texts and blocks as HTML, each under its place. */
export interface RenderedAsk {
  askId: AskId;
  /** The `updatedAt` of the ask that was rendered. */
  updatedAt: Timestamp;
  parts: RenderedPart[];
}

/** One piece of an ask turned into HTML that is safe to insert. */
export interface RenderedPart {
  /** The JSON pointer, within the ask, of what was rendered: `/prompt/content/0`, `/thread/2/answer`. */
  place: string;
  /** HTML with classes and no scripts, styles or outside images. */
  html: string;
  /** What the person should know about the piece: hidden characters, text that is no diff. */
  warnings: string[];
}

/**
 * A reply by the person. With `follow_up`, and with a `responded` that leaves a point open, the move
 * goes to the agent. All other replies close the ask.
 */
export type Reply = Answered | Approved | ChangesRequested | FollowUp | Dismissed | Responded;

/**
 * The person's round on a briefing. The agent owes an answer on each point that has words and is not
 * resolved; once no point is open, the briefing closes.
 */
export interface Responded {
  outcome: "responded";
  points: PointReply[];
  /** True if the person does not want to be asked about this again. */
  stopAsking?: boolean;
}

/** A piece of work that was put up for review. */
export interface ReviewAsk {
  kind: "review";
  prompt: ReviewPrompt;
  /** The review of which this one is the next version. */
  revises?: AskId;
  id: AskId;
  status: AskStatus;
  /** True while some agent follows the ask: a call is blocked on it, or a task for it is being polled. */
  waiting: boolean;
  project?: string;
  /** Name and version of the MCP client the agent runs in, such as `claude-code 2.1.0`. */
  client?: string;
  /** Whose agent it was that asked, where known. */
  raisedBy?: Actor;
  /** All turns since the opening, in order. */
  thread: Entry[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
  closedAt?: Timestamp;
  /** Present when the agent took the ask back. */
  withdrawn?: Withdrawn;
  /** Where the agent runs, if it came through the bridge. */
  origin?: Origin;
  /** Present while a reply is held. The ask itself does not change until the reply is sent. */
  held?: Held;
  /** How the agent follows it. Absent while it is away; its reply is kept. */
  following?: Following;
  /** How often an agent has come back to wait on, since the server started. */
  renewed?: number;
  /** Present if this agent asked the very same before and had its reply: it is not given again by itself. */
  answeredBefore?: AnsweredBefore;
}

/** What changed in a review since the version before it. */
export interface ReviewChanges {
  askId: AskId;
  /** The version before. */
  since: string;
  /** What the person said about that version. */
  feedback?: string;
  parts: ChangedPart[];
  comments: CarriedComment[];
}

/**
 * Work for the person to approve or send back. The whole input may not exceed 256 KiB: show what has
 * to be judged, or open several reviews.
 */
export interface ReviewInput {
  title: string;
  /** The work itself, in reading order. */
  content: Block[];
  /** What was changed and where to look first. */
  summary?: string;
  /** If this is a new version of a review that came back with changes requested: that review's id. */
  revises?: AskId;
  /**
   * Diffs and files to be read from disk and shown after `content`, so that you need not repeat them. They
   * may be up to 4 MiB together. Only where you are connected through `loopback mcp`.
   */
  attach?: Attachment[];
  /**
   * The name of the project you work in: the last part of `git rev-parse --show-toplevel`, or of the
   * working directory where there is no repository. The person follows several projects in one
   * inbox and recognises you by it.
   */
  project: string;
  /** False to get the ask's id at once instead of the reply; `wait_for_reply` gets the reply later. */
  wait?: boolean;
}

/** What a review shows. */
export interface ReviewPrompt {
  title: string;
  content: Block[];
  summary?: string;
}

/** Where in an ask something was found. */
export type SearchField = "title" | "prompt" | "thread" | "reply";

/** An ask in which something was found. */
export interface SearchHit {
  ask: AskSummary;
  field: SearchField;
  /** The words around the first place where it was found. */
  snippet: SnippetPart[];
}

/** Some asks in which something was found, the newest first. */
export interface SearchPage {
  items: SearchHit[];
  /** The value of `before` that gets the page after this one. The last page has none. */
  nextBefore?: Timestamp;
}

/** Which state of an ask the person has seen. */
export interface Seen {
  /** The ask's `updatedAt` when it was in front of them. */
  updatedAt: Timestamp;
}

/** Any frame of an event socket with the subprotocol `loopback.v1`. */
export type ServerEvent = SnapshotEvent | AskEvent;

/** A session that was just begun. Its token is shown this once. */
export interface SessionGrant {
  id: string;
  /** The bearer token. It ends when it is revoked or the server stops. */
  token: string;
}

/** Someone who holds a session with the person's rights. */
export interface SessionInfo {
  id: string;
  /** How the session began: `window`, `link` or `file`. */
  door: string;
  createdAt: Timestamp;
  /** True for the session that made this request. */
  current: boolean;
}

/** All sessions that are valid now. */
export interface SessionList {
  items: SessionInfo[];
}

/** A one-time code, to be exchanged for a session. */
export interface SessionRequest {
  code: string;
}

/** All open asks, the newest first, and those closed last. */
export interface Snapshot {
  open: Ask[];
  recent: Ask[];
}

/** The frame that begins every event socket: the state all later frames build on. */
export interface SnapshotEvent {
  type: "snapshot";
  snapshot: Snapshot;
}

/** A piece of a line of text. */
export interface SnippetPart {
  text: string;
  /** True if this is what was searched for. */
  hit: boolean;
}

/** When the person wants to be reminded of an ask again. */
export interface Snooze {
  until: Timestamp;
}

/** Any frame of an event socket with the subprotocol `loopback.v2`. */
export type SummaryEvent = SummarySnapshotEvent | AskSummaryEvent;

/** Some closed asks as rows, the newest first. */
export interface SummaryPage {
  items: AskSummary[];
  /** The value of `before` that gets the page after this one. The last page has none. */
  nextBefore?: Timestamp;
}

/** All open asks as rows, the newest first, and those closed last. */
export interface SummarySnapshot {
  open: AskSummary[];
  recent: AskSummary[];
}

/** The frame that begins an event socket of `loopback.v2`: the state as rows. */
export interface SummarySnapshotEvent {
  type: "snapshot";
  snapshot: SummarySnapshot;
}

/** Light, dark, or as the system has it. */
export type Theme = "system" | "light" | "dark";

/** The result of a tool that waited: the reply it waited for. */
export interface ToolReply {
  askId: AskId;
  reply: Reply;
}

/** The result of every tool that waits. With a reply it holds all that `ToolReply` does. */
export interface ToolResult {
  askId: AskId;
  state: ToolState;
  /** The person's reply, if `state` is `replied`. */
  reply?: Reply;
  /** Why the ask was taken back, if `state` is `withdrawn`. */
  reason?: string;
  /** What to do now, in plain words. */
  next?: string;
}

/** How a tool's wait ended. */
export type ToolState = "replied" | "still_waiting" | "withdrawn";

/** Files that git does not track. */
export interface Untracked {
  count: number;
  /** The first of them, from the root of the repository. */
  files: string[];
}

/** Proof that an image was stored. */
export interface UploadReceipt {
  uploadId: string;
  contentType: ImageType;
  size: number;
}

/** Asks for a place to put an image. */
export interface UploadRequest {
  contentType: ImageType;
}

/** A place to put one image, one time, until it expires. */
export interface UploadTicket {
  uploadId: string;
  /** `PUT` the bytes here, with their `Content-Type`. The address is all the credential needed. */
  uploadUrl: string;
  expiresAt: Timestamp;
  maxBytes: number;
  /** A shell command that does the upload, once `FILE` is replaced by the image's path. */
  command: string;
}

/** How much of each ask a listing holds. */
export type View = "full" | "summary";

/** The files of a review's diffs that the person has ticked off, in this version or one before it. */
export interface ViewedFiles {
  /** For each file, the digest its HTML carries as `data-digest`. It is the same while its hunks are. */
  digests: string[];
}

/** A file ticked off, or the tick taken away. */
export interface ViewedInput {
  digest: string;
  viewed: boolean;
}

/** Asks for the reply to an ask that was opened before. */
export interface WaitInput {
  /** The id of the ask, as the tool that opened it returned it. */
  askId: AskId;
}

/** Whom the credentials belong to. */
export interface Whoami {
  space: string;
  actor: Actor;
}

/** Takes back an ask that needs no reply any more. */
export interface WithdrawInput {
  /** The id of the ask, as the tool that opened it returned it. */
  askId: AskId;
  /** Why it is no longer needed, in a sentence the person will read. */
  reason: string;
}

/** That an ask was taken back by its agent, why and when. */
export interface Withdrawn {
  reason: string;
  at: Timestamp;
}
