import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Backend, Refused, Unreachable } from "../backend/backend";
import type { Preferences } from "../contract";
import { Chosen, USUAL } from "./preferences.svelte";

/** What the server keeps, and what was sent to it. */
let there: Preferences;
let sent: Preferences[];
let refuse: Error | undefined;
let chosen: Chosen;

const info = () => ({ preferences: there, codeThemes: [], file: "/settings.toml" });
const server = {
  preferences: () => Promise.resolve(info()),
  savePreferences: (preferences: Preferences) => {
    if (refuse) return Promise.reject(refuse);
    sent.push(preferences);
    there = preferences;
    return Promise.resolve(info());
  },
} as Partial<Backend> as Backend;

beforeEach(() => {
  vi.useFakeTimers();
  there = { ...USUAL, theme: "dark" };
  sent = [];
  refuse = undefined;
  chosen = new Chosen(server);
});
afterEach(() => vi.useRealTimers());

it("what the server keeps holds as soon as it is known", async () => {
  expect(chosen.current).toEqual(USUAL);
  await chosen.load();
  expect(chosen.current.theme).toBe("dark");
  expect(chosen.file).toBe("/settings.toml");
});

it("several changes in a moment hold at once and are saved as one", async () => {
  for (const textSize of [105, 110, 115]) chosen.change({ textSize });
  expect(chosen.current.textSize).toBe(115);
  await vi.runAllTimersAsync();
  expect(sent.map(({ textSize }) => textSize)).toEqual([115]);
  expect(chosen.kept).toBe("saved");
});

it("a refusal is told in the server's words, and the choice stays to be saved again", async () => {
  refuse = new Refused(409, "settings.broken", "line 1 cannot be read.");
  chosen.change({ density: "compact" });
  await vi.runAllTimersAsync();
  expect(chosen.trouble).toBe("Not saved: line 1 cannot be read.");
  expect(chosen.current.density).toBe("compact");
  refuse = undefined;
  await chosen.retry();
  expect(there.density).toBe("compact");
  expect(chosen.trouble).toBeUndefined();
});

it("a change that no server took is saved when one is back", async () => {
  refuse = new Unreachable();
  chosen.change({ wrap: true });
  await vi.runAllTimersAsync();
  expect(chosen.kept).toBe("here");
  refuse = undefined;
  await chosen.load();
  expect(there.wrap).toBe(true);
});

it("what another window changed holds here as soon as it is fetched, and is not undone by a change made here", async () => {
  await chosen.load();
  there = { ...there, undoSeconds: 9 };
  await chosen.load();
  expect(chosen.current.undoSeconds).toBe(9);
  there = { ...there, density: "compact" };
  chosen.change({ wrap: true });
  await vi.runAllTimersAsync();
  expect(there).toEqual({ ...USUAL, theme: "dark", undoSeconds: 9, density: "compact", wrap: true });
  expect(chosen.current).toEqual(there);
});

it("a change made before anything was fetched leaves the rest as it is kept", async () => {
  const loading = chosen.load();
  chosen.change({ wrap: true });
  await loading;
  await vi.runAllTimersAsync();
  expect(there).toEqual({ ...USUAL, theme: "dark", wrap: true });
});

it("a change made while the answer is on its way is not overwritten by it", async () => {
  const loading = chosen.load();
  chosen.change({ theme: "light" });
  await loading;
  expect(chosen.current.theme).toBe("light");
});
