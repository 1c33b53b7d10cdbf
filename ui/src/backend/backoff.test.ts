import { expect, it } from "vitest";
import { pause } from "./backoff";

it("the wait grows, and stops growing at five seconds", () => {
  expect([0, 1, 2, 3, 10, 1000].map((failures) => pause(failures, 1))).toEqual([250, 500, 1000, 2000, 5000, 5000]);
});

it("chance takes away at most half", () => {
  expect(pause(0, 0)).toBe(125);
});
