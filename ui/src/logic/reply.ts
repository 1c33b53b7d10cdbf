// From what the person put together to the reply the contract knows, or to what is still missing. Pure.

import type { Ask, DraftContent, QuestionAsk, Reply } from "../contract";

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
  const words = draft.text?.trim() ?? "";
  switch (outcome) {
    case "answered":
      if (ask.kind !== "question") return { missing: "Only a question can be answered." };
      return answer(ask, words, draft.selected ?? []);
    case "approved":
      return { reply: words === "" ? { outcome } : { outcome, note: words } };
    case "changes_requested":
      return words === "" ? { missing: "Say what should change." } : { reply: { outcome, feedback: words } };
    case "follow_up":
      return words === "" ? { missing: "Write what you want to know first." } : { reply: { outcome, question: words } };
    case "dismissed":
      return { reply: { outcome } };
  }
}

function answer(ask: QuestionAsk, words: string, picked: readonly string[]): Built {
  const offered = ask.prompt.options.map((choice) => choice.label);
  const selected = offered.filter((label) => picked.includes(label));
  if (selected.length === 0 && words === "") {
    return { missing: offered.length > 0 ? "Pick a choice or write an answer." : "Write an answer." };
  }
  return { reply: { outcome: "answered", selected, ...(words === "" ? {} : { text: words }) } };
}

/** The choices picked after one was pressed: each switches on and off, alone unless several may be picked. */
export function pick(ask: QuestionAsk, picked: readonly string[], label: string): string[] {
  if (!ask.prompt.multiple) return picked.includes(label) ? [] : [label];
  const next = picked.includes(label) ? picked.filter((one) => one !== label) : [...picked, label];
  return ask.prompt.options.map((choice) => choice.label).filter((one) => next.includes(one));
}

/**
 * What Ctrl+Enter does when nothing was armed. A review is approved only with an empty box: with words in it, they
 * could be a note or a wish, and only the person knows which.
 */
export function unarmed(kind: Ask["kind"], draft: DraftContent): Outcome | "choose" {
  if (kind === "question") return "answered";
  if (kind === "review") return (draft.text?.trim() ?? "") === "" ? "approved" : "choose";
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
