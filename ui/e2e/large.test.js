// Large asks: plain first, then colour, what is on the screen before the rest; and of a very large one only what is near.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, it } from "node:test";
import { Loopback, until } from "./loopback.js";
import { launch, openWindow } from "./window.js";

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

const code = (lines) => Array.from({ length: lines }, (_, n) => `let value_${n} = compute(${n});\n`).join("");

/** Makes an ask heavy enough to come plain first, without anything to colour. */
const PROSE = "Word after word. ".repeat(1_600);

/** Holds back every answer in colour until it is let go. */
async function holdColour() {
  let letGo;
  const gate = new Promise((go) => (letGo = go));
  const asked = [];
  await page.route(/\/rendered\?.*colour=full/, async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get("place"));
    await gate;
    await route.continue().catch(() => {});
  });
  return { asked, letGo };
}

const plainChunks = () => page.locator(".lb-chunk").evaluateAll((chunks) => chunks.filter((chunk) => !chunk.querySelector("[class^=hl-]")).length);

it("a large ask is read in plain, and takes on its colours without losing what is selected or unfolded", async () => {
  const small = await agent.ask("ask_question", { question: "Which?" });
  const long = `// ${"x".repeat(5_000)}END\n`;
  const ask = await agent.ask("request_review", { title: "Large", summary: PROSE, content: [{ type: "code", code: long + code(350), filename: "src/large.rs" }] });
  page = await openWindow(browser, loopback, { path: `/asks/${small.id}` });
  const { letGo } = await holdColour();
  await page.evaluate((id) => dispatchEvent(new CustomEvent("loopback:open", { detail: { ask: id } })), ask.id);
  await page.locator('.lb-line[data-line="10"]').waitFor();
  const chunks = await page.locator(".lb-chunk").count();
  assert.equal(chunks, 4);
  assert.equal(await plainChunks(), chunks);

  await page.getByRole("button", { name: /^Show \d+ more characters/ }).click();
  await page.locator('.lb-line[data-line="5"] .lb-src').selectText();
  const selected = await page.evaluate(() => getSelection().toString());
  letGo();
  await until(async () => (await plainChunks()) === 1);
  assert.equal(await page.evaluate(() => getSelection().toString()), selected);
  await page.evaluate(() => getSelection().removeAllRanges());
  await until(async () => (await plainChunks()) === 0);
  assert.ok((await page.locator('.lb-line[data-line="1"]').innerText()).includes("END"));
});

it("what is on the screen is coloured before what is not", async () => {
  const content = Array.from({ length: 6 }, (_, n) => ({ type: "code", code: code(200), filename: `src/part_${n}.rs` }));
  const ask = await agent.ask("request_review", { title: "Large", content });
  page = await openWindow(browser, loopback);
  const { asked, letGo } = await holdColour();
  await page.evaluate((id) => dispatchEvent(new CustomEvent("loopback:open", { detail: { ask: id } })), ask.id);
  await page.locator(".lb-code").nth(5).waitFor({ state: "attached" });
  await until(async () => asked.length === 2);
  await page.locator(".lb-code").nth(5).evaluate((node) => node.scrollIntoView());
  await page.waitForTimeout(300);
  letGo();
  await until(async () => asked.length === 6);
  // Near is what a screen further up or down would show, too.
  assert.deepEqual(asked.slice(2, 4).sort(), ["/prompt/content/4", "/prompt/content/5"]);
});

it("what was on its way for an ask is dropped when another is chosen", async () => {
  const small = await agent.ask("ask_question", { question: "Which?" });
  const ask = await agent.ask("request_review", { title: "Large", summary: PROSE, content: [{ type: "code", code: code(200), filename: "a.rs" }] });
  page = await openWindow(browser, loopback);
  const { asked } = await holdColour();
  const dropped = [];
  page.on("requestfailed", (request) => dropped.push(request.url()));
  await page.evaluate((id) => dispatchEvent(new CustomEvent("loopback:open", { detail: { ask: id } })), ask.id);
  await until(async () => asked.length === 1);
  await page.evaluate((id) => dispatchEvent(new CustomEvent("loopback:open", { detail: { ask: id } })), small.id);
  await until(async () => dropped.some((url) => url.includes("colour=full")));
});

it("of a very large ask only what comes near the screen is rendered", async () => {
  const ask = await agent.ask("ask_question", { question: "Which of them?" });
  for (let turn = 0; turn < 4; turn += 1) {
    await loopback.person(`/asks/${ask.id}/reply`, { method: "POST", body: { outcome: "follow_up", question: `And ${turn}?` } });
    const content = [{ type: "code", code: code(6_800), filename: `src/turn_${turn}.rs` }];
    void agent.call("answer_follow_up", { askId: ask.id, answer: `Part ${turn}.`, content }).catch(() => {});
    await until(async () => (await loopback.person(`/asks/${ask.id}`)).body.thread.length === turn * 2 + 2);
  }
  page = await openWindow(browser, loopback);
  const asked = new Set();
  page.on("request", (request) => {
    const place = /\/rendered\?/.test(request.url()) && new URL(request.url()).searchParams.get("place");
    if (place) asked.add(place);
  });
  await page.evaluate((id) => dispatchEvent(new CustomEvent("loopback:open", { detail: { ask: id } })), ask.id);
  await page.locator('.content[data-place="/prompt/question"]').waitFor();
  await page.locator('.content[data-place="/thread/1/content/0"] .lb-line').first().waitFor();
  await page.waitForTimeout(500);
  assert.ok(!asked.has("/thread/7/content/0"), [...asked].join());
  await page.locator("article pre, article .lb-code").last().evaluate((node) => node.scrollIntoView());
  await page.locator('.content[data-place="/thread/7/content/0"] .lb-line').first().waitFor();
});
