import { describe, expect, it } from "vitest";
import { linesIn, runsOf } from "./runs";

describe("a long text", () => {
  it("is the same when its runs are put together again", () => {
    for (const text of ["", "\n", "one", "one\n", "one\n\ntwo", "line\n".repeat(1_000), `${"x".repeat(20_000)}\n\n${"y\n".repeat(300)}z`]) {
      expect(runsOf(text).join("\n")).toBe(text);
    }
  });

  it("is cut after so many lines or characters, and never within a line", () => {
    expect(runsOf("line\n".repeat(300)).map(linesIn)).toEqual([120, 120, 61]);
    const long = "x".repeat(9_000);
    expect(runsOf(`${long}\n${long}\nend`)).toEqual([long, long, "end"]);
  });
});
