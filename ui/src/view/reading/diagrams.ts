// Puts a drawing in the place of each mermaid source. What draws is loaded only where there is something to draw.

import { textOf } from "./text";
import { put, type Tools } from "./tools";

export function dressDiagrams(content: HTMLElement, tools: Tools): () => void {
  const figures = [...content.querySelectorAll<HTMLElement>(".lb-mermaid")];
  if (figures.length === 0) return () => {};
  let gone = false;
  let ends: (() => void)[] = [];
  void import("./Diagram.svelte").then(({ default: Diagram }) => {
    if (gone) return;
    ends = figures.map((figure) => {
      const written = figure.querySelector<HTMLElement>("pre");
      if (!written) return () => {};
      written.hidden = true;
      return put(Diagram, figure, { source: textOf(written), scroller: () => figure.closest(".pane") }, tools);
    });
  });
  return () => {
    gone = true;
    for (const end of ends) end();
  };
}
