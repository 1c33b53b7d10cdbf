import { expect, it } from "vitest";
import { leftOut, readWords } from "./read";

const at = "2026-11-30T12:00:00.000Z";
const commits = (more: object) => readWords({ at, ...more }, Date.parse(at)).commits;

it("a file is told with the commit that was checked out", () => {
  expect(commits({ path: "a.rs", head: "0123456789abcdef" })).toBe("HEAD 0123456");
  expect(commits({ path: "a.rs" })).toBe("");
});

it("a diff is told by the two ends of its range, the second of which may be the work tree", () => {
  expect(commits({ base: "aaaaaaaaaa", head: "bbbbbbbbbb" })).toBe("aaaaaaa..bbbbbbb");
  expect(commits({ base: "aaaaaaaaaa", head: "bbbbbbbbbb", worktree: true })).toBe("aaaaaaa..work tree");
});

it("files that git does not track are counted, and the first of them named", () => {
  const words = (count: number, files: string[]) => leftOut({ at, untracked: { count, files } });
  expect(leftOut({ at })).toBe("");
  expect(words(1, ["a.rs"])).toBe("One file git does not track left out: a.rs");
  expect(words(4, ["a", "b", "c", "d"])).toBe("4 files git does not track left out: a, b, c, …");
});
