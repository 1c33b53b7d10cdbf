// The ask that is open: the whole of it and its rendered texts, kept current.
//
// A light ask comes rendered in one go. A heavier one comes plain first, then its colours, piece by piece, what is on
// the screen before the rest; of a very heavy one only what comes near the screen is rendered at all.

import { getContext, onDestroy, setContext, untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { type Backend, Refused } from "../backend/backend";
import type { Ask, AskId, AskSummary, Colour, DiffLayout, RenderedPart } from "../contract";
import { hasChunks } from "../logic/chunks";
import { isQuick, type Weight, weightOf } from "../logic/weight";
import { Piece } from "./piece.svelte";
import type { Chosen } from "./preferences.svelte";
import { widthInRems } from "./room";
import { Viewed } from "./viewed.svelte";

/** How long to wait for the rendered texts before the ones the agent wrote are shown, in milliseconds. */
const PLAIN_AFTER_MS = 50;

/** Pieces that are coloured at one time. */
const LANES = 2;

/** The layouts that the person wanted for single asks, until the page is left. */
const wishes = new Map<AskId, DiffLayout>();

export class Reading {
  ask = $state.raw<Ask>();
  /** `unknown`: there is no such ask. `away`: the server did not answer. */
  phase = $state<"loading" | "shown" | "unknown" | "away">("loading");
  /** What is rendered so far, by its place. */
  readonly parts = new SvelteMap<string, Piece>();
  /** Which files of its diffs are ticked off. */
  readonly viewed: Viewed;
  /** Files and other folds that the person opened or closed, by place and name: they outlive a new rendering. */
  readonly folds = new Map<string, boolean>();

  /** Whether blanks and tabs of diffs are shown. */
  whitespace = $state(false);

  /** The texts stand as the agent wrote them, because they could not be fetched rendered. */
  unrendered = $state(false);

  /** Whether there is room for two columns. */
  wide = $state(true);

  #wished = $state<DiffLayout>();
  #layout: DiffLayout = "unified";
  #weight: Weight = "light";
  #renderedAt: string | undefined;
  #asked = 0;
  #row: AskSummary | undefined;
  #leaving = new AbortController();
  readonly #uncoloured = new Set<Piece>();
  readonly #wanted = new Set<string>();
  #lanes = 0;

  constructor(
    readonly id: AskId,
    private readonly backend: Backend,
    readonly chosen: Chosen,
  ) {
    this.viewed = new Viewed(id, backend);
    this.#wished = wishes.get(id);
  }

  async load(): Promise<void> {
    const turn = ++this.#asked;
    const known = this.#row;
    if (this.#leaving.signal.aborted) this.#leaving = new AbortController();
    try {
      const ask = await this.backend.ask(this.id);
      if (turn !== this.#asked) return;
      if (this.phase !== "shown") {
        const rendered = this.#render(ask);
        if (isQuick(ask.prompt, ask.thread)) await Promise.race([rendered, new Promise((go) => setTimeout(go, PLAIN_AFTER_MS))]);
        if (turn !== this.#asked) return;
      }
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
  }

  /** Another ask is shown: what was on its way for this one is not waited for. */
  leave(): void {
    this.#leaving.abort();
  }

  /** How the person wants this ask's diffs; there may be no room for it. */
  get wished(): DiffLayout {
    return this.#wished ?? this.chosen.current.diffLayout;
  }

  set wished(layout: DiffLayout) {
    this.#wished = layout;
    wishes.set(this.id, layout);
  }

  /** Lays the diffs out; what is rendered differently then is fetched anew. */
  lay(layout: DiffLayout): void {
    if (layout === this.#layout) return;
    this.#layout = layout;
    if (untrack(() => this.phase) !== "shown") return;
    for (const [place, piece] of untrack(() => [...this.parts])) {
      if (piece.html.startsWith('<section class="lb-diff')) void this.#renderPlace(place);
    }
  }

  /** A place came near the screen, or left it: what is near is rendered, and coloured before the rest. */
  near(place: string, near: boolean): void {
    const piece = this.parts.get(place);
    if (piece) piece.near = near;
    else if (near && this.#weight === "heavy" && !this.#wanted.has(place)) {
      this.#wanted.add(place);
      void this.#renderPlace(place).finally(() => this.#wanted.delete(place));
    }
  }

  #show(ask: Ask): void {
    this.ask = ask;
    this.phase = "shown";
    if (this.#renderedAt !== ask.updatedAt) void this.#render(ask);
  }

  async #render(ask: Ask): Promise<void> {
    const { signal } = this.#leaving;
    this.#weight = weightOf(ask.prompt, ask.thread);
    this.#renderedAt = ask.updatedAt;
    for (const place of this.parts.keys()) {
      // A question taken back is no turn any more.
      if (Number(/^\/thread\/(\d+)/.exec(place)?.[1] ?? -1) >= ask.thread.length) this.parts.delete(place);
    }
    // What is near the screen asks for itself.
    if (this.#weight === "heavy") return;
    const colour: Colour = this.#weight === "light" ? "full" : "plain";
    const layout = this.#layout;
    try {
      const { parts } = await this.backend.rendered(this.id, { colour, layout, signal });
      if (this.#renderedAt !== ask.updatedAt) return;
      this.unrendered = false;
      this.#take(parts, colour, layout);
    } catch {
      // The next change tries again, or the person.
      if (this.#renderedAt !== ask.updatedAt) return;
      this.#renderedAt = undefined;
      this.unrendered = !signal.aborted;
    }
  }

  async #renderPlace(place: string): Promise<void> {
    const { signal } = this.#leaving;
    const layout = this.#layout;
    const colour: Colour = this.#weight === "light" ? "full" : "plain";
    try {
      const { parts } = await this.backend.rendered(this.id, { colour, layout, place, signal });
      if (!signal.aborted) this.#take(parts, colour, layout);
    } catch {
      // As it is.
    }
  }

  #take(parts: readonly RenderedPart[], colour: Colour, layout: DiffLayout): void {
    for (const part of parts) {
      const known = this.parts.get(part.place);
      if (known && keeps(known, part, layout, this.#layout)) continue;
      const piece = new Piece(part, layout);
      piece.near = known?.near ?? false;
      if (known) this.#uncoloured.delete(known);
      this.parts.set(part.place, piece);
      if (colour === "plain" && hasChunks(part.html)) this.#uncoloured.add(piece);
    }
    while (this.#lanes < Math.min(LANES, this.#uncoloured.size)) void this.#colour();
  }

  /** Colours one piece after the other until none is left. */
  async #colour(): Promise<void> {
    this.#lanes += 1;
    try {
      for (let piece = this.#next(); piece; piece = this.#next()) {
        this.#uncoloured.delete(piece);
        const { signal } = this.#leaving;
        if (signal.aborted) return;
        const { layout, place } = piece;
        const { parts } = await this.backend.rendered(this.id, { colour: "full", layout, place, signal });
        const [part] = parts;
        if (part && this.parts.get(place) === piece) piece.colour(part);
      }
    } catch {
      // Plain it stays.
    } finally {
      this.#lanes -= 1;
    }
  }

  #next(): Piece | undefined {
    for (const piece of this.#uncoloured) if (piece.near) return piece;
    const [first] = this.#uncoloured;
    return first;
  }
}

/**
 * Whether what is on the page stays when it comes rendered anew: what is open, marked and coloured in it stays with it.
 * What an agent asked first never changes.
 */
function keeps(known: Piece, part: RenderedPart, layout: DiffLayout, wanted: DiffLayout): boolean {
  if (known.html === part.html) return true;
  if (known.layout !== layout) return layout !== wanted;
  return part.place.startsWith("/prompt/");
}

/** Whether a row tells of something that the whole ask at hand does not have. */
function differs(ask: Ask, row: AskSummary): boolean {
  const reply = ask.thread.findLast((entry) => entry.author === "human");
  return (
    ask.updatedAt !== row.updatedAt ||
    ask.status !== row.status ||
    ask.waiting !== row.waiting ||
    ask.following !== row.following ||
    ask.renewed !== row.renewed ||
    ask.thread.length !== row.turns ||
    reply?.deliveredAt !== row.deliveredAt
  );
}

const KEY = Symbol("reading");

/** From here on there is room for two columns, in rem. */
const WIDE_REMS = 60;

/** Makes the open ask known to everything beneath the component that calls it, and leaves the ask with it. */
export function provideReading(reading: Reading): void {
  setContext(KEY, reading);
  const wide = $derived(widthInRems(reading.chosen) >= WIDE_REMS);
  $effect(() => {
    reading.wide = wide;
    reading.lay(wide ? reading.wished : "unified");
  });
  onDestroy(() => reading.leave());
}

/** The ask around the component that calls it; nothing where rendered text stands alone. */
export function readingHere(): Reading | undefined {
  return getContext<Reading | undefined>(KEY);
}
