// Around the box: ready-made words, an ask that ends while somebody types, taking words and asks elsewhere.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { briefing, question, review } from "./asks.js";
import { Loopback } from "./loopback.js";
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

async function open(id, view) {
  page = await openWindow(browser, loopback, { path: `/asks/${id}`, ...view });
  await page.getByRole("article").waitFor();
  await settled(page);
}

const button = (name) => page.getByRole("button", { name });
const box = () => page.locator(".dock textarea");
const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

describe("quick replies", () => {
  it("fill the box after what is there, and send nothing", async () => {
    const ask = await agent.ask("ask_question", question);
    await open(ask.id);
    await button("Go on").click();
    assert.equal(await box().inputValue(), "Go on");
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA");
    await button("Explain more first").press("Enter");
    assert.equal(await box().inputValue(), "Go on\n\nExplain more first");
    assert.equal((await agent.open())[0].status, "awaiting_human");
  });

  it("are the person's own", async () => {
    await loopback.prefer({ quickReplies: [{ text: "As you like." }] });
    const ask = await agent.ask("ask_question", question);
    await open(ask.id);
    await button("As you like.").click();
    assert.equal(await button("Go on").count(), 0);
  });
});

describe("an ask that ends while somebody types", () => {
  const caret = () => box().evaluate((node) => [document.activeElement === node, node.selectionStart]);

  async function typing(ask) {
    await open(ask.id);
    await box().focus();
    await page.keyboard.type("I was just about to say");
    for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowLeft");
    await page.getByText("Draft saved").waitFor();
  }

  it("keeps the box, its words and the caret when the agent takes it back", async () => {
    const ask = await agent.ask("ask_question", question);
    await typing(ask);
    const other = await loopback.agent("codex", "0.61");
    await other.call("withdraw_ask", { askId: ask.id, reason: "Found it in the notes." });
    await page.getByText("The agent took this back while you were writing.").waitFor();
    assert.deepEqual(await caret(), [true, 19]);
    await page.keyboard.type(" now to");
    assert.equal(await box().inputValue(), "I was just about to now to say");
    assert.deepEqual(await axe(page), []);
    await button("Copy").first().click();
    assert.match(await clipboard(), /^I was just about/);
  });

  it("says that it was answered elsewhere", async () => {
    const ask = await agent.ask("request_review", review);
    await typing(ask);
    await loopback.person(`/asks/${ask.id}/reply`, { method: "POST", body: { outcome: "approved" } });
    await page.getByText("This was answered elsewhere: approved.").waitFor();
    assert.deepEqual(await caret(), [true, 19]);
    await button("Discard").click();
    await box().waitFor({ state: "detached" });
  });

  it("keeps the words on a point where they were typed", async () => {
    const ask = await agent.ask("present_briefing", briefing);
    await open(ask.id);
    await page.locator('[data-point="1"]').click();
    await page.getByLabel("Your words on point 1").pressSequentially("Is there a test?");
    await loopback.person(`/asks/${ask.id}/reply`, { method: "POST", body: { outcome: "dismissed" } });
    await page.getByText("This was closed with words of yours unsent.").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.value), "Is there a test?");
  });
});

describe("taken elsewhere", () => {
  it("an ask with its thread is copied as markdown", async () => {
    const ask = await agent.ask("ask_question", question);
    await open(ask.id);
    await page.getByLabel("More").press("Enter");
    await button("Copy as markdown").click();
    await page.getByText("Copied.").waitFor();
    assert.match(await clipboard(), /Which store should the glaze cache use/);
  });

  it("is saved as a file, as markdown or as JSON", async () => {
    const ask = await agent.ask("ask_question", question);
    await open(ask.id);
    for (const [name, ending] of [["Save as markdown", ".md"], ["Save as JSON", ".json"]]) {
      await page.getByLabel("More").click();
      const coming = page.waitForEvent("download");
      await button(name).click();
      const download = await coming;
      assert.ok(download.suggestedFilename().endsWith(ending));
      assert.match(await readFile(await download.path(), "utf8"), /glaze cache/);
    }
  });

  it("Escape closes the menu and leaves everything else as it is", async () => {
    const ask = await agent.ask("ask_question", question);
    await open(ask.id);
    await page.getByLabel("More").click();
    await page.keyboard.press("Escape");
    await button("Copy as markdown").waitFor({ state: "hidden" });
    assert.equal(new URL(page.url()).pathname, `/asks/${ask.id}`);
  });

  it("a reply whose agent has left is copied as a message for its terminal", async () => {
    const ask = await agent.ask("ask_question", question);
    await agent.leave();
    await loopback.person(`/asks/${ask.id}/reply`, { method: "POST", body: { outcome: "answered", selected: ["Both"], text: "But slowly." } });
    await open(ask.id);
    await page.getByText("it gets this when it comes back").waitFor({ timeout: 20_000 });
    await button("Copy as message").click();
    assert.match(await clipboard(), /answered\.\n\nMy choice: Both\.\n\nBut slowly\.$/);
  });
});
