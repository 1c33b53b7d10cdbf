// Everything the page can ask of a server, and the ways that can fail. No component knows how it is done.

import type {
  AgentClient,
  AgentClientList,
  Ask,
  AskId,
  AskSummary,
  ClientGoal,
  ClientPlan,
  Colour,
  DecisionPage,
  DiffLayout,
  Draft,
  DraftInput,
  ExportFormat,
  MachineList,
  Preferences,
  PreferencesInfo,
  ProjectAsking,
  ProjectAskingList,
  RenderedAsk,
  Reply,
  ReviewChanges,
  SearchPage,
  SummaryPage,
  SummarySnapshot,
  Timestamp,
  UploadReceipt,
  ViewedFiles,
  ViewedInput,
} from "../contract";

export interface Backend {
  /** The whole of an ask. */
  ask(id: AskId): Promise<Ask>;
  /** Its texts and blocks as HTML that is safe to insert. */
  rendered(id: AskId, how?: RenderedHow): Promise<RenderedAsk>;
  /** What a review changed since the version it revises. Refused with `ask.no_revision` if it revises none. */
  changes(id: AskId, layout?: DiffLayout): Promise<ReviewChanges>;
  /** An ask and its thread as a text to take away. */
  asText(id: AskId, format: ExportFormat): Promise<string>;
  /** Closed asks before a moment, the newest first. */
  history(before: Timestamp, limit: number): Promise<SummaryPage>;
  /** Asks, open and closed, in which something was written. Refused if the query is not understood. */
  search(q: string, page: PageOf): Promise<SearchPage>;

  /** All replies of the person, those that suit the query. */
  decisions(q: string, page: PageOf): Promise<DecisionPage>;
  /** The same, whole, as a file. */
  decisionLog(q: string, format: ExportFormat): Promise<Blob>;
  /** Every ask with its thread, as a file. */
  everything(format: ExportFormat): Promise<Blob>;

  /**
   * Resolves once the reply is committed or, with `hold` in seconds, kept to be sent after that time; the ask as it is
   * then.
   */
  reply(id: AskId, reply: Reply, hold?: number): Promise<Ask>;
  /** Takes back a held reply. Refused with `ask.not_held` if it is too late. */
  undo(id: AskId): Promise<Ask>;
  /** Holds a held reply for so many seconds from now. Refused with `ask.not_held` if it is too late. */
  renew(id: AskId, hold: number): Promise<Ask>;
  /** Closes an ask on the agent's turn. */
  close(id: AskId): Promise<Ask>;
  /** Takes back a question asked back that no agent has yet. */
  takeBack(id: AskId): Promise<Ask>;

  /** Puts an ask off until a moment to come. */
  snooze(id: AskId, until: Timestamp): Promise<AskSummary>;
  /** Has an ask that was put off back. */
  wake(id: AskId): Promise<AskSummary>;
  /** The person has seen an ask as it was at `updatedAt`. */
  see(id: AskId, updatedAt: Timestamp): Promise<AskSummary>;
  unsee(id: AskId): Promise<AskSummary>;
  /** The programs agents run in, and how each and Loopback stand. */
  clients(): Promise<AgentClientList>;
  /** What connecting or disconnecting one would change. Refused with `client.refused` if it cannot be done. */
  planClient(id: string, goal: ClientGoal): Promise<ClientPlan>;
  /** Does it. Refused like `planClient`, and with `client.changed` if another program wrote a file meanwhile. */
  makeClient(id: string, goal: ClientGoal): Promise<AgentClient>;
  /** The other machines whose agents are let in. */
  machines(): Promise<MachineList>;
  /** Cuts off the agents of another machine. */
  revokeMachine(name: string): Promise<void>;
  /** Which files of a review's diffs are ticked off. */
  viewed(id: AskId): Promise<ViewedFiles>;
  view(id: AskId, file: ViewedInput): Promise<ViewedFiles>;

  /** The kept draft of an ask, if there is one. */
  draft(id: AskId): Promise<Draft | undefined>;
  /** `leaving`: the page may be gone before the answer comes; get it out of the door. */
  saveDraft(id: AskId, draft: DraftInput, how?: { leaving: boolean }): Promise<Draft>;
  discardDraft(id: AskId): Promise<void>;

  /** A stored image. */
  picture(uploadId: string): Promise<Blob>;
  /** Stores a picture of the person's own. Its type must be one of the contract's. */
  storePicture(picture: Blob): Promise<UploadReceipt>;

  preferences(): Promise<PreferencesInfo>;
  savePreferences(preferences: Preferences): Promise<PreferencesInfo>;

  /** The projects in which agents are to ask less or more than usual. */
  asking(): Promise<ProjectAskingList>;
  wishAsking(wish: ProjectAsking): Promise<ProjectAskingList>;

  /** Follows the inbox until the returned function is called, reconnecting by itself. */
  follow(listener: Listener): Following;
}

/** What of an ask is rendered, and how; all of it in full colour with diffs unified if left out. */
export interface RenderedHow {
  colour?: Colour;
  layout?: DiffLayout;
  /** Only the piece at this place. */
  place?: string;
  /** Gives up when it fires. */
  signal?: AbortSignal;
}

/** A page of something: what is older than `before`, and no more than `limit`. */
export interface PageOf {
  before?: Timestamp | undefined;
  limit: number;
}

export interface Listener {
  /** The whole state; comes first, and again after every gap. */
  snapshot(snapshot: SummarySnapshot): void;
  /** One ask is new or different. */
  changed(row: AskSummary, isNew: boolean): void;
  /** The connection is there (its snapshot has come), or lost. */
  connected(live: boolean): void;
  /** The session has ended; nothing more will come. */
  ended(): void;
}

export interface Following {
  /** Tries again now rather than at the end of the pause. */
  nudge(): void;
  stop(): void;
}

/** The server said no and why. The message is for the person. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "Refused";
  }
}

/** No answer came: the server is gone, or does not answer in time. Whether it acted is not known. */
export class Unreachable extends Error {
  constructor() {
    super("Loopback does not answer.");
    this.name = "Unreachable";
  }
}
