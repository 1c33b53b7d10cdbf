import { describe, expect, it } from "vitest";
import type { AgentEntry, HumanEntry, PointReply } from "../contract";
import { freshlyAnswered, outlook, respond, respondAndResolveRest, tree, visible, withPoint } from "./briefing";
import { briefing } from "./samples";

const AT = "2026-11-30T12:00:00.000Z";
const said = (...points: PointReply[]): HumanEntry => ({
  author: "human",
  reply: { outcome: "responded", points },
  at: AT,
});
const answered = (point: string, ...titles: string[]): AgentEntry => ({
  author: "agent",
  answer: "Because.",
  point,
  points: titles.map((title, index) => ({ id: `${point}.${index + 1}`, title })),
  at: AT,
});
const resolvedIn = (ask: Parameters<typeof tree>[0]) =>
  [...tree(ask).all].filter(([, node]) => node.resolved).map(([id]) => id);

describe("a briefing's tree", () => {
  it("puts smaller points beneath the point they were added to, in reading order", () => {
    const built = tree(briefing(["a", "b"], [said({ point: "1", text: "Why?" }), answered("1", "x", "y")]));
    expect([...built.all.keys()]).toEqual(["1", "1.1", "1.2", "2"]);
    expect(built.all.get("1.2")?.level).toBe(2);
    expect(built.all.get("1.2")?.place).toBe("/thread/1/points/1");
  });

  it("shows both sides' words beneath their point", () => {
    const built = tree(briefing(["a"], [said({ point: "1", text: "Why?" }), answered("1")]));
    expect(built.all.get("1")?.turns.map((turn) => [turn.author, turn.place])).toEqual([
      ["human", "/thread/0/reply/points/0/text"],
      ["agent", "/thread/1/answer"],
    ]);
  });

  it("resolves everything beneath a resolved point", () => {
    const thread = [said({ point: "1", text: "Why?" }), answered("1", "x"), said({ point: "1", resolved: true })];
    expect(resolvedIn(briefing(["a", "b"], thread))).toEqual(["1", "1.1"]);
  });

  it("reopens a resolved point, and what is above it, when words come", () => {
    const thread = [
      said({ point: "1", text: "Why?" }),
      answered("1", "x", "y"),
      said({ point: "1", resolved: true }, { point: "2", text: "And?" }),
      answered("2"),
      said({ point: "1.1", text: "Wait." }),
    ];
    expect(resolvedIn(briefing(["a", "b"], thread))).toEqual(["1.2"]);
  });

  it("keeps a point resolved when words and tick come together", () => {
    const thread = [said({ point: "1", resolved: true }), said({ point: "1", text: "Fine.", resolved: true })];
    expect(resolvedIn(briefing(["a", "b"], thread))).toEqual(["1"]);
  });
});

describe("what a draft would do", () => {
  const built = tree(briefing(["a", "b", "c"]));

  it("counts what is left, and what nobody touched", () => {
    const seen = outlook(built, [{ point: "1", resolved: true }, { point: "2", text: "Why?" }]);
    expect([seen.left, seen.total, seen.untouched, [...seen.asked]]).toEqual([2, 3, ["3"], ["2"]]);
    expect(seen.missing).toBeUndefined();
  });

  it("cannot be sent empty, nor if it leaves the agent nothing to answer", () => {
    expect(outlook(built, []).missing).toContain("first");
    expect(outlook(built, [{ point: "1", resolved: true }]).missing).toContain("words");
    expect(outlook(built, [{ point: "1", text: "  " }]).missing).toContain("first");
  });

  it("can be sent if everything is resolved", () => {
    const all = ["1", "2", "3"].map((point) => ({ point, resolved: true }));
    expect(outlook(built, all).missing).toBeUndefined();
  });

  it("is sent as just what it says", () => {
    const draft = [{ point: "1", text: " Why? ", resolved: false }, { point: "2", text: "" }];
    expect(respond(built, draft).points).toEqual([{ point: "1", text: "Why?" }]);
  });

  it("can resolve all the others in one go", () => {
    expect(respondAndResolveRest(built, [{ point: "1", text: "Why?" }]).points).toEqual([
      { point: "1", text: "Why?" },
      { point: "2", resolved: true },
      { point: "3", resolved: true },
    ]);
  });

  it("does not resolve a point over the head of one beneath that is asked about", () => {
    const deep = tree(briefing(["a", "b"], [said({ point: "1", text: "Why?" }), answered("1", "x", "y")]));
    expect(outlook(deep, [{ point: "1.1", text: "How?" }]).untouched).toEqual(["1.2", "2"]);
    expect(respondAndResolveRest(deep, [{ point: "1.1", text: "How?" }]).points).toEqual([
      { point: "1.1", text: "How?" },
      { point: "1.2", resolved: true },
      { point: "2", resolved: true },
    ]);
  });

  it("says a kept tick again when words on a resolved point would reopen it", () => {
    const done = tree(briefing(["a", "b"], [said({ point: "1", resolved: true }, { point: "2", text: "?" })]));
    expect(respond(done, [{ point: "1", text: "Thanks.", resolved: true }]).points).toEqual([
      { point: "1", text: "Thanks.", resolved: true },
    ]);
    expect(respond(done, [{ point: "1", resolved: true }]).points).toEqual([]);
    expect(respond(done, [{ point: "1", resolved: false }]).points).toEqual([{ point: "1", resolved: false }]);
  });
});

it("a point's words and tick change without losing the other", () => {
  const once = withPoint([], "1", { text: "Why?" });
  expect(withPoint(once, "1", { resolved: true })).toEqual([{ point: "1", text: "Why?", resolved: true }]);
});

it("points beneath a folded one do not show", () => {
  const built = tree(briefing(["a"], [said({ point: "1", text: "Why?" }), answered("1", "x")]));
  const points = built.sections[0]?.points ?? [];
  expect(visible(points, new Set()).map((node) => node.point.id)).toEqual(["1"]);
  expect(visible(points, new Set(["1"])).map((node) => node.point.id)).toEqual(["1", "1.1"]);
});

it("the agent's newest answers are opened first, with the points above them", () => {
  const thread = [said({ point: "1", text: "?" }), answered("1", "x"), said({ point: "1.1", text: "?" }), answered("1.1")];
  expect([...freshlyAnswered(briefing(["a", "b"], thread))]).toEqual(["1.1", "1"]);
});

describe("a picture on a point", () => {
  const built = tree(briefing(["a", "b"]));

  it("goes with the words on it", () => {
    expect(respond(built, [{ point: "1", text: "Like this?", images: ["one"] }]).points).toEqual([
      { point: "1", text: "Like this?", images: ["one"] },
    ]);
  });

  it("needs words, which is said", () => {
    const seen = outlook(built, [{ point: "1", images: ["one"] }, { point: "2", text: "x" }]);
    expect(seen.missing).toBe("Say in a word what the picture on point 1 is about.");
  });
});
