import { expect, it } from "vitest";
import { age, dayOf, moment, spokenAge } from "./age";

const now = Date.parse("2026-11-30T12:00:00.000Z");

function check(at: string, short: string, spoken: string) {
  expect(age(at, now, "en-GB")).toBe(short);
  expect(spokenAge(at, now)).toBe(spoken);
}

it("an age is as short as it can be", () => {
  check("2026-11-30T11:59:30.000Z", "now", "just now");
  check("2026-11-30T11:59:00.000Z", "1 min", "1 minute ago");
  check("2026-11-30T11:01:00.000Z", "59 min", "59 minutes ago");
  check("2026-11-30T09:30:00.000Z", "2 h", "2 hours ago");
  check("2026-11-27T12:00:00.000Z", "3 d", "3 days ago");
  check("2026-11-02T12:00:00.000Z", "2 Nov", "28 days ago");
  check("2025-11-30T12:00:00.000Z", "30 Nov 2025", "365 days ago");
});

it("a server's clock that is a little ahead does not show", () => {
  check("2026-11-30T12:00:05.000Z", "now", "just now");
});

it("a moment to come names its day only where that is needed", () => {
  // Local time, as the person's clock shows it.
  const base = new Date(2026, 10, 30, 12).getTime();
  const told = (at: Date) => moment(at.toISOString(), base, "en-GB");
  expect(told(new Date(2026, 10, 30, 18))).toBe("18:00");
  expect(told(new Date(2026, 11, 1, 9))).toBe("tomorrow 09:00");
  expect(told(new Date(2026, 11, 4, 9))).toBe("Fri 09:00");
  expect(told(new Date(2026, 11, 24, 9))).toBe("24 Dec 09:00");
});

it("a day past is called what people call it", () => {
  const base = new Date(2026, 10, 30, 0, 30).getTime();
  const told = (at: Date) => dayOf(at.toISOString(), base, "en-GB");
  expect(told(new Date(2026, 10, 30, 0, 5))).toBe("Today");
  expect(told(new Date(2026, 10, 29, 23, 50))).toBe("Yesterday");
  expect(told(new Date(2026, 10, 2, 9))).toMatch(/^Monday,? 2 November$/);
  expect(told(new Date(2025, 11, 24, 9))).toMatch(/^Wednesday,? 24 December 2025$/);
});
