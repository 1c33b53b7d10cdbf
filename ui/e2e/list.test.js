// The list: filters, versions in one row, what is put off, what is unread, what nobody waits for.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { question, review } from "./asks.js";
import { Loopback, until } from "./loopback.js";
import { axe, launch, openWindow, settled } from "./window.js";

let browser, loopback, agent, page;

before(async () => (browser = await launch()));
after(() => browser.close());

beforeEach(async () => {
  loopback = await Loopback.start();
  agent = await loopback.agent();
});

afterEach(async () => {
  const problems = page?.problems ?? [];
  await page?.context().close();
  page = undefined;
  await loopback.stop();
  assert.deepEqual(problems, []);
});

const list = () => page.getByRole("navigation", { name: "Asks" });
const titles = async () =>
  (await page.locator("nav .title").allTextContents()).map((title) => title.replace("Unread:", "").trim());
const shows = (...wanted) => until(async () => JSON.stringify(await titles()) === JSON.stringify(wanted));
const query = () => new URL(page.url()).search;
const ask = (text, more) => agent.ask("ask_question", { question: text, ...more });
const dismiss = async ({ id, reply }) => {
  await loopback.person(`/asks/${id}/reply`, { method: "POST", body: { outcome: "dismissed" } });
  await reply;
};

async function open(path = "/", view) {
  page = await openWindow(browser, loopback, { path, ...view });
  await page.getByText("to answer").first().waitFor({ state: "attached" });
}

it("counts the same above the list and in it, while a reply is on its way out too", async () => {
  await loopback.prefer({ undoSeconds: 10, advance: "stay" });
  await ask("First?");
  const second = await ask("Second?");
  await open(`/asks/${second.id}`);
  await page.getByRole("heading", { name: "Your move 2" }).waitFor();
  await page.getByRole("textbox").fill("Yes.");
  await page.waitForTimeout(600);
  await page.keyboard.press("Control+Enter");
  await page.getByText("answered, about to be sent").waitFor();
  await page.getByText("1 to answer").waitFor();
  await page.getByRole("heading", { name: "Your move 1" }).waitFor();
});

