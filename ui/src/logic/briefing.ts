// A briefing as the person sees it: its points in a tree with their state, and what a draft would make of them.
//
// The rules of resolving are the server's; this mirrors them so that the page can show what a reply will do before it
// is sent. Pure.

import type { Block, BriefingAsk, DraftPoint, Point, PointReply, Responded } from "../contract";

/** One turn on a point. `place` is the JSON pointer of its text within the ask. */
export type PointTurn =
  | { author: "human"; text?: string; resolved?: boolean; images: readonly string[]; at: string; place: string }
  | { author: "agent"; text: string; content: Block[]; at: string; place: string };

/** A point with everything that happened on it. */
export interface PointNode {
  point: Point;
  /** The JSON pointer of the point within the ask. */
  place: string;
  /** 1 for the briefing's own points, at most 3. */
  level: number;
  turns: PointTurn[];
  children: PointNode[];
  /** Whether it is done with, by the replies sent so far. */
  resolved: boolean;
}

export interface BriefingTree {
  sections: { title?: string; points: PointNode[] }[];
  /** Every point by its number, in reading order. */
  all: Map<string, PointNode>;
}

/** Builds the tree from the ask's prompt and thread. */
export function tree(ask: BriefingAsk): BriefingTree {
  const nodes = new Map<string, PointNode>();
  const sections = ask.prompt.sections.map((section, s) => ({
    ...(section.title === undefined ? {} : { title: section.title }),
    points: section.points.map((point, p) => plant(nodes, point, `/prompt/sections/${s}/points/${p}`, 1)),
  }));
  ask.thread.forEach((entry, index) => {
    const at = entry.at;
    if (entry.author === "agent") {
      const node = entry.point === undefined ? undefined : nodes.get(entry.point);
      if (!node) return;
      const content = entry.content ?? [];
      node.turns.push({ author: "agent", text: entry.answer, content, at, place: `/thread/${index}/answer` });
      entry.points?.forEach((point, p) => {
        node.children.push(plant(nodes, point, `/thread/${index}/points/${p}`, node.level + 1));
      });
    } else if (entry.reply.outcome === "responded") {
      entry.reply.points.forEach((said, p) => {
        const { text, resolved, images = [] } = said;
        nodes.get(said.point)?.turns.push({
          author: "human",
          ...(text === undefined ? {} : { text }),
          ...(resolved === undefined ? {} : { resolved }),
          images,
          at,
          place: `/thread/${index}/reply/points/${p}/text`,
        });
      });
      const after = apply(nodes, resolvedOf(nodes), entry.reply.points);
      for (const [id, node] of nodes) node.resolved = after.has(id);
    }
  });
  return { sections, all: inReadingOrder(sections.flatMap((section) => section.points)) };
}

function plant(nodes: Map<string, PointNode>, point: Point, place: string, level: number): PointNode {
  const node: PointNode = { point, place, level, turns: [], children: [], resolved: false };
  nodes.set(point.id, node);
  return node;
}

function inReadingOrder(nodes: PointNode[], into = new Map<string, PointNode>()): Map<string, PointNode> {
  for (const node of nodes) {
    into.set(node.point.id, node);
    inReadingOrder(node.children, into);
  }
  return into;
}

function resolvedOf(nodes: Map<string, PointNode>): Set<string> {
  return new Set([...nodes].filter(([, node]) => node.resolved).map(([id]) => id));
}

/** The resolved points after a reply: words or an un-tick reopen a point first, then each tick takes all beneath it. */
function apply(nodes: Map<string, PointNode>, before: Set<string>, said: readonly PointReply[]): Set<string> {
  const resolved = new Set(before);
  for (const { point, text, resolved: tick } of said) {
    if (!before.has(point) || !(hasWords(text) || tick === false)) continue;
    for (const id of [point, ...ancestors(point)]) resolved.delete(id);
  }
  for (const { point, resolved: tick } of said) {
    if (tick !== true) continue;
    for (const id of nodes.keys()) if (id === point || id.startsWith(`${point}.`)) resolved.add(id);
  }
  return resolved;
}

function ancestors(id: string): string[] {
  const parts = id.split(".");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("."));
}

function hasWords(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}

