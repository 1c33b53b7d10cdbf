import { expect, it } from "vitest";
import { presenceOf, presenceOfRow, renewals } from "./presence";
import { question, row } from "./samples";

const AT = "2026-11-30T12:00:00.000Z";
const LATER = Date.parse(AT) + 60_000;

it("an agent that follows an ask waits for it, or looks at it as it goes", () => {
  expect(presenceOfRow(row("a"), LATER)?.at).toBe("call");
  expect(presenceOfRow(row("a", { following: "task" }), LATER)?.words).toBe("following as a task");
});

it("an agent that left is away, and what was said to it is kept", () => {
  expect(presenceOfRow(row("a", { waiting: false }), LATER)?.words).toBe("agent away");
  const said = row("a", { waiting: false, status: "awaiting_agent", outcome: "follow_up" });
  expect(presenceOfRow(said, LATER)?.words).toBe("away, your reply is kept");
});

it("a reply that the agent has is delivered, whether it still follows or not", () => {
  const done = row("a", { waiting: false, status: "closed", outcome: "answered", deliveredAt: AT });
  expect(presenceOfRow(done, LATER)?.at).toBe("delivered");
});

it("an older reply says nothing of an ask that is the person's move again", () => {
  expect(presenceOfRow(row("a", { outcome: "follow_up", deliveredAt: AT, turns: 2 }), LATER)?.at).toBe("call");
});

it("of an ask that ended without a reply there is nothing to tell", () => {
  expect(presenceOfRow(row("a", { status: "closed", withdrawn: true, waiting: false }), LATER)).toBeUndefined();
  expect(presenceOf({ ...question(), status: "closed", withdrawn: { reason: "x", at: AT } }, LATER)).toBeUndefined();
});

it("coming back to wait is told in words, if it happened", () => {
  expect([undefined, 0, 1, 2, 3].map(renewals)).toEqual([
    undefined,
    undefined,
    "came back to wait once",
    "came back to wait twice",
    "came back to wait 3 times",
  ]);
});
