// What a review changed since the version before it, and whether that or the whole of it is shown.

import { type Backend, Refused } from "../backend/backend";
import type { AskId, DiffLayout, ReviewChanges } from "../contract";

export type Shown = "changes" | "whole";

export class Revising {
  changes = $state.raw<ReviewChanges>();
  /** `none`: it revises nothing that can be compared. `away`: the server did not answer. */
  phase = $state<"loading" | "there" | "none" | "away">("loading");
  shown = $state<Shown>("changes");

  #asked = 0;

  constructor(
    readonly id: AskId,
    private readonly backend: Backend,
  ) {}

  async load(layout: DiffLayout): Promise<void> {
    const turn = ++this.#asked;
    try {
      const changes = await this.backend.changes(this.id, layout);
      if (turn !== this.#asked) return;
      this.changes = changes;
      this.phase = "there";
    } catch (error) {
      if (turn !== this.#asked || this.phase === "there") return;
      this.phase = error instanceof Refused ? "none" : "away";
    }
  }
}
