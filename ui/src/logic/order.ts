// Which ask stands where in the list, and which one comes next. Pure: takes rows and the time, gives orders.

import type { AskId, AskSummary } from "../contract";

/** The parts of the list, top to bottom. */
export interface Sections {
  /** The person's move. Newest first. */
  mine: AskSummary[];
  /** The person's move too, but no agent has been there for a day. Newest first. */
  forsaken: AskSummary[];
  /** The agent's move. Newest first. */
  agents: AskSummary[];
  /** The person's move, put off until later. Back soonest first. */
  snoozed: AskSummary[];
  /** Closed. Closed last first. */
  closed: AskSummary[];
}

export type SectionName = keyof Sections;

export const SECTION_NAMES: readonly SectionName[] = ["mine", "forsaken", "agents", "snoozed", "closed"];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether an ask waits for the person although no agent has waited for its reply in a day. */
export function isForsaken(row: AskSummary, now: number): boolean {
  return row.status === "awaiting_human" && !row.waiting && now - Date.parse(row.updatedAt) >= DAY_MS;
}

/** Whether the person has put the ask off to a moment that is still to come. */
export function isSnoozed(row: AskSummary, now: number): boolean {
  return row.status === "awaiting_human" && row.snoozedUntil !== undefined && Date.parse(row.snoozedUntil) > now;
}

/** Whether the person is to move now: not put off, and no reply on its way out. */
export function isDue(row: AskSummary, now: number): boolean {
  return row.status === "awaiting_human" && row.held === undefined && !isSnoozed(row, now);
}

export function sectionOf(row: AskSummary, now: number): SectionName {
  if (row.status === "closed") return "closed";
  if (row.status === "awaiting_agent") return "agents";
  if (isSnoozed(row, now)) return "snoozed";
  return isForsaken(row, now) ? "forsaken" : "mine";
}

export function arrange(rows: Iterable<AskSummary>, now: number): Sections {
  const sections: Sections = { mine: [], forsaken: [], agents: [], snoozed: [], closed: [] };
  for (const row of rows) sections[sectionOf(row, now)].push(row);
  sections.mine.sort(newestTurnFirst);
  sections.forsaken.sort(newestTurnFirst);
  sections.agents.sort(newestTurnFirst);
  sections.snoozed.sort((a, b) => descending(b.snoozedUntil ?? "", a.snoozedUntil ?? "", a.id, b.id));
  sections.closed.sort((a, b) => descending(a.closedAt ?? a.updatedAt, b.closedAt ?? b.updatedAt, a.id, b.id));
  return sections;
}

function newestTurnFirst(a: AskSummary, b: AskSummary): number {
  return descending(a.updatedAt, b.updatedAt, a.id, b.id);
}

function descending(a: string, b: string, aId: AskId, bId: AskId): number {
  if (a !== b) return a < b ? 1 : -1;
  return aId < bId ? 1 : aId > bId ? -1 : 0;
}

/** Whether two asks come from the same agent, as far as a row tells. */
export function sameAgent(a: AskSummary, b: AskSummary): boolean {
  if (a.origin || b.origin) return a.origin?.session === b.origin?.session;
  return a.client !== undefined && a.client === b.client && a.project === b.project;
}

/**
 * The ask to show after the one just replied to: of the same agent, else of the same project, else the one whose agent
 * has been blocked the longest. Nothing if no other ask is the person's move.
 */
export function nextAfter(replied: AskSummary, rows: Iterable<AskSummary>, now: number): AskSummary | undefined {
  let best: AskSummary | undefined;
  let bestRank: readonly [number, number, string] | undefined;
  for (const row of rows) {
    if (row.id === replied.id || !isDue(row, now)) continue;
    const nearness = sameAgent(row, replied) ? 0 : row.project !== undefined && row.project === replied.project ? 1 : 2;
    const rank = [nearness, row.waiting ? 0 : 1, row.updatedAt] as const;
    if (!bestRank || lower(rank, bestRank)) {
      best = row;
      bestRank = rank;
    }
  }
  return best;
}

/** The ask whose agent has been blocked the longest; if none is, the oldest that is the person's move. */
export function longestBlocked(rows: Iterable<AskSummary>, now: number): AskSummary | undefined {
  let best: AskSummary | undefined;
  for (const row of rows) {
    if (!isDue(row, now)) continue;
    if (!best || lower([0, row.waiting ? 0 : 1, row.updatedAt], [0, best.waiting ? 0 : 1, best.updatedAt])) best = row;
  }
  return best;
}

function lower(a: readonly [number, number, string], b: readonly [number, number, string]): boolean {
  if (a[0] !== b[0]) return a[0] < b[0];
  if (a[1] !== b[1]) return a[1] < b[1];
  return a[2] < b[2];
}

/** What a row must say beyond its project so that no two open rows look alike. */
export interface Distinction {
  branch?: string;
  agent?: string;
}

/** For every row, what sets it apart from others of the same project; empty where the project alone does. */
export function distinguish(rows: readonly AskSummary[]): Map<AskId, Distinction> {
  const byProject = new Map<string, AskSummary[]>();
  for (const row of rows) {
    const project = row.project ?? "";
    const others = byProject.get(project);
    if (others) others.push(row);
    else byProject.set(project, [row]);
  }
  const distinctions = new Map<AskId, Distinction>();
  for (const group of byProject.values()) {
    const branches = new Set(group.map((row) => row.origin?.branch));
    const clients = new Set(group.map((row) => agentName(row)));
    const runs = new Set(group.map((row) => row.origin?.session ?? row.client));
    const manyOnOneBranch = runs.size > 1 && clients.size === 1 && branches.size === 1;
    for (const row of group) {
      const distinction: Distinction = {};
      if (branches.size > 1 && row.origin?.branch) distinction.branch = row.origin.branch;
      if (clients.size > 1 && row.client) distinction.agent = agentName(row);
      if (manyOnOneBranch && row.origin) distinction.agent = lastPart(row.origin.cwd);
      distinctions.set(row.id, distinction);
    }
  }
  return distinctions;
}

/** A client's name without its version: `claude-code` of `claude-code 2.1.0`. */
export function agentName(row: Pick<AskSummary, "client">): string {
  return (row.client ?? "").replace(/ v?\d\S*$/, "");
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}

/** How many steady colours a project's mark can have. */
export const TINTS = 8;

/** The steady colour of an ask's repository: the same for every checkout of it, today and tomorrow. */
export function tint(row: Pick<AskSummary, "project">): number {
  let hash = 2_166_136_261;
  for (const char of row.project ?? "") hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return hash % TINTS;
}
