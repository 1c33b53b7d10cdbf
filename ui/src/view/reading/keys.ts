// The keys of reading: from file to file and from hunk to hunk, the tick of the file at hand, and the line cursor.
// What a key is called by the person's settings is the session's; what is done here is only the doing.

import type { Attachment } from "svelte/attachments";
import type { Files, Session } from "../../state/session.svelte";
import { show } from "./diffs";
import { lineAt, standOn } from "./lines";

/** How far below the top of what is seen something still counts as being at the top, in pixels. */
const SLACK = 12;

export function readingKeys(session: Session): Attachment<HTMLElement> {
  return (article) => {
    const pane = article.closest<HTMLElement>(".pane") ?? article;
    const mine: Files = {
      file: (by) => {
        const goal = goTo(pane, [...article.querySelectorAll<HTMLElement>(".lb-file-head")].filter(seen), by);
        const file = goal?.closest("details");
        if (file instanceof HTMLDetailsElement) show(file, "as it is");
      },
      hunk: (by) => {
        const goal = goTo(pane, [...article.querySelectorAll<HTMLElement>(".lb-hunk")].filter(seen), by);
        if (!goal) return;
        goal.tabIndex = 0;
        goal.scrollIntoView({ block: "start" });
        goal.focus({ preventScroll: true });
      },
    };
    session.files = mine;

    const keydown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.key !== "c" && event.key !== "v") return;
      if (!session.chosen.current.singleLetterKeys || session.over !== undefined) return;
      const target = event.target instanceof Element ? event.target : undefined;
      if (target?.closest("textarea, input:not([type=radio], [type=checkbox]), select, dialog")) return;
      const done = event.key === "v" ? tick(pane, article) : toLine(pane, article);
      if (done) event.preventDefault();
    };
    addEventListener("keydown", keydown);
    return () => {
      removeEventListener("keydown", keydown);
      if (session.files === mine) session.files = undefined;
    };
  };
}

function seen(node: HTMLElement): boolean {
  return node.checkVisibility();
}

/** The one after or before the one that is at the top or has the focus. */
function goTo(pane: HTMLElement, all: readonly HTMLElement[], by: 1 | -1): HTMLElement | undefined {
  const focused = all.findIndex((one) => one.contains(document.activeElement));
  if (focused >= 0) return all[focused + by];
  const top = pane.getBoundingClientRect().top + SLACK;
  const tops = all.map((one) => (one.closest(".lb-file-around") && one.matches("summary") ? around(one) : one).getBoundingClientRect().top);
  if (by === 1) return all[tops.findIndex((one) => one > top + stuck(pane))];
  return all[tops.findLastIndex((one) => one < top - SLACK * 2 + stuck(pane))];
}

function around(head: HTMLElement): HTMLElement {
  return head.closest<HTMLElement>(".lb-file-around") ?? head;
}

/** What the ask's own head takes of the top. */
function stuck(pane: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(pane).getPropertyValue("--head")) || 0;
}

/** Ticks off the file that has the focus, or the one at the top. */
function tick(pane: HTMLElement, article: HTMLElement): boolean {
  const files = [...article.querySelectorAll<HTMLElement>(".lb-file-around")];
  const top = pane.getBoundingClientRect().top + stuck(pane);
  const file =
    files.find((one) => one.contains(document.activeElement)) ??
    files.find((one) => one.getBoundingClientRect().bottom > top + SLACK * 4);
  const box = file?.querySelector<HTMLInputElement>("[data-viewed]");
  box?.click();
  return box !== undefined && box !== null;
}

/** Puts the line cursor on the first line in sight. */
function toLine(pane: HTMLElement, article: HTMLElement): boolean {
  if (!article.querySelector(".commentable")) return false;
  const { top, bottom, left, width } = pane.getBoundingClientRect();
  for (const [x] of [[0.3], [0.1], [0.6]] as const) {
    for (let y = top + stuck(pane) + 8; y < bottom; y += 12) {
      const line = lineAt(document.elementFromPoint(left + width * x, y));
      if (line?.closest(".commentable")) {
        standOn(line);
        return true;
      }
    }
  }
  return false;
}
