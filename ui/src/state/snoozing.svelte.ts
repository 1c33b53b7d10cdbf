// Puts asks off until later, and has them back.

import { type Backend, Refused, Unreachable } from "../backend/backend";
import type { AskId, AskSummary } from "../contract";
import type { Telling } from "./telling.svelte";

export class Snoozing {
  readonly #backend: Backend;
  readonly #telling: Telling;
  readonly #did: (row: AskSummary) => void;

  /** `did`: takes the row as it is afterwards. */
  constructor(backend: Backend, telling: Telling, did: (row: AskSummary) => void) {
    this.#backend = backend;
    this.#telling = telling;
    this.#did = did;
  }

  /** Puts asks off; `words` say until when. Whether that came about. */
  async snooze(ids: readonly AskId[], until: Date, words: string): Promise<boolean> {
    return this.#try(async () => {
      for (const id of ids) this.#did(await this.#backend.snooze(id, until.toISOString()));
      this.#telling.tell({ words: `Snoozed until ${words}.`, undo: () => void this.wake(ids) });
    });
  }

  /** Has asks that were put off back. Whether that came about. */
  async wake(ids: readonly AskId[]): Promise<boolean> {
    return this.#try(async () => {
      for (const id of ids) this.#did(await this.#backend.wake(id));
      this.#telling.tell({ words: "Back in your inbox." });
    });
  }

  async #try(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      this.#telling.tell({ words: error.message });
      return false;
    }
  }
}
