// The list as the person sees it: every ask's row, in an order that holds still while somebody is looking.
//
// Rows are always current; where they stand changes only when nobody can be reading or pointing, or when the person
// asks for it. What came in meanwhile is counted for the "N new" pill.

import { SvelteMap } from "svelte/reactivity";
import type { Backend } from "../backend/backend";
import type { Ask, AskId, AskSummary, SummarySnapshot } from "../contract";
import { arrange, isDue, SECTION_NAMES, type SectionName } from "../logic/order";

/** How many closed asks a snapshot holds if there are as many. */
const RECENT = 50;

/** How many closed asks one step back into history brings. */
const PAGE = 50;

/** When to look again at what became of a reply, in milliseconds. */
const AFTER_REPLY_MS = 3_500;

/** How often ages are counted anew, in milliseconds. */
const TICK_MS = 20_000;

/** An event has ages counted anew if that was not done for so long, in milliseconds. */
const LOOK_MS = 2_000;

type Places = Record<SectionName, readonly AskId[]>;

const NOWHERE: Places = { mine: [], forsaken: [], agents: [], snoozed: [], closed: [] };

export class Inbox {
  /** `connecting` until the first snapshot; afterwards whether rows are current. */
  link = $state<"connecting" | "live" | "lost">("connecting");
  now = $state(Date.now());
  /** Whether there was a snapshot yet: without one, nothing is known of the asks, not even that there are none. */
  known = $state(false);
  history = $state<"more" | "loading" | "end" | "failed">("end");

  readonly #rows = new SvelteMap<AskId, AskSummary>();
  readonly #backend: Backend;
  #places = $state.raw<Places>(NOWHERE);
  #before: string | undefined;
  #pointerInside = false;
  /** Rows are to move as soon as the pointer has left. */
  #owed = false;
  #windowFocused = false;
  #reading = false;
  /** Marked unread by the person while it is open: stays so until they open it again. */
  #keptUnread: AskId | undefined;

  /** Where everything would stand if it moved now. */
  readonly #wanted = $derived(arrange(this.#rows.values(), this.now));

  /** The rows in the places where they are shown. */
  readonly sections = $derived(
    SECTION_NAMES.map((name) => ({
      name,
      rows: this.#places[name].flatMap((id) => this.#rows.get(id) ?? []),
    })),
  );

