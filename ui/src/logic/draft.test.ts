import { describe, expect, it } from "vitest";
import { apart, asText, holdsWork, isEmpty, reconcile, sameDraft, tidy } from "./draft";

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

describe("comments and pictures", () => {
  const comment = { place: "/prompt/content/0", file: "a.rs", line: 3, quote: "x", text: "Why?" };

  it("are work that would be missed", () => {
    expect(holdsWork({ comments: [comment] })).toBe(true);
    expect(holdsWork({ comments: [{ ...comment, text: " " }] })).toBe(false);
    expect(holdsWork({ images: ["one"] })).toBe(true);
    expect(holdsWork({ points: [{ point: "1", images: ["one"] }] })).toBe(true);
  });

  it("make two drafts differ, whatever order comments were written in", () => {
    const other = { ...comment, line: 4 };
    expect(sameDraft({ comments: [comment, other] }, { comments: [other, comment] })).toBe(true);
    expect(sameDraft({ comments: [comment] }, { comments: [{ ...comment, text: "How?" }] })).toBe(false);
    expect(sameDraft({ images: ["a"] }, {})).toBe(false);
    expect(reconcile({}, { images: ["a"] }, { comments: [comment] }).kind).toBe("both");
  });

  it("go along as plain text", () => {
    expect(asText({ text: "Almost.", comments: [comment] })).toBe("Almost.\n\n`a.rs:3`\n```\nx\n```\nWhy?");
  });

  it("that a reply had joined to its words stand by themselves again", () => {
    const content = { text: asText({ text: "Almost.", comments: [comment] }), comments: [comment] };
    expect(apart(content)).toEqual({ text: "Almost.", comments: [comment] });
    expect(apart({ text: "Almost." })).toEqual({ text: "Almost." });
  });
});
