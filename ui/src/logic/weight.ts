// How much text an ask holds, which decides how it is fetched. Pure.

/** Up to here an ask is rendered in colour at once: it is there before plain text would be seen. In characters. */
export const LIGHT = 24 * 1024;

/** Up to here a rendering without colour is there before the text as it was written would be seen. In characters. */
export const QUICK = 96 * 1024;

/** Beyond this, only what comes near the screen is rendered. In characters. */
export const HEAVY = 768 * 1024;

export type Weight = "light" | "middling" | "heavy";

export function weightOf(...texts: readonly unknown[]): Weight {
  const characters = lengthOf(texts);
  if (characters <= LIGHT) return "light";
  return characters <= HEAVY ? "middling" : "heavy";
}

/** Whether so much text comes rendered within moments. */
export function isQuick(...texts: readonly unknown[]): boolean {
  return lengthOf(texts) <= QUICK;
}

/** The characters of all texts in a value, however deep. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let sum = 0;
  for (const one of Object.values(value)) sum += lengthOf(one);
  return sum;
}
