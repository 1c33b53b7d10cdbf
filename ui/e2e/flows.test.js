// Every kind of ask, answered in the page by keyboard and by pointer; what the agent gets is the exact reply.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { briefing, question, review } from "./asks.js";
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

describe("a question", () => {
  it("is answered by keyboard alone, with a choice and words", async () => {
    const ask = await agent.ask("ask_question", question);
    page = await openWindow(browser, loopback);
    await page.getByText("One ask waits for you.").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("radio").first().waitFor();
    await page.keyboard.press("2");
    await page.keyboard.press("Tab");
    await page.getByRole("textbox").focus();
    await page.keyboard.type("But keep the old reader.");
    await settled(page);
    await page.keyboard.press("Control+Enter");
    const result = await ask.reply;
    assert.equal(result.askId, ask.id);
    assert.equal(result.state, "replied");
    assert.deepEqual(result.reply, { outcome: "answered", selected: ["Plain files"], text: "But keep the old reader." });
    await foot().getByText("Handed to the agent").waitFor();
  });

  it("is answered by pointer alone", async () => {
    const ask = await agent.ask("ask_question", question);
    await open(ask.id);
    await page.getByText("SQLite", { exact: true }).last().click();
    await button("Send answer").click();
    assert.deepEqual((await ask.reply).reply, { outcome: "answered", selected: ["SQLite"] });
  });

  it("may take several choices, in the order offered", async () => {
    const ask = await agent.ask("ask_question", { ...question, multiple: true });
    await open(ask.id);
    await page.keyboard.press("3");
    await page.keyboard.press("1");
    await page.keyboard.press("Control+Enter");
    assert.deepEqual((await ask.reply).reply, { outcome: "answered", selected: ["SQLite", "Both"] });
  });

  it("is asked back, answered by the agent beneath it, then settled", async () => {
    const ask = await agent.ask("ask_question", question);
    await open(ask.id);
    await page.keyboard.press("f");
    await page.keyboard.type("How large is it?");
    await settled(page);
    await page.keyboard.press("Control+Enter");
    assert.deepEqual((await ask.reply).reply, { outcome: "follow_up", question: "How large is it?" });
    await foot().getByText("It is the agent’s move.").waitFor();

    const again = agent.call("answer_follow_up", { askId: ask.id, answer: "About **200 MB**." });
    await page.locator(".thread strong", { hasText: "200 MB" }).waitFor();
    await settled(page);
    await page.getByText("Both").last().click();
    await button("Send answer").click();
    assert.deepEqual((await again).reply, { outcome: "answered", selected: ["Both"] });
  });

  it("is not sent empty, and says what is missing", async () => {
    const ask = await agent.ask("ask_question", question);
    await open(ask.id);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").getByText("Pick a choice or write an answer.").waitFor();
    assert.equal((await agent.open()).length, 1);
  });
});

describe("a review", () => {
  it("is approved with Ctrl+Enter and an empty box", async () => {
    const ask = await agent.ask("request_review", review);
    await open(ask.id);
    await page.keyboard.press("Control+Enter");
    assert.deepEqual((await ask.reply).reply, { outcome: "approved" });
  });

  it("is approved by pointer alone", async () => {
    const ask = await agent.ask("request_review", review);
    await open(ask.id);
    await button("Approve").click();
    assert.deepEqual((await ask.reply).reply, { outcome: "approved" });
  });

  it("is sent back by keyboard alone, with a comment on a line and words", async () => {
    const ask = await agent.ask("request_review", review);
    await open(ask.id);
    await page.getByRole("article").focus();
    await page.keyboard.press("n");
    await page.keyboard.press("c");
    await page.waitForFunction(() => document.activeElement.matches(".lb-row"));
    await page.keyboard.press("c");
    await page.keyboard.type("Why?");
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("r");
    await page.keyboard.type("See the comment.");
    await page.keyboard.press("Control+Enter");
    const { reply } = await ask.reply;
    assert.equal(reply.outcome, "changes_requested");
    assert.equal(reply.comments[0].text, "Why?");
    assert.ok(reply.feedback.startsWith("See the comment."));
  });

  it("with words in the box asks what they are before anything is sent", async () => {
    const ask = await agent.ask("request_review", review);
    await open(ask.id);
    await page.getByRole("textbox").fill("Rename it.");
    await settled(page);
    await page.keyboard.press("Control+Enter");
    await page.getByText("There are words in the box. What are they?").waitFor();
    assert.equal((await agent.open())[0].status, "awaiting_human");
    await button("Changes to make").click();
    assert.deepEqual((await ask.reply).reply, { outcome: "changes_requested", feedback: "Rename it." });
  });

  it("is sent back and comes again as a new version that leads to the old one", async () => {
    const first = await agent.ask("request_review", review);
    await open(first.id);
    await page.keyboard.press("r");
    await page.keyboard.type("Rename it.");
    await settled(page);
    await page.keyboard.press("Control+Enter");
    await first.reply;
    const second = await agent.ask("request_review", { ...review, revises: first.id });
    await page.goto(`${loopback.base}/asks/${second.id}`);
    await page.getByRole("link", { name: "Version 1" }).click();
    await page.getByText("Rename it.").waitFor();
    await page.getByRole("link", { name: "a newer version" }).click();
    await settled(page);
    await page.keyboard.press("a");
    await page.keyboard.type("Better.");
    await settled(page);
    await page.keyboard.press("Control+Enter");
    assert.deepEqual((await second.reply).reply, { outcome: "approved", note: "Better." });
  });

  it("is dismissed only by Ctrl+Enter after X, or by its button", async () => {
    const ask = await agent.ask("request_review", review);
    await open(ask.id);
    await page.keyboard.press("x");
    await page.keyboard.press("Enter");
    assert.equal((await agent.open())[0].status, "awaiting_human");
    await page.keyboard.press("Control+Enter");
    assert.deepEqual((await ask.reply).reply, { outcome: "dismissed" });
  });
});

