import { beforeEach, describe, expect, it } from "vitest";
import type { Backend } from "../backend/backend";
import type { AskSummary } from "../contract";
import { row } from "../logic/samples";
import { Inbox } from "./inbox.svelte";

// Once: a minute said twice is the same moment.
const NOW = Date.now();
const at = (minute: number) => new Date(NOW - (60 - minute) * 60_000).toISOString();
const shown = (inbox: Inbox) =>
  Object.fromEntries(inbox.sections.map((section) => [section.name, section.rows.map((one) => one.id)]));

/** No test here goes back into history, the only thing an inbox needs a server for. */
const NO_SERVER = undefined as unknown as Backend;

let inbox: Inbox;

function start(...open: AskSummary[]) {
  inbox = new Inbox(NO_SERVER);
  inbox.windowFocus(true);
  inbox.reading(true);
  inbox.take({ open, recent: [] });
}

describe("while the person reads in the window", () => {
  beforeEach(() => start(row("a", { updatedAt: at(1) }), row("b", { updatedAt: at(2) })));

  it("a new ask does not move the rows; it is counted", () => {
    inbox.change(row("c", { updatedAt: at(3) }));
    expect(shown(inbox)["mine"]).toEqual(["b", "a"]);
    expect(inbox.arrivals.map((one) => one.id)).toEqual(["c"]);
    expect(inbox.count).toBe(3);
  });

  it("the new ones join when the person asks for them", () => {
    inbox.change(row("c", { updatedAt: at(3) }));
    inbox.settle();
    expect(shown(inbox)["mine"]).toEqual(["c", "b", "a"]);
    expect(inbox.arrivals).toEqual([]);
  });

  it("a row that changes says so where it stands", () => {
    inbox.change(row("a", { updatedAt: at(4), status: "closed", closedAt: at(4), outcome: "answered" }));
    expect(shown(inbox)["mine"]).toEqual(["b", "a"]);
    expect(inbox.row("a")?.status).toBe("closed");
    expect(inbox.count).toBe(1);
  });

  it("an answer of the agent counts as new, and does not move its row either", () => {
    inbox.change(row("a", { updatedAt: at(3), status: "awaiting_agent" }));
    inbox.settle();
    inbox.change(row("a", { updatedAt: at(4), status: "awaiting_human" }));
    expect(shown(inbox)["agents"]).toEqual(["a"]);
    expect(inbox.arrivals.map((one) => one.id)).toEqual(["a"]);
  });

  it("a snapshot after a lost connection does not move the rows", () => {
    inbox.lost();
    inbox.take({ open: [row("c", { updatedAt: at(9) }), row("a"), row("b")], recent: [] });
    expect(shown(inbox)["mine"]).toEqual(["b", "a"]);
    expect(inbox.link).toBe("live");
  });
});

it("rows move once nobody looks: neither the window has the focus nor the pointer is over the list", () => {
  start(row("a", { updatedAt: at(1) }));
  inbox.pointer(true);
  inbox.change(row("b", { updatedAt: at(2) }));
  inbox.windowFocus(false);
  expect(shown(inbox)["mine"]).toEqual(["a"]);
  inbox.pointer(false);
  expect(shown(inbox)["mine"]).toEqual(["b", "a"]);
});

it("beside the overview a new ask enters at once, unless the pointer is over the list", () => {
  start(row("a", { updatedAt: at(1) }));
  inbox.reading(false);
  inbox.change(row("b", { updatedAt: at(2) }));
  expect(shown(inbox)["mine"]).toEqual(["b", "a"]);
  inbox.pointer(true);
  inbox.change(row("c", { updatedAt: at(3) }));
  expect(shown(inbox)["mine"]).toEqual(["b", "a"]);
});

it("an ask that a link opens gets its row", () => {
  start(row("a", { updatedAt: at(1) }));
  inbox.change(row("b", { updatedAt: at(2) }));
  inbox.reveal("a");
  expect(shown(inbox)["mine"]).toEqual(["a"]);
  inbox.reveal("b");
  expect(shown(inbox)["mine"]).toEqual(["b", "a"]);
});

it("an empty list shows what comes at once", () => {
  start();
  inbox.change(row("a"));
  expect(shown(inbox)["mine"]).toEqual(["a"]);
});

it("after the person's own reply the row goes where it belongs, unless the pointer is over the list", () => {
  start(row("a", { updatedAt: at(1) }), row("b", { updatedAt: at(2) }));
  const { prompt } = { prompt: { question: "?", options: [], multiple: false } };
  const closed = (id: string) => ({
    id,
    kind: "question" as const,
    status: "closed" as const,
    waiting: false,
    prompt,
    thread: [{ author: "human" as const, reply: { outcome: "dismissed" as const }, at: at(3) }],
    createdAt: at(1),
    updatedAt: new Date().toISOString(),
    closedAt: new Date().toISOString(),
  });
  inbox.acted(closed("a"));
  expect(shown(inbox)).toMatchObject({ mine: ["b"], closed: ["a"] });
  inbox.pointer(true);
  inbox.acted(closed("b"));
  expect(shown(inbox)["mine"]).toEqual(["b"]);
  expect(inbox.row("b")?.outcome).toBe("dismissed");
  inbox.pointer(false);
  expect(shown(inbox)["mine"]).toEqual([]);
});

describe("what the person has seen", () => {
  const sent: string[] = [];
  const server = {
    see: (id: string, updatedAt: string) => {
      sent.push(`see ${id} ${updatedAt}`);
      return Promise.resolve(row(id));
    },
    unsee: (id: string) => {
      sent.push(`unsee ${id}`);
      return Promise.resolve(row(id, { unread: true }));
    },
  } as Partial<Backend> as Backend;
  const current = () => inbox.row("a") as AskSummary;

  beforeEach(() => {
    sent.length = 0;
    inbox = new Inbox(server);
    inbox.take({ open: [row("a", { updatedAt: at(1), unread: true })], recent: [] });
  });

  it("is told to the server once, and shows at once", () => {
    inbox.see(current());
    inbox.see(current());
    expect(inbox.isUnread(current())).toBe(false);
    expect(sent).toEqual([`see a ${at(1)}`]);
  });

  it("is unread again when the agent answers", () => {
    inbox.see(current());
    inbox.change(row("a", { updatedAt: at(2), unread: true }));
    expect(inbox.isUnread(current())).toBe(true);
  });

  it("stays marked unread while it is still open, and is seen when it is opened again", async () => {
    inbox.see(current());
    await inbox.unsee("a");
    inbox.see(current());
    expect(inbox.isUnread(current())).toBe(true);
    inbox.leave();
    inbox.see(current());
    expect(inbox.isUnread(current())).toBe(false);
  });
});

it("when a held reply has gone the row goes where it belongs", () => {
  start(row("a", { held: { reply: { outcome: "dismissed" }, until: at(60) } }), row("b"));
  expect(inbox.count).toBe(1);
  inbox.change(row("a", { status: "closed", closedAt: at(5), outcome: "dismissed" }));
  expect(shown(inbox)).toMatchObject({ mine: ["b"], closed: ["a"] });
});

it("what is open and missing from a new snapshot is gone", () => {
  start(row("a"), row("b"));
  inbox.take({ open: [row("b")], recent: [] });
  expect(inbox.row("a")).toBeUndefined();
});
