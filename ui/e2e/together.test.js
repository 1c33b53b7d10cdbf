// Questions that an agent asks together: one row, one form, answered in one go or one by one.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { question, questions } from "./asks.js";
import { Loopback, until } from "./loopback.js";
import { faults, launch, openWindow, settled } from "./window.js";

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

/** Asks three questions together: their ids in order, and the result to come. */
async function asked() {
  const result = agent.call("ask_questions", { project: "kiln", ...questions });
  result.catch(() => {});
  const rows = await until(async () => {
    const open = (await agent.open()).filter((row) => row.batch);
    return open.length === 3 && open;
  }, result);
  rows.sort((a, b) => a.batch.index - b.batch.index);
  return { ids: rows.map((row) => row.id), result };
}

async function open(id, view) {
  page = await openWindow(browser, loopback, { path: `/asks/${id}`, ...view });
  await questionOf(3).getByRole("textbox").waitFor();
  await settled(page);
}

const rows = () => page.locator("nav [data-ask]");
const questionOf = (number) => page.getByRole("region", { name: `Question ${number} of 3` });
const send = () => page.locator(".dock").getByRole("button");
const read = async (id) => (await loopback.person(`/asks/${id}`)).body;
const outcomes = (result) => result.results.map(({ reply }) => reply);

describe("the form", () => {
  it("is answered by keyboard alone, with one key that sends everything", async () => {
    const { result } = await asked();
    page = await openWindow(browser, loopback);
    await rows().first().waitFor();
    assert.equal(await rows().count(), 1);
    await rows().getByText("3 questions").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await questionOf(3).getByRole("textbox").waitFor();
    await page.keyboard.press("2");
    await page.keyboard.press("n");
    await page.keyboard.press("1");
    await page.keyboard.press("3");
    await page.keyboard.press("n");
    await page.keyboard.press("Tab");
    await questionOf(3).getByRole("textbox").focus();
    await page.keyboard.type("Slip");
    await page.getByText("3 of 3 answered").waitFor();
    await settled(page);
    await page.keyboard.press("Control+Enter");
    assert.deepEqual(outcomes(await result), [
      { outcome: "answered", selected: ["SQLite"] },
      { outcome: "answered", selected: ["Requests", "Retries"] },
      { outcome: "answered", selected: [], text: "Slip" },
    ]);
  });

  it("is answered by pointer alone, what is not answered staying open", async () => {
    const { ids, result } = await asked();
    await open(ids[0]);
    await questionOf(2).getByText("Slow queries").click();
    await questionOf(1).getByText("Postgres").click();
    await page.getByText("2 of 3 answered").waitFor();
    await send().click();
    await page.getByText("0 of 1 answered").waitFor();
    assert.equal((await read(ids[2])).status, "awaiting_human");
    await rows().getByText("1 of 3 questions").first().waitFor();
    // Settled ones are folded, and say what was answered.
    await questionOf(1).getByText("Postgres", { exact: true }).waitFor();
    assert.equal(await questionOf(1).getByRole("radio").count(), 0);
    await questionOf(1).getByRole("button", { name: /Question 1/ }).click();
    await questionOf(1).getByRole("radio").first().waitFor();
    await questionOf(3).getByRole("textbox").fill("Slip");
    await settled(page);
    await send().click();
    assert.deepEqual(outcomes(await result), [
      { outcome: "answered", selected: ["Postgres"] },
      { outcome: "answered", selected: ["Slow queries"] },
      { outcome: "answered", selected: [], text: "Slip" },
    ]);
  });

  it("lets one be sent, asked back or dismissed by itself", async () => {
    const { ids, result } = await asked();
    await open(ids[1]);
    await questionOf(2).getByText("Requests").click();
    await questionOf(2).getByRole("button", { name: "Send answer" }).click();
    await until(async () => (await read(ids[1])).status === "closed");
    // The next that waits has the attention.
    await until(() => page.evaluate(() => document.activeElement?.dataset.question !== undefined));
    assert.equal(new URL(page.url()).pathname, `/asks/${ids[0]}`);
    await settled(page);
    await questionOf(3).getByRole("button", { name: "Dismiss" }).click();
    await until(async () => (await read(ids[2])).status === "closed");
    await settled(page);
    await questionOf(1).getByRole("textbox").fill("Who runs it?");
    await questionOf(1).getByRole("button", { name: "Ask back" }).click();
    assert.deepEqual(outcomes(await result), [
      { outcome: "follow_up", question: "Who runs it?" },
      { outcome: "answered", selected: ["Requests"] },
      { outcome: "dismissed" },
    ]);
  });

  it("sends nothing while one of the answers lacks something", async () => {
    const { ids } = await asked();
    await open(ids[0]);
    await page.keyboard.press("1");
    await questionOf(2).getByRole("textbox").fill("   ");
    await questionOf(2).getByText("Requests").click();
    await questionOf(3).getByRole("textbox").fill("Slip");
    await page.keyboard.press("Escape");
    await page.keyboard.press("f");
    await questionOf(3).getByRole("textbox").fill(" ");
    await settled(page);
    await page.keyboard.press("Control+Enter");
    await page.getByText("an answer lacks something").waitFor();
    for (const id of ids) assert.equal((await read(id)).thread.length, 0);
  });

  it("keeps every draft through a reload", async () => {
    const { ids } = await asked();
    await open(ids[0]);
    await page.keyboard.press("1");
    await questionOf(3).getByRole("textbox").fill("Slip");
    await questionOf(3).getByText("Draft saved").waitFor();
    await page.reload();
    await page.getByText("2 of 3 answered").waitFor();
    assert.equal(await questionOf(3).getByRole("textbox").inputValue(), "Slip");
    assert.equal(await questionOf(1).getByRole("radio").first().isChecked(), true);
  });

  it("keeps the words of a question that is taken back while they are written", async () => {
    const { ids } = await asked();
    await open(ids[2]);
    await questionOf(3).getByRole("textbox").fill("Sl");
    await agent.call("withdraw_ask", { askId: ids[2], reason: "Named by the template." });
    await questionOf(3).getByText("Named by the template.").first().waitFor();
    await questionOf(3).getByText("took this back while you were writing").waitFor();
    assert.equal(await questionOf(3).getByRole("textbox").inputValue(), "Sl");
    await page.getByText("0 of 2 answered").waitFor();
  });
});

