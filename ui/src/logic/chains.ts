// Which reviews are versions of one another. Pure: takes rows, gives for the newest version those before it.

import type { AskId, AskSummary } from "../contract";

/**
 * For every row of `shown` that stands for a chain of versions: the earlier ones, the newest first. Rows that are an
 * earlier version of another row shown are not among the keys: they stand beneath that one.
 */
export function chains(
  shown: readonly AskSummary[],
  known: (id: AskId) => AskSummary | undefined,
): Map<AskId, AskSummary[]> {
  const next = new Map<AskId, AskSummary>();
  for (const row of shown) {
    if (row.revises === undefined || row.revises === row.id) continue;
    const other = next.get(row.revises);
    if (!other || other.createdAt < row.createdAt) next.set(row.revises, row);
  }
  const heads = new Map<AskId, AskSummary[]>();
  for (const row of shown) if (!next.has(row.id)) heads.set(row.id, earlier(row, next, known));
  return heads;
}

function earlier(
  head: AskSummary,
  next: ReadonlyMap<AskId, AskSummary>,
  known: (id: AskId) => AskSummary | undefined,
): AskSummary[] {
  const found: AskSummary[] = [];
  const met = new Set([head.id]);
  for (let row = head; row.revises !== undefined && !met.has(row.revises); ) {
    const before = known(row.revises);
    if (!before) break;
    // It has another version after it, and stands beneath that one.
    if (next.has(before.id) && next.get(before.id)?.id !== row.id) break;
    met.add(before.id);
    found.push(before);
    row = before;
  }
  return found;
}
