// How long it takes until an ask can be read, in a real browser against a real Loopback: from its selection to its text,
// to plain lines, to colour on the screen, to colour everywhere, and how smoothly it scrolls. `LOOPBACK_BIN` names the program, which
// should be a release build; the window's pieces are those of `ui/dist`, as they are embedded or named in LOOPBACK_DIST.

import { Loopback, until } from "../e2e/loopback.js";
import { launch, openWindow } from "../e2e/window.js";

const RUNS = Number(process.env.RUNS ?? 5);
const KIB = 1024;

const line = (n) => `    let value_${n} = compute(${n}, "text ${n}", &options)?; // step ${n} of many\n`;

/** So much Rust, in bytes. */
function code(bytes) {
  let text = "";
  for (let n = 0; text.length < bytes; n += 1) text += n % 40 === 0 ? `}\n\nfn part_${n}() -> Result<(), Error> {\n` : line(n);
  return text.slice(0, bytes);
}

function diff(bytes) {
  let text = "";
  for (let file = 0; text.length < bytes; file += 1) {
    text += `diff --git a/src/f${file}.rs b/src/f${file}.rs\n--- a/src/f${file}.rs\n+++ b/src/f${file}.rs\n@@ -1,200 +1,240 @@\n`;
    for (let n = 0; n < 200; n += 1) text += n % 5 === 0 ? `-${line(n)}+${line(n + 1)}` : ` ${line(n)}`;
  }
  return text.slice(0, bytes);
}

function prose(bytes) {
  let text = "";
  for (let n = 0; text.length < bytes; n += 1) {
    text += `## Part ${n}\n\nA paragraph that says **something** about \`part_${n}\`, with [a link](https://example.com/${n}).\n\n- one\n- two\n\n`;
    if (n % 10 === 0) text += `\`\`\`rust\n${line(n).repeat(30)}\`\`\`\n\n`;
  }
  return text.slice(0, bytes);
}

/** As much as an ask takes: 256 KiB as JSON, in which quotes and line ends take two bytes. */
const BODY = 236 * KIB;
const CASES = {
  "code, 256 KiB": [{ type: "code", code: code(BODY), filename: "src/large.rs" }],
  "diff, 256 KiB": [{ type: "diff", diff: diff(BODY) }],
  "markdown, 256 KiB": [{ type: "markdown", text: prose(BODY) }],
};

const browser = await launch();
const loopback = await Loopback.start();
const agent = await loopback.agent();
const small = await agent.ask("request_review", { title: "A small one", content: [{ type: "markdown", text: "Nothing." }] });

/** Runs in the page: selects an ask and says when, in milliseconds, it could be read. */
async function select([id, title]) {
  const long = [];
  const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration)));
  observer.observe({ type: "longtask" });
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const at = async (there) => {
    for (;;) {
      if (there()) {
        await painted();
        return performance.now() - began;
      }
      await new Promise((go) => setTimeout(go, 4));
      if (performance.now() - began > 20_000) return Number.NaN;
    }
  };
  const chunks = () => [...document.querySelectorAll(".lb-chunk")];
  const coloured = (chunk) => chunk.querySelector("[class^='hl-']") !== null;
  const onScreen = () => chunks().filter((chunk) => {
    const { top, bottom } = chunk.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && chunk.checkVisibility();
  });
  const began = performance.now();
  dispatchEvent(new CustomEvent("loopback:open", { detail: { ask: id } }));
  const shown = () => document.getElementById("ask-title")?.textContent === title;
  const there = () => shown() && chunks().length > 0;
  const text = await at(shown);
  const plain = await at(there);
  const screen = await at(() => there() && onScreen().every(coloured));
  const all = await at(() => there() && chunks().every(coloured));
  observer.disconnect();
  return { text, plain, screen, all, longest: Math.max(0, ...long), chunks: chunks().length };
}

