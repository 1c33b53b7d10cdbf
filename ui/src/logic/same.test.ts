import { expect, it } from "vitest";
import { briefing, question, review } from "./samples";
import { withSame } from "./same";

it("picks and words of an answer are picked and written again", () => {
  const reply = { outcome: "answered" as const, selected: ["B", "gone"], text: "as before" };
  expect(withSame(question(), reply, {})).toEqual({ selected: ["B"], text: "as before" });
});

it("words that are there stay, and the same ones come once", () => {
  const reply = { outcome: "answered" as const, selected: [], text: "as before" };
  const once = withSame(question(), reply, { text: "First" });
  expect(once.text).toBe("First\n\nas before");
  expect(withSame(question(), reply, once).text).toBe(once.text);
});

it("a verdict is armed, not given", () => {
  expect(withSame(review(), { outcome: "approved" }, {})).toEqual({ outcome: "approved" });
  expect(withSame(review(), { outcome: "changes_requested", feedback: "No" }, {})).toEqual({ text: "No", outcome: "changes_requested" });
});

it("an answer takes away what was armed instead of it", () => {
  const reply = { outcome: "answered" as const, selected: ["A"] };
  expect(withSame(question(), reply, { outcome: "follow_up" })).toEqual({ selected: ["A"] });
});

it("what was said on points is said on the same points, if they are there", () => {
  const reply = { outcome: "responded" as const, points: [{ point: "1", text: "yes" }, { point: "1.1", resolved: true }] };
  expect(withSame(briefing(["One"]), reply, {})).toEqual({ points: [{ point: "1", text: "yes" }] });
});

it("words and pictures that are on points already stay", () => {
  const reply = { outcome: "responded" as const, points: [{ point: "1", text: "yes", resolved: true }] };
  const draft = { points: [{ point: "1", text: "Mine", images: ["up-1"] }, { point: "2", text: "Two" }] };
  expect(withSame(briefing(["One", "Two"]), reply, draft)).toEqual({
    points: [
      { point: "1", text: "Mine\n\nyes", images: ["up-1"], resolved: true },
      { point: "2", text: "Two" },
    ],
  });
});

it("pictures come along, once each and as many as a reply may have", () => {
  const reply = { outcome: "answered" as const, selected: [], text: "see", images: ["a", "b"] };
  expect(withSame(question(), reply, { images: ["c", "a"] }).images).toEqual(["c", "a", "b"]);
  const many = Array.from({ length: 10 }, (_, index) => `p${index}`);
  expect(withSame(question(), reply, { images: many }).images).toEqual(many);
  const round = { outcome: "responded" as const, points: [{ point: "1", text: "see", images: ["a"] }] };
  expect(withSame(briefing(["One"]), round, {}).points).toEqual([{ point: "1", text: "see", images: ["a"] }]);
});
