// One person's sitting at the inbox: brings list, open ask, drafts and hands together, and does what the person says.

import type { Backend, Following } from "../backend/backend";
import { tick } from "svelte";
import { SvelteSet } from "svelte/reactivity";
import type { Ask, AskId, AskSummary, BriefingAsk, Reply } from "../contract";
import { freshlyAnswered } from "../logic/briefing";
import { holdsWork } from "../logic/draft";
import { longestBlocked, nextAfter } from "../logic/order";
import { outcomeName } from "../logic/reply";
import { Drafts } from "./drafting.svelte";
import { Hands } from "./hands.svelte";
import { Inbox } from "./inbox.svelte";
import { Reading } from "./reading.svelte";
import { Router } from "./router.svelte";

/** How long news is gathered before it is spoken, in milliseconds. */
const GATHER_MS = 1_000;

/** What was just sent, told above the ask that came next. */
export interface Afterword {
  id: AskId;
  title: string;
  outcome: string;
  /** The project of the ask now shown; nothing if no other waits. */
  next?: string;
}

/** What keys do to the ask that is open. The open ask's view provides it. */
export interface Desk {
  send(): void;
  pick(index: number): void;
  arm(outcome: string): void;
  /** Undoes the innermost thing that is open or armed; false if there was none. */
  up(): boolean;
  /** Puts the focus on the ask. */
  focus(): void;
}

export class Session {
  readonly inbox: Inbox;
  readonly drafts: Drafts;
  readonly router = new Router();
  readonly hands = new Hands();

  ended = $state(false);
  outdated = $state(false);
  afterword = $state.raw<Afterword>();
  /** For the live region: what a screen reader is told. */
  spoken = $state("");
  desk: Desk | undefined;

  /** How far down each ask was left, in pixels. */
  readonly places = new Map<AskId, number>();
  readonly #opened = new Map<AskId, { turns: number; points: SvelteSet<string> }>();

  readonly reading = $derived.by(() => {
    const id = this.router.ask;
    return id === undefined ? undefined : new Reading(id, this.backend);
  });

