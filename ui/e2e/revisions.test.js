// A new version of a review: what changed, what the person had said, where that stands now, and the versions before.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, it } from "node:test";
import { review } from "./asks.js";
import { Loopback } from "./loopback.js";
import { axe, launch, openWindow, settled } from "./window.js";

let browser, loopback, agent, first, second, page;

before(async () => (browser = await launch()));
after(() => browser.close());

const [diff, prose, code] = review.content;
const changed = {
  ...review,
  content: [
    { ...diff, diff: diff.diff.replace("connection.transaction()", "connection.begin()").replace(/diff --git a\/migrations[^]*/, "") },
    { ...prose, text: prose.text.replace("half a version", "half of a version") },
    code,
  ],
};

beforeEach(async () => {
  loopback = await Loopback.start();
  agent = await loopback.agent();
  first = await agent.ask("request_review", review);
  const comment = (file, line, quote, text) => ({ place: "/prompt/content/0", file, side: "new", line, quote, text });
  await loopback.person(`/asks/${first.id}/reply`, {
    method: "POST",
    body: {
      outcome: "changes_requested",
      feedback: "Almost there.",
      comments: [
        comment("src/migrate.rs", 1, "let version = schema_version(connection)?;", "Name it better."),
        comment("migrations/7.sql", 1, "create index asks_by_time on asks (updated_at);", "Not in this one."),
      ],
    },
  });
  await first.reply;
  second = await agent.ask("request_review", { ...changed, revises: first.id });
});

afterEach(async () => {
  const problems = page?.problems ?? [];
  await page?.context().close();
  page = undefined;
  await loopback.stop();
  assert.deepEqual(problems, []);
});

async function open(view) {
  page = await openWindow(browser, loopback, { path: `/asks/${second.id}`, ...view });
  await page.getByRole("article").waitFor();
  await page.getByRole("button", { name: "Changes", exact: true }).waitFor();
  await settled(page);
}

const said = () => page.getByRole("region", { name: "What you said about the version before" });

it("opens on what changed, the person's words first, each beside where its line is now", async () => {
  await open();
  assert.equal(await page.getByRole("button", { name: "Changes", exact: true }).getAttribute("aria-pressed"), "true");
  await said().getByText("Almost there.").waitFor();
  await said().getByText("Name it better.").waitFor();
  await said().getByText("now line 1").waitFor();
  await said().getByText("line gone").waitFor();
  await page.getByRole("region", { name: "Changed: Text" }).locator("ins", { hasText: "of" }).waitFor();
  await page.getByText("2 blocks are as before.").waitFor();
});

it("leads from a comment to its line in the whole, and keeps each view's place", async () => {
  await open({ height: 500 });
  const pane = page.locator(".pane");
  await pane.evaluate((node) => (node.scrollTop = 55));
  await page.getByRole("button", { name: "Whole" }).click();
  await pane.evaluate((node) => (node.scrollTop = 80));
  await page.getByRole("button", { name: "Changes", exact: true }).click();
  assert.equal(await pane.evaluate((node) => Math.round(node.scrollTop)), 55);
  await page.getByRole("button", { name: "Whole" }).click();
  assert.equal(await pane.evaluate((node) => Math.round(node.scrollTop)), 80);
  await page.getByRole("button", { name: "Changes", exact: true }).click();
  await said().getByRole("button", { name: "now line 1" }).click();
  await page.waitForFunction(() => document.activeElement.dataset.new === "1");
});

it("shows its versions, each a step away, and leads to the newest", async () => {
  await open();
  const versions = () => page.getByRole("navigation", { name: "Versions of this review" });
  await versions().getByText("of 2").waitFor();
  await versions().getByRole("link", { name: "Version 1" }).click();
  await page.getByRole("link", { name: "a newer version" }).waitFor();
  await page.getByText("Almost there.").waitFor();
  await versions().getByRole("link", { name: "Version 2" }).press("Enter");
  await said().waitFor();
});

for (const view of [{ scheme: "light" }, { scheme: "dark" }, { scheme: "light", width: 360, height: 740 }]) {
  it(`axe finds nothing on it in a ${view.scheme} window ${view.width ?? 1280} px wide`, async () => {
    await open(view);
    await said().waitFor();
    assert.deepEqual(await axe(page), []);
    const over = await page.locator(".pane").evaluate((node) => node.scrollWidth - node.clientWidth);
    assert.ok(over <= 0, `the ask is ${over} px too wide`);
  });
}

it("is commented on as it is now, on its own lines only", async () => {
  await open();
  const changes = page.getByRole("region", { name: "Changed: Diff" });
  await changes.locator(".lb-del").first().hover();
  assert.equal(await page.getByRole("button", { name: /^Comment on removed/ }).count(), 0);
  await changes.locator('.lb-add[data-new="3"]').hover();
  await page.getByRole("button", { name: "Comment on added line 3" }).click();
  await page.keyboard.type("Better.");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Whole" }).click();
  await page.locator('.lb-noted[data-new="3"]').waitFor();
  await settled(page);
  await page.getByRole("button", { name: "Approve with note" }).click();
  const { reply } = await second.reply;
  assert.equal(reply.note, "`src/migrate.rs:3`\n```\n    let transaction = connection.begin()?;\n```\nBetter.");
  assert.equal(reply.comments[0].place, "/prompt/content/0");
});
