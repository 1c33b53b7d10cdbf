// Replies that are on their way out: held by the server for some seconds, to be taken back, then sent.
//
// The server counts, and sends when the time is over, whatever becomes of this page. A pause is real: while it lasts, the
// hold is renewed every second (see docs/decisions). What rows tell is what is shown; this only remembers what to say of
// those that were held a moment ago.

import { type Backend, Refused, Unreachable } from "../backend/backend";
import type { Ask, AskId, AskSummary, Held, Reply } from "../contract";
import { inALine, outcomeName } from "../logic/reply";

/** One reply on its way out, as the person is told of it. */
export interface Parting {
  id: AskId;
  title: string;
  project: string | undefined;
  /** The answer: what it was, and its words in a line. */
  outcome: string;
  words: string;
  /** `held`: can be taken back. `sent`: cannot. `kept`: was not sent, for the reason in `note`. */
  phase: "held" | "sent" | "kept";
  held: Held | undefined;
  /** How many turns the ask had when it was replied to. */
  turns: number;
  /** The same for replies that were given in one go. */
  together?: string | undefined;
  note?: string;
}

/** How often the count is shown anew while something counts, in milliseconds. */
const TICK_MS = 200;

/** How long the end of the matter is told, in milliseconds. */
const TOLD_MS = 4_000;

/** While paused, the server is told this often that it still is, in milliseconds. */
const RENEW_MS = 1_000;

/** With less than this left, it goes: a pause might come too late. In milliseconds. */
const TOO_LATE_MS = 600;

/** No pause is longer than this, for people who left their pointer there, in milliseconds. */
const LONGEST_PAUSE_MS = 60_000;

/** What the contract takes. */
const MOST_SECONDS = 10;

/** What happens elsewhere when a reply has left. */
export interface Farewell {
  /** The reply this page sent is committed. */
  sent(id: AskId, reply: Reply): void;
}

export class Holding {
  /** The newest first. */
  all = $state.raw<readonly Parting[]>([]);
  now = $state(Date.now());
  /** Whether the count stands still, as the server has agreed. */
  paused = $state(false);

