import { describe, expect, it } from "vitest";
import type { DraftContent } from "../contract";
import { build, outcomes, pick, unarmed } from "./reply";
import { question, review } from "./samples";

describe("an answer", () => {
  const check = (draft: DraftContent, expected: ReturnType<typeof build>) =>
    expect(build(question(), "answered", draft)).toEqual(expected);

  it("is a choice, words, or both", () => {
    check({ selected: ["B"] }, { reply: { outcome: "answered", selected: ["B"] } });
    check({ text: " Neither. \n" }, { reply: { outcome: "answered", selected: [], text: "Neither." } });
    check({ selected: ["A"], text: "But slowly." }, { reply: { outcome: "answered", selected: ["A"], text: "But slowly." } });
  });

  it("is not nothing", () => {
    check({}, { missing: "Pick a choice or write an answer." });
    check({ text: "  " }, { missing: "Pick a choice or write an answer." });
  });

  it("leaves out a choice that is not offered any more", () => {
    check({ selected: ["Z", "A"] }, { reply: { outcome: "answered", selected: ["A"] } });
  });
});

describe("a review", () => {
  it("is approved with or without a note", () => {
    expect(build(review(), "approved", {})).toEqual({ reply: { outcome: "approved" } });
    expect(build(review(), "approved", { text: "Nice." })).toEqual({ reply: { outcome: "approved", note: "Nice." } });
  });

  it("goes back only with words", () => {
    expect(build(review(), "changes_requested", { text: " " })).toHaveProperty("missing");
    expect(build(review(), "changes_requested", { text: "Rename it." })).toEqual({
      reply: { outcome: "changes_requested", feedback: "Rename it." },
    });
  });

  it("is asked back on only with words", () => {
    expect(build(review(), "follow_up", {})).toHaveProperty("missing");
  });
});

it("Ctrl+Enter approves a review only with an empty box", () => {
  expect(unarmed("review", {})).toBe("approved");
  expect(unarmed("review", { text: " \n" })).toBe("approved");
  expect(unarmed("review", { text: "Rename it." })).toBe("choose");
  expect(unarmed("question", { text: "x" })).toBe("answered");
});

it("one choice replaces another, several add up in the order offered", () => {
  expect(pick(question(), ["A"], "B")).toEqual(["B"]);
  expect(pick(question(), ["A"], "A")).toEqual([]);
  const several = question({ multiple: true });
  expect(pick(several, ["B"], "A")).toEqual(["A", "B"]);
  expect(pick(several, ["A", "B"], "A")).toEqual(["B"]);
});

it("each kind offers what the contract allows", () => {
  expect(outcomes("question")).not.toContain("approved");
  expect(outcomes("review")).not.toContain("answered");
  expect(outcomes("briefing")).toEqual(["dismissed"]);
});
