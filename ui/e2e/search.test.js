// Finding what was asked and answered, and the list of decisions.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, beforeEach, afterEach, describe, it } from "node:test";
import { question, review } from "./asks.js";
import { Loopback, until } from "./loopback.js";
import { VIEWS } from "./screens.js";
import { axe, launch, openWindow } from "./window.js";

let browser, loopback, ids, page;

const reply = async (ask, body) => {
  await loopback.person(`/asks/${ask.id}/reply`, { method: "POST", body });
  await ask.reply;
};

before(async () => {
  browser = await launch();
  loopback = await Loopback.start();
  const agent = await loopback.agent();
  const old = await agent.ask("ask_question", { question: "May I delete the branch `old-parser`?" });
  await reply(old, { outcome: "answered", selected: [], text: "Yes, it is merged." });
  const sentBack = await agent.ask("request_review", { ...review, project: "loom" });
  await reply(sentBack, { outcome: "changes_requested", feedback: "Name the transaction <b>well</b>." });
  const asked = await agent.ask("ask_question", question);
  ids = { old: old.id, sentBack: sentBack.id, asked: asked.id };
});

after(async () => {
  await loopback.stop();
  await browser.close();
});

afterEach(async () => {
  const problems = page?.problems ?? [];
  await page?.context().close();
  page = undefined;
  assert.deepEqual(problems, []);
});

const box = () => page.getByRole("searchbox");
const hits = () => page.locator("nav[aria-label='Search'] a[data-ask]");
const found = (...wanted) =>
  until(async () => {
    const there = await hits().evaluateAll((links) => links.map((link) => link.dataset.ask));
    return JSON.stringify(there) === JSON.stringify(wanted);
  });
const address = () => new URL(page.url()).pathname + new URL(page.url()).search;

describe("searching", () => {
  beforeEach(async () => {
    page = await openWindow(browser, loopback);
    await page.getByText("One ask waits for you.").waitFor();
  });

  it("opens with a key, finds words in replies, marks them, and opens what it found", async () => {
    await page.keyboard.press("/");
    await box().waitFor();
    await page.keyboard.type("merged");
    await found(ids.old);
    assert.equal(await page.locator("mark").first().textContent(), "merged");
    assert.equal(address(), "/search?q=merged");
    await page.keyboard.press("Enter");
    await page.getByRole("article").waitFor();
    assert.equal(address(), `/asks/${ids.old}?q=merged`);
  });

  it("goes up level by level with Escape, back to the inbox", async () => {
    await page.keyboard.press("Control+f");
    await box().waitFor();
    await page.keyboard.type("migration");
    await found(ids.sentBack);
    await page.keyboard.press("Enter");
    await page.getByRole("article").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.ask), ids.sentBack);
    await page.keyboard.press("Escape");
    await page.waitForURL("**/search?q=migration");
    await page.keyboard.press("Escape");
    await page.waitForURL(`${loopback.base}/`);
    await page.getByRole("navigation", { name: "Asks" }).waitFor();
  });

  it("is narrowed down by filters among the words; the hints put them in", async () => {
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("button", { name: "project:" }).click();
    assert.equal(await box().inputValue(), "project:");
    await page.keyboard.type("loom");
    await found(ids.sentBack);
    await box().fill("outcome:answered");
    await found(ids.old);
  });

  it("says what it does not understand in words, and that nothing was found", async () => {
    await page.keyboard.press("/");
    await box().fill("kind:poem");
    await page.getByRole("status").getByText("question, review or briefing").waitFor();
    await box().fill("zebra");
    await page.getByText("Nothing was asked or answered in these words.").waitFor();
    await page.getByRole("status").getByText("Nothing found").waitFor();
  });

  it("shows markup in what was found as text", async () => {
    await page.keyboard.press("/");
    await box().fill("well");
    await found(ids.sentBack);
    await hits().getByText("<b>").waitFor();
  });
});

it("a search is there again by its address, beside the ask that was opened from it", async () => {
  page = await openWindow(browser, loopback, { path: `/asks/${ids.old}?q=merged` });
  await page.getByRole("article").waitFor();
  await found(ids.old);
  assert.equal(await page.locator("nav [aria-current]").getAttribute("data-ask"), ids.old);
});

describe("decisions", () => {
  const lines = () => page.locator("a[data-line]");

  beforeEach(async () => {
    page = await openWindow(browser, loopback, { path: "/decisions" });
    await lines().first().waitFor();
  });

  it("are one line for each reply, the newest first", async () => {
    const texts = await lines().evaluateAll((all) => all.map((line) => line.innerText.replace(/\s+/g, " ")));
    assert.equal(texts.length, 2);
    assert.match(texts[0], /loom Run every migration in its own transaction Changes requested: Name the transaction/);
    assert.match(texts[1], /kiln May I delete the branch .*old-parser.*\? Answered: Yes, it is merged\./);
  });

  it("are walked through with keys, and Enter opens the ask", async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/asks/${ids.old}`);
    await page.getByRole("article").waitFor();
  });

  it("are narrowed down in the language of the search, kept in the address", async () => {
    await box().fill("project:loom");
    await until(async () => (await lines().count()) === 1);
    assert.equal(address(), "/decisions?q=project%3Aloom");
    await box().fill("zebra");
    await page.getByText("No reply suits these words.").waitFor();
  });

  it("are taken away as Markdown or JSON, those that are shown", async () => {
    const [markdown] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export as Markdown" }).click(),
    ]);
    assert.match(markdown.suggestedFilename(), /^loopback-decisions-\d{4}-\d\d-\d\d\.md$/);
    assert.match(await readFile(await markdown.path(), "utf8"), /Yes, it is merged\./);
    await box().fill("project:loom");
    await until(async () => (await lines().count()) === 1);
    const [json] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "as JSON" }).click()]);
    const { items } = JSON.parse(await readFile(await json.path(), "utf8"));
    assert.deepEqual(items.map(({ askId }) => askId), [ids.sentBack]);
  });
});

for (const { name, ...view } of VIEWS) {
  it(`axe finds nothing on them in a ${name} window`, async () => {
    page = await openWindow(browser, loopback, { ...view, path: "/search?q=migration" });
    await found(ids.sentBack);
    assert.deepEqual(await axe(page), [], "results");
    await page.goto(`${loopback.base}/search`);
    await page.getByRole("button", { name: "project:" }).waitFor();
    assert.deepEqual(await axe(page), [], "hints");
    await page.goto(`${loopback.base}/decisions`);
    await page.locator("a[data-line]").first().waitFor();
    assert.deepEqual(await axe(page), [], "decisions");
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(over <= 0, `the page is ${over} px too wide`);
  });
}
