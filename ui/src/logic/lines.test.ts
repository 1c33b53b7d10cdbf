import { expect, it } from "vitest";
import { keepable, moved } from "./lines";

it("a line moves up or down, but not out of the list", () => {
  expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});

it("blank lines, and what is too much, are not kept", () => {
  expect(keepable([" go on ", "  ", "abcdef", "more"], 3, 2)).toEqual(["go", "abc"]);
});