/** What a draft would do to a briefing if it were sent now. */
export interface Outlook {
  /** The points that would be resolved. */
  resolved: Set<string>;
  /** The points the agent would have to answer. */
  asked: Set<string>;
  /** Open points the draft says nothing on, neither on them nor beneath them. */
  untouched: string[];
  /** How many points are left open, of how many. */
  left: number;
  total: number;
  /** Why it cannot be sent as it is; nothing if it can. */
  missing?: string;
  /** A point that has a picture and no words, which cannot be sent whatever becomes of the others. */
  wordless?: string;
}

export function outlook(briefing: BriefingTree, draft: readonly DraftPoint[]): Outlook {
  const said = toReplies(briefing, draft);
  const resolved = apply(briefing.all, resolvedOf(briefing.all), said);
  const asked = new Set(said.filter((one) => hasWords(one.text) && !resolved.has(one.point)).map((one) => one.point));
  const touched = new Set(said.map((one) => one.point));
  const open = [...briefing.all.keys()].filter((id) => !resolved.has(id));
  // Resolving a point takes all beneath it, so one above a point that stays open on purpose is spoken for.
  const kept = open.filter((id) => touched.has(id));
  const untouched = open.filter((id) => !touched.has(id) && !kept.some((one) => one.startsWith(`${id}.`)));
  const wordless = draft.find((one) => one.images?.length && !hasWords(one.text) && briefing.all.has(one.point));
  const missing = wordless
    ? `Say in a word what the picture on point ${wordless.point} is about.`
    : open.length > 0 && asked.size === 0
      ? said.length === 0
        ? "Write on a point or resolve one first."
        : "The agent needs words on at least one open point, or nothing is left for it to answer."
      : undefined;
  return {
    resolved,
    asked,
    untouched,
    left: open.length,
    total: briefing.all.size,
    ...(missing === undefined ? {} : { missing }),
    ...(wordless === undefined ? {} : { wordless: wordless.point }),
  };
}

/** The reply a draft stands for, the untouched points left open. */
export function respond(briefing: BriefingTree, draft: readonly DraftPoint[]): Responded {
  return { outcome: "responded", points: toReplies(briefing, draft) };
}

/** The reply a draft stands for, with every untouched point resolved. */
export function respondAndResolveRest(briefing: BriefingTree, draft: readonly DraftPoint[]): Responded {
  const rest = outlook(briefing, draft).untouched.map((point) => ({ point, resolved: true }));
  return { outcome: "responded", points: [...toReplies(briefing, draft), ...rest] };
}

/** Only what says something: blank words and ticks that change nothing are left out. */
function toReplies(briefing: BriefingTree, draft: readonly DraftPoint[]): PointReply[] {
  const replies: PointReply[] = [];
  for (const { point, text, resolved, images } of draft) {
    const node = briefing.all.get(point);
    if (!node) continue;
    const words = hasWords(text);
    const ticks = resolved !== undefined && resolved !== node.resolved;
    // Words on a resolved point reopen it; keeping the tick has to be said again.
    const keepsTick = words && resolved === true;
    if (!words && !ticks) continue;
    replies.push({
      point,
      ...(words ? { text: text.trim() } : {}),
      ...(words && images?.length ? { images } : {}),
      ...(ticks || keepsTick ? { resolved: resolved === true } : {}),
    });
  }
  return replies;
}

/** The draft with one point's words or tick changed. */
export function withPoint(
  draft: readonly DraftPoint[],
  point: string,
  change: { text?: string; resolved?: boolean; images?: string[] },
): DraftPoint[] {
  const index = draft.findIndex((one) => one.point === point);
  const changed: DraftPoint = { point, ...draft[index], ...change };
  if (index < 0) return [...draft, changed];
  return draft.with(index, changed);
}

/** The points that show when those of `opened` are: each one's children only beneath an opened point. */
export function visible(points: readonly PointNode[], opened: ReadonlySet<string>): PointNode[] {
  return points.flatMap((node) => [node, ...(opened.has(node.point.id) ? visible(node.children, opened) : [])]);
}

/** The points the agent answered in its newest round, and those above them: what to open first. */
export function freshlyAnswered(ask: BriefingAsk): Set<string> {
  const fresh = new Set<string>();
  for (const entry of ask.thread.toReversed()) {
    if (entry.author === "human") break;
    if (entry.point === undefined) continue;
    fresh.add(entry.point);
    for (const id of ancestors(entry.point)) fresh.add(id);
  }
  return fresh;
}
