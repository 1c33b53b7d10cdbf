// Pictures an agent shows: their size known before they are decoded, larger on demand, still until they are played.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, it } from "node:test";
import { picture } from "./asks.js";
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

/** A GIF of two frames of one pixel: first the one colour, then the other. */
const MOVING = Buffer.from(
  [
    "474946383961", "01000100", "800000", "1b5cb8", "a8292f", "21ff0b4e45545343415045322e300301000000",
    "21f904000a000000", "2c000000000100010000", "02024401", "00",
    "21f904000a000000", "2c000000000100010000", "02024c01", "00", "3b",
  ].join(""),
  "hex",
);

async function shown(bytes, contentType = "image/png", view = {}) {
  const ticket = await agent.call("request_upload", { contentType });
  const stored = await fetch(ticket.uploadUrl, { method: "PUT", headers: { "Content-Type": contentType }, body: bytes });
  assert.equal(stored.status, 201, await stored.text());
  const ask = await agent.ask("request_review", {
    title: "The new mark",
    content: [{ type: "image", uploadId: ticket.uploadId, caption: "The kiln, at night" }],
  });
  page = await openWindow(browser, loopback, { ...view, path: `/asks/${ask.id}` });
  await page.locator("figure", { hasText: "The kiln, at night" }).waitFor();
  return ask;
}

const enlarged = () => page.getByRole("dialog", { name: "The kiln, at night" });
const scale = async () => Number((await enlarged().locator("output").innerText()).replace(/\D/g, ""));

it("a picture fits the page, and is enlarged over the whole window and left again with Escape", async () => {
  const ask = await shown(picture(2_400, 1_200));
  const image = page.getByRole("img", { name: "The kiln, at night" });
  const { width } = await image.boundingBox();
  assert.ok(width <= 1_000, `${width} px`);
  await page.getByRole("button", { name: "Enlarge" }).click();
  await enlarged().waitFor();
  assert.deepEqual(await axe(page), []);
  await page.keyboard.press("Escape");
  await enlarged().waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).pathname, `/asks/${ask.id}`);
});

it("it grows and shrinks by keys, buttons and Ctrl with the wheel, and is moved by drag and arrows", async () => {
  await shown(picture(2_400, 1_200));
  await page.getByRole("button", { name: "Enlarge" }).click();
  await until(async () => (await scale()) > 20);
  const fitted = await scale();
  await page.keyboard.press("+");
  await until(async () => (await scale()) === Math.round(fitted * 1.25) || (await scale()) > fitted);
  await enlarged().getByRole("button", { name: "Larger" }).click();
  await enlarged().getByRole("button", { name: "Larger" }).click();
  const large = await scale();
  assert.ok(large > fitted * 1.8, `${fitted} → ${large}`);
  const image = enlarged().getByRole("img");
  const at = async () => (await image.boundingBox()).x;
  const before = await at();
  await page.keyboard.press("ArrowRight");
  await until(async () => (await at()) < before);
  const moved = await at();
  await page.mouse.move(640, 400);
  await page.mouse.down();
  await page.mouse.move(700, 400, { steps: 3 });
  await page.mouse.up();
  await until(async () => Math.abs((await at()) - moved - 60) < 2);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  await until(async () => (await scale()) > large * 2);
  await page.keyboard.press("-");
  await page.keyboard.press("0");
  await until(async () => (await scale()) === fitted);
});

it("one that moves stands still until it is played, and again when it is paused", async () => {
  await shown(MOVING, "image/gif");
  const still = page.getByRole("img", { name: "The kiln, at night" }).locator("canvas");
  await still.waitFor();
  const colour = () => still.evaluate((canvas) => [...canvas.getContext("2d").getImageData(0, 0, 1, 1).data].join());
  await until(async () => (await colour()) !== "0,0,0,0");
  await page.getByRole("button", { name: "Play" }).click();
  await page.locator("figure img").waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await still.waitFor();
  assert.deepEqual(await axe(page), []);
});

it("a huge one is not decoded before the person wants it", async () => {
  await shown(picture(8_000, 5_000));
  await page.getByText("This picture is very large: 8,000 × 5,000 pixels, about 153 MiB once it is shown.").waitFor();
  assert.equal(await page.locator("figure img").count(), 0);
  assert.deepEqual(await axe(page), []);
  await page.getByRole("button", { name: "Show it" }).click();
  await page.locator("figure img").waitFor();
});

it("one that cannot be fetched says so and is tried again", async () => {
  const ask = await shown(picture(2, 2));
  await page.route("**/api/v1/files/*", (route) => route.abort());
  await page.goto(`${loopback.base}/asks/${ask.id}`);
  await page.getByText("The picture could not be fetched.").waitFor();
  assert.deepEqual(await axe(page), []);
  await page.unroute("**/api/v1/files/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("figure img").waitFor();
});
