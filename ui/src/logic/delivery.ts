// Where the person's newest reply is on its way to the agent, in words. Pure.

import type { Ask } from "../contract";

/** A reply this young may still be on its way although nobody waits any more: the wait ends as it is handed over. */
const HANDING_OVER_MS = 3_000;

export interface Delivery {
  /** `saved`: on disk. `handed`: an agent's client has it. `kept`: on disk, and no agent is there to take it. */
  state: "saved" | "handed" | "kept";
  words: string;
}

/** What became of the newest reply; nothing if there is none, or if the agent has moved since. */
export function delivery(ask: Pick<Ask, "thread" | "waiting">, now: number): Delivery | undefined {
  const last = ask.thread.at(-1);
  if (last?.author !== "human") return undefined;
  return deliveryOf(last, ask.waiting, now);
}

export function deliveryOf(reply: { at: string; deliveredAt?: string }, waiting: boolean, now: number): Delivery {
  if (reply.deliveredAt !== undefined) return { state: "handed", words: "Handed to the agent" };
  if (waiting || now - Date.parse(reply.at) < HANDING_OVER_MS) {
    return { state: "saved", words: "Saved, on its way to the agent" };
  }
  return { state: "kept", words: "Saved. The agent left; it gets this when it comes back" };
}
