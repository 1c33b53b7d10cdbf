// Questions that were asked together, answered as one form: what a key or the one button does with all of them.
//
// Each question is answered by itself; this only knows which are on the page, which of them has the person's attention, and
// sends those that say something.

import type { AskId } from "../contract";
import type { Answering } from "./answering.svelte";
import type { Desk, Session } from "./session.svelte";

/** One question on the page. */
export interface Question {
  id: AskId;
  answering: Answering;
  /** Whether it is on the page, or cannot be. */
  readonly there: boolean;
  /** Whether it can be answered now. */
  readonly open: boolean;
}

export class Form implements Desk {
  busy = $state(false);
  trouble = $state<string>();
  #all = $state.raw<readonly Question[]>([]);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Puts a question on the form until the returned function is called. */
  add(question: Question): () => void {
    this.#all = [...this.#all, question];
    return () => (this.#all = this.#all.filter((one) => one !== question));
  }

  /** Whether all of them are on the page: from then on each stays where it is. */
  readonly there = $derived.by(() => this.#all.every((one) => one.there));

  /** Those that can be answered now. */
  readonly open: readonly Question[] = $derived.by(() => this.#all.filter((one) => one.open));

  /** Those of them whose draft says something. */
  readonly ready: readonly Question[] = $derived.by(() => this.open.filter(({ answering }) => answering.meant !== undefined));

  /** What is being answered: the one that has the address. */
  get #current(): Answering | undefined {
    return this.#all.find(({ id }) => id === this.#session.router.ask)?.answering;
  }

  /** Sends every answer there is; if one lacks something, none. */
  send(): void {
    void this.#send();
  }

  async #send(): Promise<void> {
    if (this.busy) return;
    this.trouble = undefined;
    const { ready } = this;
    if (ready.length === 0) {
      this.trouble = "Nothing is answered yet.";
      return;
    }
    const replies = [];
    for (const { id, answering } of ready) {
      const { meant } = answering;
      const built = meant && answering.built(meant);
      if (!built) {
        this.#session.router.select(id);
        this.trouble = "Nothing was sent: an answer lacks something.";
        return;
      }
      replies.push(built);
    }
    if (!this.#session.hands.maySend()) {
      this.trouble = "Not sent: it came too soon after these questions appeared. Press again.";
      return;
    }
    this.busy = true;
    try {
      const failed = await this.#session.replyTogether(replies);
      for (const { id, answering } of ready) {
        const error = failed.get(id);
        if (error !== undefined) answering.failed(error);
      }
      if (failed.size > 0) this.trouble = `Not sent: ${failed.size} of ${replies.length}. Your words are kept.`;
    } finally {
      this.busy = false;
    }
  }

  pick(index: number): void {
    this.#current?.pick(index);
  }

  arm(outcome: string): void {
    this.#current?.arm(outcome);
  }

  up(): boolean {
    if (this.trouble !== undefined) {
      this.trouble = undefined;
      return true;
    }
    return this.#current?.up() ?? false;
  }

  focus(): void {
    this.#current?.focus();
  }

  fill(words: string): void {
    this.#current?.fill(words);
  }

  async same(): Promise<void> {
    await this.#current?.same();
  }
}
