// The list as it stands on the page: the inbox's sections, narrowed down; versions of one review are folded into one row,
// and so are questions that were asked together.
//
// Owns what is unfolded and what is ticked. Where rows stand is the inbox's to say.

import { SvelteSet } from "svelte/reactivity";
import type { AskId, AskSummary } from "../contract";
import { foremost, gather } from "../logic/batches";
import { chains } from "../logic/chains";
import { isFiltered, NO_FILTER, options, showsSection, suits } from "../logic/filter";
import type { SectionName } from "../logic/order";
import type { Inbox } from "./inbox.svelte";
import type { Router } from "./router.svelte";

/** One row, and the earlier versions beneath it. */
export interface Item {
  /** The same for as long as it stands for the same. */
  key: string;
  /** The ask it leads to. */
  row: AskSummary;
  /** The questions asked together that it stands for, in their order. */
  batch?: readonly AskSummary[];
  earlier: readonly AskSummary[];
  /** Whether the earlier versions show. */
  open: boolean;
}

export interface Section {
  name: SectionName;
  items: readonly Item[];
}

export class Listing {
  /** Whether asks that were put off show. */
  snoozedOpen = $state(false);
  /** Whether asks that nobody waits for are being ticked. */
  ticking = $state(false);
  readonly ticked = new SvelteSet<AskId>();
  readonly #unfolded = new SvelteSet<AskId>();
  /** What was listed last: an item that is the same stays the same, so that thousands need no second look. */
  #items: ReadonlyMap<AskId, Item> = new Map();

  readonly #inbox: Inbox;
  readonly #router: Router;

  constructor(inbox: Inbox, router: Router) {
    this.#inbox = inbox;
    this.#router = router;
  }

  readonly filtered = $derived.by(() => isFiltered(this.#router.filter));

  readonly sections: readonly Section[] = $derived.by(() => {
    const { filter, ask } = this.#router;
    const narrowed = this.#inbox.sections.flatMap(({ name, rows }) =>
      showsSection(name, filter) ? [{ name, rows: rows.filter((row) => suits(row, filter)) }] : [],
    );
    const heads = chains(
      narrowed.flatMap(({ rows }) => rows),
      (id) => this.#inbox.row(id),
    );
    const items = new Map<AskId, Item>();
    const keep = (made: Item): Item => {
      const before = this.#items.get(made.key);
      const kept = before && sameItem(before, made) ? before : made;
      items.set(made.key, kept);
      return kept;
    };
    const item = (row: AskSummary): Item[] => {
      const earlier = heads.get(row.id);
      if (!earlier) return [];
      const open = earlier.length > 0 && (this.#unfolded.has(row.id) || earlier.some((one) => one.id === ask));
      return [keep({ key: row.id, row, earlier, open })];
    };
    const itemsOf = (name: SectionName, rows: readonly AskSummary[]): Item[] => {
      const batches = gather(rows);
      const met = new Set<string>();
      return rows.flatMap((row) => {
        const batch = row.batch && batches.get(row.batch.id);
        if (!row.batch || !batch) return item(row);
        // They stand where the first of them does, whichever that is.
        if (met.has(row.batch.id)) return [];
        met.add(row.batch.id);
        return [keep({ key: `${name} ${row.batch.id}`, row: foremost(batch, ask) ?? row, batch, earlier: [], open: false })];
      });
    };
    const sections = narrowed
      .map(({ name, rows }) => ({ name, items: itemsOf(name, rows) }))
      .filter(({ items }) => items.length > 0);
    this.#items = items;
    return sections;
  });

  readonly options = $derived.by(() => options(this.#inbox.rows(), this.#router.filter, this.#inbox.now));

  /** Asks that came in and are not shown yet, of those the filter lets through. The one that is open is nothing new. */
  readonly arrivals = $derived.by(() => {
    const { ask, filter } = this.#router;
    const news = this.#inbox.arrivals.filter((row) => row.id !== ask && suits(row, filter));
    return showsSection("mine", filter) ? news : [];
  });

  /** The ids in the order shown, for moving through them. */
  order(): AskId[] {
    return this.sections.flatMap(({ name, items }) =>
      name === "snoozed" && !this.snoozedOpen
        ? []
        : items.flatMap(({ row, earlier, open }) => [row.id, ...(open ? earlier.map((one) => one.id) : [])]),
    );
  }

  /** The rows the filter lets through, wherever they stand. */
  rows(): AskSummary[] {
    const { filter } = this.#router;
    return [...this.#inbox.rows()].filter((row) => suits(row, filter));
  }

  /** Unfolds the versions before this one, or folds them away. */
  unfold(id: AskId): void {
    if (!this.#unfolded.delete(id)) this.#unfolded.add(id);
  }

  /** Makes sure that an ask can be seen in the list, if it has a row. */
  reveal(id: AskId): void {
    this.#inbox.reveal(id);
    const row = this.#inbox.row(id);
    if (!row || this.#router.place !== "inbox") return;
    if (this.#inbox.sections.some(({ name, rows }) => name === "snoozed" && rows.includes(row))) this.snoozedOpen = true;
    if (this.filtered && !this.#shows(row)) this.#router.narrow(NO_FILTER);
  }

  #shows(row: AskSummary): boolean {
    return this.sections.some(({ items }) =>
      items.some((item) => [item.row, ...item.earlier, ...(item.batch ?? [])].some((one) => one.id === row.id)),
    );
  }

  /** Ticks what a row stands for, or takes the tick away. */
  tick({ row, batch }: Item): void {
    const wanted = !this.ticked.has(row.id);
    for (const { id } of batch ?? [row]) {
      if (wanted) this.ticked.add(id);
      else this.ticked.delete(id);
    }
  }

  /** Begins to tick, or ends it with nothing ticked. */
  toggleTicking(): void {
    this.ticking = !this.ticking;
    this.ticked.clear();
  }
}

function sameItem(a: Item, b: Item): boolean {
  return a.row === b.row && a.open === b.open && sameRows(a.earlier, b.earlier) && sameRows(a.batch ?? [], b.batch ?? []);
}

function sameRows(a: readonly AskSummary[], b: readonly AskSummary[]): boolean {
  return a.length === b.length && a.every((row, index) => row === b[index]);
}
