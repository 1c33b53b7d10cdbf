// Where in the page a place of an ask stands: finds its line among what was rendered, and brings the person there.

import type { Spot } from "../logic/comments";
import { linesOf, standOn } from "./reading/lines";

/** What a file's head may take of the top, and what is left free above the place to reply, in pixels. */
const HEAD = 64;
const ROOM = 24;

/** The element that shows a spot, within `root`; nothing if it is not there. */
export function elementOf(root: ParentNode, spot: Spot): HTMLElement | undefined {
  const block = root.querySelector<HTMLElement>(`[data-place="${CSS.escape(spot.place)}"]`);
  if (!block || spot.line === undefined) return block ?? undefined;
  return linesOf(block, spot)[0];
}

/** Scrolls to an element through every fold around it, gives it the focus and marks it until that leaves. */
export function bringTo(element: HTMLElement): void {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  element.classList.add("found");
  element.addEventListener("blur", () => element.classList.remove("found"), { once: true });
  if (!inSight(element)) element.scrollIntoView({ block: "center" });
  standOn(element);
}

/** Scrolls no further than it takes for an element to be seen. */
export function keepInSight(element: HTMLElement, pane: HTMLElement): void {
  const { top, bottom } = element.getBoundingClientRect();
  const low = bottom - dockTop() + ROOM;
  const high = top - pane.getBoundingClientRect().top - HEAD;
  if (low > 0) pane.scrollTop += Math.min(low, Math.max(0, high));
}

/** Whether it is between the ask's head and the place to reply, with a line or two around it. */
function inSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top > HEAD && bottom < dockTop() - ROOM;
}

function dockTop(): number {
  return document.querySelector(".dock")?.getBoundingClientRect().top ?? innerHeight;
}
