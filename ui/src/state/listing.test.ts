import { beforeEach, expect, it } from "vitest";
import type { Backend } from "../backend/backend";
import type { AskSummary } from "../contract";
import { type Filter, NO_FILTER } from "../logic/filter";
import { row } from "../logic/samples";
import { Inbox } from "./inbox.svelte";
import { Listing } from "./listing.svelte";
import type { Router } from "./router.svelte";

const NO_SERVER = undefined as unknown as Backend;
// Once: a minute said twice is the same moment.
const NOW = Date.now();
const at = (minute: number) => new Date(NOW - (60 - minute) * 60_000).toISOString();

/** The address, as far as a list cares. */
let address: { filter: Filter; ask: string | undefined; place: string; narrow(filter: Filter): void };
let inbox: Inbox;
let listing: Listing;

function start(...open: AskSummary[]) {
  address = { filter: NO_FILTER, ask: undefined, place: "inbox", narrow: (filter) => (address.filter = filter) };
  inbox = new Inbox(NO_SERVER);
  listing = new Listing(inbox, address as unknown as Router);
  inbox.take({ open, recent: [] });
}

beforeEach(() =>
  start(
    row("kiln", { updatedAt: at(4) }),
    row("loom", { project: "loom", updatedAt: at(3) }),
    row("later", { snoozedUntil: at(600), updatedAt: at(2) }),
    row("two", { kind: "review", revises: "one", updatedAt: at(1) }),
    row("one", { kind: "review", status: "closed", closedAt: at(0) }),
  ),
);

it("keys walk through what shows: nothing that is folded away", () => {
  expect(listing.order()).toEqual(["kiln", "loom", "two"]);
  listing.snoozedOpen = true;
  listing.unfold("two");
  expect(listing.order()).toEqual(["kiln", "loom", "two", "one", "later"]);
});

it("an ask that is opened from elsewhere shows, whatever was folded or filtered", () => {
  listing.reveal("later");
  expect(listing.order()).toContain("later");
  address.filter = { ...NO_FILTER, projects: ["loom"] };
  listing.reveal("loom");
  expect(address.filter.projects).toEqual(["loom"]);
  start(row("kiln"), row("loom", { project: "loom" }));
  address.filter = { ...NO_FILTER, projects: ["loom"] };
  listing.reveal("kiln");
  expect(address.filter).toEqual(NO_FILTER);
});

it("what did not change is the same item as before", () => {
  const items = () => new Map(listing.sections.flatMap(({ items }) => items.map((item) => [item.row.id, item] as const)));
  const before = items();
  inbox.change(row("loom", { project: "loom", updatedAt: at(3), waiting: false }));
  const after = items();
  expect(after.get("kiln")).toBe(before.get("kiln"));
  expect(after.get("loom")).not.toBe(before.get("loom"));
});

it("what came in while one reads is counted, but never the ask that is read", () => {
  inbox.windowFocus(true);
  inbox.reading(true);
  inbox.change(row("new", { updatedAt: at(60) }));
  expect(listing.arrivals.map((one) => one.id)).toEqual(["new"]);
  start(row("kiln", { status: "awaiting_agent" }));
  address.ask = "kiln";
  inbox.windowFocus(true);
  inbox.reading(true);
  inbox.change(row("kiln", { updatedAt: at(60) }));
  expect(inbox.arrivals.map((one) => one.id)).toEqual(["kiln"]);
  expect(listing.arrivals).toEqual([]);
});

it("questions that were asked together are one row, which leads to the one that is open", () => {
  const asked = (id: string, index: number, more: Partial<AskSummary> = {}) =>
    row(id, { batch: { id: "b", index, size: 3 }, updatedAt: at(10 + index), ...more });
  start(asked("a", 0), asked("b", 1), asked("c", 2), row("loom", { updatedAt: at(3) }));
  expect(listing.order()).toEqual(["a", "loom"]);
  expect(listing.sections[0]?.items[0]?.batch?.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  address.ask = "b";
  listing = new Listing(inbox, address as unknown as Router);
  expect(listing.order()).toEqual(["b", "loom"]);
  address.ask = undefined;
  start(asked("a", 0, { status: "closed", closedAt: at(20) }), asked("b", 1), asked("c", 2));
  expect(listing.order()).toEqual(["b", "a"]);
  const [item] = listing.sections[0]?.items ?? [];
  if (item) listing.tick(item);
  expect([...listing.ticked]).toEqual(["b", "c"]);
});
