import { expect, it } from "vitest";
import { fileName } from "./filename";

it("a file's name says what is in it, of which day, and in which form", () => {
  const day = new Date(2026, 0, 5, 23, 59);
  expect(fileName("decisions", "markdown", day)).toBe("loopback-decisions-2026-01-05.md");
  expect(fileName("everything", "json", day)).toBe("loopback-everything-2026-01-05.json");
});
