// The versions of a review, from the first to the newest that is known.

import type { Backend } from "../backend/backend";
import type { AskId, AskSummary } from "../contract";

/** A chain longer than this is not followed to its beginning. */
const LONGEST = 50;

/** What of the inbox is needed to follow a chain. */
export interface Rows {
  row(id: AskId): AskSummary | undefined;
  rows(): Iterable<AskSummary>;
}

export class Lineage {
  /** Those before the open one, oldest first. */
  before = $state.raw<readonly AskId[]>([]);

  readonly #rows: Rows;
  readonly #backend: Backend;

  constructor(
    readonly id: AskId,
    rows: Rows,
    backend: Backend,
  ) {
    this.#rows = rows;
    this.#backend = backend;
  }

  /** Those after it, oldest first. */
  readonly after = $derived.by(() => {
    const next = new Map<AskId, AskId>();
    for (const row of this.#rows.rows()) if (row.revises !== undefined) next.set(row.revises, row.id);
    const found: AskId[] = [];
    for (let id = next.get(this.id); id !== undefined && found.length < LONGEST; id = next.get(id)) found.push(id);
    return found;
  });

  /** Follows the chain back from the version that the open one revises. What is no row any more is fetched. */
  async load(revises: AskId | undefined): Promise<void> {
    const found: AskId[] = [];
    let id = revises;
    while (id !== undefined && found.length < LONGEST && !found.includes(id)) {
      found.unshift(id);
      const row = this.#rows.row(id);
      id = row ? row.revises : await this.#revisedBy(id);
    }
    this.before = found;
  }

  async #revisedBy(id: AskId): Promise<AskId | undefined> {
    try {
      const ask = await this.#backend.ask(id);
      return ask.kind === "review" ? ask.revises : undefined;
    } catch {
      return undefined;
    }
  }
}
