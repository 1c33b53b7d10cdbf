// What the person is about to say to the ask that is open: picks, words, the armed action, and the way out of the door.

import { Refused, Unreachable } from "../backend/backend";
import type { Ask, BriefingAsk, DraftContent, Reply } from "../contract";
import { holdsWork, isEmpty } from "../logic/draft";
import { type BriefingTree, outlook, respond, respondAndResolveRest, withPoint } from "../logic/briefing";
import { build, isOutcome, type Outcome, outcomes, pick, unarmed } from "../logic/reply";
import { Annotating } from "./annotating.svelte";
import { Attaching, type Whither } from "./attaching.svelte";
import type { Drafting } from "./drafting.svelte";
import type { Desk, Session } from "./session.svelte";

/** Something the page asks the person in place before it sends. */
export type Doubt =
  /** Words or comments are there for a review and nothing says what they are. */
  | "note-or-changes"
  /** A briefing's round leaves points untouched. */
  | "untouched"
  /** Whether to close an ask without its agent. */
  | "close";

export class Answering implements Desk {
  busy = $state(false);
  doubt = $state<Doubt>();
  /** Why it was not sent. */
  trouble = $state<string>();

  readonly drafting: Drafting;
  readonly annotating: Annotating;
  readonly attaching: Attaching;
  /** Where the words are written: set by the view. */
  box: HTMLElement | undefined;
  #article: HTMLElement | undefined;
  #focusWhenThere = false;

  readonly #session: Session;
  readonly #ask: () => Ask | undefined;
  readonly #tree: () => BriefingTree | undefined;

  constructor(session: Session, id: string, ask: () => Ask | undefined, tree: () => BriefingTree | undefined) {
    this.#session = session;
    this.drafting = session.drafts.of(id);
    this.#ask = ask;
    this.#tree = tree;
    this.annotating = new Annotating(this.drafting, () => {
      const mine = this.#mine();
      return mine !== undefined && mine.kind !== "briefing";
    });
    this.attaching = new Attaching(session.backend, {
      images: (whither) => this.images(whither),
      add: (whither, uploadId) => this.#setImages(whither, [...this.images(whither), uploadId]),
    });
  }

  get draft(): DraftContent {
    return this.drafting.content;
  }

  get armed(): Outcome | undefined {
    const { outcome } = this.draft;
    return isOutcome(outcome) ? outcome : undefined;
  }

  /** What the draft comes to if it is sent as it is: nothing as long as it says nothing. */
  get meant(): Outcome | undefined {
    const { armed } = this;
    if (armed === "dismissed") return armed;
    return holdsWork(this.draft) ? (armed ?? this.ready) : undefined;
  }

  /** What Ctrl+Enter would do now, if that is clear. */
  get ready(): Outcome | undefined {
    const ask = this.#ask();
    if (!ask) return undefined;
    const outcome = this.armed ?? unarmed(ask.kind, this.draft);
    return outcome === "choose" ? undefined : outcome;
  }

  change(change: DraftContent): void {
    this.trouble = undefined;
    this.doubt = undefined;
    this.drafting.change(change);
  }

  /** The pictures in the draft, by their ids. */
  images(whither: Whither): readonly string[] {
    const of = whither === "reply" ? this.draft : this.draft.points?.find((one) => one.point === whither.point);
    return of?.images ?? [];
  }

