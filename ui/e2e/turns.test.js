// Turns: what happens between the person's reply and the agent's next word, and where the page goes meanwhile.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { question } from "./asks.js";
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

const button = (name) => page.getByRole("button", { name });
const foot = () => page.locator(".dock");

/** Opens the ask in a window of its own and waits until it takes replies. */
async function open(id, view) {
  page = await openWindow(browser, loopback, { path: `/asks/${id}`, ...view });
  await page.getByRole("article").waitFor();
  await settled(page);
}

describe("on the agent's turn", () => {
  it("a question asked back that no agent has yet is taken back, and its words are in the box again", async () => {
    const ask = await agent.ask("ask_question", question);
    await agent.leave();
    await open(ask.id);
    await page.getByText("agent away").first().waitFor();
    await page.keyboard.press("f");
    await page.keyboard.type("How large?");
    await settled(page);
    await page.keyboard.press("Control+Enter");
    await foot().getByText("it gets this when it comes back").waitFor();
    await settled(page);
    await button("Take back").click();
    await button("Send answer").waitFor();
    assert.equal(await page.getByRole("textbox").inputValue(), "How large?");
    assert.equal((await loopback.person(`/asks/${ask.id}`)).body.status, "awaiting_human");
  });

  it("the person closes what its agent will not come back for", async () => {
    const ask = await agent.ask("ask_question", question);
    await agent.leave();
    await loopback.person(`/asks/${ask.id}/reply`, { method: "POST", body: { outcome: "follow_up", question: "?" } });
    await open(ask.id);
    await button("Close…").click();
    await button("Close it").click();
    await foot().getByText("Dismissed", { exact: true }).waitFor();
    assert.equal((await loopback.person(`/asks/${ask.id}`)).body.status, "closed");
  });

  it("an agent that answers before the page heard of its own reply is heard all the same", async () => {
    const ask = await agent.ask("ask_question", question);
    await open(ask.id);
    await page.route("**/reply", async (route) => {
      const response = await route.fetch();
      await ask.reply;
      agent.call("answer_follow_up", { askId: ask.id, answer: "At once." }).catch(() => {});
      await page.waitForTimeout(500);
      await route.fulfill({ response });
    });
    await page.keyboard.press("f");
    await page.keyboard.type("When?");
    await settled(page);
    await page.keyboard.press("Control+Enter");
    await page.getByText("At once.").waitFor();
    await page.waitForTimeout(700);
    assert.equal(await page.getByText("At once.").isVisible(), true);
    assert.equal(await button("Send answer").isVisible(), true);
  });

  it("an ask the agent takes back says why", async () => {
    const ask = await agent.ask("ask_question", question);
    await open(ask.id);
    await page.getByRole("textbox").fill("I was just");
    const other = await loopback.agent("codex", "0.61");
    await other.call("withdraw_ask", { askId: ask.id, reason: "Found it in the notes." });
    await page.getByText("Found it in the notes.").waitFor();
    await page.getByText("The agent took this back while you were writing.").waitFor();
    assert.equal(await page.getByLabel("Your unsent words").last().inputValue(), "I was just");
  });
});

describe("after a reply", () => {
  it("the next ask is shown, of the same project first, and a line says so", async () => {
    const other = await loopback.agent("codex", "0.61");
    await other.ask("ask_question", { ...question, question: "From the loom?", project: "loom" });
    const first = await agent.ask("ask_question", question);
    await other.ask("ask_question", { ...question, question: "The kiln again?", project: "kiln" });
    await open(first.id);
    await page.keyboard.press("1");
    await page.keyboard.down("Control");
    await page.keyboard.press("Enter");
    await page.locator(".afterword").getByText("Next: kiln").waitFor();
    await page.getByRole("article").getByText("The kiln again?").waitFor();
    await page.getByRole("region", { name: "Replies on their way" }).getByText("Handed to the agent").waitFor();
    await page.waitForFunction(() => document.activeElement.tagName === "ARTICLE");
    // The keys that sent it are not for the next one, for as long as they are held.
    await page.getByRole("article").getByText("SQLite", { exact: true }).click();
    await page.waitForTimeout(600);
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("too soon").waitFor();
    assert.equal((await agent.open()).length, 2);
  });
});

describe("in a narrow window", () => {
  it("one column leads to the ask and back", async () => {
    const ask = await agent.ask("ask_question", question);
    page = await openWindow(browser, loopback, { width: 360, height: 740 });
    await page.getByRole("link", { name: /glaze cache/ }).click();
    assert.equal(new URL(page.url()).pathname, `/asks/${ask.id}`);
    await page.getByRole("navigation").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Inbox" }).click();
    await page.getByRole("navigation").waitFor();
    assert.equal(new URL(page.url()).pathname, "/");
    await page.goForward();
    await page.getByRole("article").waitFor();
  });
});
