import { expect, it } from "vitest";
import { charactersOf } from "./unseen-text";

it("a mark stands for its characters, several of one as often as it says", () => {
  expect(charactersOf("202E")).toBe("\u202e");
  expect(charactersOf("200B*3 202E")).toBe("\u200b\u200b\u200b\u202e");
  expect(charactersOf("E0041 1F600")).toBe("\u{e0041}\u{1f600}");
});

it("what is no number is nothing", () => {
  for (const odd of ["", "x", "FFFFFFFF", "-1"]) expect(charactersOf(odd)).toBe("");
});
