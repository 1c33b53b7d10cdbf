// Which ask the address names. `/` is the list, `/asks/{id}` an ask.

import type { AskId } from "../contract";

/** Kept with a history entry: whether stepping back stays within the page. */
interface Step {
  within: boolean;
}

export class Router {
  ask = $state<AskId>();

  constructor() {
    this.ask = named();
  }

  /** Follows the browser's own back and forward until the returned function is called. */
  listen(): () => void {
    const moved = () => (this.ask = named());
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }

  /** Shows an ask in the place of the one that is open: back leads to the list, however many were read. */
  select(id: AskId): void {
    if (id === this.ask) return;
    if (this.ask === undefined) this.#go(id, "push");
    else this.#go(id, "replace");
  }

  /** Shows an ask that the open one led to: back leads to the open one. */
  follow(id: AskId): void {
    if (id !== this.ask) this.#go(id, "push");
  }

  /** One level up: to where the person came from, else to the list. */
  up(): void {
    if ((history.state as Step | null)?.within) history.back();
    else if (this.ask !== undefined) {
      history.replaceState(null, "", "/");
      this.ask = undefined;
    }
  }

  #go(id: AskId, how: "push" | "replace"): void {
    const path = pathOf(id);
    const step: Step = { within: how === "push" || Boolean((history.state as Step | null)?.within) };
    if (how === "push") history.pushState(step, "", path);
    else history.replaceState(step, "", path);
    this.ask = id;
  }
}

export function pathOf(id: AskId): string {
  return `/asks/${encodeURIComponent(id)}`;
}

function named(): AskId | undefined {
  const match = /^\/asks\/([^/]+)\/?$/.exec(location.pathname);
  if (!match?.[1]) return undefined;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return undefined;
  }
}
