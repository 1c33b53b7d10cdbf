// Drafts as values: when two are the same, when one is empty, and what to do when two windows wrote one. Pure.

import type { DraftComment, DraftContent, DraftPoint } from "../contract";
import { hasWords, withComments, withoutComments } from "./comments";

/** A draft with everything left out that says nothing, so that equal drafts look equal. */
export function tidy(content: DraftContent): DraftContent {
  const points = content.points?.map(tidyPoint).filter((point) => Object.keys(point).length > 1);
  const comments = content.comments?.filter(hasWords);
  return {
    ...(content.text ? { text: content.text } : {}),
    ...(content.selected?.length ? { selected: [...content.selected] } : {}),
    ...(content.outcome ? { outcome: content.outcome } : {}),
    ...(points?.length ? { points } : {}),
    ...(comments?.length ? { comments } : {}),
    ...(content.images?.length ? { images: [...content.images] } : {}),
  };
}

function tidyPoint({ point, text, resolved, images }: DraftPoint): DraftPoint {
  return {
    point,
    ...(text ? { text } : {}),
    ...(resolved === undefined ? {} : { resolved }),
    ...(images?.length ? { images } : {}),
  };
}

export function isEmpty(content: DraftContent): boolean {
  return Object.keys(tidy(content)).length === 0;
}

/** Whether a draft holds words or picks that would be missed; an armed button alone would not. */
export function holdsWork(content: DraftContent): boolean {
  const { outcome: _, ...work } = tidy(content);
  return Object.keys(work).length > 0;
}

export function sameDraft(a: DraftContent, b: DraftContent): boolean {
  return canonical(a) === canonical(b);
}

function canonical(content: DraftContent): string {
  const { text = "", selected = [], outcome = "", points = [], comments = [], images = [] } = tidy(content);
  return JSON.stringify([
    text,
    selected,
    outcome,
    points
      .toSorted((a, b) => (a.point < b.point ? -1 : 1))
      .map((one) => [one.point, one.text, one.resolved, one.images ?? []]),
    comments.map(canonicalComment).toSorted(),
    images,
  ]);
}

function canonicalComment(comment: DraftComment): string {
  const { place, file, side, line, endLine, quote, text } = comment;
  return JSON.stringify([place, file, side, line, endLine ?? line, quote, text]);
}

/** How a draft here and a newer one on the server come together. */
export type Reconciled =
  /** Only the server's changed: it is taken over. */
  | { kind: "take" }
  /** Only ours changed, or both say the same: ours stays and is saved on top. */
  | { kind: "keep" }
  /** Both changed: ours stays and is saved on top, the other is kept where the person can reach it. */
  | { kind: "both" };

/** `base` is what both sides last agreed on. */
export function reconcile(base: DraftContent, mine: DraftContent, theirs: DraftContent): Reconciled {
  if (sameDraft(mine, theirs) || sameDraft(base, theirs)) return { kind: "keep" };
  if (sameDraft(base, mine)) return { kind: "take" };
  return isEmpty(theirs) ? { kind: "keep" } : { kind: "both" };
}

/** A draft's words as plain text, for the clipboard. */
export function asText(content: DraftContent): string {
  const points = (content.points ?? [])
    .filter((one) => one.text || one.resolved !== undefined)
    .map((one) => `${one.point}: ${[one.text, one.resolved ? "(resolved)" : ""].filter(Boolean).join(" ")}`);
  const words = withComments(content.text ?? "", content.comments?.filter(hasWords) ?? []);
  return [content.selected?.join(", "), words, ...points].filter(Boolean).join("\n\n");
}

/**
 * A draft that the server made of a reply has the comments twice: by themselves and joined to the words. They are taken
 * off the words again.
 */
export function apart(content: DraftContent): DraftContent {
  if (!content.text || !content.comments?.length) return content;
  return { ...content, text: withoutComments(content.text, content.comments) };
}
