import { beforeEach, describe, expect, it } from "vitest";
import { type PageOf, Refused, Unreachable } from "../backend/backend";
import { Finding } from "./finding.svelte";

const AT = "2026-11-30T12:00:00.000Z";

/** What the server was asked, and how it will answer. */
let asked: string[];
let answer: (q: string, page: PageOf) => Promise<{ items: string[]; nextBefore?: string }>;
let finding: Finding<string>;

beforeEach(() => {
  asked = [];
  answer = (q, { before }) =>
    Promise.resolve(before === undefined ? { items: [`${q} 1`], nextBefore: AT } : { items: [`${q} 2`] });
  finding = new Finding((q, page) => {
    asked.push(q);
    return answer(q, page);
  }, "nothing");
});

it("shows page after page until there is none", async () => {
  await finding.look("glaze");
  expect([finding.items, finding.more]).toEqual([["glaze 1"], "more"]);
  await finding.older();
  expect([finding.items, finding.more]).toEqual([["glaze 1", "glaze 2"], "end"]);
  await finding.older();
  expect(asked.length).toBe(2);
});

it("looks for nothing where there are no words, or for everything where that is meant", async () => {
  await finding.look("  ");
  expect([finding.phase, asked]).toEqual(["blank", []]);
  const all = new Finding((q, page) => answer(q, page), "everything");
  await all.look("");
  expect(all.items).toEqual([" 1"]);
});

it("an answer that comes after a newer question counts for nothing", async () => {
  let late: (found: { items: string[] }) => void = () => {};
  answer = () => new Promise((go) => (late = go));
  const first = finding.look("slow");
  answer = () => Promise.resolve({ items: ["quick"] });
  await finding.look("quick");
  late({ items: ["slow"] });
  await first;
  expect(finding.items).toEqual(["quick"]);
});

describe("what goes wrong", () => {
  it("is said in the server's words, and what was found stays", async () => {
    await finding.look("glaze");
    answer = () => Promise.reject(new Refused(422, "search.query", "kind: must be question, review or briefing."));
    await finding.look("kind:x");
    expect(finding.phase).toBe("refused");
    expect(finding.trouble).toMatch(/^kind:/);
    expect(finding.items).toEqual(["glaze 1"]);
  });

  it("can be tried again with the same words", async () => {
    answer = () => Promise.reject(new Unreachable());
    await finding.look("glaze");
    expect(finding.phase).toBe("away");
    answer = () => Promise.resolve({ items: ["glaze"] });
    await finding.look("glaze");
    expect(finding.items).toEqual(["glaze"]);
  });
});
