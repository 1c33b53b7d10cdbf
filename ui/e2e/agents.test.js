// What the person sees of the agents themselves: whether they wait, what was said to them before, how much they ask.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, it } from "node:test";
import { question, review } from "./asks.js";
import { Loopback, until } from "./loopback.js";
import { faults, launch, openWindow, settled } from "./window.js";

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
const reply = (id, body) => loopback.person(`/asks/${id}/reply`, { method: "POST", body });

async function open(path, view) {
  page = await openWindow(browser, loopback, { path, ...view });
  await settled(page);
}

/** The same question again, after the first was answered. */
async function askedTwice() {
  const first = await agent.ask("ask_question", question);
  await reply(first.id, { outcome: "answered", selected: ["Both"], text: "Files first." });
  await first.reply;
  return { first, again: await agent.ask("ask_question", question) };
}

it("where the agent is shows in the head and in the row: waiting, away, delivered", async () => {
  const ask = await agent.ask("ask_question", question);
  await open(`/asks/${ask.id}`);
  const row = page.locator(`.list [data-ask="${ask.id}"]`);
  await page.locator("header").getByText("agent waiting").waitFor();
  await row.getByText("agent waiting").waitFor();
  await reply(ask.id, { outcome: "answered", selected: ["Both"] });
  await page.locator("header").getByText("delivered").waitFor();
  await row.getByText("delivered").waitFor();
});

it("an agent that left is away, and a reply to it is kept", async () => {
  const ask = await agent.ask("ask_question", question);
  await agent.leave();
  await open(`/asks/${ask.id}`);
  await page.locator("header").getByText("agent away").waitFor();
  await reply(ask.id, { outcome: "follow_up", question: "How large?" });
  await page.locator("header").getByText("away, your reply is kept").waitFor({ timeout: 40_000 });
});

it("the same asked again shows the earlier answer, and puts it into the box without sending it", async () => {
  const { first, again } = await askedTwice();
  await open(`/asks/${again.id}`);
  const before = page.getByRole("note", { name: "Your earlier answer" });
  await before.getByText("Both · Files first.").waitFor();
  assert.equal(await before.getByRole("link", { name: "answered this" }).getAttribute("href"), `/asks/${first.id}`);
  await button("Same answer").click();
  await until(async () => (await page.getByRole("textbox", { name: "Your words" }).inputValue()) === "Files first.");
  assert.ok(await page.getByRole("radio", { name: "Both" }).isChecked());
  assert.equal((await loopback.person(`/asks/${again.id}`)).body.status, "awaiting_human");
  await page.keyboard.press("Control+Enter");
  assert.equal((await again.reply).reply.text, "Files first.");
});

it("the earlier answer comes by the commands as well", async () => {
  const { again } = await askedTwice();
  await open(`/asks/${again.id}`);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  await page.keyboard.type("same answer");
  await page.keyboard.press("Enter");
  await until(async () => (await page.getByRole("textbox", { name: "Your words" }).inputValue()) === "Files first.");
});

it("a reply says to stop asking, once it was switched on in the menu", async () => {
  const ask = await agent.ask("request_review", review);
  await open(`/asks/${ask.id}`);
  await page.getByLabel("More", { exact: true }).click();
  await button("Stop asking about this").click();
  await page.getByText("The agent is told to stop asking about this").waitFor();
  assert.deepEqual(await faults(page), []);
  await settled(page);
  await button("Approve").click();
  assert.equal((await ask.reply).reply.stopAsking, true);
});

it("what was switched on is switched off beside the button", async () => {
  const ask = await agent.ask("request_review", review);
  await open(`/asks/${ask.id}`);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  await page.keyboard.type("stop asking");
  await page.keyboard.press("Enter");
  await button("Let it ask").click();
  await button("Approve").click();
  assert.equal((await ask.reply).reply.stopAsking, undefined);
});

it("how much the agents of a project ask is chosen in the settings, and by the commands with a way back", async () => {
  await agent.ask("ask_question", question);
  await open("/settings");
  const project = page.getByRole("group", { name: "kiln", exact: true });
  const wish = async () => (await loopback.person("/asking")).body.items;
  await project.getByRole("radio", { name: "More" }).check();
  await until(async () => (await wish())[0]?.asking === "more");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  await page.keyboard.type("ask less in kiln");
  await page.keyboard.press("Enter");
  await until(async () => (await wish())[0]?.asking === "less");
  await button("Undo").click();
  await until(async () => (await wish())[0]?.asking === "more");
});

for (const width of [1280, 360]) {
  for (const scheme of ["light", "dark"]) {
    it(`nothing is out of place in an ask that was answered before, nor in the settings: ${scheme}, ${width} px`, async () => {
      const { again } = await askedTwice();
      await open(`/asks/${again.id}`, { scheme, width });
      await page.getByRole("note", { name: "Your earlier answer" }).waitFor();
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/before-${scheme}-${width}.png` });
      assert.deepEqual(await faults(page), []);
      await page.goto(`${loopback.base}/settings`);
      await page.getByRole("group", { name: "kiln", exact: true }).waitFor();
      if (process.env.SHOTS) {
        await page.locator("#settings-asking").scrollIntoViewIfNeeded();
        await page.screenshot({ path: `${process.env.SHOTS}/asking-${scheme}-${width}.png` });
      }
      assert.deepEqual(await faults(page), []);
    });
  }
}
