import { expect, it } from "vitest";
import { delivery } from "./delivery";

const AT = "2026-11-30T12:00:00.000Z";
const reply = (deliveredAt?: string) => ({
  author: "human" as const,
  reply: { outcome: "dismissed" as const },
  at: AT,
  ...(deliveredAt === undefined ? {} : { deliveredAt }),
});

it("a reply is saved, then handed over", () => {
  expect(delivery({ thread: [reply()], waiting: true })?.state).toBe("saved");
  expect(delivery({ thread: [reply(AT)], waiting: false })?.state).toBe("handed");
});

it("a reply to an agent that left is kept for it", () => {
  expect(delivery({ thread: [reply()], waiting: false })?.words).toContain("when it comes back");
});

it("there is nothing to tell before a reply, or once the agent answered", () => {
  expect(delivery({ thread: [], waiting: true })).toBeUndefined();
  expect(delivery({ thread: [reply(AT), { author: "agent", answer: "x", at: AT }], waiting: true })).toBeUndefined();
});
