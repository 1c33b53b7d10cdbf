// The settings: applied at once, kept on the server, and back after a reload.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { question } from "./asks.js";
import { Loopback, until } from "./loopback.js";
import { VIEWS } from "./screens.js";
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

const kept = async () => (await loopback.person("/preferences")).body.preferences;
const root = (read) => page.evaluate(read);

async function open(view) {
  page = await openWindow(browser, loopback, { path: "/settings", ...view });
  await page.getByText("These settings are kept in").waitFor();
}

it("a theme holds at once, is kept, and is there from the first moment the next time", async () => {
  await open();
  await page.getByRole("radio", { name: "Dark", exact: true }).check();
  const dark = await root(() => getComputedStyle(document.documentElement).backgroundColor);
  assert.equal(await root(() => document.documentElement.dataset.theme), "dark");
  await until(async () => (await kept()).theme === "dark");
  await page.reload();
  await page.getByText("These settings are kept in").waitFor();
  assert.equal(await root(() => getComputedStyle(document.documentElement).backgroundColor), dark);
  assert.ok(await page.getByRole("radio", { name: "Dark", exact: true }).isChecked());
});

it("the size of text, the rows, what becomes of lines and what comes after a reply are chosen by keyboard", async () => {
  await open();
  await page.getByRole("slider", { name: "Text size" }).focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
  await page.getByText("125 %").waitFor();
  assert.equal(await root(() => getComputedStyle(document.documentElement).fontSize), "20px");
  await page.getByRole("radio", { name: "Comfortable" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("checkbox", { name: "Wrap long lines" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("radio", { name: "Stay" }).check();
  await page.getByRole("slider", { name: "Time to undo" }).fill("10");
  await until(async () => (await kept()).undoSeconds === 10);
  const { textSize, density, wrap, advance } = await kept();
  assert.deepEqual({ textSize, density, wrap, advance }, { textSize: 125, density: "compact", wrap: true, advance: "stay" });
});

it("quick replies are added, changed, moved and removed", async () => {
  await open();
  const texts = async () => (await kept()).quickReplies.map(({ text }) => text);
  const before = await texts();
  await page.getByRole("button", { name: "Add a quick reply" }).click();
  await page.keyboard.type("Ship it");
  await until(async () => (await texts()).at(-1) === "Ship it");
  await page.getByRole("button", { name: "Move up: Ship it" }).click();
  await until(async () => (await texts()).indexOf("Ship it") === before.length - 1);
  assert.equal(await root(() => document.activeElement.ariaLabel), "Move up: Ship it");
  await page.getByRole("button", { name: `Remove: ${before[0]}` }).click();
  await until(async () => !(await texts()).includes(before[0]));
  await page.getByRole("textbox", { name: "Quick reply 1" }).fill("Carry on");
  await until(async () => (await texts())[0] === "Carry on");
  assert.equal((await texts()).length, before.length);
});

it("letters are no commands once they are switched off; the other keys and the words for it remain", async () => {
  const ask = await agent.ask("request_review", { title: "A plan", content: [{ type: "markdown", text: "Go." }] });
  await open();
  await page.getByRole("checkbox", { name: /Letters, digits and signs/ }).uncheck();
  await until(async () => (await kept()).singleLetterKeys === false);
  await page.goto(`${loopback.base}/asks/${ask.id}`);
  await page.getByRole("article").waitFor();
  await until(async () => page.evaluate(() => document.querySelector("article") !== null));
  await settled(page);
  await page.getByRole("article").focus();
  for (const key of ["j", "a", "x", "h", "?", "/"]) await page.keyboard.press(key);
  assert.equal(await page.locator(".button.armed").count(), 0);
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.getByRole("button", { name: "Keys" }).click();
  await page.getByRole("dialog", { name: "Keys" }).getByText("switched off").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Commands" }).waitFor();
});

it("what is chosen in one window holds in the others as soon as they are looked at, and is not undone by them", async () => {
  await open();
  const other = await openWindow(browser, loopback, { path: "/settings" });
  await other.getByText("These settings are kept in").waitFor();
  await page.getByRole("radio", { name: "Dark", exact: true }).check();
  await page.getByRole("slider", { name: "Text size" }).fill("125");
  await until(async () => (await kept()).textSize === 125);
  // It has not been looked at, and is the first to hear of it while it changes something else.
  await other.getByRole("radio", { name: "Compact" }).check();
  await until(async () => (await kept()).density === "compact");
  const { theme, textSize } = await kept();
  assert.deepEqual({ theme, textSize }, { theme: "dark", textSize: 125 });
  await other.getByRole("radio", { name: "Dark", exact: true, checked: true }).waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await until(() => root(() => document.documentElement.dataset.density === "compact"));
  await page.getByRole("radio", { name: "Compact", checked: true }).waitFor();
  assert.deepEqual(other.problems, []);
  await other.context().close();
});

it("text twice as large leaves one column where two would be squeezed", async () => {
  const ask = await agent.ask("ask_question", question);
  await loopback.prefer({ textSize: 200 });
  page = await openWindow(browser, loopback, { path: `/asks/${ask.id}` });
  await page.getByRole("article").waitFor();
  const list = page.getByRole("navigation", { name: "Asks" });
  await list.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Inbox" }).click();
  await list.waitFor();
  await page.getByRole("article").waitFor({ state: "hidden" });
  await page.setViewportSize({ width: 1600, height: 1000 });
  await list.getByRole("link", { name: /glaze cache/ }).click();
  await page.getByRole("article").waitFor();
  assert.ok(await list.isVisible());
});

it("what the server refuses is said in words, and what was chosen holds in this window", async () => {
  await open();
  const { file } = (await loopback.person("/preferences")).body;
  await writeFile(file, "[window\nthis is no settings file\n");
  await page.getByRole("radio", { name: "Compact" }).check();
  await page.getByRole("alert").getByText("Not saved:").waitFor();
  assert.equal(await root(() => document.documentElement.dataset.density), "compact");
  assert.match(await readFile(file, "utf8"), /this is no settings file/);
  await writeFile(file, "");
  await page.getByRole("button", { name: "Try again" }).click();
  await until(async () => (await kept()).density === "compact");
  await page.getByText("Not saved:").waitFor({ state: "detached" });
});

it("everything is taken away as one file", async () => {
  await agent.ask("ask_question", question);
  await open();
  const [json] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "as JSON" }).click()]);
  assert.match(json.suggestedFilename(), /^loopback-everything-\d{4}-\d\d-\d\d\.json$/);
  assert.equal(JSON.parse(await readFile(await json.path(), "utf8")).items.length, 1);
});

describe("the settings page", () => {
  for (const { name, ...view } of VIEWS) {
    it(`has nothing against it in a ${name} window, nor with text twice as large`, async () => {
      await open(view);
      assert.deepEqual(await axe(page), []);
      await page.getByRole("slider", { name: "Text size" }).fill("200");
      await until(async () => (await kept()).textSize === 200);
      assert.deepEqual(await axe(page), []);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(over <= 0, `the page is ${over} px too wide`);
      const beyond = await page.locator(".pane").evaluate((node) => node.scrollWidth - node.clientWidth);
      assert.ok(beyond <= 0, `the settings are ${beyond} px too wide`);
    });
  }
});