  #following: Following | undefined;
  #news: string[] = [];
  #newsTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly backend: Backend) {
    this.inbox = new Inbox(backend);
    this.drafts = new Drafts(backend);
  }

  /** Starts following the inbox; ends with the returned function. */
  begin(): () => void {
    this.#following = this.backend.follow({
      snapshot: (snapshot) => this.inbox.take(snapshot),
      changed: (row, isNew) => {
        const before = this.inbox.row(row.id);
        this.inbox.change(row);
        const came = isNew || before?.status === "awaiting_agent";
        if (came && row.status === "awaiting_human") this.#announce(row, isNew);
      },
      connected: (live) => {
        if (!live) return this.inbox.lost();
        void this.drafts.flush().then(() => this.#meetDraft());
        void this.reading?.load();
      },
      ended: () => (this.ended = true),
    });
    const nudge = () => this.#following?.nudge();
    const hide = () => {
      if (document.visibilityState === "hidden") void this.drafts.flush({ leaving: true });
      else nudge();
    };
    const leave = () => void this.drafts.flush({ leaving: true });
    const open = (event: Event) => {
      const id: unknown = (event as CustomEvent<{ ask?: unknown } | null>).detail?.ask;
      if (typeof id === "string" && id !== "") this.open(id);
    };
    addEventListener("online", nudge);
    addEventListener("pagehide", leave);
    addEventListener("loopback:open", open);
    document.addEventListener("visibilitychange", hide);
    const ends = [
      this.router.listen(),
      this.inbox.tick(),
      this.hands.listen((focused) => {
        this.inbox.windowFocus(focused);
        if (!focused) return void this.drafts.flush();
        nudge();
        this.#meetDraft();
      }),
    ];
    return () => {
      removeEventListener("online", nudge);
      removeEventListener("pagehide", leave);
      removeEventListener("loopback:open", open);
      document.removeEventListener("visibilitychange", hide);
      for (const end of ends) end();
      this.#following?.stop();
    };
  }

  /** Another window may have written on the open ask's draft meanwhile. */
  #meetDraft(): void {
    if (this.router.ask !== undefined) void this.drafts.of(this.router.ask).load();
  }

  /** Shows an ask, as a link does. */
  open(id: AskId): void {
    this.afterword = undefined;
    this.inbox.reveal(id);
    this.router.select(id);
  }

  /** Moves the selection through the list; keeps within it. */
  move(by: 1 | -1): AskId | undefined {
    const order = this.inbox.order();
    const at = this.router.ask === undefined ? -1 : order.indexOf(this.router.ask);
    const id = at < 0 ? order[by === 1 ? 0 : order.length - 1] : order[at + by];
    if (id !== undefined) this.open(id);
    return id;
  }

  openLongestBlocked(): void {
    const row = longestBlocked(this.inbox.rows());
    if (row) this.open(row.id);
  }

  /** The points of a briefing that are open. Those the agent answers in a new round open by themselves. */
  openedPoints(ask: BriefingAsk): SvelteSet<string> {
    const known = this.#opened.get(ask.id);
    if (known?.turns === ask.thread.length) return known.points;
    const points = new SvelteSet([...(known?.points ?? []), ...freshlyAnswered(ask)]);
    this.#opened.set(ask.id, { turns: ask.thread.length, points });
    return points;
  }

  /** Sends a reply. Once it is committed, the next ask is shown. Throws what the backend throws; then nothing is lost. */
  async reply(ask: Ask, reply: Reply): Promise<void> {
    const drafting = this.drafts.of(ask.id);
    await drafting.flush();
    const after = await this.backend.reply(ask.id, reply);
    // A dismissal says nothing of what was typed: these words stay.
    const keepsWords = reply.outcome === "dismissed" && holdsWork(drafting.content);
    if (!keepsWords) void drafting.sent();
    this.#done(after, reply.outcome);
  }

  /** Closes an ask whose agent will not come back. */
  async close(ask: Ask): Promise<void> {
    this.#done(await this.backend.close(ask.id), "dismissed");
  }

  /** Takes a question asked back back. */
  async takeBack(ask: Ask): Promise<void> {
    const after = await this.backend.takeBack(ask.id);
    this.inbox.acted(after);
    this.#show(after);
    this.hands.arm();
    this.spoken = "Taken back. It is your move again.";
  }

  #done(after: Ask, outcome: string): void {
    const row = this.inbox.row(after.id);
    this.inbox.acted(after);
    this.#show(after);
    this.hands.arm();
    const said = outcomeName(outcome);
    if (this.router.ask !== after.id || !row) {
      this.spoken = `Sent: ${said}.`;
      return;
    }
    const next = nextAfter(row, this.inbox.rows());
    const afterword: Afterword = { id: after.id, title: row.title, outcome: said };
    if (next) {
      const project = next.project ?? "another ask";
      this.router.select(next.id);
      this.afterword = { ...afterword, next: project };
      this.spoken = `Sent: ${said}. Next: ${project}. ${next.title}`;
      void tick().then(() => this.desk?.focus());
    } else {
      this.afterword = afterword;
      this.spoken = `Sent: ${said}. Nothing else waits for you.`;
    }
  }

  #show(after: Ask): void {
    if (this.reading?.id === after.id) this.reading.acted(after);
  }

  /** Tells a screen reader what came in: one by its title, several in the same moment by their number. */
  #announce(row: AskSummary, isNew: boolean): void {
    const from = row.project ?? "an agent";
    this.#news.push(isNew ? `New from ${from}: ${row.title}` : `Answer from ${from}: ${row.title}`);
    this.#newsTimer ??= setTimeout(() => {
      this.spoken = this.#news.length === 1 ? (this.#news[0] ?? "") : `${this.#news.length} asks came in`;
      this.#news = [];
      this.#newsTimer = undefined;
    }, GATHER_MS);
  }
}
