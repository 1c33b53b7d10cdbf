// Asks for the tests of this folder, as short as the contract allows.

import type { AskSummary, BriefingAsk, Entry, QuestionAsk, ReviewAsk } from "../contract";

const AT = "2026-11-30T12:00:00.000Z";

export function row(id: string, more: Partial<AskSummary> = {}): AskSummary {
  return {
    id,
    kind: "question",
    status: "awaiting_human",
    waiting: true,
    title: `ask ${id}`,
    project: "kiln",
    createdAt: AT,
    updatedAt: AT,
    turns: 0,
    ...more,
  };
}

const common = { status: "awaiting_human", waiting: true, createdAt: AT, updatedAt: AT } as const;

export function question(more: Partial<QuestionAsk["prompt"]> = {}, thread: Entry[] = []): QuestionAsk {
  return {
    ...common,
    id: "q",
    kind: "question",
    prompt: { question: "Which?", options: [{ label: "A" }, { label: "B" }], multiple: false, ...more },
    thread,
  };
}

export function review(thread: Entry[] = []): ReviewAsk {
  return {
    ...common,
    id: "r",
    kind: "review",
    prompt: { title: "Review", content: [{ type: "markdown", text: "x" }] },
    thread,
  };
}

export function briefing(points: string[], thread: Entry[] = []): BriefingAsk {
  return {
    ...common,
    id: "b",
    kind: "briefing",
    prompt: {
      title: "Briefing",
      sections: [{ points: points.map((title, index) => ({ id: `${index + 1}`, title })) }],
    },
    thread,
  };
}