describe("filters", () => {
  beforeEach(async () => {
    await dismiss(await ask("Closed in kiln?"));
    await ask("Kiln?");
    await ask("Loom?", { project: "loom" });
    const codex = await loopback.agent("codex", "0.61.0");
    await codex.ask("ask_question", { question: "From codex?", project: "loom" });
  });

  it("narrow the list down together, and stay in the address over a reload", async () => {
    await open();
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("checkbox", { name: /loom/ }).check();
    await shows("From codex?", "Loom?");
    await page.getByRole("checkbox", { name: /codex/ }).check();
    await shows("From codex?");
    assert.equal(query(), "?project=loom&agent=codex");
    await page.reload();
    await shows("From codex?");
    await list().getByText("Only loom, codex").waitFor();
    await page.getByRole("button", { name: "Clear all" }).click();
    await shows("From codex?", "Loom?", "Kiln?", "Closed in kiln?");
    assert.equal(query(), "");
  });

  it("say how many asks each choice would leave", async () => {
    await open("/?project=kiln");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("checkbox", { name: "Your move 1" }).waitFor();
    await page.getByRole("checkbox", { name: "Closed 1" }).waitFor();
    await page.getByRole("checkbox", { name: "loom 2" }).waitFor();
    assert.deepEqual(await axe(page), []);
  });

  it("are worked by keyboard alone", async () => {
    await open();
    await page.getByRole("button", { name: "Filter" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("checkbox", { name: /Closed/ }).focus();
    await page.keyboard.press("Space");
    await shows("Closed in kiln?");
    assert.equal(query(), "?move=closed");
  });

  it("say so where nothing suits, and let go of it", async () => {
    await open("/?project=nothing");
    await page.getByText("Nothing here suits the filter.").waitFor();
    await page.getByRole("button", { name: "Show everything" }).click();
    await shows("From codex?", "Loom?", "Kiln?", "Closed in kiln?");
  });

  it("stay while asks are read, and give way to an ask that a link opens", async () => {
    await open("/?project=kiln");
    await page.keyboard.press("j");
    await page.getByRole("article").waitFor();
    assert.equal(query(), "?project=kiln");
    const loom = (await agent.open()).find((row) => row.title === "Loom?");
    await page.evaluate((id) => dispatchEvent(new CustomEvent("loopback:open", { detail: { ask: id } })), loom.id);
    await page.locator("nav [aria-current] .title", { hasText: "Loom?" }).waitFor();
    assert.equal(query(), "");
  });
});

it("a chain of versions is one row; the earlier ones unfold beneath it", async () => {
  const first = await agent.ask("request_review", review);
  const sendBack = async ({ id, reply }) => {
    const body = { outcome: "changes_requested", feedback: "Not yet." };
    await loopback.person(`/asks/${id}/reply`, { method: "POST", body });
    await reply;
  };
  await sendBack(first);
  const second = await agent.ask("request_review", { ...review, title: "The second", revises: first.id });
  await sendBack(second);
  await agent.ask("request_review", { ...review, title: "The third", revises: second.id });
  await open();
  await shows("The third");
  const unfold = page.getByRole("button", { name: "2 earlier versions" });
  assert.equal(await unfold.getAttribute("aria-expanded"), "false");
  await unfold.click();
  const versions = page.getByRole("link", { name: /^(Version \d) changes requested/ });
  assert.deepEqual(await versions.evaluateAll((links) => links.map((link) => link.dataset.ask)), [second.id, first.id]);
  assert.deepEqual(await axe(page), []);
  await versions.last().click();
  await page.waitForURL(`**/asks/${first.id}`);
});

it("asks enter at once while nothing is open, and gather while one is read", async () => {
  await ask("First?");
  await open();
  await page.mouse.move(900, 400);
  await ask("Second?");
  await shows("Second?", "First?");
  await page.getByRole("link", { name: /First/ }).click();
  await page.mouse.move(900, 400);
  await page.getByRole("article").waitFor();
  await ask("Third?");
  await page.getByRole("button", { name: "1 new" }).waitFor();
  await shows("Second?", "First?");
});

it("history goes on by itself as the end of the list comes near", async () => {
  for (let number = 0; number < 60; number += 1) await dismiss(await ask(`Number ${number}?`));
  await open("/", { height: 500 });
  await until(async () => (await titles()).length >= 50);
  await page.locator("nav .scroller").evaluate((node) => (node.scrollTop = node.scrollHeight));
  await until(async () => (await titles()).length === 60);
  assert.equal(await page.getByText("Older asks").count(), 0);
});

describe("snooze", () => {
  let first;

  beforeEach(async () => {
    first = await ask("Later?");
    await ask("Now?");
    await open(`/asks/${first.id}`);
    await page.getByRole("article").waitFor();
    await settled(page);
  });

  it("puts the open ask off with h, shows the next, and is undone with u", async () => {
    await page.keyboard.press("h");
    await page.getByRole("dialog", { name: "Snooze" }).waitFor();
    await page.keyboard.press("ArrowUp");
    assert.match(await page.evaluate(() => document.activeElement.textContent), /Tomorrow/);
    await page.keyboard.press("Enter");
    await page.getByText(/Snoozed until tomorrow/).waitFor();
    await page.getByRole("article").getByText("Now?").waitFor();
    await shows("Now?");
    await page.getByText("1 to answer").waitFor();
    await page.keyboard.press("u");
    await shows("Now?", "Later?");
    await page.getByText("2 to answer").waitFor();
  });

  it("is done by pointer; the ask stands in a folded part of its own and is woken from there", async () => {
    await page.getByRole("button", { name: "Snooze", exact: true }).click();
    await page.getByRole("button", { name: /For an hour/ }).click();
    const fold = page.getByRole("button", { name: "Snoozed 1" });
    await fold.waitFor();
    await shows("Now?");
    await fold.click();
    await page.getByRole("link", { name: /Later\?.*back .*\d\d:\d\d/ }).click();
    await page.getByRole("button", { name: "Wake" }).click();
    await page.getByText("Back in your inbox.").waitFor();
    await page.mouse.move(900, 400);
    await shows("Now?", "Later?");
    assert.deepEqual(await axe(page), []);
  });

  it("is over when its time has come", async () => {
    const soon = new Date(Date.now() + 1_000).toISOString();
    await loopback.person(`/asks/${first.id}/snooze`, { method: "PUT", body: { until: soon } });
    await page.getByText("1 to answer").waitFor();
    await page.getByText("2 to answer").waitFor({ timeout: 30_000 });
  });
});

describe("unread", () => {
  it("is an ask until it was in front of the person, in whatever window", async () => {
    const first = await ask("First?");
    await open();
    await page.getByRole("link", { name: /Unread: First/ }).click();
    await page.getByRole("article").waitFor();
    await page.getByRole("link", { name: /now First\?/ }).waitFor();
    await page.context().close();
    await open();
    assert.equal(await page.getByText("Unread:").count(), 0);
    assert.equal((await agent.open()).find(({ id }) => id === first.id).unread, undefined);
  });

  it("is what the person marks so, also while it stays open", async () => {
    const first = await ask("First?");
    await ask("Second?");
    await open(`/asks/${first.id}`);
    await page.getByRole("button", { name: "Mark as unread" }).click();
    await page.getByRole("link", { name: /Unread: First/ }).waitFor();
    await page.getByText("Marked as unread.").waitFor();
    await page.getByRole("link", { name: /Second/ }).click();
    await page.getByRole("link", { name: /Unread: First/ }).click();
    await page.getByRole("link", { name: /now First\?/ }).waitFor();
  });
});

describe("asks that nobody waits for", () => {
  beforeEach(async () => {
    for (const number of [1, 2, 3]) await ask(`Left behind ${number}?`);
    await agent.leave();
    agent = await loopback.agent();
    page = await openWindow(browser, loopback, { path: "/settings" });
    // Two days later.
    await page.clock.setSystemTime(Date.now() + 2 * 24 * 60 * 60 * 1000);
    await page.goto(loopback.base);
    await page.getByRole("heading", { name: "Nobody waiting 3" }).waitFor();
  });

  it("are counted apart", () => page.getByText("nothing to answer", { exact: true }).waitFor());

  it("are dismissed together, after one question", async () => {
    await page.getByRole("button", { name: "Dismiss several" }).click();
    await page.getByRole("checkbox", { name: "Dismiss: Left behind 1?" }).check();
    await page.getByRole("checkbox", { name: "Dismiss: Left behind 3?" }).check();
    assert.deepEqual(await axe(page), []);
    await page.getByRole("button", { name: "Dismiss 2…" }).click();
    await page.getByRole("dialog", { name: "Dismiss these 2 asks?" }).waitFor();
    assert.deepEqual(await axe(page), []);
    await settled(page);
    await page.getByRole("button", { name: "Dismiss 2", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    assert.deepEqual((await agent.open()).map((row) => row.title), ["Left behind 2?"]);
  });

  it("stay when the person thinks better of it", async () => {
    await page.getByRole("button", { name: "Dismiss several" }).click();
    await page.getByRole("checkbox", { name: "All" }).check();
    await page.getByRole("button", { name: "Dismiss 3…" }).click();
    await page.keyboard.press("Escape");
    assert.equal((await agent.open()).length, 3);
  });
});
