import { describe, expect, it } from "vitest";
import { asText, holdsWork, isEmpty, reconcile, sameDraft, tidy } from "./draft";

it("a draft that says nothing is empty, whatever fields it has", () => {
  expect(isEmpty({ text: "", selected: [], points: [{ point: "1", text: "" }] })).toBe(true);
  expect(isEmpty({ points: [{ point: "1", resolved: false }] })).toBe(false);
  expect(tidy({ text: "", points: [{ point: "1", text: "" }, { point: "2", text: "x" }] })).toEqual({
    points: [{ point: "2", text: "x" }],
  });
});

it("an armed button alone is no work to lose", () => {
  expect(holdsWork({ outcome: "approved" })).toBe(false);
  expect(holdsWork({ outcome: "approved", text: "x" })).toBe(true);
});

it("two drafts are the same if they say the same", () => {
  expect(sameDraft({}, { text: "", selected: [] })).toBe(true);
  const one = [{ point: "1", text: "x" }, { point: "2", resolved: true }];
  expect(sameDraft({ points: one }, { points: one.toReversed() })).toBe(true);
  expect(sameDraft({ text: "a" }, { text: "a " })).toBe(false);
});

describe("two windows on one draft", () => {
  const check = (base: string, mine: string, theirs: string, kind: string) =>
    expect(reconcile({ text: base }, { text: mine }, { text: theirs }).kind).toBe(kind);

  it("the one that changed wins", () => {
    check("a", "a", "b", "take");
    check("a", "b", "a", "keep");
  });

  it("nothing is asked when both say the same", () => check("a", "b", "b", "keep"));

  it("both are kept when both changed", () => check("a", "b", "c", "both"));

  it("an emptied draft does not take away what was typed since", () => check("a", "b", "", "keep"));
});

it("a draft can be carried elsewhere as plain text", () => {
  expect(asText({ selected: ["A", "B"], text: "Go.", points: [{ point: "2", text: "Why?", resolved: true }] })).toBe(
    "A, B\n\nGo.\n\n2: Why? (resolved)",
  );
});
