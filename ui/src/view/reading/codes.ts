// Puts the tools of a block of code into its head; a block without a name gets a head of its own for them.

import CodeTools from "./CodeTools.svelte";
import { codeOf } from "./text";
import { put, type Tools } from "./tools";

export function dressCode(content: HTMLElement, tools: Tools): () => void {
  const blocks = [...content.querySelectorAll<HTMLElement>(".lb-code")];
  const ends = blocks.map((block, index) => {
    const lines = block.querySelector<HTMLElement>(".lb-lines");
    let head = block.querySelector<HTMLElement>(".lb-code-head");
    if (!head) {
      head = document.createElement("figcaption");
      head.className = "lb-code-head lb-code-head-bare";
      block.prepend(head);
    }
    const name = block.dataset["path"] ?? head.querySelector(".lb-code-lang")?.textContent ?? undefined;
    lines?.setAttribute("role", "group");
    lines?.setAttribute("aria-label", `Code${name === undefined ? (blocks.length > 1 ? ` ${index + 1}` : "") : `: ${name}`}`);
    return put(CodeTools, head, { block, code: () => tools.code ?? codeOf(block), wrapped: tools.reading?.chosen.current.wrap ?? false }, tools);
  });
  return () => ends.forEach((end) => end());
}
