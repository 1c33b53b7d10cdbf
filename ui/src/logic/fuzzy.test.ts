import { describe, expect, it } from "vitest";
import { best, fuzzy, pieces } from "./fuzzy";

const found = (query: string, ...texts: string[]) => best(query, texts, (text) => text).map(({ item }) => item);

describe("a few letters", () => {
  it("mean a text that has them in their order", () => {
    expect(fuzzy("set", "Settings")?.at).toEqual([0, 1, 2]);
    expect(fuzzy("stg", "Settings")).toBeDefined();
    expect(fuzzy("gst", "Settings")).toBeUndefined();
    expect(fuzzy("mig", "Theme: light")).toBeUndefined();
  });

  it("mean a text that has every one of their words, in any order", () => {
    expect(fuzzy("theme dark", "Dark theme")?.at).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9]);
    expect(fuzzy("theme blue", "Dark theme")).toBeUndefined();
  });

  it("mean the start of words before their middle, and a run before single letters", () => {
    expect(found("re", "More", "Request changes")).toEqual(["Request changes", "More"]);
    expect(found("dec", "Index of code", "Decisions")[0]).toBe("Decisions");
  });

  it("mean everything when there are none", () => expect(found(" ", "b", "a")).toEqual(["b", "a"]));

  it("stay in step with texts that change length in small letters", () => {
    expect(fuzzy("x", "İx")?.at).toEqual([1]);
  });
});

it("a text falls into what was meant and what stands between", () => {
  expect(pieces("Settings", [0, 1, 4])).toEqual([
    { text: "Se", hit: true },
    { text: "tt", hit: false },
    { text: "i", hit: true },
    { text: "ngs", hit: false },
  ]);
});