  readonly #backend: Backend;
  readonly #farewell: Farewell;
  /** Replies of this page. */
  readonly #own = new Set<AskId>();
  readonly #undone = new Set<AskId>();
  /** How much was left of each when the pause began, in milliseconds. */
  #left: Map<AskId, number> | undefined;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #renewing: ReturnType<typeof setInterval> | undefined;
  #unpause: ReturnType<typeof setTimeout> | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(backend: Backend, farewell: Farewell) {
    this.#backend = backend;
    this.#farewell = farewell;
  }

  get newest(): Parting | undefined {
    return this.all.find((one) => one.phase === "held");
  }

  /** This one, and those that were given in one go with it, as far as they can still be taken back. */
  goneWith(parting: Parting): readonly Parting[] {
    const { together } = parting;
    if (together === undefined) return [parting];
    return this.all.filter((one) => one.together === together && one.phase === "held");
  }

  /** How much is left before a reply is sent, in whole seconds. */
  secondsLeft({ id, held }: Pick<Parting, "id" | "held">): number {
    const frozen = this.paused ? this.#left?.get(id) : undefined;
    const left = frozen ?? (held === undefined ? 0 : Date.parse(held.until) - this.now);
    return Math.max(0, Math.ceil(left / 1_000));
  }

  /** This page has replied, and this is what the server made of it. */
  began(row: AskSummary, reply: Reply, after: Ask, together?: string): void {
    this.#own.add(row.id);
    const parting = { ...partingOf(row, reply, after.held), together };
    this.#put({ ...parting, turns: after.held ? after.thread.length : after.thread.length - 1 });
    if (!after.held) this.#end(row.id, reply);
  }

  /** Brings what is shown in line with the rows. */
  look(rows: Iterable<AskSummary>): void {
    const known = new Map(this.all.map((one) => [one.id, one]));
    for (const row of rows) {
      const before = known.get(row.id);
      if (row.held && !this.#undone.has(row.id)) {
        if (before?.phase === "held") this.#put({ ...before, held: row.held });
        else this.#put(partingOf(row, row.held.reply, row.held));
      } else if (!row.held && before?.phase === "held") {
        this.#ended(before, row);
      }
    }
  }

  /** Takes a held reply back, the newest if none is named. Gives the ask, or nothing if it was too late. */
  async undo(id = this.newest?.id): Promise<Ask | undefined> {
    const parting = this.all.find((one) => one.id === id && one.phase === "held");
    if (!parting || this.#undone.has(parting.id)) return undefined;
    this.#undone.add(parting.id);
    this.#left?.delete(parting.id);
    try {
      // A renewal under way must not come after it.
      await this.#queue;
      const ask = await this.#backend.undo(parting.id);
      this.#drop(parting.id);
      this.#own.delete(parting.id);
      return ask;
    } catch (error) {
      if (error instanceof Refused) this.#close(parting, "sent", "Too late: it is sent.");
      else if (error instanceof Unreachable) this.#put({ ...parting, note: "Not taken back: Loopback does not answer." });
      else throw error;
      return undefined;
    } finally {
      this.#undone.delete(parting.id);
    }
  }

  /** Lets the count stand still, for as long as the person looks at it. */
  pause(): void {
    if (this.#left || !this.newest) return;
    const now = Date.now();
    const left = this.all.flatMap(({ id, phase, held }): [AskId, number][] => {
      const ms = phase === "held" && held ? Date.parse(held.until) - now : 0;
      return ms >= TOO_LATE_MS ? [[id, ms]] : [];
    });
    if (left.length === 0) return;
    this.#left = new Map(left);
    this.#renew(1);
    this.#renewing = setInterval(() => this.#renew(1), RENEW_MS);
    this.#unpause = setTimeout(() => this.resume(), LONGEST_PAUSE_MS);
  }

  /** The count goes on from where it stood. */
  resume(): void {
    if (!this.#left) return;
    clearInterval(this.#renewing);
    clearTimeout(this.#unpause);
    this.#renew(0);
    void this.#queue.then(() => (this.paused = false));
    this.#left = undefined;
  }

  /** Has each held for what was left of it and `spare` seconds more. */
  #renew(spare: number): void {
    for (const [id, left] of this.#left ?? []) {
      const seconds = Math.min(MOST_SECONDS, Math.max(1, Math.ceil(left / 1_000)) + spare);
      this.#queue = this.#queue.then(() => this.#holdAnew(id, seconds, spare > 0));
    }
  }

  async #holdAnew(id: AskId, seconds: number, paused: boolean): Promise<void> {
    const parting = this.all.find((one) => one.id === id && one.phase === "held");
    if (!parting || this.#undone.has(id)) return;
    try {
      const ask = await this.#backend.renew(id, seconds);
      this.#put({ ...parting, held: ask.held });
      if (paused && this.#left) this.paused = true;
    } catch {
      // It went, or the server is away: the rows tell.
      this.#left?.delete(id);
    }
  }

  #ended(parting: Parting, row: AskSummary): void {
    if (this.#undone.has(row.id)) return;
    const reply = parting.held?.reply;
    if (row.turns > parting.turns && reply) this.#end(row.id, reply);
    else if (row.withdrawn) this.#close(parting, "kept", "Not sent: the agent took this back. Your words are kept.");
    else if (row.status === "closed") this.#close(parting, "kept", "Not sent: this was closed meanwhile. Your words are kept.");
    // Taken back in another window, or the server ended before its time.
    else if (this.#own.delete(row.id)) this.#close(parting, "kept", "Not sent: it is a draft again.");
    else this.#drop(row.id);
  }

  #end(id: AskId, reply: Reply): void {
    const parting = this.all.find((one) => one.id === id);
    if (parting) this.#close(parting, "sent");
    if (this.#own.delete(id)) this.#farewell.sent(id, reply);
  }

  #close(parting: Parting, phase: "sent" | "kept", note?: string): void {
    const { note: _, ...rest } = parting;
    const told = { ...rest, phase, ...(note === undefined ? {} : { note }) };
    this.#put(told);
    setTimeout(() => {
      if (this.all.some((one) => one === told)) this.#drop(told.id);
    }, TOLD_MS);
  }

  #put(parting: Parting): void {
    const at = this.all.findIndex((one) => one.id === parting.id);
    this.all = at < 0 ? [parting, ...this.all] : this.all.with(at, parting);
    this.#tick();
  }

  #drop(id: AskId): void {
    this.all = this.all.filter((one) => one.id !== id);
    this.#tick();
  }

  #tick(): void {
    this.now = Date.now();
    const counting = this.newest !== undefined;
    if (counting) this.#ticking ??= setInterval(() => (this.now = Date.now()), TICK_MS);
    else {
      clearInterval(this.#ticking);
      this.#ticking = undefined;
      this.resume();
    }
  }
}

function partingOf(row: AskSummary, reply: Reply, held: Held | undefined): Parting {
  return {
    id: row.id,
    title: row.title,
    project: row.project,
    outcome: outcomeName(reply.outcome),
    words: inALine(reply),
    phase: "held",
    held,
    turns: row.turns,
  };
}
