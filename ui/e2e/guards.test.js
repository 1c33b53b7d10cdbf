// Keys and clicks meant for elsewhere do nothing, and nothing moves under the person's hands.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { question, review } from "./asks.js";
import { Loopback } from "./loopback.js";
import { launch, openWindow, settled } from "./window.js";

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

async function open(id) {
  page = await openWindow(browser, loopback, { path: `/asks/${id}` });
  await page.getByRole("article").waitFor();
}

const status = async (id) => (await loopback.person(`/asks/${id}`)).body.status;
const tooSoon = () => page.getByRole("alert").getByText("too soon").waitFor();

/** A key event as the browser makes it, with what a keyboard cannot be made to do on command. */
const key = (init) =>
  page.evaluate((init) => {
    const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
    document.activeElement.dispatchEvent(event);
  }, init);

describe("nothing is sent", () => {
  let ask;
  beforeEach(async () => (ask = await agent.ask("request_review", review)));
  afterEach(async () => assert.equal(await status(ask.id), "awaiting_human"));

  it("by a key that was down before the ask was there", async () => {
    page = await openWindow(browser, loopback);
    const link = page.getByRole("link", { name: /migration/ });
    await link.waitFor();
    await page.keyboard.down("Control");
    await link.evaluate((link) => link.click());
    await page.getByRole("article").waitFor();
    await settled(page);
    await page.keyboard.press("Enter");
    await tooSoon();
  });

  it("by the click that brought the window to the front", async () => {
    await open(ask.id);
    await settled(page);
    await page.evaluate(() => {
      dispatchEvent(new Event("focus"));
      document.querySelector(".dock .primary").click();
    });
    await tooSoon();
  });

  it("by a key right after the window came to the front", async () => {
    await open(ask.id);
    await settled(page);
    await page.evaluate(() => {
      dispatchEvent(new Event("blur"));
      dispatchEvent(new Event("focus"));
      dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", ctrlKey: true }));
    });
    await tooSoon();
  });

  it("while keys keep coming in", async () => {
    await open(ask.id);
    await settled(page);
    await page.evaluate(async () => {
      dispatchEvent(new Event("focus"));
      for (let pressed = 0; pressed < 8; pressed += 1) {
        dispatchEvent(new KeyboardEvent("keydown", { key: "q", code: "KeyQ" }));
        dispatchEvent(new KeyboardEvent("keyup", { key: "q", code: "KeyQ" }));
        await new Promise((go) => setTimeout(go, 100));
      }
      dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", ctrlKey: true }));
    });
    await tooSoon();
  });

  it("right after a link from elsewhere opened the ask", async () => {
    page = await openWindow(browser, loopback);
    await page.getByRole("link", { name: /migration/ }).waitFor();
    await settled(page);
    await page.evaluate(async (id) => {
      dispatchEvent(new CustomEvent("loopback:open", { detail: { ask: id } }));
      while (!document.querySelector("article")) await new Promise(requestAnimationFrame);
      dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", code: "Enter", ctrlKey: true }));
    }, ask.id);
    await tooSoon();
  });

  it("by a held key", async () => {
    await open(ask.id);
    await settled(page);
    await key({ key: "Enter", code: "Enter", ctrlKey: true, repeat: true });
    await page.waitForTimeout(200);
  });

  it("by an input method's Enter", async () => {
    await open(ask.id);
    await page.getByRole("textbox").focus();
    await settled(page);
    await key({ key: "Enter", code: "Enter", ctrlKey: true, isComposing: true });
    await key({ key: "Process", code: "Enter", ctrlKey: true, keyCode: 229 });
    await page.waitForTimeout(200);
  });

  it("by any key without a modifier", async () => {
    await open(ask.id);
    await settled(page);
    await page.getByRole("article").focus();
    for (const one of ["a", "Enter", "Escape", "x", "Enter", "Escape", "r", "Escape", "f", "Escape", "1", " ", "Delete"]) {
      await page.keyboard.press(one);
    }
    await page.getByRole("textbox").focus();
    await page.keyboard.press("Enter");
    await page.waitForTimeout(200);
  });

  it("with words in a review's box, before the person said what they are", async () => {
    await open(ask.id);
    await page.getByRole("textbox").fill("Hm.");
    await settled(page);
    await page.keyboard.press("Control+Enter");
    await page.getByText("What are they?").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.getByText("What are they?").waitFor({ state: "detached" });
    assert.equal(await page.getByRole("textbox").inputValue(), "Hm.");
  });
});

