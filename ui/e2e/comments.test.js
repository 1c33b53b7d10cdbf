// Comments on single lines and passages: made by key and by pointer, kept with the draft, sent in a form an agent reads.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { question, review } from "./asks.js";
import { Loopback, until } from "./loopback.js";
import { axe, launch, openWindow, settled } from "./window.js";

let browser, loopback, agent, ask, page;

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

async function open(view) {
  page = await openWindow(browser, loopback, { path: `/asks/${ask.id}`, ...view });
  await page.getByRole("article").waitFor();
  await page.locator(".content").first().waitFor();
  await settled(page);
}

const button = (name) => page.getByRole("button", { name });
const comments = () => page.getByRole("region", { name: "Comments" });
const editor = () => comments().getByRole("textbox");
const focused = () => page.evaluate(() => document.activeElement.tagName);
const added = (line) => page.locator(`.lb-file[data-path="src/migrate.rs"] .lb-row[data-new="${line}"]`).last();

const FEEDBACK = `Almost.

\`src/migrate.rs:3\`
\`\`\`
    let transaction = connection.transaction()?;
\`\`\`
Commit it too.`;

describe("on a diff", () => {
  beforeEach(async () => {
    ask = await agent.ask("request_review", review);
    await open();
  });

  it("by keyboard alone: from the line to the words and back, sent with what is in the box", async () => {
    await added(3).evaluate((row) => {
      row.tabIndex = -1;
      row.focus();
    });
    await page.keyboard.press("c");
    await editor().waitFor();
    await page.keyboard.type("Commit it too.");
    await page.keyboard.press("Control+Enter");
    await comments().getByText("Commit it too.").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.dataset.new), "3");
    assert.equal((await agent.open())[0].status, "awaiting_human");
    await page.keyboard.press("r");
    await page.keyboard.type("Almost.");
    await page.keyboard.press("Control+Enter");
    const { reply } = await ask.reply;
    assert.equal(reply.outcome, "changes_requested");
    assert.equal(reply.feedback, FEEDBACK);
    assert.deepEqual(reply.comments, [
      {
        place: "/prompt/content/0",
        file: "src/migrate.rs",
        side: "new",
        line: 3,
        quote: "    let transaction = connection.transaction()?;",
        text: "Commit it too.",
      },
    ]);
  });

  it("by pointer alone: made, edited, gone to, taken away", async () => {
    await added(2).hover();
    await button("Comment on added line 2").click();
    await editor().fill("Sorted?");
    await button("Done").click();
    await comments().getByText("One comment").waitFor();
    await button("Edit the comment on src/migrate.rs:2").click();
    await editor().fill("Is it sorted?");
    await button("Done").click();
    await comments().getByText("Is it sorted?").waitFor();
    await page.locator(".pane").evaluate((pane) => (pane.scrollTop = pane.scrollHeight));
    await comments().getByRole("button", { name: /src\/migrate\.rs:2/ }).first().click();
    assert.equal(await page.evaluate(() => document.activeElement.dataset.new), "2");
    await button("Remove the comment on src/migrate.rs:2").click();
    await comments().waitFor({ state: "detached" });
  });

  it("keeps Ctrl+Enter from approving before the person said what the comments are", async () => {
    await added(3).hover();
    await button("Comment on added line 3").click();
    await page.keyboard.type("Commit it too.");
    await page.keyboard.press("Escape");
    await settled(page);
    await page.keyboard.press("Control+Enter");
    await page.getByText("There are comments on lines.").waitFor();
    assert.equal((await agent.open())[0].status, "awaiting_human");
    await button("A note: approve").click();
    assert.equal((await ask.reply).reply.outcome, "approved");
  });

  it("one without words is no comment", async () => {
    await added(3).hover();
    await button("Comment on added line 3").click();
    await editor().waitFor();
    await page.keyboard.press("Escape");
    await comments().waitFor({ state: "detached" });
    await page.keyboard.press("Control+Enter");
    assert.deepEqual((await ask.reply).reply, { outcome: "approved" });
  });

  it("an input method's Enter or Escape does not end the writing", async () => {
    await added(3).hover();
    await button("Comment on added line 3").click();
    await page.keyboard.type("x");
    await editor().evaluate((box) => {
      const press = (init) => box.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
      press({ key: "Enter", ctrlKey: true, isComposing: true });
      press({ key: "Process", code: "Enter", ctrlKey: true, keyCode: 229 });
      press({ key: "Escape", isComposing: true });
    });
    await editor().waitFor();
  });

  it("stays with the draft, and on its line, after a reload", async () => {
    await added(3).hover();
    await button("Comment on added line 3").click();
    await page.keyboard.type("Commit it too.");
    await page.keyboard.press("Escape");
    await until(async () => (await loopback.person(`/asks/${ask.id}/draft`)).body.content?.comments?.[0].text === "Commit it too.");
    await page.reload();
    await comments().getByText("Commit it too.").waitFor();
    await page.locator('.lb-noted[data-new="3"]').waitFor();
  });
});

it("on a passage of prose, quoted", async () => {
  ask = await agent.ask("request_review", review);
  await open();
  await page.getByText("its index was not").evaluate((item) => {
    const range = document.createRange();
    range.selectNodeContents(item);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  });
  await button("Comment").last().click();
  await editor().fill("Say which.");
  await page.keyboard.press("Escape");
  await settled(page);
  await button("Request changes").click();
  const { reply } = await ask.reply;
  assert.equal(reply.feedback, "Line 6:\n> its index was not\n\nSay which.");
  assert.equal(reply.comments[0].place, "/prompt/content/1");
});

it("on a question's context too", async () => {
  ask = await agent.ask("ask_question", question);
  await open();
  await page.getByText("Reads are hot").hover();
  await button(/^Comment on/).click();
  await editor().fill("How hot?");
  await page.keyboard.press("Escape");
  await settled(page);
  await button("Send answer").click();
  assert.match((await ask.reply).reply.text, /> Reads are hot, .*\n\nHow hot\?$/);
});

for (const view of [{ scheme: "light" }, { scheme: "dark" }, { scheme: "light", width: 360, height: 740 }]) {
  it(`axe finds nothing on comments in a ${view.scheme} window ${view.width ?? 1280} px wide`, async () => {
    ask = await agent.ask("request_review", review);
    const comment = (line, text) => ({ place: "/prompt/content/0", file: "src/migrate.rs", side: "new", line, quote: "…", text });
    const content = { comments: [comment(2, "Sorted?"), comment(3, "Commit it too.")] };
    await loopback.person(`/asks/${ask.id}/draft`, { method: "PUT", body: { version: 0, content } });
    await open(view);
    await button("Edit the comment on src/migrate.rs:3").click();
    await editor().waitFor();
    assert.equal(await focused(), "TEXTAREA");
    assert.deepEqual(await axe(page), []);
  });
}
