// A reply is on its way for some seconds, and can be taken back until it has gone, whatever becomes of the page.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { briefing, question, review } from "./asks.js";
import { Loopback, until } from "./loopback.js";
import { axe, launch, openWindow, settled } from "./window.js";

let browser, loopback, agent, page;

before(async () => (browser = await launch()));
after(() => browser.close());

beforeEach(async () => {
  loopback = await Loopback.start({ undoSeconds: 3 });
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
const dock = () => page.locator(".dock");
const toasts = () => page.getByRole("region", { name: "Replies on their way" });
const read = async (id) => (await loopback.person(`/asks/${id}`)).body;
const isHeld = async (id) => (await read(id)).held !== undefined;

it("is told by ask and answer, counted down, and sent when its time is over", async () => {
  const ask = await agent.ask("ask_question", question);
  await open(ask.id);
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await toasts().getByText("Answered", { exact: true }).waitFor();
  await toasts().getByRole("link", { name: /glaze cache/ }).waitFor();
  await toasts().getByText("SQLite", { exact: true }).waitFor();
  await toasts().getByText("Sends in 2 s").waitFor();
  await dock().getByText(/Sends in \d s/).waitFor();
  assert.equal((await read(ask.id)).status, "awaiting_human");
  assert.deepEqual((await ask.reply).reply, { outcome: "answered", selected: ["SQLite"] });
  await toasts().getByText("Handed to the agent").waitFor();
  await toasts().waitFor({ state: "detached" });
  assert.equal((await loopback.person(`/asks/${ask.id}/draft`)).status, 404);
});

it("comes back with U, everything in its draft, after the next ask was shown", async () => {
  const first = await agent.ask("request_review", review);
  const other = await loopback.agent("codex", "0.61");
  await other.ask("ask_question", question);
  await open(first.id);
  await page.getByRole("textbox").fill("Rename it.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await page.keyboard.press("Control+Enter");
  await page.locator(".afterword").getByText("Next: kiln").waitFor();
  await toasts().getByText("Changes requested", { exact: true }).waitFor();
  assert.equal(await isHeld(first.id), true);
  await page.keyboard.press("u");
  await page.getByRole("heading", { name: review.title }).waitFor();
  assert.equal(await page.getByRole("textbox").inputValue(), "Rename it.");
  assert.equal(await button(/Request changes/).evaluate((node) => node.classList.contains("armed")), true);
  await toasts().waitFor({ state: "detached" });
  await page.waitForTimeout(3_200);
  const after = await read(first.id);
  assert.equal(after.status, "awaiting_human");
  assert.equal(after.thread.length, 0);
});

it("comes back by pointer alone, from the toast or from its ask", async () => {
  const ask = await agent.ask("ask_question", question);
  await open(ask.id);
  await page.getByText("Both").last().click();
  await button("Send answer").click();
  await toasts().getByRole("button", { name: /Undo/ }).click();
  await page.getByRole("radio", { name: "Both", checked: true }).waitFor();
  await until(async () => !(await isHeld(ask.id)));
  await settled(page);
  await button("Send answer").click();
  await dock().getByRole("button", { name: "Undo" }).click();
  await page.getByRole("radio", { name: "Both", checked: true }).waitFor();
  await until(async () => !(await isHeld(ask.id)));
});

it("waits for as long as somebody points at it, then goes on from where it stood", async () => {
  const ask = await agent.ask("ask_question", question);
  await open(ask.id);
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await toasts().waitFor();
  const box = await toasts().boundingBox();
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.move(box.x + 30, box.y + 25);
  await toasts().getByText("Paused").waitFor();
  await page.waitForTimeout(4_000);
  assert.equal(await isHeld(ask.id), true);
  await page.mouse.move(900, 300);
  await toasts().getByText(/Sends in \d s/).waitFor();
  await ask.reply;
});

it("waits while the keyboard is on it", async () => {
  const ask = await agent.ask("ask_question", question);
  await open(ask.id);
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await toasts().getByRole("button", { name: /Undo/ }).focus();
  await toasts().getByText("Paused").waitFor();
  await page.waitForTimeout(3_500);
  assert.equal(await isHeld(ask.id), true);
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: /SQLite/, checked: true }).waitFor();
  await until(async () => !(await isHeld(ask.id)));
});

it("does not wait for a pointer that only happens to be there", async () => {
  const ask = await agent.ask("ask_question", question);
  await open(ask.id);
  await page.mouse.move(100, 750);
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await toasts().waitFor();
  await ask.reply;
});

describe("whatever becomes of the page", () => {
  it("it is sent when the page is closed", async () => {
    const ask = await agent.ask("ask_question", question);
    await open(ask.id);
    await page.keyboard.press("1");
    await page.keyboard.press("Control+Enter");
    await toasts().waitFor();
    await page.goto("about:blank");
    assert.equal((await ask.reply).reply.outcome, "answered");
  });

  it("it is there to be taken back after a reload", async () => {
    await loopback.prefer({ undoSeconds: 10 });
    const ask = await agent.ask("request_review", review);
    await open(ask.id);
    await page.getByRole("textbox").fill("Rename it.");
    await button("Request changes").click();
    await toasts().waitFor();
    await page.reload();
    await toasts().getByText("Changes requested", { exact: true }).waitFor();
    await page.keyboard.press("u");
    await page.getByRole("textbox").waitFor();
    assert.equal(await page.getByRole("textbox").inputValue(), "Rename it.");
    await until(async () => !(await isHeld(ask.id)));
  });

  it("a window that outlives the program says that it was not sent", async () => {
    await loopback.prefer({ undoSeconds: 10 });
    const ask = await agent.ask("request_review", review);
    await open(ask.id);
    await page.getByRole("textbox").fill("Rename it.");
    await button("Request changes").click();
    await toasts().waitFor();
    const { dataDir, port, token } = loopback;
    await loopback.crash();
    loopback = await Loopback.start({ dataDir, port, token });
    await toasts().getByText("Not sent: it is a draft again.").waitFor();
    await page.getByText("This was not sent.").waitFor();
    assert.equal(await page.getByRole("textbox").inputValue(), "Rename it.");
    await button("Discard").click();
    await page.getByText("This was not sent.").waitFor({ state: "detached" });
    assert.equal(await page.getByRole("textbox").inputValue(), "");
  });

  it("after a crash of the program it is a draft that says so, to be sent or let go", async () => {
    await loopback.prefer({ undoSeconds: 10 });
    const ask = await agent.ask("request_review", review);
    await open(ask.id);
    await page.getByRole("textbox").fill("Rename it.");
    await button("Request changes").click();
    await toasts().waitFor();
    const { dataDir } = loopback;
    await loopback.crash();
    await page.context().close();
    loopback = await Loopback.start({ dataDir });
    await open(ask.id);
    await page.getByText("This was not sent.").waitFor();
    assert.equal(await page.getByRole("textbox").inputValue(), "Rename it.");
    assert.deepEqual(await axe(page), []);
    await button("Send now").click();
    await until(async () => (await read(ask.id)).status === "closed");
    const [entry] = (await read(ask.id)).thread;
    assert.deepEqual(entry.reply, { outcome: "changes_requested", feedback: "Rename it." });
  });
});

it("several are told by the newest and a number, and each can be taken back", async () => {
  await loopback.prefer({ undoSeconds: 10 });
  const first = await agent.ask("ask_question", { ...question, question: "First?" });
  const second = await agent.ask("ask_question", { ...question, question: "Second?" });
  await open(first.id);
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("article").getByText("Second?").waitFor();
  await settled(page);
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");
  await toasts().getByRole("link", { name: "Second?" }).waitFor();
  await button("and 1 more").click();
  await button("Undo Answered: First?").click();
  await page.getByRole("article").getByText("First?").waitFor();
  await until(async () => !(await isHeld(first.id)));
  assert.equal(await isHeld(second.id), true);
});

it("holds a dismissal and a briefing's round too", async () => {
  const ask = await agent.ask("present_briefing", briefing);
  await open(ask.id);
  await button("Dismiss").click();
  await toasts().getByText("Dismissed", { exact: true }).waitFor();
  await page.keyboard.press("u");
  await toasts().waitFor({ state: "detached" });
  await page.getByLabel("Point 1 resolved").check();
  await page.keyboard.press("Shift+E");
  await settled(page);
  await page.keyboard.press("Control+Enter");
  await button("Resolve the other 3").click();
  await toasts().getByText("4 resolved").waitFor();
  await page.keyboard.press("u");
  assert.equal(await page.getByLabel("Point 1 resolved").isChecked(), true);
  assert.equal((await read(ask.id)).status, "awaiting_human");
});

it("is not sent when the agent takes the ask back first, which is said, and the words stay", async () => {
  await loopback.prefer({ undoSeconds: 10 });
  const ask = await agent.ask("ask_question", question);
  await open(ask.id);
  await page.keyboard.press("f");
  await page.keyboard.type("How large is it?");
  await page.keyboard.press("Control+Enter");
  await toasts().waitFor();
  const other = await loopback.agent("codex", "0.61");
  await other.call("withdraw_ask", { askId: ask.id, reason: "Found it." });
  await toasts().getByText("Not sent: the agent took this back.").waitFor();
  await page.getByText("The agent took this back while you were writing.").waitFor();
  assert.equal(await dock().getByRole("textbox").inputValue(), "How large is it?");
});

it("an answer that settles the ask counts before its taking back", async () => {
  await loopback.prefer({ undoSeconds: 10 });
  const ask = await agent.ask("ask_question", question);
  await open(ask.id);
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await toasts().waitFor();
  const other = await loopback.agent("codex", "0.61");
  await other.call("withdraw_ask", { askId: ask.id, reason: "Found it." }).catch(() => {});
  assert.equal((await ask.reply).reply.outcome, "answered");
  await toasts().getByText("Handed to the agent").waitFor();
});

it("with no time to undo a reply goes at once", async () => {
  await loopback.prefer({ undoSeconds: 0 });
  const ask = await agent.ask("ask_question", question);
  await open(ask.id);
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await ask.reply;
  assert.equal(await button(/Undo/).count(), 0);
});

describe("afterwards the page", () => {
  it("stays with the ask if the person wants it so", async () => {
    await loopback.prefer({ advance: "stay" });
    const first = await agent.ask("ask_question", question);
    await agent.ask("ask_question", { ...question, question: "Another?" });
    await open(first.id);
    await page.keyboard.press("1");
    await page.keyboard.press("Control+Enter");
    await dock().getByText("Handed to the agent").waitFor();
    assert.equal(new URL(page.url()).pathname, `/asks/${first.id}`);
  });

  it("goes back to the list if the person wants it so", async () => {
    await loopback.prefer({ advance: "list" });
    const first = await agent.ask("ask_question", question);
    await agent.ask("ask_question", { ...question, question: "Another?" });
    await open(first.id);
    await page.keyboard.press("1");
    await page.keyboard.press("Control+Enter");
    await toasts().waitFor();
    await page.waitForURL((url) => url.pathname === "/");
  });
});

for (const view of [{ width: 360, height: 740 }, { width: 640, height: 400, scale: 2 }, { width: 760, height: 500 }]) {
  it(`covers nothing of the list that cannot be scrolled clear of it, ${view.width} × ${view.height}`, async () => {
    await loopback.prefer({ undoSeconds: 10, advance: "list" });
    const asks = [];
    for (let index = 0; index < 8; index += 1) asks.push(await agent.ask("ask_question", { ...question, question: `Number ${index}?` }));
    await open(asks[7].id, view);
    await page.keyboard.press("1");
    await page.keyboard.press("Control+Enter");
    await toasts().getByRole("link", { name: "Number 7?" }).waitFor();
    const list = page.getByRole("navigation", { name: "Asks" });
    await list.waitFor();
    const toast = await toasts().boundingBox();
    const foot = await list.locator("footer").boundingBox();
    assert.ok(toast.y + toast.height <= foot.y, `${JSON.stringify(toast)} lies over the foot ${JSON.stringify(foot)}`);
    const side = await page.locator(".side").boundingBox();
    assert.ok(side === null || toast.x + toast.width <= side.x, `${JSON.stringify(toast)} lies over the ask ${JSON.stringify(side)}`);
    await list.locator(".scroller").evaluate((node) => node.scrollTo(0, node.scrollHeight));
    const last = await list.locator("a[data-ask]").last().boundingBox();
    assert.ok(last.y + last.height <= toast.y, `${JSON.stringify(toast)} lies over the last row ${JSON.stringify(last)}`);
  });
}

it("in a low and narrow window the place to reply can be scrolled clear of it", async () => {
  await loopback.prefer({ undoSeconds: 10 });
  const ask = await agent.ask("ask_question", question);
  await agent.ask("request_review", review);
  await open(ask.id, { width: 640, height: 400, scale: 2 });
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await toasts().waitFor();
  await page.getByRole("heading", { name: review.title }).waitFor();
  await until(async () => {
    await page.locator(".pane").evaluate((node) => node.scrollTo(0, node.scrollHeight));
    const toast = await toasts().boundingBox();
    const place = await dock().boundingBox();
    return place.y + place.height <= toast.y;
  });
});

for (const view of [{ scheme: "light" }, { scheme: "dark" }, { scheme: "light", width: 360, height: 740 }]) {
  it(`axe finds nothing on it in a ${view.scheme} window ${view.width ?? 1280} px wide, and it covers no button`, async () => {
    await loopback.prefer({ undoSeconds: 10 });
    const ask = await agent.ask("ask_question", question);
    await agent.ask("request_review", review);
    await open(ask.id, view);
    await page.getByText("SQLite", { exact: true }).last().click();
    await button("Send answer").click();
    await toasts().waitFor();
    await page.getByRole("heading", { name: review.title }).waitFor();
    assert.deepEqual(await axe(page), []);
    const toast = await toasts().boundingBox();
    const place = await dock().boundingBox();
    const apart = toast.x + toast.width <= place.x || toast.y + toast.height <= place.y;
    assert.ok(apart, `${JSON.stringify(toast)} lies over ${JSON.stringify(place)}`);
  });
}
