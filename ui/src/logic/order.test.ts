import { describe, expect, it } from "vitest";
import { arrange, distinguish, longestBlocked, nextAfter, sameAgent, tint } from "./order";
import { row } from "./samples";

const now = Date.parse("2026-11-30T12:00:00.000Z");
const ids = (rows: { id: string }[]) => rows.map((one) => one.id);

describe("the list", () => {
  it("puts each ask under whoever is to move, newest turn first", () => {
    const sections = arrange(
      [
        row("old", { updatedAt: "2026-11-30T10:00:00.000Z" }),
        row("new", { updatedAt: "2026-11-30T11:00:00.000Z" }),
        row("theirs", { status: "awaiting_agent" }),
        row("done", { status: "closed", closedAt: "2026-11-30T09:00:00.000Z" }),
        row("done later", { status: "closed", closedAt: "2026-11-30T09:30:00.000Z" }),
      ],
      now,
    );
    expect(ids(sections.mine)).toEqual(["new", "old"]);
    expect(ids(sections.agents)).toEqual(["theirs"]);
    expect(ids(sections.closed)).toEqual(["done later", "done"]);
  });

  it("counts an ask apart once no agent has been there for a day", () => {
    const sections = arrange(
      [
        row("left yesterday", { waiting: false, updatedAt: "2026-11-29T12:00:00.000Z" }),
        row("left just now", { waiting: false, updatedAt: "2026-11-30T11:59:00.000Z" }),
        row("still blocked", { updatedAt: "2026-11-20T12:00:00.000Z" }),
      ],
      now,
    );
    expect(ids(sections.forsaken)).toEqual(["left yesterday"]);
    expect(ids(sections.mine)).toEqual(["left just now", "still blocked"]);
  });
});

describe("an ask put off", () => {
  const until = (moment: string) => ({ snoozedUntil: moment });

  it("stands apart until its time has come, the soonest first", () => {
    const sections = arrange(
      [
        row("tomorrow", until("2026-12-01T09:00:00.000Z")),
        row("soon", until("2026-11-30T12:30:00.000Z")),
        row("back", until("2026-11-30T11:00:00.000Z")),
      ],
      now,
    );
    expect(ids(sections.snoozed)).toEqual(["soon", "tomorrow"]);
    expect(ids(sections.mine)).toEqual(["back"]);
  });

  it("is not what comes next, and neither is one whose reply is on its way out", () => {
    const held = { reply: { outcome: "dismissed" as const }, until: "2026-11-30T12:00:05.000Z" };
    const rows = [row("later", until("2026-12-01T09:00:00.000Z")), row("held", { held }), row("due")];
    expect(longestBlocked(rows, now)?.id).toBe("due");
    expect(nextAfter(row("x"), rows, now)?.id).toBe("due");
  });
});

describe("after a reply", () => {
  const origin = (session: string) => ({ cwd: "/src/kiln", session });
  const replied = row("replied", { project: "kiln", origin: origin("one") });

  it("the same agent's next ask comes first", () => {
    const next = nextAfter(replied, [
      replied,
      row("other project", { project: "loom", updatedAt: "2026-11-30T01:00:00.000Z" }),
      row("same project", { origin: origin("two"), updatedAt: "2026-11-30T02:00:00.000Z" }),
      row("same agent", { origin: origin("one"), updatedAt: "2026-11-30T11:00:00.000Z" }),
    ], now);
    expect(next?.id).toBe("same agent");
  });

  it("then the same project's, then whoever is blocked longest", () => {
    const loom = row("loom", { project: "loom", updatedAt: "2026-11-30T03:00:00.000Z" });
    const away = row("away", { project: "mill", waiting: false, updatedAt: "2026-11-30T01:00:00.000Z" });
    const kiln = row("kiln", { origin: origin("two") });
    expect(nextAfter(replied, [loom, kiln, away], now)?.id).toBe("kiln");
    expect(nextAfter(replied, [away, loom], now)?.id).toBe("loom");
    expect(nextAfter(replied, [away], now)?.id).toBe("away");
  });

  it("nothing comes when nothing else is the person's move", () => {
    expect(nextAfter(replied, [replied, row("x", { status: "awaiting_agent" })], now)).toBeUndefined();
  });
});

it("the longest blocked agent is the one that waits longest, not the oldest ask", () => {
  const rows = [
    row("gone", { waiting: false, updatedAt: "2026-11-30T01:00:00.000Z" }),
    row("blocked", { updatedAt: "2026-11-30T05:00:00.000Z" }),
  ];
  expect(longestBlocked(rows, now)?.id).toBe("blocked");
});

it("agents without an origin are the same if client and project are", () => {
  expect(sameAgent(row("a", { client: "codex 1" }), row("b", { client: "codex 1" }))).toBe(true);
  expect(sameAgent(row("a", { client: "codex 1" }), row("b", { client: "codex 1", project: "loom" }))).toBe(false);
  expect(sameAgent(row("a"), row("b"))).toBe(false);
});

describe("rows that would look alike", () => {
  const origin = (branch: string, session: string, cwd = "/src/kiln") => ({ cwd, branch, session });

  it("say nothing more where the project is enough", () => {
    const told = distinguish([row("a", { origin: origin("main", "1") }), row("b", { project: "loom" })]);
    expect(told.get("a")).toEqual({});
  });

  it("say their branches when these differ", () => {
    const told = distinguish([
      row("a", { origin: origin("main", "1") }),
      row("b", { origin: origin("fix-glaze", "2") }),
    ]);
    expect(told.get("b")).toEqual({ branch: "fix-glaze" });
  });

  it("say their agents when these differ", () => {
    const told = distinguish([row("a", { client: "codex 1" }), row("b", { client: "claude-code 2" })]);
    expect(told.get("a")).toEqual({ agent: "codex" });
  });

  it("say their folders when nothing else differs", () => {
    const told = distinguish([
      row("a", { client: "codex 1", origin: origin("main", "1", "/src/kiln") }),
      row("b", { client: "codex 1", origin: origin("main", "2", "/src/kiln-2/") }),
    ]);
    expect(told.get("b")).toEqual({ agent: "kiln-2" });
  });
});

it("a project keeps its colour", () => {
  expect(tint({ project: "kiln" })).toBe(tint({ project: "kiln" }));
  expect(tint({})).toBeGreaterThanOrEqual(0);
});
