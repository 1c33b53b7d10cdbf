// Runs of lines: how much room each takes before it is laid out, and the exchange of a plain one for its coloured form.
//
// A line stays the element it was: only what is in it is exchanged, so that a mark on it, the cursor, a selection in
// another chunk and an unfolded line remain.

import { chunksOf } from "../../logic/chunks";
import { scrollerOf } from "./near";

/** Of a piece with more chunks than this only those near the screen are coloured, to keep the page's memory bounded. */
const MOST_IN_IDLE_TIME = 400;

/** As long as a chunk may wait for an idle moment, in milliseconds. */
const PATIENCE_MS = 100;

/**
 * Lets a chunk that is not laid out yet take the room that its lines will, and lays it out before it comes into sight:
 * by itself the browser does that only once its edge is seen, and a frame would show nothing there.
 */
export function layOutAhead(content: HTMLElement): () => void {
  const chunks = content.querySelectorAll<HTMLElement>(".lb-chunk");
  if (chunks.length === 0) return () => {};
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) target.classList.toggle("lb-near", isIntersecting);
    },
    { root: scrollerOf(content), rootMargin: "200% 0px" },
  );
  for (const chunk of chunks) {
    chunk.style.setProperty("--lines", String(chunk.childElementCount));
    observer.observe(chunk);
  }
  return () => observer.disconnect();
}

/** Colours the lines of `content` after `html`, those on the screen first. `done` is called for each chunk. */
export function colourIn(content: HTMLElement, html: string, done: (chunk: HTMLElement) => void): () => void {
  const coloured = chunksOf(html);
  const waiting = new Map<HTMLElement, string>();
  for (const chunk of content.querySelectorAll<HTMLElement>(".lb-chunk")) {
    const fresh = coloured.get(Number(chunk.dataset["chunk"]));
    if (fresh !== undefined) waiting.set(chunk, fresh);
  }
  const template = document.createElement("template");

  function put(chunk: HTMLElement): void {
    const fresh = waiting.get(chunk);
    if (fresh === undefined || holdsSelection(chunk)) return;
    waiting.delete(chunk);
    observer.unobserve(chunk);
    template.innerHTML = fresh;
    const [from] = template.content.children;
    if (from) exchange(chunk, from);
    template.replaceChildren();
    done(chunk);
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting && target instanceof HTMLElement) put(target);
    },
    { root: scrollerOf(content), rootMargin: "50% 0px" },
  );
  for (const chunk of waiting.keys()) observer.observe(chunk);

  let cancel = waiting.size <= MOST_IN_IDLE_TIME ? whenIdle(rest) : undefined;
  function rest(left: () => number): void {
    cancel = undefined;
    for (const chunk of [...waiting.keys()]) {
      put(chunk);
      if (left() < 2) break;
    }
    if ([...waiting.keys()].some((chunk) => !holdsSelection(chunk))) cancel = whenIdle(rest);
  }
  // What was held back for a selection.
  const released = () => {
    if (waiting.size > 0 && waiting.size <= MOST_IN_IDLE_TIME) cancel ??= whenIdle(rest);
  };
  document.addEventListener("selectionchange", released);

  return () => {
    document.removeEventListener("selectionchange", released);
    observer.disconnect();
    cancel?.();
  };
}

function exchange(chunk: Element, fresh: Element): void {
  const old = chunk.querySelectorAll(".lb-src");
  const lines = fresh.querySelectorAll(".lb-src");
  if (old.length !== lines.length) return;
  old.forEach((line, index) => {
    const coloured = lines[index];
    if (!coloured || line.contains(document.activeElement)) return;
    if (line.querySelector(".lb-rest:not([hidden])")) unfold(coloured);
    line.replaceWith(coloured);
  });
}

/** Shows the rest of a long line. */
export function unfold(line: Element): void {
  line.querySelector(".lb-more")?.remove();
  line.querySelector(".lb-rest")?.removeAttribute("hidden");
}

function holdsSelection(chunk: Node): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(chunk, true);
}

/** Runs when the page has nothing better to do; WebKit has no word for that. Returns what cancels it. */
function whenIdle(run: (left: () => number) => void): () => void {
  if ("requestIdleCallback" in globalThis) {
    const number = requestIdleCallback((deadline) => run(() => deadline.timeRemaining()), { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(number);
  }
  const timer = setTimeout(() => {
    const until = performance.now() + 8;
    run(() => until - performance.now());
  }, 4);
  return () => clearTimeout(timer);
}
