// Pictures in a reply: pasted, dropped or picked, stored, seen, taken away, and handed to the agent by id.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, it } from "node:test";
import { briefing, picture, question, review } from "./asks.js";
import { Loopback, until } from "./loopback.js";
import { axe, launch, openWindow, settled } from "./window.js";

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

async function open(id, view) {
  page = await openWindow(browser, loopback, { path: `/asks/${id}`, ...view });
  await page.getByRole("article").waitFor();
  await settled(page);
}

const button = (name) => page.getByRole("button", { name });
const thumbs = () => page.getByRole("list", { name: "Pictures that go with it" }).getByRole("img");
const draft = async (id) => (await loopback.person(`/asks/${id}/draft`)).body.content;

/** What the browser does when files are pasted or dropped. */
function give(box, how, file = { name: "shot.png", type: "image/png" }, bytes = [...picture(64, 48)]) {
  return box.evaluate(
    (node, { how, file, bytes }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], file.name, { type: file.type }));
      const init = { bubbles: true, cancelable: true };
      node.dispatchEvent(
        how === "paste"
          ? new ClipboardEvent("paste", { ...init, clipboardData: data })
          : new DragEvent("drop", { ...init, dataTransfer: data }),
      );
    },
    { how, file, bytes },
  );
}

it("one is pasted, another dropped; both are in the draft, and in the reply by id", async () => {
  const ask = await agent.ask("request_review", review);
  await open(ask.id);
  const box = page.getByRole("textbox");
  await box.fill("It looks like this:");
  await give(box, "paste");
  await thumbs().first().waitFor();
  await give(box, "drop");
  await until(async () => (await thumbs().count()) === 2);
  await until(async () => (await draft(ask.id))?.images?.length === 2);
  await page.reload();
  await until(async () => (await thumbs().count()) === 2);
  assert.deepEqual(await axe(page), []);
  await settled(page);
  await button("Request changes").click();
  const { reply } = await ask.reply;
  assert.equal(reply.images.length, 2);
  assert.equal(reply.feedback, "It looks like this:");
});

it("one is picked from a file by keyboard, and taken away again", async () => {
  const ask = await agent.ask("ask_question", question);
  await open(ask.id);
  const chooser = page.waitForEvent("filechooser");
  await button("Add a picture").focus();
  await page.keyboard.press("Enter");
  await (await chooser).setFiles({ name: "shot.png", mimeType: "image/png", buffer: picture(64, 48) });
  await thumbs().first().waitFor();
  await button("Remove picture 1").press("Enter");
  await thumbs().first().waitFor({ state: "detached" });
  await until(async () => (await draft(ask.id))?.images === undefined);
});

it("alone it is not sent: its words are missing", async () => {
  const ask = await agent.ask("request_review", review);
  await open(ask.id);
  await give(page.getByRole("textbox"), "paste");
  await thumbs().first().waitFor();
  await button("Request changes").click();
  await page.getByRole("alert").getByText("Say in a word what the picture is about.").waitFor();
  assert.equal((await agent.open())[0].status, "awaiting_human");
});

it("what is no picture, or none that can be read, is refused with the reason; the words stay", async () => {
  const ask = await agent.ask("ask_question", question);
  await open(ask.id);
  const box = page.getByRole("textbox");
  await box.fill("See:");
  await give(box, "drop", { name: "notes.txt", type: "text/plain" });
  await page.getByText("notes.txt is not a picture.").waitFor();
  await button("All right").click();
  await give(box, "drop", { name: "broken.png", type: "image/png" }, [1, 2, 3]);
  await page.getByText(/^Not stored: /).waitFor();
  assert.deepEqual(await axe(page), []);
  await button("Leave it out").click();
  assert.equal(await box.inputValue(), "See:");
});

it("one goes with the words on a point of a briefing", async () => {
  const ask = await agent.ask("present_briefing", briefing);
  await open(ask.id);
  await page.locator('[data-point="1"]').click();
  const box = page.getByLabel("Your words on point 1");
  await box.fill("Like this?");
  await give(box, "paste");
  await page.getByRole("img", { name: "Picture 1 of 1 of point 1" }).waitFor();
  await button("Send").click();
  await button("Leave open").click();
  const { reply } = await ask.reply;
  assert.equal(reply.points[0].images.length, 1);
  await page.getByRole("list", { name: "Pictures that went with it" }).waitFor();
});

it("a file dropped beside the box does not take the page's place", async () => {
  const ask = await agent.ask("ask_question", question);
  await open(ask.id);
  const prevented = await page.getByRole("article").evaluate((node) => {
    const data = new DataTransfer();
    data.items.add(new File(["x"], "x.html", { type: "text/html" }));
    return !node.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  assert.equal(prevented, true);
});
