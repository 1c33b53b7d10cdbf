// What a screen shows while it loads, when there is nothing, when something is out of reach, and when there is very much:
// light, dark, narrow and zoomed.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Loopback } from "./loopback.js";
import { furnish, VIEWS } from "./screens.js";
import { flood, STATES } from "./states.js";
import { faults, launch, openWindow } from "./window.js";

let browser;
const worlds = {};

before(async () => {
  browser = await launch();
  const [furnished, empty, full] = await Promise.all([Loopback.start(), Loopback.start(), Loopback.start()]);
  worlds.furnished = { loopback: furnished, ids: await furnish(furnished) };
  worlds.empty = { loopback: empty, ids: {} };
  worlds.full = { loopback: full, ids: { newest: await flood(full) } };
});

after(async () => {
  for (const { loopback } of Object.values(worlds)) await loopback.stop();
  await browser.close();
});

for (const view of VIEWS) {
  describe(`in a ${view.name} window nothing is wrong with`, () => {
    for (const { name, world = "furnished", path, before, ready, act } of STATES) {
      it(name, async () => {
        const { loopback, ids } = worlds[world];
        const page = await openWindow(browser, loopback, { ...view, path: path(ids), before });
        try {
          await page.getByText(ready).filter({ visible: true }).first().waitFor();
          await act?.(page);
          assert.deepEqual(await faults(page), []);
        } finally {
          await page.context().close();
        }
      });
    }
  });
}

it("texts that could not be fetched rendered are fetched again by a press", async () => {
  const { loopback, ids } = worlds.furnished;
  let broken = true;
  const before = (context) => context.route(/\/rendered/, (route) => (broken ? route.abort() : route.continue()));
  const page = await openWindow(browser, loopback, { path: `/asks/${ids.question}`, before });
  const notice = page.getByText("The texts are shown as the agent wrote them");
  await notice.waitFor();
  await page.getByText("keep it in **SQLite**").last().waitFor();
  const again = page.getByRole("article").getByRole("button", { name: "Try again" });
  await again.waitFor();
  // At once: the next change of the ask would fetch them too.
  broken = false;
  await again.evaluate((button) => button.click());
  await notice.waitFor({ state: "detached" });
  await page.getByRole("article").locator("strong", { hasText: "SQLite" }).waitFor();
  await page.context().close();
});
