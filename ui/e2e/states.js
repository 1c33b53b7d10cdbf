// The states a screen passes through or is stuck in: coming, empty, refused, out of reach, and very full.

import { briefing, question } from "./asks.js";
import { until } from "./loopback.js";

/** More than anybody has, and the list's history has a second page. */
export const MANY = 500;
const CLOSED = 60;

/** Fills an inbox to the brim: a session may have 100 open, so there are several. Resolves to the id of the newest ask. */
export async function flood(loopback) {
  const all = async () => (await loopback.person("/snapshot?view=summary")).body.open;
  let count = 0;
  for (const project of ["kiln", "loom", "mill", "forge", "quay", "weir", "lathe"]) {
    const agent = await loopback.agent();
    const to = count + (MANY + CLOSED) / 7;
    for (; count < to; count += 1) {
      const [tool, asked] =
        count % 5 === 0
          ? ["present_briefing", { ...briefing, title: `${briefing.title} (${count})` }]
          : ["ask_question", { ...question, question: `Number ${count}: which store should the glaze cache use?` }];
      agent.call(tool, { ...asked, project }).catch(() => {});
    }
    await until(async () => (await all()).length === to);
    await agent.leave();
  }
  const open = await all();
  for (const { id } of open.slice(-CLOSED)) await loopback.person(`/asks/${id}/reply`, { method: "POST", body: { outcome: "dismissed" } });
  return open[0].id;
}

const away = (pattern) => (context) => context.route(pattern, (route) => route.abort());
const never = (pattern) => (context) => context.route(pattern, () => {});
const ask = (kind) => (ids) => `/asks/${ids[kind]}`;

/** Each: where it is, what is out of order before the page comes, and what then stands there. */
export const STATES = [
  { name: "list-loading", path: () => "/", before: never(/\/events\/tickets/), ready: "Loading your asks" },
  { name: "list-away", path: () => "/", before: away(/\/events\/tickets/), ready: "Your asks cannot be shown." },
  { name: "filter-none", path: () => "/?project=none", ready: "Nothing here suits the filter." },
  { name: "ask-loading", path: ask("question"), before: never(/\/api\/v1\/asks\/[^/?]+$/), ready: "Loading…" },
  { name: "ask-away", path: ask("question"), before: away(/\/api\/v1\/asks\/[^/?]+$/), ready: "Loopback does not answer" },
  {
    name: "rendering-away",
    path: ask("review"),
    before: async (context) => {
      await away(/\/changes/)(context);
      await context.route(/\/rendered/, (route) => route.fulfill({ status: 500 }));
    },
    ready: "The texts are shown as the agent wrote them",
  },
  { name: "question-unrendered", path: ask("question"), before: away(/\/rendered/), ready: "The texts are shown as the agent wrote them" },
  {
    name: "picture-away",
    path: ask("review"),
    before: away(/\/files\//),
    ready: "You asked for",
    act: async (page) => {
      await page.getByRole("button", { name: "Whole" }).click();
      await page.locator("figure").last().scrollIntoViewIfNeeded();
      await page.getByText("The picture could not be fetched.").waitFor();
    },
  },
  { name: "part-away", path: () => "/settings", before: away(/\/assets\/Settings/), ready: "This part of the page could not be fetched." },
  { name: "settings-away", path: () => "/settings", before: away(/\/preferences/), ready: "Your settings could not be read" },
  { name: "clients-away", path: () => "/settings", before: away(/\/api\/v1\/clients/), ready: "Agents on this machine" },
  { name: "search-none", path: () => "/search?q=zzzz", ready: "Nothing was asked or answered in these words." },
  { name: "search-refused", path: () => "/search?q=before:never", ready: /date|day/ },
  { name: "search-away", path: () => "/search?q=glaze", before: away(/\/api\/v1\/search/), ready: "Try again" },
  { name: "decisions-none", path: () => "/decisions?q=zzzz", ready: "No reply suits these words." },
  { name: "decisions-away", path: () => "/decisions", before: away(/\/api\/v1\/decisions/), ready: "Try again" },
  { name: "empty", world: "empty", path: () => "/", ready: "No asks yet." },
  { name: "decisions-empty", world: "empty", path: () => "/decisions", ready: "You have not replied to anything yet." },
  { name: "full", world: "full", path: () => "/", ready: `${MANY} to answer` },
  { name: "full-beside", world: "full", path: ask("newest"), ready: "Dismiss" },
  {
    name: "history-away",
    world: "full",
    path: () => "/",
    before: away(/\/api\/v1\/asks\?/),
    ready: `${MANY} to answer`,
    act: async (page) => {
      await page.locator(".list .scroller").evaluate((node) => node.scrollTo(0, node.scrollHeight));
      await page.getByText("Older asks could not be fetched.").waitFor();
    },
  },
];
