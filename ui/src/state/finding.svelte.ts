// Something looked up on the server by words, page by page: what was found, and how the looking goes.

import { Refused, Unreachable } from "../backend/backend";
import type { PageOf } from "../backend/backend";
import type { Timestamp } from "../contract";

/** How many are fetched at once. */
const PAGE = 40;

/** How long the person must not have typed before it is looked up, in milliseconds. */
const PAUSE_MS = 180;

interface Found<T> {
  items: T[];
  nextBefore?: Timestamp;
}

export class Finding<T> {
  items = $state.raw<readonly T[]>([]);
  /** `blank`: nothing is looked for. `refused` and `away` say why in `trouble`; what was found before stays. */
  phase = $state<"blank" | "loading" | "shown" | "refused" | "away">("blank");
  trouble = $state<string>();
  /** Whether there is more than what is shown. */
  more = $state<"end" | "more" | "loading" | "failed">("end");

  readonly #fetch: (q: string, page: PageOf) => Promise<Found<T>>;
  readonly #blank: "nothing" | "everything";
  #q: string | undefined;
  #before: Timestamp | undefined;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `blank`: what is found where there are no words. */
  constructor(fetch: (q: string, page: PageOf) => Promise<Found<T>>, blank: "nothing" | "everything") {
    this.#fetch = fetch;
    this.#blank = blank;
  }

  /** Looks for this once the person has stopped typing; `then` is called when it begins. */
  soon(q: string, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      then();
      void this.look(q);
    }, PAUSE_MS);
  }

  /** Looks for this now, unless it is what is shown. */
  async look(q: string, how: "if new" | "again" = "if new"): Promise<void> {
    clearTimeout(this.#timer);
    const words = q.trim();
    if (words === this.#q && how === "if new") return;
    this.#q = words;
    const turn = ++this.#turn;
    if (words === "" && this.#blank === "nothing") {
      this.items = [];
      this.more = "end";
      this.trouble = undefined;
      this.phase = "blank";
      return;
    }
    this.phase = "loading";
    try {
      const found = await this.#fetch(words, { limit: PAGE });
      if (turn !== this.#turn) return;
      this.items = found.items;
      this.#goesOn(found.nextBefore);
      this.trouble = undefined;
      this.phase = "shown";
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#q = undefined;
      this.trouble = explain(error);
      this.phase = error instanceof Refused ? "refused" : "away";
    }
  }

  /** Fetches the page after what is shown. */
  async older(): Promise<void> {
    if (this.#before === undefined || this.more === "loading" || this.#q === undefined) return;
    const turn = this.#turn;
    this.more = "loading";
    try {
      const found = await this.#fetch(this.#q, { limit: PAGE, before: this.#before });
      if (turn !== this.#turn) return;
      this.items = [...this.items, ...found.items];
      this.#goesOn(found.nextBefore);
    } catch (error) {
      explain(error);
      if (turn === this.#turn) this.more = "failed";
    }
  }

  #goesOn(before: Timestamp | undefined): void {
    this.#before = before;
    this.more = before === undefined ? "end" : "more";
  }
}

function explain(error: unknown): string {
  if (error instanceof Refused || error instanceof Unreachable) return error.message;
  throw error;
}
