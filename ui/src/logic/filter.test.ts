import { describe, expect, it } from "vitest";
import type { AskSummary } from "../contract";
import { type Filter, NO_FILTER, options, suits, toggle } from "./filter";
import { row } from "./samples";

const now = Date.parse("2026-11-30T12:00:00.000Z");

const rows: AskSummary[] = [
  row("a", { client: "codex 1" }),
  row("b", { project: "loom", client: "codex 2" }),
  row("c", { project: "loom", client: "claude-code 2.1.0", status: "awaiting_agent" }),
  row("d", { project: "mill", client: "claude-code 2.1.0", status: "closed" }),
];

const shown = (filter: Partial<Filter>) => rows.filter((one) => suits(one, { ...NO_FILTER, ...filter })).map((one) => one.id);
const counts = (list: { value: string; count: number }[]) =>
  Object.fromEntries(list.map((option) => [option.value, option.count]));

describe("a filter", () => {
  it("lets everything through while nothing is chosen", () => expect(shown({})).toEqual(["a", "b", "c", "d"]));

  it("takes any of one group, and all groups together", () => {
    expect(shown({ projects: ["kiln", "loom"] })).toEqual(["a", "b", "c"]);
    expect(shown({ projects: ["kiln", "loom"], agents: ["codex"] })).toEqual(["a", "b"]);
  });

  it("knows an agent whatever its version", () => expect(shown({ agents: ["codex"] })).toEqual(["a", "b"]));

  it("switches a choice on and off again", () => {
    const once = toggle(NO_FILTER, "projects", "loom");
    expect(once.projects).toEqual(["loom"]);
    expect(toggle(once, "projects", "loom")).toEqual(NO_FILTER);
  });
});

describe("what there is to choose from", () => {
  it("says how many rows each choice would leave", () => {
    const all = options(rows, NO_FILTER, now);
    expect(counts(all.moves)).toEqual({ mine: 2, forsaken: 0, agents: 1, snoozed: 0, closed: 1 });
    expect(counts(all.projects)).toEqual({ kiln: 1, loom: 2, mill: 1 });
    expect(counts(all.agents)).toEqual({ codex: 2, "claude-code": 2 });
  });

  it("counts within what the other groups leave, not within its own", () => {
    const loom = options(rows, { ...NO_FILTER, projects: ["loom"] }, now);
    expect(counts(loom.moves)).toMatchObject({ mine: 1, agents: 1, closed: 0 });
    expect(counts(loom.projects)).toEqual({ kiln: 1, loom: 2, mill: 1 });
  });

  it("keeps a choice in the list although no row has it any more", () => {
    expect(options([], { ...NO_FILTER, projects: ["gone"] }, now).projects).toEqual([
      { value: "gone", count: 0, chosen: true },
    ]);
  });
});