it("is undone as a whole", async () => {
  await loopback.prefer({ undoSeconds: 10 });
  const { ids } = await asked();
  await open(ids[0]);
  await page.keyboard.press("1");
  await questionOf(2).getByText("Requests").click();
  await settled(page);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Undo all 2" }).waitFor();
  await until(async () => (await read(ids[1])).held !== undefined);
  await questionOf(3).focus();
  await page.keyboard.press("u");
  await page.getByText("2 of 3 answered").waitFor();
  for (const id of ids) {
    const ask = await read(id);
    assert.equal(ask.held, undefined);
    assert.equal(ask.status, "awaiting_human");
  }
});

it("leads on to the next ask once every question is answered", async () => {
  const { ids } = await asked();
  const other = await agent.ask("ask_question", question);
  await open(ids[0]);
  await page.keyboard.press("1");
  await questionOf(2).getByText("Requests").click();
  await questionOf(3).getByRole("textbox").fill("Slip");
  await settled(page);
  await page.keyboard.press("Control+Enter");
  await page.getByText("Reads are hot").waitFor();
  assert.equal(new URL(page.url()).pathname, `/asks/${other.id}`);
});

it("is put off and dismissed as the one row it is", async () => {
  const { ids } = await asked();
  await open(ids[0]);
  await questionOf(1).focus();
  await page.keyboard.press("h");
  await page.getByRole("dialog").getByRole("button").first().click();
  await until(async () => {
    const { open: all } = (await loopback.person("/snapshot?view=summary")).body;
    return all.every((row) => row.snoozedUntil !== undefined);
  });
});

describe("is sound", () => {
  for (const scheme of ["light", "dark"]) {
    for (const width of [1280, 360]) {
      it(`in ${scheme}, ${width} px wide`, async () => {
        const { ids } = await asked();
        await loopback.person(`/asks/${ids[0]}/reply`, { method: "POST", body: { outcome: "answered", selected: ["SQLite"] } });
        await loopback.person(`/asks/${ids[1]}/reply`, { method: "POST", body: { outcome: "follow_up", question: "Where?" } });
        page = await openWindow(browser, loopback, { path: `/asks/${ids[2]}`, scheme, width });
        await page.getByText("0 of 1 answered").waitFor();
        await questionOf(2).getByText("It is the agent’s move.").waitFor();
        assert.deepEqual(await faults(page), []);
      });
    }
  }
});
