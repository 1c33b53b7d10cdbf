// Nothing typed is ever lost.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, it } from "node:test";
import { briefing, question, review } from "./asks.js";
import { Loopback, until } from "./loopback.js";
import { launch, openWindow, settled } from "./window.js";

let browser, loopback, agent, pages;

before(async () => (browser = await launch()));
after(() => browser.close());

beforeEach(async () => {
  pages = [];
  loopback = await Loopback.start();
  agent = await loopback.agent();
});

afterEach(async () => {
  const problems = pages.flatMap((page) => page.problems);
  for (const page of pages) await page.context().close();
  await loopback.stop();
  assert.deepEqual(problems, []);
});

async function open(id) {
  const page = await openWindow(browser, loopback, { path: `/asks/${id}` });
  pages.push(page);
  await page.getByRole("article").waitFor();
  return page;
}

const box = (page) => page.getByRole("textbox").last();
const draft = async (id) => (await loopback.person(`/asks/${id}/draft`)).body.content;

it("words, picks and the armed button are on disk within a second, and there again after a reload", async () => {
  const ask = await agent.ask("ask_question", question);
  const page = await open(ask.id);
  await page.keyboard.press("2");
  await page.keyboard.press("f");
  await page.keyboard.type("How large");
  await page.waitForTimeout(1_000);
  assert.deepEqual(await draft(ask.id), { text: "How large", selected: ["Plain files"], outcome: "follow_up" });
  await page.reload();
  await page.getByRole("radio", { name: /Plain files/, checked: true }).waitFor();
  assert.equal(await box(page).inputValue(), "How large");
  assert.equal(await page.locator(".button.armed").innerText(), await page.getByRole("button", { name: "Ask back" }).innerText());
});

it("what was typed in the last moment before the window closed is there again", async () => {
  const ask = await agent.ask("ask_question", question);
  const page = await open(ask.id);
  await box(page).fill("Last words");
  await page.goto("about:blank");
  await until(async () => (await draft(ask.id))?.text === "Last words");
});

it("words and ticks on a briefing's points are kept", async () => {
  const ask = await agent.ask("present_briefing", briefing);
  const page = await open(ask.id);
  await page.locator('[data-point="1"]').click();
  await page.getByLabel("Your words on point 1").fill("Why?");
  await page.getByLabel("Point 2 resolved").check();
  await page.getByText("Draft saved").waitFor();
  await page.reload();
  await page.getByLabel("Point 2 resolved").waitFor();
  assert.equal(await page.getByLabel("Point 2 resolved").isChecked(), true);
  await page.locator('[data-point="1"]').click();
  assert.equal(await page.getByLabel("Your words on point 1").inputValue(), "Why?");
});

it("a draft survives a crash of the program, and the window comes back by itself", async () => {
  const ask = await agent.ask("ask_question", question);
  const page = await open(ask.id);
  await box(page).fill("Kept through the crash");
  await page.getByText("Draft saved").waitFor();
  const { dataDir } = loopback;
  await loopback.crash();
  loopback = await Loopback.start({ dataDir });
  const again = await open(ask.id);
  assert.equal(await box(again).inputValue(), "Kept through the crash");
});

it("while the program is away the page says so, keeps what is typed, and saves it when it is back", async () => {
  const ask = await agent.ask("ask_question", question);
  const page = await open(ask.id);
  const { dataDir, port, token } = loopback;
  await loopback.crash();
  await page.getByText("Not connected.").waitFor();
  await box(page).fill("Typed while away");
  await page.getByText("Draft kept in this window").waitFor();
  await settled(page);
  await page.getByRole("button", { name: "Send answer" }).click();
  await page.getByRole("alert").getByText("Not sent").waitFor();
  assert.equal(await box(page).inputValue(), "Typed while away");
  loopback = await Loopback.start({ dataDir, port, token });
  await page.getByText("Not connected.").waitFor({ state: "detached" });
  await until(async () => (await draft(ask.id))?.text === "Typed while away");
  await settled(page);
  await page.getByRole("button", { name: "Send answer" }).click();
  await until(async () => (await loopback.person(`/asks/${ask.id}`)).body.status === "closed");
});

it("two windows on one draft: the newer words win visibly, and the other's are kept at hand", async () => {
  const ask = await agent.ask("ask_question", question);
  const one = await open(ask.id);
  const two = await open(ask.id);
  await settled(two);
  await box(one).fill("From the first window");
  await one.getByText("Draft saved").waitFor();
  await box(two).fill("From the second window");
  await two.getByText("Another window wrote on this draft.").waitFor();
  await two.getByText("From the first window").waitFor();
  assert.equal(await box(two).inputValue(), "From the second window");
  await until(async () => (await draft(ask.id))?.text === "From the second window");
  await two.getByRole("button", { name: "Swap" }).click();
  assert.equal(await box(two).inputValue(), "From the first window");
  await until(async () => (await draft(ask.id))?.text === "From the first window");
});

it("the other window's comments are kept as well, and come back with its words", async () => {
  const ask = await agent.ask("request_review", review);
  const one = await open(ask.id);
  const two = await open(ask.id);
  await settled(two);
  await one.locator('.lb-row[data-new="3"]').first().hover();
  await one.getByRole("button", { name: "Comment on added line 3" }).click();
  await one.keyboard.type("Commit it too.");
  await one.keyboard.press("Escape");
  await one.getByText("Draft saved").waitFor();
  await box(two).fill("From the second window");
  await two.getByText("Another window wrote on this draft.").waitFor();
  await two.getByText("Commit it too.").waitFor();
  await two.getByRole("button", { name: "Swap" }).click();
  await two.getByRole("region", { name: "Comments" }).getByText("Commit it too.").waitFor();
  await two.getByText("From the second window").waitFor();
});

it("a window that comes back to the front shows what the other one wrote", async () => {
  const ask = await agent.ask("ask_question", question);
  const one = await open(ask.id);
  const two = await open(ask.id);
  await box(two).fill("Newer");
  await two.getByText("Draft saved").waitFor();
  await one.evaluate(() => window.dispatchEvent(new Event("focus")));
  await until(async () => (await box(one).inputValue()) === "Newer");
});

it("a reply that is refused keeps the words and says why", async () => {
  const ask = await agent.ask("request_review", review);
  const page = await open(ask.id);
  await box(page).fill("My feedback");
  await settled(page);
  // Answered elsewhere in the very moment: this page has not heard of it yet.
  await page.route("**/reply", async (route) => {
    await loopback.person(`/asks/${ask.id}/reply`, { method: "POST", body: { outcome: "approved" } });
    await route.continue();
  });
  await page.getByRole("button", { name: "Request changes" }).click();
  await page.getByLabel("Your unsent words").last().waitFor();
  assert.equal(await page.getByLabel("Your unsent words").last().inputValue(), "My feedback");
});

it("words typed before a dismissal stay with the ask", async () => {
  const ask = await agent.ask("request_review", review);
  const page = await open(ask.id);
  await box(page).fill("Half a thought");
  await settled(page);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await ask.reply;
  await page.getByText("This was closed with words of yours unsent.").waitFor();
  assert.equal(await page.getByLabel("Your unsent words").last().inputValue(), "Half a thought");
});

it("nothing of a draft is left once it was sent", async () => {
  const ask = await agent.ask("ask_question", question);
  const page = await open(ask.id);
  await box(page).fill("Sent");
  await page.getByText("Draft saved").waitFor();
  await settled(page);
  await page.getByRole("button", { name: "Send answer" }).click();
  await ask.reply;
  await until(async () => (await loopback.person(`/asks/${ask.id}/draft`)).status === 404);
});
