import { expect, it } from "vitest";
import { delivery } from "./delivery";

const AT = "2026-11-30T12:00:00.000Z";
const LATER = Date.parse(AT) + 60_000;
const reply = (deliveredAt?: string) => ({
  author: "human" as const,
  reply: { outcome: "dismissed" as const },
  at: AT,
  ...(deliveredAt === undefined ? {} : { deliveredAt }),
});

it("a reply is saved, then handed over", () => {
  expect(delivery({ thread: [reply()], waiting: true }, LATER)?.state).toBe("saved");
  expect(delivery({ thread: [reply(AT)], waiting: false }, LATER)?.state).toBe("handed");
});

it("a reply to an agent that left is kept for it", () => {
  expect(delivery({ thread: [reply()], waiting: false }, LATER)?.words).toContain("when it comes back");
});

it("an agent that is just being handed the reply has not left", () => {
  expect(delivery({ thread: [reply()], waiting: false }, Date.parse(AT) + 100)?.state).toBe("saved");
});

it("there is nothing to tell before a reply, or once the agent answered", () => {
  expect(delivery({ thread: [], waiting: true }, LATER)).toBeUndefined();
  const answered = { author: "agent" as const, answer: "x", at: AT };
  expect(delivery({ thread: [reply(AT), answered], waiting: true }, LATER)).toBeUndefined();
});
