// What a page may show, and to whom.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, it } from "node:test";
import { question } from "./asks.js";
import { Loopback } from "./loopback.js";
import { launch, openWindow } from "./window.js";

let browser, loopback, context;

before(async () => (browser = await launch()));
after(() => browser.close());

beforeEach(async () => {
  loopback = await Loopback.start();
  context = await browser.newContext();
});

afterEach(async () => {
  await context.close();
  await loopback.stop();
});

it("without a session the page shows the way in, and nothing of the ask", async () => {
  const agent = await loopback.agent();
  const ask = await agent.ask("ask_question", question);
  const page = await context.newPage();
  await page.goto(`${loopback.base}/asks/${ask.id}`);
  await page.getByRole("heading", { name: "Open in Loopback" }).waitFor();
  const text = await page.locator("body").innerText();
  for (const word of ["glaze", "kiln", "SQLite", "claude"]) assert.ok(!text.includes(word), word);
});

it("a code in the address is gone from it at once, and a wrong one opens nothing", async () => {
  const page = await context.newPage();
  await page.goto(`${loopback.base}/#code=not-a-code`);
  await page.getByRole("heading", { name: "Open in Loopback" }).waitFor();
  assert.equal(page.url(), `${loopback.base}/`);
  assert.equal(await page.evaluate(() => sessionStorage.length + localStorage.length), 0);
});

it("the link that a terminal is shown opens the inbox once, and its tab keeps it open", async () => {
  const agent = await loopback.agent();
  await agent.ask("ask_question", question);
  const { dataDir } = loopback;
  await loopback.crash();
  const terminal = await Loopback.startInTerminal(dataDir);
  try {
    const page = await context.newPage();
    await page.goto(terminal.link);
    await page.getByText("One ask waits for you.").waitFor();
    assert.equal(page.url(), `${new URL(terminal.link).origin}/`);
    await page.reload();
    await page.getByText("One ask waits for you.").waitFor();
    const another = await context.newPage();
    await another.goto(terminal.link);
    await another.getByRole("heading", { name: "Open in Loopback" }).waitFor();
  } finally {
    await terminal.end();
  }
});

it("the window's token is nowhere in the page once it is shown", async () => {
  const page = await openWindow(browser, loopback);
  await page.getByText("No asks yet.").waitFor();
  const kept = await page.evaluate(() => ({
    global: window.__loopback,
    stored: JSON.stringify([{ ...sessionStorage }, { ...localStorage }]),
    cookie: document.cookie,
    html: document.documentElement.outerHTML,
  }));
  assert.equal(kept.global, undefined);
  for (const place of ["stored", "cookie", "html"]) assert.ok(!kept[place].includes(loopback.token), place);
  await page.context().close();
});

it("when the session ends the page closes its door", async () => {
  const page = await openWindow(browser, loopback);
  await page.getByText("No asks yet.").waitFor();
  const { dataDir, port } = loopback;
  await loopback.crash();
  // The same address, another server: the token of the old one is worth nothing there.
  loopback = await Loopback.start({ dataDir, port });
  await page.getByText("This session has ended").waitFor();
  await page.context().close();
});

it("an address of no ask says so and leads back", async () => {
  const page = await openWindow(browser, loopback, { path: "/asks/nothing" });
  await page.getByRole("heading", { name: "There is no such ask" }).waitFor();
  await page.getByRole("button", { name: "Back to the inbox" }).click();
  await page.getByText("All quiet.").waitFor();
  await page.context().close();
});