/** Runs in the page: scrolls through the ask and looks at each frame. */
async function scroll() {
  const pane = document.querySelector(".pane");
  const { left, top, width, height } = pane.getBoundingClientRect();
  const frames = [];
  let blank = 0;
  pane.scrollTop = 0;
  const step = Math.min(1_200, Math.max(300, pane.scrollHeight / 120));
  for (let last = performance.now(), count = 0; count < 120; count += 1) {
    pane.scrollTop += step;
    await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    const now = performance.now();
    frames.push(now - last);
    last = now;
    const seen = document.elementFromPoint(left + width / 3, top + height / 3);
    // A chunk that is not laid out has no lines that could be met.
    if (seen?.matches(".lb-chunk, .lb-hunk, .lb-lines, .lb-lines code")) blank += 1;
  }
  frames.sort((a, b) => a - b);
  return { p50: frames[60], p95: frames[114], worst: frames.at(-1), blank };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const ms = (value) => `${Math.round(value)} ms`;

console.log("| | its text | rendered, plain | colour on screen | colour everywhere | longest task | frames while scrolling p50 / p95 / worst | blank |");
console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
for (const [name, content] of Object.entries(CASES)) {
  const runs = [];
  let scrolled;
  for (let run = 0; run < RUNS; run += 1) {
    // A new ask each time: what was rendered once is kept.
    const ask = await agent.ask("request_review", { title: `${name} ${run}`, content });
    const page = await openWindow(browser, loopback, { path: `/asks/${small.id}` });
    await page.locator("article").waitFor();
    await page.waitForTimeout(300);
    runs.push(await page.evaluate(select, [ask.id, `${name} ${run}`]));
    scrolled ??= await page.evaluate(scroll);
    await page.context().close();
  }
  const of = (key) => ms(median(runs.map((run) => run[key])));
  const { p50, p95, worst, blank } = scrolled;
  console.log(`| ${name} | ${of("text")} | ${of("plain")} | ${of("screen")} | ${of("all")} | ${of("longest")} | ${ms(p50)} / ${ms(p95)} / ${ms(worst)} | ${blank} |`);
}

// Sixteen turns of almost 256 KiB each.
const asked = await agent.ask("ask_question", { question: "Which of them?", context: prose(200 * KIB) });
for (let turn = 0; turn < 16; turn += 1) {
  await loopback.person(`/asks/${asked.id}/reply`, { method: "POST", body: { outcome: "follow_up", question: `And part ${turn}?` } });
  const content = [{ type: turn % 2 ? "diff" : "code", [turn % 2 ? "diff" : "code"]: turn % 2 ? diff(BODY) : code(BODY), filename: `src/turn_${turn}.rs` }];
  void agent.call("answer_follow_up", { askId: asked.id, answer: `Part ${turn}.`, content }).catch(() => {});
  await until(async () => (await loopback.person(`/asks/${asked.id}`)).body.thread.length === turn * 2 + 2);
}
const page = await openWindow(browser, loopback, { path: `/asks/${small.id}` });
await page.locator("article").waitFor();
await page.waitForTimeout(300);
const shown = await page.evaluate(async (id) => {
  const long = [];
  new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
  const began = performance.now();
  dispatchEvent(new CustomEvent("loopback:open", { detail: { ask: id } }));
  while (!document.querySelector(".question .plain-text, .question .content")) await new Promise((go) => setTimeout(go, 4));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const read = performance.now() - began;
  await new Promise((go) => setTimeout(go, 2_000));
  return { read, longest: Math.max(0, ...long) };
}, asked.id);
const { p50, p95, worst } = await page.evaluate(scroll);
await page.locator(".dock textarea").first().focus();
await page.evaluate(() => {
  window.slow = [];
  new PerformanceObserver((list) => window.slow.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "event", durationThreshold: 16 });
});
await page.keyboard.type("The first of them, please.", { delay: 30 });
await page.waitForTimeout(300);
const typed = await page.evaluate(() => Math.max(16, ...window.slow));
const heap = await page.evaluate(() => performance.memory?.usedJSHeapSize ?? 0);
console.log(
  `\n4 MiB in 17 turns: read after ${ms(shown.read)}, longest task ${ms(shown.longest)}, frames while scrolling ${ms(p50)} / ${ms(p95)} / ${ms(worst)}, ` +
    `slowest key press ${ms(typed)}, script memory ${Math.round(heap / KIB / KIB)} MiB`,
);

await browser.close();
await loopback.stop();
process.exit(0);
