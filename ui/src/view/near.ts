// Notices when the end of what is shown comes near, so that more can be fetched before it is reached.

import type { Attachment } from "svelte/attachments";

/** How far ahead of the visible end, in pixels. */
const AHEAD_PX = 600;

/** Acts once whenever it is attached to something near, or that comes near. `scroller`: what scrolls. */
export function whenNear(scroller: HTMLElement | undefined, act: () => void): Attachment {
  return (node) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        act();
      },
      { root: scroller ?? null, rootMargin: `${AHEAD_PX}px` },
    );
    observer.observe(node);
    return () => observer.disconnect();
  };
}
