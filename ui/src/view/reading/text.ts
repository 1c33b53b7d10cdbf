// The text of rendered lines, as the agent wrote it: without marks, signs and buttons, with its hidden characters.

import { charactersOf } from "../../logic/unseen-text";

/** Carries no text of the agent's. */
const OURS = ".lb-more, .lb-cr, button, .unseen";

export function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? "";
  if (!(node instanceof Element || node instanceof DocumentFragment)) return "";
  if (node instanceof HTMLElement) {
    if (node.matches(OURS)) return "";
    const hidden = node.dataset["lbChars"];
    if (hidden !== undefined) return charactersOf(hidden);
    if (node.localName === "br") return "\n";
  }
  let text = "";
  for (const child of node.childNodes) text += textOf(child);
  return text;
}

/** All lines of a block of code. */
export function codeOf(block: Element): string {
  return [...block.querySelectorAll(".lb-src")].map(textOf).join("");
}
