// Reading what an agent shows: the files of a diff, code, and lines that are commented on, by pointer and by keyboard.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
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

/** A file of a patch with two hunks. */
const patched = (path, word = "filter") => `diff --git a/${path} b/${path}
--- a/${path}
+++ b/${path}
@@ -10,4 +10,5 @@ fn migrate() {
 let version = schema_version();
-for step in STEPS.iter().skip(version) {
+for step in STEPS.iter().${word}(version) {
+\tlet transaction = connection.transaction()?;
     apply(step)?;
 }
@@ -40,3 +41,3 @@ fn rest() {
 let a = 1;
-let b = 2;
+let b = 3;
 let c = 4;
`;

const LOCK = `diff --git a/Cargo.lock b/Cargo.lock
--- a/Cargo.lock
+++ b/Cargo.lock
@@ -1,2 +1,2 @@
-version = 3
+version = 4
 # made by cargo
`;

const patch = patched("src/one.rs") + patched("src/two.rs") + patched("src/three.rs") + LOCK;
const code = `fn main() {\n    println!("kiln");\n}\n`;
const prose = "First a paragraph that says *why*.\n\n- one thing\n- another thing\n\n```rust\nlet a = 1;\nlet b = 2;\n```\n";

const review = {
  title: "Run every migration in its own transaction",
  content: [
    { type: "diff", diff: patch },
    { type: "code", code, filename: "src/main.rs" },
    { type: "markdown", text: prose },
  ],
};

async function open(id, view = {}) {
  page = await openWindow(browser, loopback, { ...view, path: `/asks/${id}` });
  await page.locator(".lb-file-tools label").first().waitFor({ state: "attached" });
  await page.locator(".lb-code .tools").first().waitFor();
}

async function shown(view, input = review) {
  const ask = await agent.ask("request_review", input);
  await open(ask.id, view);
  return ask;
}

const file = (name) => page.locator(`.lb-file[data-path="${name}"]`);
const tick = (name) => page.getByRole("checkbox", { name: `Viewed: ${name}` });
const isOpen = (name) => file(name).evaluate((node) => node.open);
const topOf = (locator) => locator.evaluate((node) => Math.round(node.getBoundingClientRect().top) + 0); // no -0
const focusedPath = () => page.evaluate(() => document.activeElement?.closest("[data-path]")?.dataset.path);
const comments = () => page.getByRole("region", { name: "Comments" });
const drafted = (ask) => until(async () => (await loopback.person(`/asks/${ask.id}/draft`)).body.content?.comments?.at(-1));

/** Presses on a line's number, as a hand does: the button that stands there under the pointer is part of it. */
async function press(line) {
  await line.evaluate((node) => node.scrollIntoView({ block: "center" }));
  const { x, y } = await line.boundingBox();
  await page.mouse.click(x + 12, y + 8);
}

