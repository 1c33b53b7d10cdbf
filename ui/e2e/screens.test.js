// Every screen, light, dark, narrow and zoomed: axe finds nothing, nothing is wider than the window, every button to act
// with can be reached, and what a screen reader is told is what is written down in screens/. `UPDATE_SCREENS=1` writes it down anew.

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { question } from "./asks.js";
import { Loopback } from "./loopback.js";
import { furnish, SCREENS, VIEWS } from "./screens.js";
import { axe, faults, launch, openWindow, settled } from "./window.js";

const WRITTEN = fileURLToPath(new URL("screens/", import.meta.url));

let browser, loopback, ids;

before(async () => {
  browser = await launch();
  loopback = await Loopback.start();
  ids = await furnish(loopback);
});

after(async () => {
  await loopback.stop();
  await browser.close();
});

async function show(screen, view) {
  const page = await openWindow(browser, loopback, { ...view, path: screen.path(ids) });
  try {
    if (!(screen.name === "list" && oneColumn(view))) await page.getByText(screen.ready).first().waitFor();
    await page.locator("nav :is(a[data-ask], [type='search'])").first().waitFor({ state: "attached" });
    await screen.act?.(page);
    await page.getByText("Picture is loading").waitFor({ state: "detached" });
    return page;
  } catch (error) {
    await close(page);
    throw error;
  }
}

/** Where the list and what it opens take turns. */
const oneColumn = ({ width }) => width <= 720;

/** Drafts and marks are of the person, not of the window: leaves none for the next look. */
async function close(page) {
  await page.context().close();
  for (const id of Object.values(ids)) {
    await loopback.person(`/asks/${id}/draft`, { method: "DELETE" });
    await loopback.person(`/asks/${id}/seen`, { method: "DELETE" });
  }
}

for (const view of VIEWS) {
  describe(`in a ${view.name} window`, () => {
    for (const screen of SCREENS) {
      it(`axe finds nothing on: ${screen.name}`, async () => {
        const page = await show(screen, view);
        try {
          assert.deepEqual(await faults(page), []);
        } finally {
          await close(page);
        }
      });
    }
  });
}

describe("the states that pass", () => {
  for (const view of VIEWS) {
    it(`axe finds nothing on them in a ${view.name} window`, async () => {
      let own = await Loopback.start();
      const agent = await own.agent();
      const second = await agent.ask("ask_question", { ...question, question: "The second?" });
      const first = await agent.ask("ask_question", { ...question, question: "The first?" });
      const page = await openWindow(browser, own, { ...view, path: `/asks/${first.id}` });
      const check = async (state) => assert.deepEqual(await axe(page), [], state);
      await page.getByRole("textbox").fill("Yes.");
      await page.getByText("Draft saved").waitFor();
      await settled(page);
      await page.keyboard.press("Control+Enter");
      await page.locator(".afterword").waitFor();
      await check("the next ask");

      const elsewhere = { version: 0, content: { text: "From another window" } };
      await own.person(`/asks/${second.id}/draft`, { method: "PUT", body: elsewhere });
      await page.getByRole("textbox").fill("From this one");
      await page.getByText("Another window wrote on this draft.").waitFor();
      await check("two drafts");

      const { dataDir, port } = own;
      await own.crash();
      await page.getByText("Not connected.").waitFor();
      await check("offline");

      own = await Loopback.start({ dataDir, port });
      await page.getByText("This session has ended").waitFor();
      await check("the door");
      await page.context().close();
      await own.stop();
    });
  }
});

describe("what a screen reader is told", () => {
  const [view] = VIEWS;
  for (const screen of SCREENS) {
    it(`on: ${screen.name}`, async () => {
      const page = await show(screen, view);
      try {
        const file = `${WRITTEN}${screen.name}.yml`;
        if (process.env.UPDATE_SCREENS) {
          await mkdir(WRITTEN, { recursive: true });
          await page.waitForTimeout(1000);
          await writeFile(file, await told(page));
        }
        // The panes of a screen load each for itself, so what is written may be told a moment later.
        const written = await readFile(file, "utf8");
        const end = Date.now() + 5000;
        let now = await told(page);
        while (now !== written && Date.now() < end) {
          await page.waitForTimeout(100);
          now = await told(page);
        }
        assert.equal(now, written);
      } finally {
        await close(page);
      }
    });
  }
});

async function told(page) {
  return steady(await page.locator("body").ariaSnapshot());
}

/** Without what differs from run to run: ids, times of day, days, ages, where files are. */
function steady(told) {
  return `${told
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "ID")
    .replace(/\d\d:\d\d/g, "HH:MM")
    .replace(/\d{4}-\d\d-\d\d/g, "DAY")
    .replace(/\/\S*settings\.toml/g, "FILE")
    .replace(/just now|\d+ (?:minutes?|hours?) ago/g, "just now")
    .trimEnd()}\n`;
}
