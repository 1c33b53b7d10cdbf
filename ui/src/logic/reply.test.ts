import { describe, expect, it } from "vitest";
import type { DraftContent } from "../contract";
import { asMessage, build, inALine, outcomes, pick, unarmed, withHeld } from "./reply";
import { question, review, row } from "./samples";

describe("an answer", () => {
  const check = (draft: DraftContent, expected: ReturnType<typeof build>) =>
    expect(build(question(), "answered", draft)).toEqual(expected);

  it("is a choice, words, or both", () => {
    check({ selected: ["B"] }, { reply: { outcome: "answered", selected: ["B"] } });
    check({ text: " Neither. \n" }, { reply: { outcome: "answered", selected: [], text: "Neither." } });
    check({ selected: ["A"], text: "But slowly." }, { reply: { outcome: "answered", selected: ["A"], text: "But slowly." } });
  });

  it("is not nothing", () => {
    check({}, { missing: "Pick a choice or write an answer." });
    check({ text: "  " }, { missing: "Pick a choice or write an answer." });
  });

  it("leaves out a choice that is not offered any more", () => {
    check({ selected: ["Z", "A"] }, { reply: { outcome: "answered", selected: ["A"] } });
  });
});

describe("a review", () => {
  it("is approved with or without a note", () => {
    expect(build(review(), "approved", {})).toEqual({ reply: { outcome: "approved" } });
    expect(build(review(), "approved", { text: "Nice." })).toEqual({ reply: { outcome: "approved", note: "Nice." } });
  });

  it("goes back only with words", () => {
    expect(build(review(), "changes_requested", { text: " " })).toHaveProperty("missing");
    expect(build(review(), "changes_requested", { text: "Rename it." })).toEqual({
      reply: { outcome: "changes_requested", feedback: "Rename it." },
    });
  });

  it("is asked back on only with words", () => {
    expect(build(review(), "follow_up", {})).toHaveProperty("missing");
  });
});

describe("comments and pictures", () => {
  const comment = { place: "/prompt/content/0", file: "a.rs", line: 3, quote: "x", text: "Why?" };
  const joined = "`a.rs:3`\n```\nx\n```\nWhy?";

  it("go with the reply, the comments in its words too", () => {
    expect(build(review(), "changes_requested", { comments: [comment], images: ["one"] })).toEqual({
      reply: { outcome: "changes_requested", feedback: joined, comments: [comment], images: ["one"] },
    });
    expect(build(review(), "approved", { text: "Fine.", comments: [comment] })).toEqual({
      reply: { outcome: "approved", note: `Fine.\n\n${joined}`, comments: [comment] },
    });
    expect(build(question(), "answered", { selected: ["A"], comments: [comment] })).toEqual({
      reply: { outcome: "answered", selected: ["A"], text: joined, comments: [comment] },
    });
  });

  it("a picture alone does not say what it is for", () => {
    expect(build(review(), "approved", { images: ["one"] })).toHaveProperty("missing");
  });

  it("keep Ctrl+Enter from approving a review", () => {
    expect(unarmed("review", { comments: [comment] })).toBe("choose");
    expect(unarmed("review", { images: ["one"] })).toBe("choose");
    expect(unarmed("review", { comments: [{ ...comment, text: "" }] })).toBe("approved");
  });
});

describe("a reply in other shapes", () => {
  it("is one line that tells it from others", () => {
    expect(inALine({ outcome: "answered", selected: ["A", "B"], text: "But\nslowly." })).toBe("A, B · But slowly.");
    expect(inALine({ outcome: "dismissed" })).toBe("");
    expect(inALine({ outcome: "responded", points: [{ point: "1", text: "x" }, { point: "2", resolved: true }] })).toBe(
      "words on 1, 1 resolved",
    );
  });

  it("is a message that makes sense where it is pasted", () => {
    expect(asMessage(question(), { outcome: "answered", selected: ["A"], text: "But slowly." })).toBe(
      "On “Which?”: answered.\n\nMy choice: A.\n\nBut slowly.",
    );
    expect(asMessage(review(), { outcome: "responded", points: [{ point: "1", text: "x", resolved: true }] })).toBe(
      "Point 1 (resolved): x",
    );
  });
});

it("Ctrl+Enter approves a review only with an empty box", () => {
  expect(unarmed("review", {})).toBe("approved");
  expect(unarmed("review", { text: " \n" })).toBe("approved");
  expect(unarmed("review", { text: "Rename it." })).toBe("choose");
  expect(unarmed("question", { text: "x" })).toBe("answered");
});

it("one choice replaces another, several add up in the order offered", () => {
  expect(pick(question(), ["A"], "B")).toEqual(["B"]);
  expect(pick(question(), ["A"], "A")).toEqual([]);
  const several = question({ multiple: true });
  expect(pick(several, ["B"], "A")).toEqual(["A", "B"]);
  expect(pick(several, ["A", "B"], "A")).toEqual(["B"]);
});

it("each kind offers what the contract allows", () => {
  expect(outcomes("question")).not.toContain("approved");
  expect(outcomes("review")).not.toContain("answered");
  expect(outcomes("briefing")).toEqual(["dismissed"]);
});

describe("what is held of an ask", () => {
  const held = { reply: { outcome: "approved" }, until: "2026-11-30T12:00:05.000Z" } as const;

  it("is what its row tells, as it changes", () => {
    expect(withHeld(review(), row("r", { held })).held).toEqual(held);
    expect(withHeld({ ...review(), held }, row("r"))).not.toHaveProperty("held");
  });

  it("stays while the reply has gone and the ask is not here yet", () => {
    const gone = row("r", { updatedAt: "2026-11-30T12:00:06.000Z", status: "closed" });
    expect(withHeld({ ...review(), held }, gone).held).toEqual(held);
  });
});
