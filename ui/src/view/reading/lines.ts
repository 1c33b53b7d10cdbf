// What of a rendered piece can be commented on: lines of code, rows of a diff, blocks of prose. Which one stands where,
// what it is called, and which spot of the ask it is. Knows nothing of comments.

import type { Spot } from "../../logic/comments";
import { textOf } from "./text";

/** Of what changed between two versions, only lines of the newer one: the older has had its comments. */
const ROW = ".lb-row:not(.lb-none, .lb-remark, .lb-changes [data-old]:not([data-new]))";

export const LINE = `.lb-line, ${ROW}, [data-line][data-end]`;

/** A line of code or of a diff, rather than a block of prose. */
export function isRow(line: Element): boolean {
  return line.matches(".lb-line, .lb-row");
}

/** The line that something is part of. */
export function lineAt(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>(LINE) ?? undefined;
}

/** The next line that is to be seen, within the same piece. */
export function neighbour(content: HTMLElement, line: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const side = sideOf(line);
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_ELEMENT);
  walker.currentNode = line;
  for (;;) {
    const node = by === 1 ? walker.nextNode() : walker.previousNode();
    if (node === null) return undefined;
    if (!(node instanceof HTMLElement) || !node.matches(LINE) || holdsLines(node)) continue;
    // Side by side, the cursor stays in its column; a line that is the same in both stands in both.
    if (side !== undefined && node.parentElement?.matches(".lb-pair") && sideOf(node) !== side) continue;
    if (node.checkVisibility()) return node;
  }
}

/** A block whose own lines or items are what can be commented on. */
function holdsLines(block: HTMLElement): boolean {
  return !isRow(block) && block.querySelector(LINE) !== null;
}

/** The column of a cell that has its counterpart beside it. */
function sideOf(row: Element): "old" | "new" | undefined {
  if (!row.parentElement?.matches(".lb-pair")) return undefined;
  return row === row.parentElement.firstElementChild ? "old" : "new";
}

