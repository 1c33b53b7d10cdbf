// What agents show: rendered by the server, harmless in the page, and leading out of it only into the browser.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, it } from "node:test";
import { picture, question, review } from "./asks.js";
import { Loopback } from "./loopback.js";
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

async function open(id) {
  page = await openWindow(browser, loopback, { path: `/asks/${id}` });
  await page.getByRole("article").waitFor();
}

it("markdown, code and a diff are rendered, with numbers, signs and colours", async () => {
  const ask = await agent.ask("request_review", review);
  await open(ask.id);
  await page.getByRole("heading", { name: "Why" }).waitFor();
  const added = page.locator(".lb-add", { hasText: "filter" });
  const at = (selector, property, pseudo) =>
    added.locator(selector).first().evaluate((node, [property, pseudo]) => getComputedStyle(node, pseudo)[property], [property, pseudo]);
  assert.equal(await at(".lb-mark", "content", "::before"), '"+"');
  assert.notEqual(await added.evaluate((node) => getComputedStyle(node).backgroundColor), "rgba(0, 0, 0, 0)");
  const keyword = page.locator(".lb-code .hl-kw").first();
  assert.notEqual(
    await keyword.evaluate((node) => getComputedStyle(node).color),
    await page.locator("article").evaluate((node) => getComputedStyle(node).color),
  );
});

it("selecting a diff's lines copies the code alone", async () => {
  const ask = await agent.ask("request_review", review);
  await open(ask.id);
  const text = await page.locator(".lb-hunk").first().innerText();
  assert.ok(text.includes("connection.execute_batch(step.sql)?;"));
  assert.doesNotMatch(text, /^[+-]/m);
});

it("a link opens a page of its own, says before where it leads, and the inbox stays", async () => {
  const ask = await agent.ask("ask_question", question);
  await open(ask.id);
  const link = page.getByRole("link", { name: "the notes" });
  assert.equal(await link.getAttribute("target"), "_blank");
  assert.match(await link.getAttribute("rel"), /noopener/);
  await link.focus();
  await page.getByText("Opens example.com in your browser").waitFor();
  const address = page.url();
  await page.context().route("https://example.com/**", (route) => route.fulfill({ body: "out there" }));
  const [out] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  assert.equal(new URL(out.url()).host, "example.com");
  assert.equal(page.url(), address);
});

it("a picture that was uploaded is shown from the page's memory", async () => {
  const ticket = await agent.call("request_upload", { contentType: "image/png" });
  const png = picture(2, 2);
  const stored = await fetch(ticket.uploadUrl, { method: "PUT", headers: { "Content-Type": "image/png" }, body: png });
  assert.equal(stored.status, 201, await stored.text());
  const ask = await agent.ask("request_review", {
    title: "The new mark",
    content: [{ type: "image", uploadId: ticket.uploadId, caption: "At 2 px" }],
  });
  await open(ask.id);
  const shown = page.getByRole("img", { name: "At 2 px" });
  await shown.waitFor();
  assert.match(await shown.getAttribute("src"), /^blob:/);
  assert.equal(await shown.evaluate((image) => image.naturalWidth), 2);
});

const PAYLOADS = [
  "<script>window.hurt = 1</script>",
  '<img src=x onerror="window.hurt = 1">',
  '<svg onload="window.hurt = 1"></svg>',
  "[x](javascript:window.hurt=1)",
  '<a href="javascript:window.hurt=1">x</a>',
  '<iframe srcdoc="<script>parent.hurt=1</script>"></iframe>',
  '<details open ontoggle="window.hurt = 1"><summary>x</summary></details>',
  '<input autofocus onfocus="window.hurt = 1">',
  '<form action="javascript:window.hurt=1"><button>x</button></form>',
  '<div style="position:fixed;inset:0;z-index:99">over</div>',
  '<style>body { display: none }</style>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  "![x](https://evil.example/pixel.png)",
  "`{{constructor.constructor('window.hurt=1')()}}`",
  "</textarea></code></pre><script>window.hurt = 1</script>",
];

it("nothing an agent writes runs, loads, overlays or navigates, in any of its texts", async () => {
  const all = PAYLOADS.join("\n\n");
  const short = PAYLOADS[1];
  const asked = await agent.ask("ask_question", {
    question: all,
    context: all,
    options: [
      { label: short, description: all },
      { label: PAYLOADS[2], description: short },
    ],
    project: short,
  });
  const reviewed = await agent.ask("request_review", {
    title: short,
    summary: all,
    content: [
      { type: "markdown", text: all },
      { type: "code", code: all, filename: short, language: short },
      { type: "diff", diff: `--- a/${short}\n+++ b/${short}\n@@ -1 +1 @@ ${short}\n-${short}\n+${PAYLOADS[0]}\n`, filename: short },
      { type: "diff", diff: all },
    ],
    project: short,
  });
  const briefed = await agent.ask("present_briefing", {
    title: short,
    summary: all,
    sections: [{ title: short, points: [{ title: short, detail: all, content: [{ type: "markdown", text: all }] }] }],
    project: short,
  });
  const outside = [];
  page = await openWindow(browser, loopback);
  page.on("request", (request) => {
    if (!request.url().startsWith(loopback.base) && !request.url().startsWith("blob:")) outside.push(request.url());
  });
  for (const { id } of [asked, reviewed, briefed]) {
    await page.goto(`${loopback.base}/asks/${id}`);
    await page.getByRole("article").waitFor();
    if (id === briefed.id) await page.locator('[data-point="1"]').click();
    await page.locator(".content").first().waitFor();
    await page.waitForTimeout(200);
    assert.equal(await page.evaluate(() => window.hurt), undefined);
    assert.equal(new URL(page.url()).pathname, `/asks/${id}`);
    const inside = await page.locator(".content").evaluateAll((nodes) =>
      nodes.flatMap((node) => [...node.querySelectorAll("script,style,iframe,form,input,button,base,meta,object,embed,svg,[style],[onerror],[onload]")].map((one) => one.outerHTML)),
    );
    assert.deepEqual(inside, []);
  }
  assert.deepEqual(outside, []);
});
