// The palette: every command, ask and project by a few letters, with the keyboard and for a screen reader.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { briefing, question, review } from "./asks.js";
import { Loopback, until } from "./loopback.js";
import { VIEWS } from "./screens.js";
import { axe, launch, openWindow, settled } from "./window.js";

let browser, loopback, agent, page, ids;

before(async () => (browser = await launch()));
after(() => browser.close());

beforeEach(async () => {
  loopback = await Loopback.start();
  agent = await loopback.agent();
  const asked = await agent.ask("ask_question", question);
  const reviewed = await agent.ask("request_review", { ...review, project: "loom" });
  ids = { asked: asked.id, review: reviewed.id };
});

afterEach(async () => {
  const problems = page?.problems ?? [];
  await page?.context().close();
  page = undefined;
  await loopback.stop();
  assert.deepEqual(problems, []);
});

const field = () => page.getByRole("combobox");
const chosen = () => page.getByRole("option", { selected: true });

async function open(path = "/", view = {}) {
  page = await openWindow(browser, loopback, { path, ...view });
  await page.locator("nav a[data-ask]").first().waitFor({ state: "attached" });
  if (path !== "/") await page.getByRole("article").waitFor();
  await settled(page);
  await page.keyboard.press("Control+k");
  await field().waitFor();
}

it("opens an ask by a few letters of its title", async () => {
  await open();
  await page.keyboard.type("migr");
  await until(async () => /migration/.test((await chosen().textContent()) ?? ""));
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/asks/${ids.review}`);
  await page.waitForFunction(() => document.activeElement.tagName === "ARTICLE");
});

it("filters by a project", async () => {
  await open();
  await page.keyboard.type("only loom");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/?project=loom");
});

it("goes to the other places, and changes the theme", async () => {
  await open();
  await page.keyboard.type("decis");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Decisions" }).waitFor();
  await page.keyboard.press("Control+k");
  await field().waitFor();
  await page.keyboard.type("theme dark");
  await page.keyboard.press("Enter");
  await until(() => page.evaluate(() => document.documentElement.dataset.theme === "dark"));
});

describe("with an ask open", () => {
  it("arms what can be done with it, with the key beside it, and sends nothing", async () => {
    await open(`/asks/${ids.review}`);
    const option = page.getByRole("option", { name: "Request changes… R" });
    await option.click();
    await page.locator(".button.armed", { hasText: "Request changes" }).waitFor();
    assert.equal((await agent.open()).length, 2);
  });

  it("offers what is likely before what closes it", async () => {
    const points = await agent.ask("present_briefing", briefing);
    for (const id of [points.id, ids.review, ids.asked]) {
      await open(`/asks/${id}`);
      const offered = await page.getByRole("option").allInnerTexts();
      const of = (words) => offered.findIndex((one) => one.startsWith(words));
      assert.ok(of("Dismiss…") > Math.max(of("Snooze…"), of("Ask back…"), of("Explain more first"), of("Mark as unread")), offered.join());
      // Its points have boxes of their own: there is none to fill.
      assert.equal(of("Go on") >= 0, id !== points.id);
      assert.equal(of("Undo"), -1);
      await page.context().close();
    }
    page = undefined;
  });

  it("puts a quick reply into the box, and sends nothing", async () => {
    await open(`/asks/${ids.asked}`);
    await page.keyboard.type("you decide");
    await page.keyboard.press("Enter");
    await until(async () => (await page.getByRole("textbox").inputValue()) === "You decide and tell me");
    assert.equal((await agent.open()).length, 2);
  });
});

it("tells a screen reader which option its keys stand on", async () => {
  await open();
  assert.equal(await field().getAttribute("aria-expanded"), "true");
  const active = async () => {
    const id = await field().getAttribute("aria-activedescendant");
    return page.locator(`#${id}`).getAttribute("aria-selected");
  };
  for (const key of ["ArrowDown", "ArrowUp", "ArrowUp", "PageDown"]) {
    await page.keyboard.press(key);
    await until(async () => (await active()) === "true");
  }
  assert.equal(await chosen().count(), 1);
  await page.keyboard.type("zzzz");
  await page.getByRole("status").getByText("Nothing is called that.").waitFor();
  assert.equal(await field().getAttribute("aria-activedescendant"), null);
});

it("closes with Escape or the key that opened it, and the focus is back where it was", async () => {
  await open(`/asks/${ids.asked}`);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.getByRole("textbox").focus();
  await page.keyboard.press("Control+k");
  await field().waitFor();
  await page.keyboard.press("Control+k");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA");
});

describe("the keys are the page's again", () => {
  const armed = () => page.locator(".button.armed", { hasText: "Request changes" });

  beforeEach(async () => {
    page = await openWindow(browser, loopback, { path: `/asks/${ids.review}` });
    await page.getByRole("article").waitFor();
  });

  for (const [what, key] of [["the palette", "Control+k"], ["the list of keys", "?"], ["the snooze menu", "h"]]) {
    it(`in the moment in which ${what} closes`, async () => {
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor();
      // Before the browser tells that it has closed.
      await page.evaluate(async () => {
        document.querySelector("dialog").click();
        await Promise.resolve();
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true, cancelable: true }));
      });
      await armed().waitFor();
      assert.equal(await page.getByRole("dialog").count(), 0);
    });

    it(`right after Escape has closed ${what}, which closes nothing else`, async () => {
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor();
      await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("r")]);
      await armed().waitFor();
      assert.equal(await page.getByRole("dialog").count(), 0);
      assert.equal(new URL(page.url()).pathname, `/asks/${ids.review}`);
    });
  }
});

it("the open ask can be snoozed before the list is there", async () => {
  const before = (context) => context.routeWebSocket(/./, () => {});
  page = await openWindow(browser, loopback, { path: `/asks/${ids.review}`, before });
  await page.getByRole("article").waitFor();
  await page.keyboard.press("h");
  await page.getByRole("dialog").getByRole("heading", { name: "Snooze" }).waitFor();
});

for (const { name, ...view } of VIEWS) {
  it(`axe finds nothing on it in a ${name} window`, async () => {
    await open("/", view);
    assert.deepEqual(await axe(page), []);
    await page.keyboard.type("mig");
    assert.deepEqual(await axe(page), []);
  });
}