  /** Asks that became the person's move and are not shown so yet. */
  readonly arrivals = $derived.by(() => {
    const shown = new Set([...this.#places.mine, ...this.#places.forsaken]);
    return this.#wanted.mine.filter((row) => !shown.has(row.id));
  });

  /** How many asks are the person's move now, without those that nobody waits for. */
  readonly count = $derived(this.#wanted.mine.filter((row) => isDue(row, this.now)).length);
  readonly snoozedCount = $derived(this.#wanted.snoozed.length);
  readonly forsakenCount = $derived(this.#wanted.forsaken.filter((row) => isDue(row, this.now)).length);
  readonly agentsCount = $derived(this.#wanted.agents.length);

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** Counts ages anew from time to time until the returned function is called. */
  tick(): () => void {
    const timer = setInterval(() => (this.now = Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }

  rows(): Iterable<AskSummary> {
    return this.#rows.values();
  }

  row(id: AskId | undefined): AskSummary | undefined {
    return id === undefined ? undefined : this.#rows.get(id);
  }

  /** The ids in the order shown, for moving through them. */
  order(): AskId[] {
    return this.sections.flatMap((section) => section.rows.map((row) => row.id));
  }

  take(snapshot: SummarySnapshot): void {
    const oldest = snapshot.recent.at(-1);
    const continuous = oldest === undefined || this.#rows.get(oldest.id)?.status === "closed";
    const kept = continuous ? [...this.#rows.values()].filter((row) => row.status === "closed") : [];
    this.#rows.clear();
    for (const row of [...kept, ...snapshot.recent, ...snapshot.open]) this.#rows.set(row.id, row);
    if (!continuous || this.#before === undefined) {
      this.#before = oldest?.closedAt;
      this.history = snapshot.recent.length < RECENT ? "end" : "more";
    }
    this.now = Date.now();
    this.known = true;
    if (this.link === "connecting") this.settle();
    else this.#settleIfUnwatched();
    this.link = "live";
  }

  change(row: AskSummary): void {
    const before = this.#rows.get(row.id);
    this.#rows.set(row.id, row);
    this.#look();
    // A reply that was held has gone: what the person did themselves.
    if (before?.held && !row.held) this.#settleWhenNotPointed();
    else this.#settleIfUnwatched();
  }

  /** Every row is looked at again when the time is another: not for every event of a busy minute. */
  #look(): void {
    if (Date.now() - this.now >= LOOK_MS) this.now = Date.now();
  }

  lost(): void {
    if (this.link === "live") this.link = "lost";
    else if (this.link === "connecting") this.link = "lost";
  }

  /** The ask as the server gave it back for something the person did: its row follows at once. */
  acted(ask: Ask): void {
    const row = this.#rows.get(ask.id);
    if (row && row.updatedAt <= ask.updatedAt) {
      const last = ask.thread.at(-1);
      const { held: _, ...kept } = row;
      this.#rows.set(ask.id, {
        ...kept,
        ...(ask.held === undefined ? {} : { held: ask.held }),
        status: ask.status,
        waiting: ask.waiting,
        updatedAt: ask.updatedAt,
        ...(ask.closedAt === undefined ? {} : { closedAt: ask.closedAt }),
        ...(last?.author === "human" ? { outcome: last.reply.outcome } : {}),
        turns: ask.thread.length,
      });
    }
    this.#settleWhenNotPointed();
    setTimeout(() => (this.now = Date.now()), AFTER_REPLY_MS);
  }

  /** Moves every row to where it belongs. */
  settle(): void {
    this.#owed = false;
    const wanted = this.#wanted;
    this.#places = {
      mine: wanted.mine.map((row) => row.id),
      forsaken: wanted.forsaken.map((row) => row.id),
      agents: wanted.agents.map((row) => row.id),
      snoozed: wanted.snoozed.map((row) => row.id),
      closed: wanted.closed.map((row) => row.id),
    };
  }

  /** Makes sure that an ask which is opened has its row in the list. */
  reveal(id: AskId): void {
    if (this.#rows.has(id) && !this.order().includes(id)) this.#settleWhenNotPointed();
  }

  pointer(inside: boolean): void {
    this.#pointerInside = inside;
    if (!inside && this.#owed) this.settle();
    else this.#settleIfUnwatched();
  }

  /** Whether the person has something open that rows moving beside it would draw them away from. */
  reading(isReading: boolean): void {
    this.#reading = isReading;
    this.#settleIfUnwatched();
  }

  windowFocus(focused: boolean): void {
    this.#windowFocused = focused;
    this.#settleIfUnwatched();
  }

  /** What the person did themselves may move rows, though never under the pointer. */
  #settleWhenNotPointed(): void {
    if (this.#pointerInside) this.#owed = true;
    else this.settle();
  }

  /** An empty list has nothing that could move; otherwise only one that nobody looks at may. */
  #settleIfUnwatched(): void {
    const empty = SECTION_NAMES.every((name) => this.#places[name].length === 0);
    if (empty || (!this.#pointerInside && !(this.#windowFocused && this.#reading))) this.settle();
  }

  isUnread(row: AskSummary): boolean {
    return row.unread === true && row.status === "awaiting_human";
  }

  /** The person has the ask before them. */
  see(row: AskSummary): void {
    if (row.unread !== true || this.#keptUnread === row.id) return;
    this.#mark(row, false);
    this.#backend.see(row.id, row.updatedAt).catch(() => {
      // It shows as unread again with the next snapshot, and is seen again when it is opened.
    });
  }

  /** The person wants to come back to it as to something new. */
  async unsee(id: AskId): Promise<void> {
    const row = this.#rows.get(id);
    if (!row) return;
    this.#keptUnread = id;
    this.#mark(row, true);
    this.change(await this.#backend.unsee(id));
  }

  /** Another ask is open, or none: one marked unread is seen when it is opened again. */
  leave(): void {
    this.#keptUnread = undefined;
  }

  #mark(row: AskSummary, unread: boolean): void {
    const { unread: _, ...rest } = row;
    this.#rows.set(row.id, unread ? { ...rest, unread } : rest);
  }

  /** Dismisses an ask that nobody waits for. */
  async dismiss(id: AskId): Promise<void> {
    this.acted(await this.#backend.reply(id, { outcome: "dismissed" }));
  }

  /** A row as it is after something the person did. */
  did(row: AskSummary): void {
    this.#rows.set(row.id, row);
    this.now = Date.now();
    this.#settleWhenNotPointed();
  }

  async loadOlder(): Promise<void> {
    if (this.#before === undefined || this.history === "loading") return;
    this.history = "loading";
    try {
      const page = await this.#backend.history(this.#before, PAGE);
      for (const row of page.items) if (!this.#rows.has(row.id)) this.#rows.set(row.id, row);
      this.#before = page.nextBefore;
      this.history = page.nextBefore === undefined ? "end" : "more";
      // Older asks join below everything that is shown, so nothing moves.
      const shown = new Set(this.#places.closed);
      const joining = this.#wanted.closed.filter((row) => !shown.has(row.id) && page.items.some((one) => one.id === row.id));
      this.#places = { ...this.#places, closed: [...this.#places.closed, ...joining.map((row) => row.id)] };
    } catch {
      this.history = "failed";
    }
  }
}
