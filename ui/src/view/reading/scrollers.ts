// What scrolls within the page must be reachable by keyboard; what does not would only be one more stop on the way.

import type { Attachment } from "svelte/attachments";

const SCROLLERS = ".lb-hunk, .lb-text, .lb-table, .lb-lines";

/** A piece of text that may be wider than its place. */
export const settleScroller: Attachment<HTMLElement> = (node) => {
  const observer = new ResizeObserver(() => (node.scrollWidth > node.clientWidth ? (node.tabIndex = 0) : node.removeAttribute("tabindex")));
  observer.observe(node);
  return () => observer.disconnect();
};

/** `always`: these are stops on the way for another reason too. */
export function settleScrollers(always: string): Attachment<HTMLElement> {
  return (content) => {
    const scrollers = content.querySelectorAll<HTMLElement>(SCROLLERS);
    if (scrollers.length === 0) return;
    const measure = () => {
      const stops = [...scrollers].map((one) => one.matches(always) || one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1);
      scrollers.forEach((one, index) => (stops[index] ? (one.tabIndex = 0) : one.removeAttribute("tabindex")));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(content);
    // Lines are laid out as they come near the screen: only then is it known how wide they are.
    // And until they are marked as near, what is wider is cut off in its chunk, whose own size tells nothing of it.
    const marks = new MutationObserver(measure);
    content.querySelectorAll(".lb-chunk").forEach((chunk) => {
      observer.observe(chunk);
      marks.observe(chunk, { attributeFilter: ["class"] });
    });
    return () => {
      observer.disconnect();
      marks.disconnect();
    };
  };
}
