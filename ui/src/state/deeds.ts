// Everything that can be done right now, by name: what the palette offers. Nothing here sends or closes anything.

import { tick } from "svelte";
import type { AskSummary, Theme } from "../contract";
import { NO_FILTER, projectOf } from "../logic/filter";
import { type Command, keyFor } from "../logic/keys";
import { isDue, isSnoozed } from "../logic/order";
import { type Outcome, outcomeName, outcomes } from "../logic/reply";
import { askLess } from "./asking.svelte";
import type { Session } from "./session.svelte";

export interface Deed {
  /** Different for every deed. */
  id: string;
  /** What it is called, and found by. */
  words: string;
  /** What kind of thing it is, where that is not a command. */
  kind?: "Ask" | "Project" | "Quick reply";
  project?: string | undefined;
  /** What is pressed for it without the palette. */
  keys?: string | undefined;
  run(): void;
}

/** What is wanted most comes first. `primary`: what the key Ctrl or Command is called. */
export function deeds(session: Session, primary: string): Deed[] {
  return [...undo(session, primary), ...onTheAsk(session, primary), ...around(session, primary), ...asks(session), ...projects(session)];
}

function undo(session: Session, primary: string): Deed[] {
  if (!session.holding.newest && !session.telling.notice?.undo) return [];
  return [{ ...command("undo", "Undo", { do: "undo" }, primary), run: () => session.undoLast() }];
}

function onTheAsk(session: Session, primary: string): Deed[] {
  const { desk, inbox, router } = session;
  const ask = session.openAsk;
  const row = inbox.row(router.ask);
  if (!ask || !row) return [];
  const { id } = row;
  const arm = (outcome: Outcome): Deed => ({
    ...command(`arm ${outcome}`, `${armWords[outcome]}…`, { do: "arm", outcome }, primary),
    run: () => desk?.arm(outcome),
  });
  const snoozed = isSnoozed(row, inbox.now);
  const mine = isDue(row, inbox.now) || snoozed;
  const found: Deed[] = [];
  if (mine) {
    const arms = outcomes(ask.kind).filter((outcome) => keyFor({ do: "arm", outcome }, primary) !== undefined);
    found.push(...arms.filter((outcome) => outcome !== "dismissed").map(arm), ...quickReplies(session));
    if (ask.answeredBefore && desk?.same) found.push({ id: "same", words: "Same answer as before", run: () => void desk.same?.() });
    if (snoozed) found.push({ id: "wake", words: "Wake: back into the inbox", run: () => void session.snoozing.wake([id]) });
    found.push({ ...command("snooze", "Snooze…", { do: "snooze" }, primary), run: () => session.putOff(id) });
  }
  if (session.files && ask.kind !== "question") {
    const { files } = session;
    found.push(
      { ...command("file next", "Next file", { do: "file", by: 1 }, primary), run: () => files.file(1) },
      { ...command("file previous", "Previous file", { do: "file", by: -1 }, primary), run: () => files.file(-1) },
      { ...command("hunk next", "Next hunk", { do: "hunk", by: 1 }, primary), run: () => files.hunk(1) },
      { ...command("hunk previous", "Previous hunk", { do: "hunk", by: -1 }, primary), run: () => files.hunk(-1) },
    );
  }
  if (row.status === "awaiting_human") {
    found.push({ id: "unsee", words: "Mark as unread", run: () => void session.unsee(id) });
  }
  if (mine) found.push(arm("dismissed"), stopAsking(session, id));
  return found;
}

function stopAsking(session: Session, id: string): Deed {
  const drafting = session.drafts.of(id);
  const words = drafting.stopAsking ? "Let the agent ask about this again" : "Stop asking about this";
  return { id: "stop", words, run: () => (drafting.stopAsking = !drafting.stopAsking) };
}

const armWords: Record<Outcome, string> = {
  answered: outcomeName("answered"),
  approved: "Approve",
  changes_requested: "Request changes",
  follow_up: "Ask back",
  dismissed: "Dismiss",
};

function around(session: Session, primary: string): Deed[] {
  const { router, chosen, listing, inbox } = session;
  const theme = (theme: Theme, words: string): Deed => ({ id: `theme ${theme}`, words, run: () => chosen.change({ theme }) });
  const found: Deed[] = [
    { ...command("next", "Next ask", { do: "move", by: 1, arrow: false }, primary), run: () => session.move(1) },
    { ...command("previous", "Previous ask", { do: "move", by: -1, arrow: false }, primary), run: () => session.move(-1) },
    { ...command("search", "Search everything asked and answered", { do: "search" }, primary), run: () => session.search() },
    { id: "inbox", words: "Inbox", run: () => router.go("inbox") },
    { id: "decisions", words: "Decisions", run: () => router.go("decisions") },
    { id: "settings", words: "Settings", run: () => router.go("settings") },
    { ...command("keys", "All keys", { do: "help" }, primary), run: () => (session.over = "help") },
    theme("light", "Theme: light"),
    theme("dark", "Theme: dark"),
    theme("system", "Theme: as the system has it"),
  ];
  if (inbox.count > 0) found.unshift({ id: "longest", words: "Start with the longest wait", run: () => session.openLongestBlocked() });
  if (listing.filtered) found.push({ id: "unfilter", words: "Clear all filters", run: () => router.narrow(NO_FILTER) });
  if (inbox.forsakenCount > 0 && !listing.ticking) {
    const run = () => {
      if (router.place !== "inbox") router.go("inbox");
      listing.toggleTicking();
    };
    found.push({ id: "tick", words: "Dismiss several that nobody waits for…", run });
  }
  return found;
}

function quickReplies(session: Session): Deed[] {
  const { desk, chosen, inbox, router } = session;
  const row = inbox.row(router.ask);
  // A briefing has a box for each of its points, and none of them is meant.
  if (!desk?.fill || !row || row.kind === "briefing" || !isDue(row, inbox.now)) return [];
  return chosen.current.quickReplies.map(({ text }, index) => ({
    id: `quick ${index}`,
    words: text,
    kind: "Quick reply",
    run: () => desk.fill?.(text),
  }));
}

function asks(session: Session): Deed[] {
  const rows = session.inbox.sections.flatMap((section) => section.rows);
  return rows.map((row) => ({
    id: `ask ${row.id}`,
    words: nameOf(row),
    kind: "Ask",
    project: row.project,
    run: () => {
      session.open(row.id);
      void tick().then(() => session.desk?.focus());
    },
  }));
}

function nameOf(row: AskSummary): string {
  return row.project === undefined ? row.title : `${row.project}: ${row.title}`;
}

function projects(session: Session): Deed[] {
  const names = new Set([...session.inbox.rows()].map(projectOf).filter((name) => name !== ""));
  const sorted = [...names].sort();
  const less = sorted.map((name): Deed => ({ id: `less ${name}`, words: `Ask less in ${name}`, project: name, run: () => void askLess(session, name) }));
  return [...sorted.map((name) => only(session, name)), ...less];
}

function only(session: Session, name: string): Deed {
  return {
    id: `project ${name}`,
    words: `Only ${name}`,
    kind: "Project",
    project: name,
    run: () => {
      if (session.router.place !== "inbox") session.router.go("inbox");
      session.router.narrow({ ...NO_FILTER, projects: [name] });
    },
  };
}

function command(id: string, words: string, what: Command, primary: string): Omit<Deed, "run"> {
  return { id, words, keys: keyFor(what, primary) };
}
