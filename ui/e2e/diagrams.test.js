// Diagrams: drawn in a frame that has nothing, their source always at hand.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, it } from "node:test";
import { Loopback, until } from "./loopback.js";
import { axe, launch, openWindow } from "./window.js";

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

const FLOW = "flowchart LR\n  A[Ask] --> B{Person}\n  B -->|approve| C[Agent goes on]";

async function draw(source, view = {}) {
  const ask = await agent.ask("request_review", {
    title: `The way of an ask${view.scheme ? `, ${view.scheme}` : ""}`,
    content: [{ type: "markdown", text: `Before.\n\n\`\`\`mermaid\n${source}\n\`\`\`\n\nAfter.` }],
  });
  page = await openWindow(browser, loopback, { ...view, path: `/asks/${ask.id}` });
  await page.locator(".diagram").waitFor();
}

/** The frame once it has drawn. */
async function drawn() {
  await page.locator(".diagram iframe:not(.coming)").waitFor();
  return page.frames().find((frame) => frame.url().endsWith("/frames/mermaid.html"));
}

it("a diagram is drawn as high as it is, in the colours of the page", async () => {
  for (const scheme of ["light", "dark"]) {
    await draw(FLOW, { scheme });
    const frame = await drawn();
    await frame.getByText("Agent goes on").waitFor();
    const svg = await frame.locator("#drawing > svg").boundingBox();
    assert.ok(svg.width > 200, `${svg.width} px wide`);
    const { height } = await page.locator(".diagram iframe").boundingBox();
    assert.ok(Math.abs(height - svg.height - 24) < 3, `${height} px for ${svg.height}`);
    assert.equal(await frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme), scheme);
    if (scheme === "light") await page.context().close();
  }
});

it("the frame has no origin, no network and no way to the page around it", async () => {
  await draw(FLOW);
  const frame = await drawn();
  const tried = await frame.evaluate(async (base) => {
    const attempt = async (act) => {
      try {
        return await act();
      } catch (error) {
        return error.name;
      }
    };
    return {
      origin: self.origin,
      parent: await attempt(() => parent.document.title),
      storage: await attempt(() => localStorage.length),
      cookie: await attempt(() => document.cookie),
      fetched: await attempt(async () => (await fetch(`${base}/api/v1/snapshot`)).status),
      top: await attempt(() => void (top.location.href = "about:blank")),
      opened: await attempt(() => open("about:blank")),
    };
  }, loopback.base);
  assert.deepEqual(tried, {
    origin: "null",
    parent: "SecurityError",
    storage: "SecurityError",
    cookie: "SecurityError",
    fetched: "TypeError",
    top: "SecurityError",
    opened: null,
  });
  // What it tried and was refused is what was to be shown.
  await until(async () => page.problems.some((problem) => problem.includes("connect-src")));
  await page.waitForTimeout(300);
  assert.ok(page.problems.every((problem) => /connect-src|Connecting to|Fetch API/.test(problem)), page.problems.join("\n"));
  page.problems = [];
});

it("markup and links in a diagram are text", async () => {
  await draw('flowchart LR\n  A["<img src=x onerror=parent.hurt=1>"] --> B["<b>bold</b>"]\n  click A href "javascript:parent.hurt=1"\n  click B "https://evil.example/"');
  const frame = await drawn();
  assert.equal(await frame.locator("#drawing :is(img, b, script, iframe)").count(), 0);
  assert.deepEqual(await frame.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? link.getAttribute("xlink:href")).filter(Boolean)), []);
  assert.equal(await page.evaluate(() => window.hurt), undefined);
});

it("one that cannot be drawn says why, beside its source", async () => {
  await draw("flowchart LR\n  A --> --> B");
  await page.getByText("This diagram could not be drawn.").waitFor();
  await page.getByText(/Parse error on line 2/).waitFor();
  assert.ok((await page.getByRole("region", { name: "Source of the diagram" }).innerText()).includes("A --> --> B"));
  assert.deepEqual(await axe(page), []);
});

it("the source is at hand, and copied", async () => {
  await draw(FLOW);
  await drawn();
  await page.locator(".diagram summary").click();
  await page.locator(".diagram").getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied").waitFor();
  assert.equal((await page.evaluate(() => navigator.clipboard.readText())).trim(), FLOW);
  assert.deepEqual(await axe(page), []);
});

it("nothing of it is loaded where there is no diagram", async () => {
  const ask = await agent.ask("ask_question", { question: "Which?" });
  const loaded = [];
  page = await openWindow(browser, loopback);
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto(`${loopback.base}/asks/${ask.id}`);
  await page.locator(".content").waitFor();
  await page.waitForTimeout(300);
  assert.deepEqual(loaded.filter((url) => /mermaid|Diagram/.test(url)), []);
  await until(async () => page.frames().length === 1);
});
