// The pictures in the documentation: the real page of a real Loopback that the demo filled.
// Started by `cargo xtask screenshots` with BASE, TOKEN and FOLDER in its environment.

import { join } from "node:path";
import { launch, openWindow } from "../ui/e2e/window.js";

const { BASE, TOKEN, FOLDER } = process.env;
const WIDE = { width: 1360, height: 900 };
const NARROW = { width: 360, height: 740 };

async function api(method, path, body) {
  const response = await fetch(`${BASE}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const rows = async () => (await api("GET", "/snapshot?view=summary")).open;
const reply = (id, body) => api("POST", `/asks/${id}/reply`, body);
const first = async (title, but) => {
  const found = (await rows()).find((row) => row.title.includes(title) && row.id !== but);
  if (!found) throw new Error(`no open ask is called ${title}`);
  return found.id;
};

/** Resolves to what `look` gives once it gives something. */
async function eventually(look) {
  for (;;) {
    const seen = await look().catch(() => undefined);
    if (seen) return seen;
    await new Promise((again) => setTimeout(again, 100));
  }
}

const limits = await first("Rate limiting");
const migration = await first("Migration 0042");
const importer = await first("importer reliable");
const over = await first("over its limit");

/** In this order: some of them change what the next ones show. */
const PICTURES = [
  { name: "inbox", path: `/asks/${limits}` },
  { name: "inbox-dark", path: `/asks/${migration}`, scheme: "dark" },
  { name: "question", path: `/asks/${over}` },
  { name: "briefing", path: `/asks/${importer}` },
  {
    name: "side-by-side",
    path: `/asks/${limits}`,
    scheme: "dark",
    act: async (page) => {
      await page.getByRole("button", { name: "Side by side" }).click();
      await page.waitForTimeout(1_000);
      await page.locator('.lb-file[data-path="src/api/server.ts"]').evaluate((file) => file.scrollIntoView());
    },
  },
  {
    name: "comments",
    path: `/asks/${limits}`,
    act: async (page) => {
      const file = page.locator('.lb-file[data-path="src/api/limits.ts"]');
      await file.evaluate((one) => one.scrollIntoView());
      const comment = async (line, words) => {
        await file.locator(`.lb-row[data-new="${line}"]`).last().hover();
        await page.getByRole("button", { name: `Comment on added line ${line}`, exact: true }).first().click();
        await page.getByRole("region", { name: "Comments" }).getByRole("textbox").fill(words);
        await page.keyboard.press("Escape");
      };
      await comment(11, "Say in the name that it is per minute.");
      await comment(18, "What keeps this map small under an attack from many addresses?");
      await page.getByText("Draft saved").waitFor();
    },
  },
  {
    name: "changes",
    before: async () => {
      await reply(limits, {
        outcome: "changes_requested",
        feedback: "An unknown peer must not share a bucket with everybody else.\n\n`src/api/limits.ts:47`\n```\n  return hops.at(-trustedProxies) ?? request.socket.remoteAddress ?? \"unknown\";\n```\nThis is the line.",
        comments: [
          {
            place: "/prompt/content/1",
            file: "src/api/limits.ts",
            side: "new",
            line: 47,
            quote: '  return hops.at(-trustedProxies) ?? request.socket.remoteAddress ?? "unknown";',
            text: "This is the line.",
          },
        ],
      });
      return `/asks/${await eventually(() => first("Rate limiting", limits))}`;
    },
  },
  { name: "search", path: "/search?q=client" },
  {
    name: "decisions",
    before: async () => {
      const stations = await first("leave out of the backfill");
      await reply(stations, { outcome: "answered", selected: ["Heligoland 7"], text: "The others are short, but they are the only ones on their coast." });
      await reply(migration, { outcome: "approved", note: "Run it after the nightly export." });
      return "/decisions";
    },
  },
  { name: "settings", path: "/settings", scheme: "dark" },
  {
    name: "palette",
    path: `/asks/${importer}`,
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").waitFor();
    },
  },
  { name: "narrow", path: `/asks/${importer}`, size: NARROW },
  {
    name: "undo",
    path: `/asks/${over}`,
    act: async (page) => {
      await page.waitForTimeout(700);
      await page.keyboard.press("1");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("button", { name: "Undo" }).first().waitFor();
    },
  },
  { name: "narrow-list", path: "/", size: NARROW, scheme: "dark" },
];

const only = process.env.ONLY?.split(",");
const browser = await launch();
for (const { name, path, before, act, scheme = "light", size = WIDE } of PICTURES) {
  const at = (await before?.()) ?? path;
  if (only && !only.includes(name)) continue;
  const page = await openWindow(browser, { base: BASE, token: TOKEN }, { path: at, scheme, ...size });
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1_000);
  await act?.(page);
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await page.context().close();
}
await browser.close();