describe("the files of a diff", () => {
  it("are listed with their counts, and lead to themselves", async () => {
    await shown();
    await page.getByText("4 files").waitFor();
    const list = page.locator(".lb-files");
    await list.getByRole("button", { name: /src\/three\.rs.*\+3.*−2/s }).click();
    assert.equal(await focusedPath(), "src/three.rs");
    assert.equal(await topOf(file("src/three.rs")), await topOf(page.locator(".pane")));
  });

  it("keep their head in sight while they are read", async () => {
    await shown({ height: 420 });
    const pane = page.locator(".pane");
    await file("src/two.rs").evaluate((node) => node.scrollIntoView());
    await pane.evaluate((node) => node.scrollBy(0, 90));
    assert.equal(await topOf(file("src/two.rs").locator(".lb-file-head")), await topOf(pane));
    assert.ok((await topOf(file("src/two.rs"))) < (await topOf(pane)));
    // The tick stays beside it.
    const beside = await topOf(tick("src/two.rs"));
    assert.ok(beside >= (await topOf(pane)) && beside < (await topOf(pane)) + 40, String(beside));
  });

  it("that no hand wrote start folded and say why", async () => {
    await shown();
    assert.equal(await isOpen("Cargo.lock"), false);
    await file("Cargo.lock").getByText("lock file").waitFor();
  });

  it("are ticked off: a ticked one folds, the next comes, and all of it is kept", async () => {
    const ask = await shown();
    await page.getByText("0 of 4 viewed").waitFor();
    await tick("src/one.rs").check();
    await page.getByText("1 of 4 viewed").waitFor();
    assert.equal(await isOpen("src/one.rs"), false);
    assert.equal(await focusedPath(), "src/two.rs");
    await until(async () => (await loopback.person(`/asks/${ask.id}/viewed`)).body.digests?.length === 1);
    await page.reload();
    await page.getByText("1 of 4 viewed").waitFor();
    await until(async () => !(await isOpen("src/one.rs")));
    await tick("src/one.rs").uncheck();
    await page.getByText("0 of 4 viewed").waitFor();
    assert.equal(await isOpen("src/one.rs"), true);
  });

  it("keep their tick in the next version while their hunks are the same", async () => {
    const first = await shown();
    await tick("src/one.rs").check();
    await tick("src/two.rs").check();
    await until(async () => (await loopback.person(`/asks/${first.id}/viewed`)).body.digests?.length === 2);
    await loopback.person(`/asks/${first.id}/reply`, { method: "POST", body: { outcome: "changes_requested", feedback: "Rename." } });
    await first.reply;
    const next = patched("src/one.rs") + patched("src/two.rs", "skip_while") + patched("src/three.rs") + LOCK;
    const second = await agent.ask("request_review", { ...review, content: [{ type: "diff", diff: next }], revises: first.id });
    const { body } = await loopback.person(`/asks/${second.id}/rendered`);
    const digestOf = (path) => new RegExp(`data-path="${path}"[^>]*data-digest="(\\w+)"`).exec(body.parts[0].html)[1];
    const { digests } = (await loopback.person(`/asks/${second.id}/viewed`)).body;
    assert.ok(digests.includes(digestOf("src/one.rs")));
    assert.ok(!digests.includes(digestOf("src/two.rs")));
  });

  it("are gone through by key: N and P by file, ] and [ by hunk, V ticks", async () => {
    await shown();
    await page.locator("article").focus();
    await page.keyboard.press("n");
    assert.equal(await focusedPath(), "src/one.rs");
    await page.keyboard.press("n");
    assert.equal(await focusedPath(), "src/two.rs");
    await page.keyboard.press("p");
    assert.equal(await focusedPath(), "src/one.rs");
    await page.keyboard.press("]");
    const at = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    assert.match(await at(), /src\/one\.rs, lines -10,4 \+10,5/);
    await page.keyboard.press("]");
    assert.match(await at(), /src\/one\.rs, lines -40,3 \+41,3/);
    await page.keyboard.press("[");
    assert.match(await at(), /-10,4/);
    await page.keyboard.press("v");
    await page.getByText("1 of 4 viewed").waitFor();
    assert.equal(await focusedPath(), "src/two.rs");
  });

  it("stand side by side where there is room, for this ask or for all", async () => {
    await shown();
    await page.getByRole("button", { name: "Side by side" }).click();
    const pair = page.locator(".lb-split .lb-pair").first();
    await pair.waitFor();
    const [left, right] = await pair.locator(".lb-row").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left));
    assert.ok(right > left + 200);
    assert.equal(await page.getByRole("button", { name: "Side by side" }).getAttribute("aria-pressed"), "true");
    await page.setViewportSize({ width: 900, height: 800 });
    await page.locator(".lb-split").waitFor({ state: "detached" });
    assert.equal(await page.getByRole("button", { name: "Side by side" }).count(), 0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator(".lb-split .lb-pair").first().waitFor();
  });

  it("show their blanks and tabs on demand, and copy as before", async () => {
    await shown();
    const line = file("src/one.rs").locator(".lb-add", { hasText: "let transaction" });
    const before = await line.innerText();
    await page.getByRole("button", { name: "Whitespace" }).click();
    await line.locator(".lb-tab").waitFor();
    assert.equal(await line.innerText(), before);
    await page.getByRole("button", { name: "Whitespace" }).click();
    await line.locator(".lb-tab").waitFor({ state: "detached" });
  });
});

