// Comments on single places of what an agent shows: the same place or not, in which order, and as words that the agent
// reads. Pure.

import type { DraftComment, LineComment } from "../contract";

/** A place somebody can comment on. */
export interface Spot {
  /** The JSON pointer of the block within the ask. */
  place: string;
  /** The file, by the name the block gives it. */
  file?: string;
  /** In a diff: whether the lines stand in the old or in the new file. */
  side?: "old" | "new";
  /** The first line, counted from 1: of the file, or of the block's own text. */
  line?: number;
  /** The last line, if there are several. */
  endLine?: number;
  /** The lines or words that are commented on. */
  quote: string;
}

/** What the contract takes of a quote, in characters. */
const QUOTE_MAX = 4_000;

export function sameSpot(a: Spot, b: Spot): boolean {
  return (
    a.place === b.place &&
    a.file === b.file &&
    a.side === b.side &&
    a.line === b.line &&
    (a.endLine ?? a.line) === (b.endLine ?? b.line) &&
    // Several passages of one block of prose can be quoted.
    (a.file !== undefined || a.quote === b.quote)
  );
}

/** The draft of a comment on a spot, with nothing said yet. */
export function commentOn(spot: Spot): DraftComment {
  const { place, file, side, line, endLine, quote } = spot;
  return {
    place,
    ...(file === undefined ? {} : { file }),
    ...(side === undefined ? {} : { side }),
    ...(line === undefined ? {} : { line }),
    ...(endLine === undefined || endLine === line ? {} : { endLine }),
    quote: quote.length > QUOTE_MAX ? `${quote.slice(0, QUOTE_MAX - 1)}…` : quote,
    text: "",
  };
}

export function hasWords(comment: DraftComment): boolean {
  return comment.text.trim() !== "";
}

/** Those that say something, as they go with a reply. */
export function said(comments: readonly DraftComment[] | undefined): LineComment[] {
  return (comments ?? []).filter(hasWords).map((comment) => ({ ...comment, text: comment.text.trim() }));
}

/** Where a comment points, as an agent finds it: `src/a.rs:10-14 (old side)`; without a file, in words. */
export function whereOf({ file, side, line, endLine }: Spot): string {
  const lines = line === undefined ? "" : endLine === undefined || endLine === line ? `${line}` : `${line}-${endLine}`;
  if (file === undefined) return lines === "" ? "" : endLine === undefined ? `line ${lines}` : `lines ${lines}`;
  return `${file}${lines === "" ? "" : `:${lines}`}${side === "old" ? " (old side)" : ""}`;
}

/** The comments in the order of what they are on, for those who read them one after the other. */
export function inReadingOrder<C extends Spot>(comments: readonly C[]): C[] {
  const files = new Map<string, number>();
  for (const { place, file } of comments) {
    const key = `${place}\n${file ?? ""}`;
    if (!files.has(key)) files.set(key, files.size);
  }
  const rank = ({ place, file, line, side }: C) =>
    [blockOf(place), files.get(`${place}\n${file ?? ""}`) ?? 0, line ?? 0, side === "old" ? 0 : 1] as const;
  return comments.toSorted((a, b) => {
    const [one, other] = [rank(a), rank(b)];
    const differs = one.findIndex((value, index) => value !== other[index]);
    return differs < 0 ? 0 : (one[differs] ?? 0) - (other[differs] ?? 0);
  });
}

/** The number of the block; what stands before all blocks, such as a summary, comes first. */
function blockOf(place: string): number {
  const number = /\/(\d+)$/.exec(place)?.[1];
  return number === undefined ? -1 : Number(number);
}

/**
 * The comments as markdown: each with its place, what it is on, and what is said. Lines of a file are quoted as they
 * stand; a passage of prose as a quotation.
 */
export function asWords(comments: readonly LineComment[]): string {
  return inReadingOrder(comments)
    .map((comment) => {
      const where = whereOf(comment);
      const quoted = comment.file === undefined ? quotation(comment.quote) : fenced(comment.quote);
      const head = comment.file === undefined ? where && `${capital(where)}:` : code(where);
      return [head, quoted, comment.text].filter(Boolean).join("\n");
    })
    .join("\n\n");
}

/** The words of a box with the comments after them. */
export function withComments(words: string, comments: readonly LineComment[]): string {
  return [words.trim(), asWords(comments)].filter((part) => part !== "").join("\n\n");
}

/** The words of a box as they were before the comments were joined to them; all of them if they were not. */
export function withoutComments(words: string, comments: readonly LineComment[]): string {
  const joined = asWords(comments);
  return joined !== "" && words.endsWith(joined) ? words.slice(0, -joined.length).trimEnd() : words;
}

function quotation(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .concat("")
    .join("\n");
}

/** A fence that nothing in the text can end. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
}

function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const tick = "`".repeat(longest + 1);
  return longest === 0 ? `${tick}${text}${tick}` : `${tick} ${text} ${tick}`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
