// The inbox in a real browser, opened as the desktop shell opens it: with the person's token in the page's memory.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The page's files from a folder in place of the program's own: to try a change without building the program. */
const DIST = process.env.LOOPBACK_DIST;

export async function launch() {
  const executablePath = process.env.LOOPBACK_CHROMIUM ?? CHROMIUM.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error("no Chromium found: install it, or name it in LOOPBACK_CHROMIUM");
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  // To the browser, a page that was put in place of another comes from nowhere and may not reach this machine.
  if (DIST !== undefined) args.push("--disable-features=LocalNetworkAccessChecks");
  return chromium.launch({ executablePath, args });
}

/**
 * A window on the inbox. `problems` collects what must never happen in one: errors of the page, and anything the
 * content policy had to refuse.
 */
export async function openWindow(browser, loopback, { path = "/", scheme = "light", width = 1280, height = 800 } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: "reduce",
    locale: "en-GB",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await context.addInitScript((token) => {
    window.__loopback = { token };
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  }, loopback.token);
  if (DIST !== undefined) await context.route(({ pathname }) => /^\/($|asks\/|assets\/)/.test(pathname), freshPage);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && /policy/i.test(message.text())) page.problems.push(message.text());
  });
  await page.goto(loopback.base + path);
  return page;
}

async function freshPage(route) {
  const { pathname } = new URL(route.request().url());
  if (!pathname.startsWith("/assets/")) {
    return route.fulfill({ response: await route.fetch(), body: await readFile(join(DIST, "index.html")) });
  }
  const contentType = { ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" }[extname(pathname)];
  return route.fulfill({ contentType, body: await readFile(join(DIST, pathname)) });
}

/** Past the half second in which a new window takes no sending key. */
export const settled = (page) => page.waitForTimeout(600);

/** Everything axe has to say against the page as it is. */
export async function axe(page) {
  await page.evaluate(await axeSource());
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
}

let source;
async function axeSource() {
  source ??= require("axe-core").source;
  return source;
}