describe("code", () => {
  it("is copied alone, and that is said", async () => {
    await shown();
    const block = page.locator('.lb-code[data-path="src/main.rs"]');
    await block.getByRole("button", { name: "Copy code" }).click();
    await block.getByRole("status").getByText("Copied").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
    const fence = page.locator(".lb-code", { hasText: "let b = 2;" });
    await fence.getByRole("button", { name: "Copy code" }).click();
    await fence.getByRole("status").getByText("Copied").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "let a = 1;\nlet b = 2;\n");
  });

  it("wraps its lines on demand", async () => {
    await shown({}, { ...review, content: [...review.content, { type: "code", code: `let x = "${"word ".repeat(100)}";\n`, filename: "long.rs" }] });
    const block = page.locator('.lb-code[data-path="long.rs"]');
    const over = () => block.locator(".lb-lines").evaluate((node) => node.scrollWidth - node.clientWidth);
    await block.scrollIntoViewIfNeeded();
    await until(async () => (await over()) > 0);
    await block.getByRole("button", { name: "Wrap" }).click();
    assert.equal(await over(), 0);
  });

  it("of which a line is very long shows the rest on demand", async () => {
    await shown({}, { ...review, content: [...review.content, { type: "code", code: `${"x".repeat(5_000)}END\n`, filename: "long.txt" }] });
    const block = page.locator('.lb-code[data-path="long.txt"]');
    await block.getByRole("button", { name: "Show 1003 more characters" }).click();
    assert.ok((await block.locator(".lb-src").innerText()).includes("xEND"));
  });
});

