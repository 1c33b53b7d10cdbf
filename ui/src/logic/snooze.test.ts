import { expect, it } from "vitest";
import { puttings } from "./snooze";

const offered = (now: Date) => puttings(now).map(({ words, until }) => [words, until]);

it("offers an hour, this evening and tomorrow", () => {
  expect(offered(new Date(2026, 10, 30, 11, 20))).toEqual([
    ["For an hour", new Date(2026, 10, 30, 12, 20)],
    ["This evening", new Date(2026, 10, 30, 18)],
    ["Tomorrow", new Date(2026, 11, 1, 9)],
  ]);
});

it("leaves out an evening that is less than an hour away, or past", () => {
  for (const now of [new Date(2026, 10, 30, 17, 0), new Date(2026, 10, 30, 23, 50)]) {
    expect(offered(now).map(([words]) => words)).toEqual(["For an hour", "Tomorrow"]);
  }
});

it("names tomorrow's clock, however long the night is", () => {
  // Where clocks are put back, that night has 25 hours.
  expect(puttings(new Date(2026, 9, 24, 22)).at(-1)?.until.getHours()).toBe(9);
});
