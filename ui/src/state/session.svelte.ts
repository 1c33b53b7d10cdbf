// One person's sitting at the inbox: brings list, open ask, drafts and hands together, and does what the person says.

import { type Backend, type Following, Refused, Unreachable } from "../backend/backend";
import { tick } from "svelte";
import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { Ask, AskId, AskSummary, BriefingAsk, Reply } from "../contract";
import { isUnanswered, togetherWith } from "../logic/batches";
import { freshlyAnswered } from "../logic/briefing";
import { holdsWork } from "../logic/draft";
import { type Command, command, type Key, type Where } from "../logic/keys";
import { longestBlocked, nextAfter } from "../logic/order";
import { outcomeName } from "../logic/reply";
import { Drafts } from "./drafting.svelte";
import { Hands } from "./hands.svelte";
import { Holding } from "./holding.svelte";
import { Inbox } from "./inbox.svelte";
import { Listing } from "./listing.svelte";
import { News } from "./news.svelte";
import { Chosen } from "./preferences.svelte";
import { Reading } from "./reading.svelte";
import { Router } from "./router.svelte";
import { Snoozing } from "./snoozing.svelte";
import { Telling } from "./telling.svelte";

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
  /** Puts ready-made words into the box. Nothing is sent. */
  fill?(words: string): void;
  /** Puts what the person answered before into the draft. Nothing is sent. */
  same?(): Promise<void>;
}

/** What keys do in work that has files: set by whatever shows such work, and unset when it is gone. */
export interface Files {
  /** To the next or the previous file. */
  file(by: 1 | -1): void;
  /** To the next or the previous hunk. */
  hunk(by: 1 | -1): void;
}

/** What stands in the list's place, such as the results of a search. Its view provides it. */
export interface Beside {
  /** Puts the focus on where its words are typed. */
  focus(): void;
  /** The ids in the order shown, for moving through them. */
  order(): AskId[];
}

/** What lies over the page and takes all keys. */
export type Over = "help" | "palette" | "snooze" | "forsaken";

export class Session {
  readonly inbox: Inbox;
  readonly listing: Listing;
  readonly drafts: Drafts;
  readonly holding: Holding;
  readonly chosen: Chosen;
  readonly telling = new Telling();
  readonly snoozing: Snoozing;
  readonly router = new Router();
  readonly hands = new Hands();

  ended = $state(false);
  outdated = $state(false);
  afterword = $state.raw<Afterword>();
  /** For the live region: what a screen reader is told. */
  spoken = $state("");
  over = $state<Over>();
  /** The ask that is to be put off, while the person is asked for how long. */
  puttingOff = $state<AskId>();
  desk: Desk | undefined;
  files: Files | undefined;
  beside: Beside | undefined;

  /** How far down each ask was left, in pixels. */
  readonly places = new Map<AskId, number>();
  /** The asks that are on the page beside one another. */
  readonly #onPage = new SvelteMap<AskId, Reading>();
  readonly #opened = new Map<AskId, { turns: number; points: SvelteSet<string> }>();

  readonly reading = $derived.by(() => {
    const id = this.router.ask;
    return id === undefined ? undefined : new Reading(id, this.backend, this.chosen);
  });

  /** The questions that were asked together with the open one, which are shown as one form. */
  readonly together = $derived.by(() => togetherWith(this.inbox.row(this.router.ask), this.inbox.rows()));

  #following: Following | undefined;
  readonly #news = new News((words) => (this.spoken = words));

