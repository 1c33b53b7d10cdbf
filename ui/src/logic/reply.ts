// From what the person put together to the reply the contract knows, or to what is still missing. Pure.

import type { Ask, AskSummary, DraftContent, LineComment, QuestionAsk, Reply } from "../contract";
import { said, withComments } from "./comments";

/** What the person can do with a question or a review. The names are the contract's outcomes. */
export type Outcome = "answered" | "approved" | "changes_requested" | "follow_up" | "dismissed";

/** A reply ready to be sent, or in words what it lacks. */
export type Built = { reply: Reply } | { missing: string };

/** The outcomes open to the person on an ask of this kind, the usual one first. */
export function outcomes(kind: Ask["kind"]): readonly Outcome[] {
  if (kind === "question") return ["answered", "follow_up", "dismissed"];
  if (kind === "review") return ["approved", "changes_requested", "follow_up", "dismissed"];
  return ["dismissed"];
}

export function isOutcome(word: string | undefined): word is Outcome {
  return (
    word === "answered" ||
    word === "approved" ||
    word === "changes_requested" ||
    word === "follow_up" ||
    word === "dismissed"
  );
}

export function build(ask: Ask, outcome: Outcome, draft: DraftContent): Built {
  if (outcome === "dismissed") return { reply: { outcome } };
  const comments = said(draft.comments);
  const words = withComments(draft.text ?? "", comments);
  const more = extras(comments, draft.images ?? []);
  if (words === "" && more.images) return { missing: "Say in a word what the picture is about." };
  switch (outcome) {
    case "answered":
      if (ask.kind !== "question") return { missing: "Only a question can be answered." };
      return answer(ask, words, draft.selected ?? [], more);
    case "approved":
      return { reply: { outcome, ...(words === "" ? {} : { note: words }), ...more } };
    case "changes_requested":
      if (words === "") return { missing: "Say what should change." };
      return { reply: { outcome, feedback: words, ...more } };
    case "follow_up":
      if (words === "") return { missing: "Write what you want to know first." };
      return { reply: { outcome, question: words, ...more } };
  }
}

/** What goes with the words of a reply. */
interface Extras {
  comments?: LineComment[];
  images?: string[];
}

function extras(comments: LineComment[], images: readonly string[]): Extras {
  return {
    ...(comments.length > 0 ? { comments } : {}),
    ...(images.length > 0 ? { images: [...images] } : {}),
  };
}

function answer(ask: QuestionAsk, words: string, picked: readonly string[], more: Extras): Built {
  const offered = ask.prompt.options.map((choice) => choice.label);
  const selected = offered.filter((label) => picked.includes(label));
  if (selected.length === 0 && words === "") {
    return { missing: offered.length > 0 ? "Pick a choice or write an answer." : "Write an answer." };
  }
  return { reply: { outcome: "answered", selected, ...(words === "" ? {} : { text: words }), ...more } };
}

/** Whether anything was put together that is sent as words: typed, said on a line, or shown. */
export function speaks(draft: DraftContent): boolean {
  return (draft.text ?? "").trim() !== "" || said(draft.comments).length > 0 || (draft.images ?? []).length > 0;
}

/** The choices picked after one was pressed: each switches on and off, alone unless several may be picked. */
export function pick(ask: QuestionAsk, picked: readonly string[], label: string): string[] {
  if (!ask.prompt.multiple) return picked.includes(label) ? [] : [label];
  const next = picked.includes(label) ? picked.filter((one) => one !== label) : [...picked, label];
  return ask.prompt.options.map((choice) => choice.label).filter((one) => next.includes(one));
}

/**
 * What Ctrl+Enter does when nothing was armed. A review is approved only with an empty box and no comment: words could
 * be a note or a wish, and only the person knows which.
 */
export function unarmed(kind: Ask["kind"], draft: DraftContent): Outcome | "choose" {
  if (kind === "question") return "answered";
  if (kind === "review") return speaks(draft) ? "choose" : "approved";
  return "choose";
}

/** The outcome in a word, for threads and rows. */
export function outcomeName(outcome: string): string {
  const names: Record<string, string> = {
    answered: "Answered",
    approved: "Approved",
    changes_requested: "Changes requested",
    follow_up: "Asked back",
    dismissed: "Dismissed",
    responded: "Responded",
  };
  return names[outcome] ?? outcome;
}

/** The words of a reply that has any of its own. */
export function wordsOf(reply: Reply): string | undefined {
  switch (reply.outcome) {
    case "answered":
      return reply.text;
    case "approved":
      return reply.note;
    case "changes_requested":
      return reply.feedback;
    case "follow_up":
      return reply.question;
    case "dismissed":
    case "responded":
      return undefined;
  }
}

/** A reply in one plain line: what was picked, then the words as far as they matter for telling it from others. */
export function inALine(reply: Reply): string {
  if (reply.outcome === "responded") {
    const spoken = reply.points.filter((one) => one.text !== undefined).length;
    const done = reply.points.filter((one) => one.resolved === true).length;
    return [spoken > 0 ? `words on ${spoken}` : "", done > 0 ? `${done} resolved` : ""].filter(Boolean).join(", ");
  }
  const picked = reply.outcome === "answered" ? reply.selected.join(", ") : "";
  return [picked, (wordsOf(reply) ?? "").replace(/\s+/g, " ").trim()].filter(Boolean).join(" · ");
}

/** A reply as a text to paste elsewhere: what was picked and said, as the agent would have been handed it. */
export function asMessage(ask: Ask, reply: Reply): string {
  const words = wordsOf(reply) ?? "";
  if (reply.outcome === "responded") {
    return reply.points
      .map(({ point, text, resolved }) => {
        const state = resolved === true ? " (resolved)" : resolved === false ? " (reopened)" : "";
        return `Point ${point}${state}${text === undefined ? "" : `: ${text}`}`;
      })
      .join("\n");
  }
  const asked = ask.kind === "question" ? ask.prompt.question : ask.prompt.title;
  const about = `On “${asked.replace(/\s+/g, " ").trim()}”: ${outcomeName(reply.outcome).toLowerCase()}.`;
  const picked = reply.outcome === "answered" && reply.selected.length > 0 ? `My choice: ${reply.selected.join(", ")}.` : "";
  return [about, picked, words].filter(Boolean).join("\n\n");
}

/**
 * An ask with the held reply that its row tells of: holding, renewing and undoing change nothing else of it. A row that is
 * newer than the ask tells of a reply that has gone, and the ask is on its way.
 */
export function withHeld(ask: Ask, row: AskSummary | undefined): Ask {
  if (!row || row.updatedAt !== ask.updatedAt || row.held === ask.held) return ask;
  const { held: _, ...rest } = ask;
  return (row.held ? { ...rest, held: row.held } : rest) as Ask;
}
