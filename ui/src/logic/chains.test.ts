import { describe, expect, it } from "vitest";
import type { AskSummary } from "../contract";
import { chains } from "./chains";
import { row } from "./samples";

const version = (id: string, revises?: string, more: Partial<AskSummary> = {}) =>
  row(id, { kind: "review", ...(revises === undefined ? {} : { revises }), ...more });

function folded(shown: AskSummary[], hidden: AskSummary[] = []) {
  const known = new Map([...shown, ...hidden].map((one) => [one.id, one]));
  const heads = chains(shown, (id) => known.get(id));
  return Object.fromEntries([...heads].map(([id, earlier]) => [id, earlier.map((one) => one.id)]));
}

describe("a chain of revisions", () => {
  it("is one row, its newest version, with the others beneath it", () => {
    expect(folded([version("three", "two"), row("other"), version("one"), version("two", "one")])).toEqual({
      three: ["two", "one"],
      other: [],
    });
  });

  it("takes in versions that are not shown themselves, as far as they are known", () => {
    expect(folded([version("three", "two")], [version("two", "one")])).toEqual({ three: ["two"] });
  });

  it("keeps a version in its own row until the newer one is shown", () => {
    expect(folded([version("one")], [version("two", "one")])).toEqual({ one: [] });
  });

  it("belongs to the newest if two revise the same version", () => {
    const older = version("a", "one", { createdAt: "2026-11-30T10:00:00.000Z" });
    const newer = version("b", "one", { createdAt: "2026-11-30T11:00:00.000Z" });
    expect(folded([older, newer, version("one")])).toEqual({ a: [], b: ["one"] });
  });

  it("ends where it would come back to itself", () => {
    expect(folded([version("x", "x"), row("other")])).toEqual({ x: [], other: [] });
  });
});
