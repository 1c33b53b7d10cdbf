// What each command does on this page: from a key pressed anywhere to the session, and where the focus goes then.

import { tick } from "svelte";
import type { Where } from "../logic/keys";
import type { Session } from "../state/session.svelte";

const WORDS = 'textarea, input:not([type="radio"], [type="checkbox"], [type="range"]), select, [contenteditable]';
const CONTROL = "button:not([data-point]), input, summary, a:not([data-ask])";

export function whereOf(target: EventTarget | null): Where {
  if (!(target instanceof Element)) return "page";
  if (target.closest(WORDS)) return "words";
  return target.closest(CONTROL) ? "control" : "page";
}

/** Does what the key means. A key that means something here is kept from the browser. */
export function press(session: Session, event: KeyboardEvent): void {
  const what = session.command(event, whereOf(event.target));
  if (!what) return;
  const { desk } = session;
  switch (what.do) {
    case "help":
    case "palette":
      session.over = what.do;
      break;
    case "search":
      // Pressed once more in the search itself, it is the browser's own.
      if (within(event.target, "[type='search']")) return;
      session.search();
      break;
    case "move":
      if (what.arrow && !within(event.target, "nav")) return;
      void move(session, what.by);
      break;
    case "open":
      if (within(event.target, "a, button")) return;
      if (desk) desk.focus();
      else if (session.router.place === "inbox") void move(session, 1);
      return;
    case "send":
      desk?.send();
      break;
    case "pick":
      desk?.pick(what.index);
      return;
    case "arm":
      desk?.arm(what.outcome);
      break;
    case "snooze":
      session.putOff(askAt(event.target));
      break;
    case "undo":
      session.undoLast();
      break;
    case "file":
      if (!session.files) return;
      session.files.file(what.by);
      break;
    case "hunk":
      if (!session.files) return;
      session.files.hunk(what.by);
      break;
    case "up":
      up(session, event.target);
      break;
    case "line":
    case "tick":
    case "unfold":
    case "fold":
    case "resolve":
    case "resolveSection":
      // Where they mean something, they have been taken before they came here.
      return;
  }
  event.preventDefault();
}

function within(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/** The ask whose row has the focus. */
function askAt(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-ask]")?.dataset["ask"] : undefined;
}

function rowOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-ask="${CSS.escape(id)}"]`);
}

/** To the next or the previous ask in the list, with the focus. */
export async function move(session: Session, by: 1 | -1): Promise<void> {
  const id = session.move(by);
  await tick();
  if (id === undefined) return;
  const row = rowOf(id);
  if (row?.offsetParent) {
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  } else session.desk?.focus();
}

/** Up one level: out of the words, out of what is armed, out of the ask. Nothing typed goes away. */
function up(session: Session, target: EventTarget | null): void {
  const { ask } = session.router;
  if (target instanceof HTMLElement && target.matches(`article :is(${WORDS})`)) return session.desk?.focus();
  if (session.desk?.up()) return;
  if (ask === undefined) {
    if (session.router.place !== "inbox") void leave(session);
    return;
  }
  const row = rowOf(ask) ?? document.querySelector<HTMLElement>("[data-ask]");
  // From the row itself, or where none shows beside the ask, the way up leads out of it.
  if (row?.offsetParent && document.activeElement !== row) row.focus();
  else void leave(session);
}

/** Leaves the ask or the place that is open, for what it was opened from. */
export async function leave(session: Session): Promise<void> {
  const { ask, place } = session.router;
  session.router.up();
  // Stepping back is not done at once.
  await new Promise((done) => setTimeout(done, 50));
  await tick();
  const row = ask === undefined ? null : rowOf(ask);
  if (row?.offsetParent) row.focus();
  else if (place === "search" && session.router.place === "search") session.beside?.focus();
  else (rowOf(session.router.ask ?? "") ?? document.querySelector<HTMLElement>("[data-ask]"))?.focus();
}
