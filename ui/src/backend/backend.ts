// Everything the page can ask of a server, and the ways that can fail. No component knows how it is done.

import type {
  Ask,
  AskId,
  AskSummary,
  Draft,
  DraftInput,
  RenderedAsk,
  Reply,
  SummaryPage,
  SummarySnapshot,
  Timestamp,
} from "../contract";

export interface Backend {
  /** The whole of an ask. */
  ask(id: AskId): Promise<Ask>;
  /** Its texts and blocks as HTML that is safe to insert. */
  rendered(id: AskId): Promise<RenderedAsk>;
  /** Closed asks before a moment, the newest first. */
  history(before: Timestamp, limit: number): Promise<SummaryPage>;

  /** Resolves once the reply is committed; the ask as it is then. */
  reply(id: AskId, reply: Reply): Promise<Ask>;
  /** Closes an ask on the agent's turn. */
  close(id: AskId): Promise<Ask>;
  /** Takes back a question asked back that no agent has yet. */
  takeBack(id: AskId): Promise<Ask>;

  /** The kept draft of an ask, if there is one. */
  draft(id: AskId): Promise<Draft | undefined>;
  /** `leaving`: the page may be gone before the answer comes; get it out of the door. */
  saveDraft(id: AskId, draft: DraftInput, how?: { leaving: boolean }): Promise<Draft>;
  discardDraft(id: AskId): Promise<void>;

  /** A stored image. */
  picture(uploadId: string): Promise<Blob>;

  /** Follows the inbox until the returned function is called, reconnecting by itself. */
  follow(listener: Listener): Following;
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
