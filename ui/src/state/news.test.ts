import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { row } from "../logic/samples";
import { News } from "./news.svelte";

let said: string[];
let news: News;

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  news = new News((words) => said.push(words));
});
afterEach(() => vi.useRealTimers());

it("one ask is told by its title", () => {
  news.came(row("a"), true);
  vi.advanceTimersByTime(1_000);
  expect(said).toEqual(["New from kiln: ask a"]);
});

it("several in one moment are told by their number", () => {
  news.came(row("a"), true);
  news.came(row("b"), false);
  vi.advanceTimersByTime(1_000);
  expect(said).toEqual(["2 asks came in from kiln"]);
});

it("a stream of them is told now and then, not each", () => {
  for (let number = 0; number < 30; number += 1) {
    news.came(row(`${number}`, { project: number % 2 === 0 ? "kiln" : "loom" }), true);
    vi.advanceTimersByTime(1_000);
  }
  vi.advanceTimersByTime(20_000);
  expect(said.length).toBeLessThanOrEqual(5);
  expect(said.at(-1)).toMatch(/asks came in$/);
});