describe("a briefing", () => {
  it("goes through two rounds with smaller points until nothing is left", async () => {
    const ask = await agent.ask("present_briefing", briefing);
    await open(ask.id);
    await foot().getByText("4 of 4 left").waitFor();
    await button("1 Upload names are not normalised").click();
    await page.getByText("leaves the folder").waitFor();
    await page.getByLabel("Your words on point 1").fill("Is there a test?");
    await page.getByLabel("Point 3 resolved").check();
    await foot().getByText("3 of 4 left").waitFor();
    await button("Send").click();
    await page.getByText("2 points are untouched.").waitFor();
    await button("Leave open").click();
    assert.deepEqual((await ask.reply).reply, {
      outcome: "responded",
      points: [
        { point: "1", text: "Is there a test?" },
        { point: "3", resolved: true },
      ],
    });

    const round = agent.call("answer_briefing", {
      askId: ask.id,
      answers: [{ point: "1", answer: "Two, in fact.", points: [{ title: "On Linux" }, { title: "On Windows" }] }],
    });
    await page.getByText("Two, in fact.").waitFor();
    await foot().getByText("5 of 6 left").waitFor();
    await button("1.1 On Linux").click();
    await page.getByLabel("Your words on point 1.1").fill("Good.");
    await settled(page);
    await button("Send").click();
    await button("Resolve the other 3").click();
    // Point 1 holds 1.1, which the agent still has to answer: it stays open.
    const { reply } = await round;
    assert.deepEqual(reply.points, [
      { point: "1.1", text: "Good." },
      { point: "1.2", resolved: true },
      { point: "2", resolved: true },
      { point: "4", resolved: true },
    ]);

    const last = agent.call("answer_briefing", { askId: ask.id, answers: [{ point: "1.1", answer: "Thanks." }] });
    await page.getByText("Thanks.").waitFor();
    await foot().getByText("2 of 6 left").waitFor();
    await page.getByLabel("Point 1 resolved").check();
    await foot().getByText("0 of 6 left").waitFor();
    await settled(page);
    await button("Send").click();
    assert.deepEqual((await last).reply, { outcome: "responded", points: [{ point: "1", resolved: true }] });
    await foot().getByText("Responded").waitFor();
  });

  it("is worked through by keyboard alone", async () => {
    const ask = await agent.ask("present_briefing", briefing);
    await open(ask.id);
    await page.locator('[data-point="1"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.getByText("leaves the folder").waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.getByText("leaves the folder").waitFor({ state: "detached" });
    await page.keyboard.press("e");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.point), "2");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.getByLabel("Your words on point 2").focus();
    await page.keyboard.type("Which mode?");
    await page.keyboard.press("Escape");
    await page.locator('[data-point="3"]').focus();
    await page.keyboard.press("Shift+E");
    await foot().getByText("1 of 4 left").waitFor();
    await settled(page);
    await page.keyboard.press("Control+Enter");
    assert.deepEqual((await ask.reply).reply.points, [
      { point: "1", resolved: true },
      { point: "2", text: "Which mode?" },
      { point: "3", resolved: true },
      { point: "4", resolved: true },
    ]);
  });

  it("is settled by pointer alone", async () => {
    const ask = await agent.ask("present_briefing", briefing);
    await open(ask.id);
    await page.getByLabel("Point 1 resolved").click();
    await button("Send").click();
    await button("Resolve the other 3").click();
    assert.equal((await ask.reply).reply.points.length, 4);
    await foot().getByText("Responded").waitFor();
  });

  it("cannot leave the agent nothing to answer, and says so", async () => {
    const ask = await agent.ask("present_briefing", briefing);
    await open(ask.id);
    await page.getByLabel("Point 1 resolved").check();
    await page.keyboard.press("Control+Enter");
    await page.getByText("The agent needs words on at least one open point").waitFor();
    assert.equal(await button("Leave open").isDisabled(), true);
    await button("Resolve the other 3").click();
    assert.equal((await ask.reply).reply.points.length, 4);
  });
});
