// Tells when a piece comes near the screen and when it leaves.

import type { Attachment } from "svelte/attachments";
import type { Reading } from "../../state/reading.svelte";

/** So far beyond the edge of what is seen counts as near. */
const MARGIN = "100% 0px";

/** What scrolls around an element. */
export function scrollerOf(node: Element): Element | null {
  return node.closest(".pane");
}

export function near(reading: Reading | undefined, place: string): Attachment<HTMLElement> {
  return (node) => {
    if (!reading) return;
    const observer = new IntersectionObserver(
      (entries) => reading.near(place, entries.some((entry) => entry.isIntersecting)),
      { root: scrollerOf(node), rootMargin: MARGIN },
    );
    observer.observe(node);
    return () => observer.disconnect();
  };
}