it("Escape goes up level by level and discards nothing", async () => {
  const ask = await agent.ask("request_review", review);
  await open(ask.id);
  await settled(page);
  await page.keyboard.press("r");
  await page.keyboard.type("Rename it.");
  const armed = () => page.locator(".button.armed").count();
  assert.equal(await armed(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "ARTICLE");
  await page.keyboard.press("Escape");
  assert.equal(await armed(), 0);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.ask), ask.id);
  assert.equal(await page.getByRole("textbox").inputValue(), "Rename it.");
});

it("what the person reads stays where it is while they arm, write and send", async () => {
  const long = Array.from({ length: 200 }, (_, index) => `Line ${index} of the plan.`).join("\n\n");
  const ask = await agent.ask("request_review", { title: "A long plan", content: [{ type: "markdown", text: long }] });
  await open(ask.id);
  const top = () => page.locator(".pane").evaluate((pane) => Math.round(pane.scrollTop));
  await page.getByText("Line 199").waitFor();
  await page.locator(".pane").evaluate((pane) => (pane.scrollTop = 1500));
  await page.keyboard.press("r");
  await page.keyboard.type("Too long.");
  await page.getByText("Draft saved").waitFor();
  assert.equal(await top(), 1500);
  await page.keyboard.press("Escape");
  assert.equal(await top(), 1500);
  await page.getByRole("textbox").click();
  await page.keyboard.type(" Really.");
  assert.equal(await top(), 1500);
});

describe("the list", () => {
  const titles = async () => (await page.locator("nav .title").allTextContents()).map((title) => title.trim());

  it("keeps its rows in place and its selection while asks come in; they are counted, and join on demand", async () => {
    await agent.ask("ask_question", { ...question, question: "First?" });
    const second = await agent.ask("ask_question", { ...question, question: "Second?" });
    await open(second.id);
    await page.locator("nav").hover();
    await agent.ask("ask_question", { ...question, question: "Third?" });
    await agent.ask("ask_question", { ...question, question: "Fourth?" });
    await page.getByRole("button", { name: "2 new" }).waitFor();
    assert.deepEqual(await titles(), ["Second?", "Unread: First?"]);
    assert.equal(new URL(page.url()).pathname, `/asks/${second.id}`);
    await page.getByRole("button", { name: "2 new" }).click();
    assert.deepEqual(await titles(), ["Unread: Fourth?", "Unread: Third?", "Second?", "Unread: First?"]);
    assert.equal(new URL(page.url()).pathname, `/asks/${second.id}`);
  });

  it("is walked through with j, k and the arrows, and Enter goes into the ask", async () => {
    await agent.ask("ask_question", { ...question, question: "First?" });
    await agent.ask("ask_question", { ...question, question: "Second?" });
    page = await openWindow(browser, loopback);
    await page.getByText("2 asks wait for you.").waitFor();
    const at = () => page.locator("nav [aria-current] .title").textContent();
    await page.keyboard.press("j");
    assert.match(await at(), /Second\?/);
    await page.keyboard.press("ArrowDown");
    assert.match(await at(), /First\?/);
    await page.keyboard.press("j");
    assert.match(await at(), /First\?/);
    await page.keyboard.press("k");
    assert.match(await at(), /Second\?/);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.tagName === "ARTICLE");
  });

  it("goes back through everything that was ever closed", async () => {
    for (let number = 0; number < 60; number += 1) {
      const ask = await agent.ask("ask_question", { question: `Number ${number}?` });
      await loopback.person(`/asks/${ask.id}/reply`, { method: "POST", body: { outcome: "dismissed" } });
      await ask.reply;
    }
    page = await openWindow(browser, loopback);
    await page.getByRole("link", { name: "Number 59?" }).waitFor();
    assert.equal((await titles()).length, 50);
    await page.locator("nav .scroller").evaluate((node) => (node.scrollTop = node.scrollHeight));
    await page.getByRole("link", { name: "Number 0?" }).waitFor();
    assert.deepEqual(await titles(), Array.from({ length: 60 }, (_, index) => `Number ${59 - index}?`));
  });

  it("lists every key on ?", async () => {
    page = await openWindow(browser, loopback);
    await page.getByText("No asks yet.").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });
});
