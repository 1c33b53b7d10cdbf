import { describe, expect, it } from "vitest";
import type { LineComment } from "../contract";
import { asWords, commentOn, inReadingOrder, said, sameSpot, type Spot, whereOf, withComments, withoutComments } from "./comments";

const diff = "/prompt/content/0";

function comment(more: Partial<LineComment>): LineComment {
  return { place: diff, file: "src/migrate.rs", line: 3, quote: "let version = 1;", text: "Why?", ...more };
}

describe("where a comment points", () => {
  const check = (spot: Partial<Spot>, expected: string) =>
    expect(whereOf({ place: diff, quote: "", ...spot })).toBe(expected);

  it("is a file and its line, or lines", () => {
    check({ file: "src/a.rs", line: 10 }, "src/a.rs:10");
    check({ file: "src/a.rs", line: 10, endLine: 14 }, "src/a.rs:10-14");
    check({ file: "src/a.rs", line: 10, endLine: 10 }, "src/a.rs:10");
  });

  it("says so where the line is only in the old file", () => {
    check({ file: "src/a.rs", line: 10, side: "old" }, "src/a.rs:10 (old side)");
    check({ file: "src/a.rs", line: 10, side: "new" }, "src/a.rs:10");
  });

  it("is words without a file, and nothing without a line", () => {
    check({ line: 4 }, "line 4");
    check({ line: 4, endLine: 6 }, "lines 4-6");
    check({}, "");
  });
});

describe("as the words that are sent", () => {
  it("a comment on code has its place, the line in a fence, and what is said", () => {
    expect(asWords([comment({})])).toBe("`src/migrate.rs:3`\n```\nlet version = 1;\n```\nWhy?");
  });

  it("a passage of prose is a quotation", () => {
    const { file: _, ...prose } = comment({ place: "/prompt/content/1", quote: "It is\nfast.", text: "Measured?" });
    expect(asWords([prose])).toBe("Line 3:\n> It is\n> fast.\n\nMeasured?");
  });

  it("no backtick in the line ends its fence", () => {
    expect(asWords([comment({ quote: "a ``` b" })])).toContain("````\na ``` b\n````");
  });

  it("they come in the order of what they are on, not in that of the writing", () => {
    const later = comment({ place: "/prompt/content/10", line: 1, text: "d" });
    const otherFile = comment({ file: "b.rs", line: 1, text: "c" });
    const order = inReadingOrder([later, comment({ line: 9, text: "b" }), otherFile, comment({ line: 2, text: "a" })]);
    expect(order.map(({ text }) => text)).toEqual(["a", "b", "c", "d"]);
  });

  it("they follow the words of the box, and can be taken off again", () => {
    const comments = [comment({}), comment({ line: 9, text: "And this?" })];
    const words = withComments("Almost. ", comments);
    expect(words.startsWith("Almost.\n\n`src/migrate.rs:3`")).toBe(true);
    expect(withoutComments(words, comments)).toBe("Almost.");
    expect(withoutComments(withComments("", comments), comments)).toBe("");
    expect(withoutComments("Other words", comments)).toBe("Other words");
    expect(withoutComments("Other words", [])).toBe("Other words");
  });
});

it("one that says nothing is not sent", () => {
  expect(said([comment({ text: " \n" }), comment({ text: " x " })]).map(({ text }) => text)).toEqual(["x"]);
  expect(said(undefined)).toEqual([]);
});

it("the same lines are the same spot; passages of one block are told apart by their words", () => {
  const spot: Spot = { place: diff, file: "a", line: 3, quote: "x" };
  expect(sameSpot(spot, { ...spot, endLine: 3 })).toBe(true);
  expect(sameSpot(spot, { ...spot, endLine: 4 })).toBe(false);
  expect(sameSpot(spot, { ...spot, side: "old" })).toBe(false);
  expect(sameSpot({ place: diff, quote: "x" }, { place: diff, quote: "y" })).toBe(false);
});

it("a quote longer than the contract takes is cut, and shows it", () => {
  const { quote } = commentOn({ place: diff, quote: "x".repeat(5000) });
  expect(quote).toHaveLength(4000);
  expect(quote.endsWith("…")).toBe(true);
});