describe("a comment on lines", () => {
  it("begins at a number, a button beside the line, or a drag over several", async () => {
    const ask = await shown();
    const added = (text) => file("src/one.rs").locator(".lb-add", { hasText: text });
    await press(added("filter"));
    await comments().getByRole("textbox").fill("Sorted?");
    await page.keyboard.press("Escape");
    assert.deepEqual(await drafted(ask), {
      place: "/prompt/content/0",
      file: "src/one.rs",
      side: "new",
      line: 11,
      quote: "for step in STEPS.iter().filter(version) {",
      text: "Sorted?",
    });

    await added("let transaction").hover();
    await page.getByRole("button", { name: "Comment on added line 12", exact: true }).click();
    await comments().getByRole("textbox").fill("Commit it.");
    await page.keyboard.press("Escape");
    await until(async () => (await drafted(ask)).line === 12);

    const [from, to] = [1, 3].map((line) => page.locator(`.lb-code[data-path="src/main.rs"] [data-line="${line}"]`));
    await from.scrollIntoViewIfNeeded();
    const [one, other] = [await from.boundingBox(), await to.boundingBox()];
    await page.mouse.move(one.x + 10, one.y + 8);
    await page.mouse.down();
    await page.mouse.move(other.x + 10, other.y + 8, { steps: 4 });
    await page.mouse.up();
    await comments().getByRole("textbox").fill("All of it.");
    await page.keyboard.press("Escape");
    const range = await until(async () => {
      const last = await drafted(ask);
      return last.endLine && last;
    });
    assert.deepEqual([range.file, range.line, range.endLine, range.quote], ["src/main.rs", 1, 3, code.trimEnd()]);
    assert.equal(await page.locator(".lb-noted").count(), 5);
    await page.getByRole("button", { name: "Your comment on added line 12: edit" }).click();
    assert.equal(await comments().getByRole("textbox").inputValue(), "Commit it.");
  });

  it("is made by keyboard alone: into the block, line by line, Shift for several, C", async () => {
    const ask = await shown();
    await page.locator('.lb-code[data-path="src/main.rs"] .lb-lines').focus();
    await page.keyboard.press("ArrowDown");
    const named = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    assert.equal(await named(), "Line 1: fn main() {");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    assert.equal(await named(), "Line 3: }");
    await page.keyboard.press("c");
    await comments().getByRole("textbox").fill("Why a macro?");
    await page.keyboard.press("Control+Enter");
    const comment = await drafted(ask);
    assert.deepEqual([comment.line, comment.endLine, comment.text], [2, 3, "Why a macro?"]);
    // Back on what was commented on, and from there out of the lines.
    assert.equal(await named(), 'Line 2: println!("kiln");');
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement?.className), "lb-lines");
  });

  it("is made on the first line in sight with C, wherever the focus is", async () => {
    await shown();
    await page.locator("article").focus();
    await page.keyboard.press("c");
    assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), /^Line 10: let version/);
    await page.keyboard.press("ArrowDown");
    assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), /^Removed line 11: for step/);
    await page.keyboard.press("c");
    await comments().getByRole("textbox").waitFor();
  });

  it("is made on a passage of prose, on a whole block, and on a line of code within it", async () => {
    const ask = await shown();
    const words = page.locator(".content em", { hasText: "why" });
    await words.dblclick();
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await comments().getByRole("textbox").fill("Because?");
    await page.keyboard.press("Escape");
    const passage = await drafted(ask);
    assert.deepEqual([passage.place, passage.line, passage.quote], ["/prompt/content/2", 1, "why"]);

    await page.getByText("another thing").hover();
    await page.getByRole("button", { name: "Comment on this passage", exact: true }).click();
    await comments().getByRole("textbox").fill("Which?");
    await page.keyboard.press("Escape");
    const block = await until(async () => {
      const last = await drafted(ask);
      return last.text === "Which?" && last;
    });
    assert.deepEqual([block.line, block.quote], [4, "another thing"]);

    await press(page.locator(".lb-line", { hasText: "let b = 2;" }));
    await comments().getByRole("textbox").fill("Unused.");
    await page.keyboard.press("Escape");
    const line = await until(async () => {
      const last = await drafted(ask);
      return last.text === "Unused." && last;
    });
    assert.deepEqual([line.line, line.quote], [8, "let b = 2;"]);
  });

  it("is not offered where nothing can be replied", async () => {
    const ask = await shown();
    await loopback.person(`/asks/${ask.id}/reply`, { method: "POST", body: { outcome: "approved" } });
    await page.locator(".commentable").first().waitFor({ state: "detached" });
    await page.locator(".lb-line").first().hover();
    assert.equal(await page.getByRole("button", { name: /^Comment on/ }).count(), 0);
  });
});

it("a screen reader is told of files, hunks, code and their tools", async () => {
  await shown();
  const told = [];
  for (const index of [0, 1, 2]) {
    told.push(await page.locator(`.content[data-place="/prompt/content/${index}"]`).ariaSnapshot());
  }
  const file = fileURLToPath(new URL("screens/reading.yml", import.meta.url));
  if (process.env.UPDATE_SCREENS) await writeFile(file, `${told.join("\n")}\n`);
  assert.equal(`${told.join("\n")}\n`, await readFile(file, "utf8"));
});

for (const view of [{ scheme: "light" }, { scheme: "dark" }, { scheme: "light", width: 360, height: 740 }]) {
  it(`axe finds nothing on a review that is being read in a ${view.scheme} window ${view.width ?? 1280} px wide`, async () => {
    await shown(view);
    assert.deepEqual(await axe(page), []);
    await page.locator('.lb-code[data-path="src/main.rs"] .lb-lines').focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("c");
    await comments().getByRole("textbox").fill("Why?");
    await page.keyboard.press("Escape");
    assert.deepEqual(await axe(page), [], "with a comment");
    if (view.width === undefined) {
      await page.getByRole("button", { name: "Side by side" }).click();
      await page.locator(".lb-split .lb-pair").first().waitFor();
      assert.deepEqual(await axe(page), [], "side by side");
    }
    const { scrollWidth, clientWidth } = await page.locator(".pane").evaluate((node) => node);
    assert.ok(!(scrollWidth > clientWidth));
  });
}
