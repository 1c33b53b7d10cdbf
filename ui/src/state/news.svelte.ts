// What a screen reader is told of asks that come in: one by its title, several by their number, and never one burst
// right after the other.

import type { AskSummary } from "../contract";

/** How long news is gathered before it is spoken, in milliseconds. */
const GATHER_MS = 1_000;

/** How long nothing more is said after that, in milliseconds. */
const QUIET_MS = 10_000;

export class News {
  readonly #say: (words: string) => void;
  #gathered: { words: string; project: string }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(say: (words: string) => void) {
    this.#say = say;
  }

  came(row: AskSummary, isNew: boolean): void {
    const project = row.project ?? "an agent";
    this.#gathered.push({ words: `${isNew ? "New" : "Answer"} from ${project}: ${row.title}`, project });
    const quiet = this.#saidAt + QUIET_MS - Date.now();
    this.#timer ??= setTimeout(() => this.#tell(), Math.max(GATHER_MS, quiet));
  }

  #tell(): void {
    const [first, ...more] = this.#gathered;
    this.#gathered = [];
    this.#timer = undefined;
    this.#saidAt = Date.now();
    if (!first) return;
    if (more.length === 0) return this.#say(first.words);
    const from = more.every(({ project }) => project === first.project) ? ` from ${first.project}` : "";
    this.#say(`${more.length + 1} asks came in${from}`);
  }
}
