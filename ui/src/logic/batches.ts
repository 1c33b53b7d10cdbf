// Which questions were asked together, by one call of their agent. Pure: takes rows.

import type { AskId, AskSummary } from "../contract";

/** The questions of one call, those the page knows, in the order in which they were asked. */
export interface Together {
  id: string;
  rows: readonly AskSummary[];
}

/** The questions that were asked together with this one. Nothing if it stands alone, or no other is known. */
export function togetherWith(row: AskSummary | undefined, rows: Iterable<AskSummary>): Together | undefined {
  const batch = row?.batch;
  if (!batch || batch.size < 2) return undefined;
  const found = [...rows].filter((one) => one.batch?.id === batch.id).sort(byIndex);
  return found.length < 2 ? undefined : { id: batch.id, rows: found };
}

/** The rows by the call they belong to, each call's in the order in which they were asked. */
export function gather(rows: readonly AskSummary[]): Map<string, AskSummary[]> {
  const batches = new Map<string, AskSummary[]>();
  for (const row of rows) {
    if (!row.batch || row.batch.size < 2) continue;
    const others = batches.get(row.batch.id);
    if (others) others.push(row);
    else batches.set(row.batch.id, [row]);
  }
  for (const batch of batches.values()) batch.sort(byIndex);
  return batches;
}

/** Whether the person is to move on it and has not. */
export function isUnanswered(row: AskSummary): boolean {
  return row.status === "awaiting_human" && row.held === undefined;
}

/** The one to show first: the one that is open, else the first that waits for the person. */
export function foremost(rows: readonly AskSummary[], open: AskId | undefined): AskSummary | undefined {
  return rows.find((row) => row.id === open) ?? rows.find(isUnanswered) ?? rows[0];
}

/** How many questions a row stands for, in words: of how many, if it is not all of them. */
export function questions(rows: readonly AskSummary[]): string {
  const size = rows[0]?.batch?.size ?? rows.length;
  return rows.length < size ? `${rows.length} of ${size} questions` : `${size} questions`;
}

function byIndex(a: AskSummary, b: AskSummary): number {
  return (a.batch?.index ?? 0) - (b.batch?.index ?? 0);
}
