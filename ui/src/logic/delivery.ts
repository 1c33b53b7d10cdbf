// Where the person's newest reply is on its way to the agent, in words. Pure.

import type { Ask } from "../contract";

export interface Delivery {
  /** `saved`: on disk. `handed`: an agent's client has it. `kept`: on disk, and no agent is there to take it. */
  state: "saved" | "handed" | "kept";
  words: string;
}

/** What became of the newest reply; nothing if there is none, or if the agent has moved since. */
export function delivery(ask: Pick<Ask, "thread" | "waiting">): Delivery | undefined {
  const last = ask.thread.at(-1);
  if (last?.author !== "human") return undefined;
  return deliveryOf(last.deliveredAt, ask.waiting);
}

export function deliveryOf(deliveredAt: string | undefined, waiting: boolean): Delivery {
  if (deliveredAt !== undefined) return { state: "handed", words: "Handed to the agent" };
  if (waiting) return { state: "saved", words: "Saved, on its way to the agent" };
  return { state: "kept", words: "Saved. The agent left; it gets this when it comes back" };
}
