// The inbox in a real browser, opened as the desktop shell opens it: with the person's token in the page's memory.

import { createHash } from "node:crypto";
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
 * content policy had to refuse. `before` may put what the page will ask for out of order.
 */
export async function openWindow(browser, loopback, { path = "/", scheme = "light", width = 1280, height = 800, scale = 1, before } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
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
  if (DIST !== undefined) await context.route(({ pathname }) => /^\/($|asks\/|search$|decisions$|settings$|assets\/|frames\/)/.test(pathname), freshPage);
  await before?.(context);
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
  if (pathname.startsWith("/frames/")) return route.fulfill(await freshFrame(pathname));
  if (!pathname.startsWith("/assets/")) {
    return route.fulfill({ response: await route.fetch(), body: await readFile(join(DIST, "index.html")) });
  }
  const contentType = { ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" }[extname(pathname)];
  return route.fulfill({ contentType, body: await readFile(join(DIST, pathname)) });
}

/** A frame as the server would serve it: its script allowed by hash, and nothing else. */
async function freshFrame(pathname) {
  const body = await readFile(join(DIST, pathname), "utf8");
  const script = body.slice(body.indexOf(">", body.indexOf("<script")) + 1, body.lastIndexOf("</script>"));
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-scripts`;
  return { body, contentType: "text/html; charset=utf-8", headers: { "Content-Security-Policy": policy } };
}

/** Past the half second in which a new window takes no sending key. */
export const settled = (page) => page.waitForTimeout(600);

/** Everything axe has to say against the page as it is. */
export async function axe(page) {
  await page.evaluate(await axeSource());
  const look = () => page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  let { violations } = await look();
  // What is laid out in these very moments is not what anybody meets: it is looked at a second time.
  if (violations.length > 0) {
    await page.waitForTimeout(500);
    ({ violations } = await look());
  }
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
}

/**
 * What is wrong with the page as it is: what axe has to say, what is wider than its place, buttons that cannot be got at,
 * and what must never happen in a page.
 */
export async function faults(page) {
  // What goes by how large something came out is told by the frame after.
  await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  const found = await axe(page);
  found.push(...(await page.evaluate(misfits)), ...page.problems);
  return found;
}

function misfits() {
  const found = [];
  for (const node of [document.documentElement, ...document.querySelectorAll(".pane, .list, .list .scroller, dialog[open] > *")]) {
    const over = node.scrollWidth - node.clientWidth;
    if (over > 0) found.push(`${node.tagName} ${node.className} is ${over} px too wide`);
  }
  // Under an open dialog the page is out of reach, and is meant to be.
  const acting = document.querySelector("dialog[open]")
    ? document.querySelectorAll("dialog[open] button")
    : document.querySelectorAll(".dock :is(button, summary), .list > footer > *, header button, .nothing button, .away button");
  for (const node of acting) {
    if (!node.checkVisibility()) continue;
    node.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = node.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!node.contains(there)) found.push(`${node.textContent.trim() || node.ariaLabel} lies under ${there?.outerHTML.slice(0, 80)}`);
  }
  return found;
}

let source;
async function axeSource() {
  source ??= require("axe-core").source;
  return source;
}
