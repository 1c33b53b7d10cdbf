// Where the agent of an ask is, in a word or two: whether it waits, and what became of the reply. Pure.

import type { Ask, AskSummary } from "../contract";
import { deliveryOf } from "./delivery";

/** `call` and `task`: it follows the ask. `away`: nobody does. `kept`: nobody does, and a reply waits for it. */
export type Whereabouts = "call" | "task" | "away" | "kept" | "delivered";

export interface Presence {
  at: Whereabouts;
  words: string;
  /** The rest of it, for pointing at it. */
  says: string;
}

type Followed = Pick<AskSummary, "status" | "waiting"> & Partial<Pick<AskSummary, "following" | "withdrawn">>;

const SAYS: Record<Whereabouts, string> = {
  call: "The agent waits for your reply.",
  task: "The agent does other work, and looks for your reply as it goes.",
  away: "Nobody waits. Your reply is kept until the agent comes back.",
  kept: "Your reply is kept until the agent comes back.",
  delivered: "The agent has your reply.",
};

const WORDS: Record<Whereabouts, string> = {
  call: "agent waiting",
  task: "following as a task",
  away: "agent away",
  kept: "away, your reply is kept",
  delivered: "delivered",
};

/** Nothing where there is nothing to tell: of an ask that ended without a reply. */
export function presence(ask: Followed, reply: { at: string; deliveredAt?: string } | undefined, now: number): Presence | undefined {
  const at = whereabouts(ask, reply, now);
  return at && { at, words: WORDS[at], says: SAYS[at] };
}

function whereabouts(ask: Followed, reply: { at: string; deliveredAt?: string } | undefined, now: number): Whereabouts | undefined {
  const follows = ask.following ?? (ask.waiting ? "call" : undefined);
  if (ask.status === "awaiting_human") return follows ?? "away";
  if (ask.withdrawn || !reply) return undefined;
  const { state } = deliveryOf(reply, ask.waiting, now);
  if (state === "handed") return "delivered";
  return state === "kept" ? "kept" : follows;
}

/** The same of a row, which tells less. */
export function presenceOfRow(row: AskSummary, now: number): Presence | undefined {
  const { deliveredAt } = row;
  const reply = row.outcome === undefined ? undefined : { at: row.updatedAt, ...(deliveredAt === undefined ? {} : { deliveredAt }) };
  return presence(row, reply, now);
}

export function presenceOf(ask: Ask, now: number): Presence | undefined {
  const last = ask.thread.at(-1);
  return presence({ ...ask, withdrawn: ask.withdrawn !== undefined }, last?.author === "human" ? last : undefined, now);
}

/** How often an agent came back to wait on; nothing if it never did. */
export function renewals(count = 0): string | undefined {
  if (count < 1) return undefined;
  const times = count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
  return `came back to wait ${times}`;
}