/** From the one to the other, whichever comes first. */
export function between(content: HTMLElement, one: HTMLElement, other: HTMLElement): HTMLElement[] {
  const follows = (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const [first, last] = follows ? [one, other] : [other, one];
  const lines = [first];
  for (let line: HTMLElement | undefined = first; line && line !== last; ) {
    line = neighbour(content, line, 1);
    if (line) lines.push(line);
  }
  return lines;
}

/** What a range may not reach over: the file, the block of code; for prose the piece. */
export function unitOf(line: Element): Element | null {
  return line.closest(isRow(line) ? ".lb-file, .lb-code" : ".content");
}

/** The spot that some lines of one unit are. */
export function spotOf(place: string, lines: readonly HTMLElement[], passage?: string): Spot | undefined {
  const [first] = lines;
  const last = lines.at(-1);
  if (!first || !last) return undefined;
  const quote = passage ?? lines.map((line) => textOf(isRow(line) ? sourceOf(line) : line).replace(/\n$/, "")).join("\n");
  const block = first.closest<HTMLElement>("[data-line][data-end]");
  // Within a text, lines are counted through the text.
  if (block) return { place, ...linesIn(block, first, last), quote };
  const unit = first.closest<HTMLElement>(".lb-file, .lb-code");
  const file = unit?.dataset["path"];
  if (first.matches(".lb-line")) {
    return { place, ...(file ? { file } : {}), ...numbers(first.dataset["line"], last.dataset["line"]), quote };
  }
  const side = lines.some((line) => line.dataset["new"] !== undefined) ? "new" : "old";
  const ofSide = lines.filter((line) => line.dataset[side] !== undefined);
  const named = side === "old" ? (unit?.dataset["oldPath"] ?? file) : file;
  return {
    place,
    ...(named ? { file: named } : {}),
    // Code has no sides, whatever it was compared with.
    ...(unit?.matches(".lb-code") ? {} : { side }),
    ...numbers(ofSide[0]?.dataset[side], ofSide.at(-1)?.dataset[side]),
    quote: ofSide.map((line) => textOf(sourceOf(line)).replace(/\n$/, "")).join("\n"),
  };
}

function sourceOf(row: Element): Element {
  return row.querySelector(".lb-src") ?? row;
}

function numbers(first: string | undefined, last: string | undefined): { line?: number; endLine?: number } {
  const [line, endLine] = [Number(first), Number(last)];
  if (!(line > 0)) return {};
  return endLine > line ? { line, endLine } : { line };
}

/** Where lines of prose, or of code within prose, stand in the text. */
function linesIn(block: HTMLElement, first: HTMLElement, last: HTMLElement): { line?: number; endLine?: number } {
  const begin = Number(block.dataset["line"]);
  if (first.matches(".lb-line")) {
    const lines = block.querySelectorAll(".lb-line").length;
    // A fence has a line of its own before the code.
    const offset = Number(block.dataset["end"]) - begin + 1 > lines ? begin : begin - 1;
    return numbers(String(offset + Number(first.dataset["line"])), String(offset + Number(last.dataset["line"])));
  }
  const end = last.closest<HTMLElement>("[data-line][data-end]") ?? block;
  return numbers(block.dataset["line"], end.dataset["end"]);
}

/** The lines that a spot of this piece is. */
export function linesOf(content: HTMLElement, spot: Spot): HTMLElement[] {
  const { file, side, line } = spot;
  if (line === undefined) return [];
  const upTo = spot.endLine ?? line;
  const all = (root: Element, selector: string, attribute: "line" | "old" | "new") =>
    [...root.querySelectorAll<HTMLElement>(selector)].filter((one) => {
      const number = Number(one.dataset[attribute]);
      return number >= line && number <= upTo;
    });
  if (side !== undefined) {
    const path = side === "old" ? "oldPath" : "path";
    const files = [...content.querySelectorAll<HTMLElement>(".lb-file")];
    const unit = files.find((one) => (one.dataset[path] ?? one.dataset["path"]) === file) ?? (files.length === 1 ? files[0] : undefined);
    return unit ? all(unit, `.lb-row[data-${side}]`, side) : [];
  }
  const blocks = content.querySelectorAll<HTMLElement>("[data-line][data-end]");
  if (blocks.length === 0) {
    const lines = all(content, ".lb-line", "line");
    return lines.length > 0 ? lines : all(content, ".lb-code .lb-row[data-new]", "new");
  }
  const exact = [...blocks].filter(
    (one) => Number(one.dataset["line"]) >= line && Number(one.dataset["end"]) <= upTo && !holdsLines(one),
  );
  if (exact.length > 0) return exact;
  // A line within a block: the line of code there, else the smallest block around it.
  const around = [...blocks].filter((one) => Number(one.dataset["line"]) <= line && Number(one.dataset["end"]) >= line).at(-1);
  if (!around) return [];
  const code = [...around.querySelectorAll<HTMLElement>(".lb-line")].filter((one) => {
    const at = linesIn(around, one, one).line ?? 0;
    return at >= line && at <= upTo;
  });
  return code.length > 0 ? code : [around];
}

/** What a line is called: `Line 12`, `Added line 12`, `Lines 3 to 5`. */
export function nameOf(line: HTMLElement): string {
  if (line.matches(".lb-line")) return `Line ${line.dataset["line"]}`;
  if (line.matches(".lb-add")) return `Added line ${line.dataset["new"]}`;
  if (line.matches(".lb-del")) return `Removed line ${line.dataset["old"]}`;
  if (line.matches(".lb-row")) return `Line ${line.dataset["new"] ?? line.dataset["old"] ?? ""}`;
  return "This passage";
}

/** Puts the cursor on a line: the focus, a name for who does not see it, and the line in sight. */
export function standOn(line: HTMLElement): void {
  line.tabIndex = -1;
  if (isRow(line)) {
    line.setAttribute("role", "group");
    line.setAttribute("aria-label", `${nameOf(line)}: ${textOf(sourceOf(line)).trim() || "blank"}`);
  }
  line.focus({ preventScroll: true });
  line.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The cursor has left a line: nothing of it remains. */
export function leave(line: HTMLElement): void {
  line.removeAttribute("tabindex");
  if (isRow(line)) {
    line.removeAttribute("role");
    line.removeAttribute("aria-label");
  }
}