  constructor(readonly backend: Backend) {
    this.inbox = new Inbox(backend);
    this.listing = new Listing(this.inbox, this.router);
    this.drafts = new Drafts(backend);
    this.holding = new Holding(backend, { sent: (id, reply) => this.#forgetDraft(id, reply) });
    this.chosen = new Chosen(backend);
    this.snoozing = new Snoozing(backend, this.telling, (row) => this.inbox.did(row));
  }

  /** Starts following the inbox; ends with the returned function. */
  begin(): () => void {
    this.#following = this.backend.follow({
      snapshot: (snapshot) => {
        this.inbox.take(snapshot);
        this.holding.look(this.inbox.rows());
      },
      changed: (row, isNew) => {
        const before = this.inbox.row(row.id);
        this.inbox.change(row);
        this.holding.look([row]);
        const came = isNew || before?.status === "awaiting_agent";
        if (came && row.status === "awaiting_human") this.#news.came(row, isNew);
      },
      connected: (live) => {
        if (!live) return this.inbox.lost();
        void this.drafts.flush().then(() => this.#meetDraft());
        void this.chosen.load();
        void this.reading?.load();
        for (const reading of this.#onPage.values()) void reading.load();
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
    // Only the shell tells: a browser shows its downloads itself.
    const saved = (event: Event) => {
      const { path } = (event as CustomEvent<{ path?: string }>).detail;
      this.telling.tell({ words: path === undefined ? "The file could not be saved." : `Saved as ${path}` });
    };
    addEventListener("loopback:saved", saved);
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
        // So it may have done with the settings.
        void this.chosen.load();
      }),
    ];
    return () => {
      removeEventListener("loopback:saved", saved);
      removeEventListener("online", nudge);
      removeEventListener("pagehide", leave);
      removeEventListener("loopback:open", open);
      document.removeEventListener("visibilitychange", hide);
      for (const end of ends) end();
      this.#following?.stop();
    };
  }

  /** Another window may have written on the drafts of what is open meanwhile. */
  #meetDraft(): void {
    const open = new Set([this.router.ask, ...this.#onPage.keys()]);
    for (const id of open) if (id !== undefined) void this.drafts.of(id).load();
  }

  /** One of several asks that are on the page, until the returned function is called. */
  onPage(reading: Reading): () => void {
    this.#onPage.set(reading.id, reading);
    return () => {
      if (this.#onPage.get(reading.id) === reading) this.#onPage.delete(reading.id);
    };
  }

  /** The ask as it is on the page, if it is. */
  readingOf(id: AskId | undefined): Reading | undefined {
    if (id === undefined) return undefined;
    return this.#onPage.get(id) ?? (this.reading?.id === id ? this.reading : undefined);
  }

  /** The ask that is open, once it is there. */
  get openAsk(): Ask | undefined {
    return this.readingOf(this.router.ask)?.ask;
  }

  /** Shows an ask, as a link does. */
  open(id: AskId): void {
    this.afterword = undefined;
    this.listing.reveal(id);
    this.router.select(id);
  }

  /** Moves the selection through the list; keeps within it. */
  move(by: 1 | -1): AskId | undefined {
    const order = (this.beside ?? this.listing).order();
    const at = this.router.ask === undefined ? -1 : order.indexOf(this.router.ask);
    const id = at < 0 ? order[by === 1 ? 0 : order.length - 1] : order[at + by];
    if (id !== undefined) this.open(id);
    return id;
  }

  /** What a key means, given which keys the person wants. */
  command(key: Key, where: Where): Command | undefined {
    return command(key, where, this.chosen.current.singleLetterKeys ? "on" : "off");
  }

  /** Undoes what was done last: takes a held reply back, or an ask out of its snooze. */
  undoLast(): void {
    const { newest } = this.holding;
    if (newest) void this.undoAll(this.holding.goneWith(newest).map(({ id }) => id));
    else if (this.telling.notice?.undo) this.telling.notice.undo();
    else this.spoken = "There is nothing to undo.";
  }

  /** Asks for how long an ask is to be put off: the open one, if none is named. */
  putOff(id = this.router.ask): void {
    // The open ask may be there before the list is.
    const ask = this.inbox.row(id) ?? this.readingOf(id)?.ask;
    if (ask?.status === "awaiting_human" && !ask.held) {
      this.puttingOff = ask.id;
      this.over = "snooze";
    } else {
      this.telling.tell({ words: "Only an ask that waits for your reply can be snoozed." });
    }
  }

  /** Marks an ask as not seen, for the person to come back to. */
  async unsee(id: AskId): Promise<void> {
    try {
      await this.inbox.unsee(id);
      this.telling.tell({ words: "Marked as unread." });
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      this.telling.tell({ words: error.message });
    }
  }

  /** Goes to the search, or back to its words. */
  search(): void {
    if (this.router.place === "search") this.beside?.focus();
    else this.router.go("search");
  }

  /** Puts an ask off; `words` say until when. If it is the one that is open, the next is shown. */
  async snooze(id: AskId, until: Date, words: string): Promise<void> {
    const row = this.inbox.row(id);
    const all = togetherWith(row, this.inbox.rows())?.rows.filter(isUnanswered).map((one) => one.id) ?? [id];
    const isOpen = this.router.ask !== undefined && all.includes(this.router.ask);
    if (!(await this.snoozing.snooze(all, until, words)) || !row || !isOpen) return;
    this.hands.arm();
    const next = this.#nextAfter(row);
    if (!next) return this.router.up();
    this.router.select(next.id);
    await tick();
    this.desk?.focus();
  }

  openLongestBlocked(): void {
    const row = longestBlocked(this.inbox.rows(), this.inbox.now);
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

  /**
   * Gives a reply, which goes out when the time to undo it is over; then the next ask is shown. Throws what the backend
   * throws; then nothing is lost. The draft stays until the reply has gone.
   */
  async reply(ask: Ask, reply: Reply): Promise<void> {
    const after = await this.#give(ask, reply);
    this.#took(after);
    this.#goOn(after, outcomeName(reply.outcome));
  }

  /**
   * Gives replies to questions that were asked together, in one go. What could not be given, and why, is in what is
   * returned; the others are on their way all the same.
   */
  async replyTogether(all: readonly { ask: Ask; reply: Reply }[]): Promise<Map<AskId, unknown>> {
    const failed = new Map<AskId, unknown>();
    const given: Ask[] = [];
    const together = crypto.randomUUID();
    for (const { ask, reply } of all) {
      try {
        given.push(await this.#give(ask, reply, together));
      } catch (error) {
        failed.set(ask.id, error);
      }
    }
    for (const after of given) this.#took(after);
    const last = given.at(-1);
    if (last && failed.size === 0) this.#goOn(last, given.length === 1 ? "1 reply" : `${given.length} replies`);
    return failed;
  }

  async #give(ask: Ask, reply: Reply, together?: string): Promise<Ask> {
    await this.drafts.of(ask.id).flush();
    const row = this.inbox.row(ask.id);
    const after = await this.backend.reply(ask.id, reply, this.chosen.current.undoSeconds || undefined);
    if (row) this.holding.began(row, reply, after, together);
    else if (!after.held) this.#forgetDraft(ask.id, reply);
    return after;
  }

  /** Takes the newest held reply back, or that of the ask named, and shows its ask with everything in its draft. */
  async undo(id?: AskId): Promise<void> {
    await this.undoAll([id]);
  }

  /** Takes several held replies back, and shows the first of their asks. */
  async undoAll(ids: readonly (AskId | undefined)[]): Promise<void> {
    const back: Ask[] = [];
    for (const id of ids) {
      const ask = await this.holding.undo(id);
      if (!ask) continue;
      this.inbox.acted(ask);
      back.push(ask);
    }
    const ask = back.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))[0];
    if (!ask) return;
    this.open(ask.id);
    for (const one of back) this.#show(one);
    this.hands.arm();
    this.spoken = "Taken back. Nothing was sent.";
    await tick();
    this.desk?.focus();
  }

  /** A dismissal says nothing of what was typed: these words stay. */
  #forgetDraft(id: AskId, reply: Reply): void {
    const drafting = this.drafts.of(id);
    if (reply.outcome !== "dismissed" || !holdsWork(drafting.content)) void drafting.sent();
  }

  /** Closes an ask whose agent will not come back. */
  async close(ask: Ask): Promise<void> {
    const after = await this.backend.close(ask.id);
    this.#took(after);
    this.#goOn(after, outcomeName("dismissed"));
  }

  /** Takes a question asked back back. */
  async takeBack(ask: Ask): Promise<void> {
    const after = await this.backend.takeBack(ask.id);
    this.inbox.acted(after);
    this.#show(after);
    this.hands.arm();
    this.spoken = "Taken back. It is your move again.";
  }

  #took(after: Ask): void {
    this.inbox.acted(after);
    this.#show(after);
    this.hands.arm();
  }

  /** Says what was done, and shows what comes after it, as the person likes it. */
  #goOn(after: Ask, outcome: string): void {
    const row = this.inbox.row(after.id);
    const { undoSeconds, advance } = this.chosen.current;
    const said = after.held ? `${outcome}, sent in ${undoSeconds} seconds` : `Sent: ${outcome}`;
    this.spoken = `${said}.`;
    const left = this.together?.rows.find(isUnanswered);
    const isOpen = this.router.ask === after.id || this.together?.rows.some((one) => one.id === after.id) === true;
    if (!isOpen || !row) return;
    if (left && left.batch?.id === row.batch?.id) {
      // The rest of the form comes first.
      this.router.select(left.id);
      this.spoken = `${said}. Next: ${left.title}`;
      void tick().then(() => this.desk?.focus());
      return;
    }
    if (advance === "stay") return;
    if (advance === "list") return this.router.up();
    const next = this.#nextAfter(row);
    const afterword: Afterword = { id: after.id, title: row.title, outcome };
    if (next) {
      const project = next.project ?? "another ask";
      this.router.select(next.id);
      this.afterword = { ...afterword, next: project };
      this.spoken = `${said}. Next: ${project}. ${next.title}`;
      void tick().then(() => this.desk?.focus());
    } else {
      this.afterword = afterword;
      this.spoken = `${said}. Nothing else waits for you.`;
    }
  }

  /** The ask to show after this one: of those the filter lets through, while there are any. */
  #nextAfter(row: AskSummary): AskSummary | undefined {
    const { now } = this.inbox;
    return nextAfter(row, this.listing.rows(), now) ?? nextAfter(row, this.inbox.rows(), now);
  }

  #show(after: Ask): void {
    this.readingOf(after.id)?.acted(after);
  }
}

/** For the order of asks: as they were asked. */
function placeOf(ask: Ask): string {
  const index = ask.kind === "question" ? (ask.batch?.index ?? 0) : 0;
  return `${ask.createdAt} ${index.toString().padStart(2, "0")}`;
}
