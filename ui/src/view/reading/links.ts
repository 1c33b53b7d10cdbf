// Links in what an agent wrote. The shell opens whatever asks for a new window in the system's browser; links within the
// text stay in the page.

import type { Attachment } from "svelte/attachments";

export const settleLinks: Attachment<HTMLElement> = (content) => {
  for (const link of content.querySelectorAll("a")) {
    if (link.getAttribute("href")?.startsWith("#")) continue;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
};

/** Where a link leads, if it leads out of the page: the host, with its name as the network writes it where that differs. */
export function leadsTo(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest("a") : null;
  if (link?.target !== "_blank") return undefined;
  return link.dataset["lbHost"] ?? (link.host || link.protocol);
}

/** Scrolls to what a link within the text points at, and says whether it was one. */
export function followWithin(target: Element | undefined): boolean {
  const link = target?.closest("a");
  const fragment = link?.getAttribute("href");
  if (!link || !fragment?.startsWith("#")) return false;
  const goal = document.getElementById(decodeURIComponent(fragment.slice(1)));
  if (goal && link.closest(".content")?.contains(goal)) {
    goal.scrollIntoView({ block: "center" });
    goal.tabIndex = -1;
    goal.focus({ preventScroll: true });
  }
  return true;
}