  removeImage(whither: Whither, uploadId: string): void {
    this.#setImages(
      whither,
      this.images(whither).filter((one) => one !== uploadId),
    );
  }

  #setImages(whither: Whither, images: string[]): void {
    if (whither === "reply") this.change({ images });
    else this.changePoint(whither.point, { images });
  }

  changePoint(point: string, change: { text?: string; resolved?: boolean; images?: string[] }): void {
    this.change({ points: withPoint(this.draft.points ?? [], point, change) });
  }

  pick(index: number): void {
    const ask = this.#mine();
    const label = ask?.kind === "question" ? ask.prompt.options[index]?.label : undefined;
    if (ask?.kind === "question" && label !== undefined) {
      this.change({ selected: pick(ask, this.draft.selected ?? [], label) });
    }
  }

  arm(outcome: string): void {
    const ask = this.#mine();
    if (!ask || !isOutcome(outcome) || !outcomes(ask.kind).includes(outcome)) return;
    this.change({ outcome });
    if (outcome !== "dismissed") this.box?.focus();
  }

  /** Puts ready-made words into the box, after what is there. Nothing is sent. */
  fill(words: string): void {
    if (!this.#mine() || !this.box) return;
    const there = (this.draft.text ?? "").trimEnd();
    this.change({ text: there === "" ? words : `${there}\n\n${words}` });
    this.box.focus();
  }

  /** Puts what the person answered before into the draft. Nothing is sent. */
  async same(): Promise<void> {
    const { withSame } = await import("../logic/same");
    const ask = this.#mine();
    if (!ask?.answeredBefore) return;
    this.trouble = undefined;
    this.doubt = undefined;
    this.drafting.replace(withSame(ask, ask.answeredBefore.reply, this.draft));
    this.box?.focus();
  }

  disarm(): void {
    if (this.draft.outcome !== undefined) {
      const { outcome: _, ...rest } = this.draft;
      this.drafting.replace(rest);
    }
  }

  up(): boolean {
    if (this.doubt !== undefined) {
      this.doubt = undefined;
      return true;
    }
    if (this.armed !== undefined) {
      this.disarm();
      return true;
    }
    return false;
  }

  focus(): void {
    this.#focusWhenThere = this.#article === undefined;
    this.#article?.focus({ preventScroll: true });
  }

  /** The ask is on the page, or not any more. */
  set article(article: HTMLElement | undefined) {
    this.#article = article;
    if (article && this.#focusWhenThere) this.focus();
  }

  /** Ctrl+Enter: does what is armed or clear, asks where it is not. */
  send(): void {
    const ask = this.#mine();
    if (!ask) return;
    if (this.armed) return this.commit(this.armed);
    if (ask.kind === "briefing") return this.sendRound();
    const outcome = unarmed(ask.kind, this.draft);
    if (outcome === "choose") this.doubt = "note-or-changes";
    else this.commit(outcome);
  }

  /** Sends one outcome of a question or a review, or dismisses any ask. */
  commit(outcome: Outcome): void {
    const built = this.built(outcome);
    if (built) void this.#out(() => this.#session.reply(built.ask, built.reply));
  }

  /** The ask and the reply that this outcome comes to. Nothing if something is missing, which is then said. */
  built(outcome: Outcome): { ask: Ask; reply: Reply } | undefined {
    const ask = this.#mine();
    if (!ask) return undefined;
    const built = build(ask, outcome, this.draft);
    if ("missing" in built) {
      this.trouble = built.missing;
      if (outcome !== "answered") this.drafting.change({ outcome });
      this.box?.focus();
      return undefined;
    }
    const reply = this.#whole(built.reply);
    return reply && { ask, reply };
  }

  /** The reply was not taken, or it could not be asked whether it was. */
  failed(error: unknown): void {
    this.trouble = explain(error);
    if (error instanceof Refused) void this.#session.readingOf(this.drafting.id)?.load();
  }

  /** Sends a briefing's round, or asks what becomes of the points it says nothing on. */
  sendRound(rest?: "leave" | "resolve"): void {
    const ask = this.#mine();
    const tree = this.#tree();
    if (ask?.kind !== "briefing" || !tree) return;
    const points = this.draft.points ?? [];
    const seen = outlook(tree, points);
    if (seen.wordless !== undefined) {
      this.trouble = seen.missing;
      return;
    }
    if (rest === "resolve") return this.#reply(ask, respondAndResolveRest(tree, points));
    if (rest === undefined && seen.untouched.length > 0) {
      this.trouble = undefined;
      this.doubt = "untouched";
      return;
    }
    if (seen.missing) this.trouble = seen.missing;
    else this.#reply(ask, respond(tree, points));
  }

  /** Takes this ask's held reply back. */
  undo(): void {
    const id = this.#ask()?.id;
    if (id !== undefined) void this.#session.undo(id);
  }

  close(): void {
    const ask = this.#ask();
    if (ask?.status === "awaiting_agent") void this.#out(() => this.#session.close(ask));
  }

  takeBack(): void {
    const ask = this.#ask();
    if (ask?.status !== "awaiting_agent") return;
    const last = ask.thread.at(-1);
    const words = last?.author === "human" && last.reply.outcome === "follow_up" ? last.reply.question : undefined;
    void this.#out(async () => {
      await this.#session.takeBack(ask);
      if (words !== undefined && isEmpty(this.draft)) this.change({ text: words, outcome: "follow_up" });
    });
  }

  #reply(ask: Ask | BriefingAsk, reply: Reply): void {
    const whole = this.#whole(reply);
    if (whole) void this.#out(() => this.#session.reply(ask, whole));
  }

  /** The reply with what else goes with it. Nothing while that is still on its way. */
  #whole(reply: Reply): Reply | undefined {
    if (this.attaching.busy && reply.outcome !== "dismissed") {
      this.trouble = "Not sent: a picture is still being stored. Press again in a moment.";
      return undefined;
    }
    this.annotating.settle();
    return this.drafting.stopAsking ? { ...reply, stopAsking: true } : reply;
  }

  async #out(act: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    if (!this.#session.hands.maySend()) {
      this.trouble = "Not sent: it came too soon after this ask appeared. Press again.";
      return;
    }
    this.busy = true;
    this.trouble = undefined;
    try {
      await act();
      this.doubt = undefined;
    } catch (error) {
      this.failed(error);
    } finally {
      this.busy = false;
    }
  }

  /** The ask, while it is the person's move and they have not made it. */
  #mine(): Ask | undefined {
    const ask = this.#ask();
    return ask?.status === "awaiting_human" && !ask.held ? ask : undefined;
  }
}

function explain(error: unknown): string {
  if (error instanceof Unreachable) return "Not sent: Loopback does not answer. Your words are kept; try again.";
  if (error instanceof Refused) return `Not sent: ${error.message}`;
  throw error;
}
