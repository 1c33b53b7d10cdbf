import { expect, it } from "vitest";
import { foremost, gather, questions, togetherWith } from "./batches";
import { row } from "./samples";

const asked = (id: string, index: number, more = {}) => row(id, { batch: { id: "b", index, size: 3 }, ...more });
const three = [asked("two", 1), asked("one", 0), asked("three", 2)];

it("questions of one call belong together, in the order in which they were asked", () => {
  const together = togetherWith(three[0], [...three, row("other"), row("else", { batch: { id: "c", index: 0, size: 2 } })]);
  expect(together?.rows.map(({ id }) => id)).toEqual(["one", "two", "three"]);
  expect(gather([...three, row("other")]).get("b")?.map(({ id }) => id)).toEqual(["one", "two", "three"]);
});

it("a question of which no other is known, or that was asked alone, stands alone", () => {
  expect(togetherWith(three[0], [three[0]!, row("other")])).toBeUndefined();
  const alone = row("alone", { batch: { id: "d", index: 0, size: 1 } });
  expect(togetherWith(alone, [alone])).toBeUndefined();
  expect(gather([alone]).size).toBe(0);
});

it("a row leads to the question that is open, else to the first that waits", () => {
  const rows = [asked("one", 0, { status: "closed" }), asked("two", 1), asked("three", 2)];
  expect(foremost(rows, "three")?.id).toBe("three");
  expect(foremost(rows, undefined)?.id).toBe("two");
  expect(foremost([rows[0]!], undefined)?.id).toBe("one");
});

it("says how many of how many a row stands for", () => {
  expect(questions(three)).toBe("3 questions");
  expect(questions(three.slice(1))).toBe("2 of 3 questions");
});
