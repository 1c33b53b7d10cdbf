// The ask that is open: the whole of it and its rendered texts, kept current.

import { type Backend, Refused } from "../backend/backend";
import type { Ask, AskId, AskSummary, RenderedPart } from "../contract";

/** How long to wait for the rendered texts before the plain ones are shown, in milliseconds. */
const PLAIN_AFTER_MS = 50;

export class Reading {
  ask = $state.raw<Ask>();
  parts = $state.raw<ReadonlyMap<string, RenderedPart>>(new Map());
  /** `unknown`: there is no such ask. `away`: the server did not answer. */
  phase = $state<"loading" | "shown" | "unknown" | "away">("loading");

  #renderedAt: string | undefined;
  #asked = 0;
  #row: AskSummary | undefined;

  constructor(
    readonly id: AskId,
    private readonly backend: Backend,
  ) {}

  async load(): Promise<void> {
    const turn = ++this.#asked;
    const known = this.#row;
    const rendered = this.#render();
    try {
      const ask = await this.backend.ask(this.id);
      if (this.phase !== "shown") await Promise.race([rendered, new Promise((go) => setTimeout(go, PLAIN_AFTER_MS))]);
      if (turn !== this.#asked) return;
      this.#show(ask);
      // Its row changed while it was on its way.
      if (this.#row && this.#row !== known && differs(ask, this.#row)) void this.load();
    } catch (error) {
      if (this.phase === "shown" || turn !== this.#asked) return;
      this.phase = error instanceof Refused && error.status === 404 ? "unknown" : "away";
    }
  }

  /** Its row changed: fetch what is new, if anything is. */
  follow(row: AskSummary): void {
    this.#row = row;
    if (this.ask && differs(this.ask, row)) void this.load();
  }

  /** The ask as the server gave it back for something the person did. */
  acted(ask: Ask): void {
    // A quick agent may have moved again before this answer came: then its row is newer, and what it tells of counts.
    if (this.#row && this.#row.updatedAt > ask.updatedAt) return void this.load();
    this.#asked += 1;
    this.#show(ask);
    void this.#render();
  }

  #show(ask: Ask): void {
    this.ask = ask;
    this.phase = "shown";
    if (this.#renderedAt !== undefined && this.#renderedAt !== ask.updatedAt) void this.#render();
  }

  async #render(): Promise<void> {
    try {
      const rendered = await this.backend.rendered(this.id);
      if (this.#renderedAt !== undefined && rendered.updatedAt <= this.#renderedAt) return;
      this.#renderedAt = rendered.updatedAt;
      this.parts = new Map(rendered.parts.map((part) => [part.place, part]));
    } catch {
      // The plain texts are there; the next change tries again.
    }
  }
}

/** Whether a row tells of something that the whole ask at hand does not have. */
function differs(ask: Ask, row: AskSummary): boolean {
  const reply = ask.thread.findLast((entry) => entry.author === "human");
  return (
    ask.updatedAt !== row.updatedAt ||
    ask.status !== row.status ||
    ask.waiting !== row.waiting ||
    ask.thread.length !== row.turns ||
    reply?.deliveredAt !== row.deliveredAt
  );
}
