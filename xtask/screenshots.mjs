// The pictures in the documentation: the real page of a real Loopback that the demo filled.
// Started by `cargo xtask screenshots` with BASE, TOKEN and FOLDER in its environment.

import { join } from "node:path";
import { launch, openWindow } from "../ui/e2e/window.js";

const { BASE, TOKEN, FOLDER } = process.env;

const response = await fetch(`${BASE}/api/v1/snapshot?view=summary`, { headers: { Authorization: `Bearer ${TOKEN}` } });
const { open } = await response.json();
const ask = (title) => {
  const found = open.find((row) => row.title.includes(title));
  if (!found) throw new Error(`no ask is called ${title}`);
  return `/asks/${found.id}`;
};

const PICTURES = [
  { name: "inbox", path: ask("Rate limiting"), scheme: "light" },
  { name: "inbox-dark", path: ask("Migration 0042"), scheme: "dark" },
  { name: "briefing", path: ask("importer reliable"), scheme: "light" },
];

const browser = await launch();
for (const { name, path, scheme } of PICTURES) {
  const page = await openWindow(browser, { base: BASE, token: TOKEN }, { path, scheme, width: 1360, height: 900 });
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1_000);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await page.context().close();
}
await browser.close();
