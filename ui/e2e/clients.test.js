// The programs agents run in, connected and disconnected from the settings.

import assert from "node:assert/strict";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, afterEach, before, beforeEach, it } from "node:test";
import { fileURLToPath } from "node:url";
import { Loopback, until } from "./loopback.js";
import { faults, launch, openWindow, settled } from "./window.js";

const CODEX = '# mine\r\nmodel = "o3"   # the best\r\n';
const CLAUDE = '{\n\t"numStartups": 3,\n\t"mcpServers": {\t"other": { "command": "x" } },\n\t"projects": {}}';
let browser, home, loopback, page;

before(async () => (browser = await launch()));
after(() => browser.close());

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "loopback-home-"));
  await put(".codex/config.toml", CODEX);
  await put(".claude.json", CLAUDE);
  await put(".cursor/mcp.json", "{ broken");
  await put(".gemini/settings.json", "{}\n");
  await chmod(join(home, ".gemini/settings.json"), 0o400);
  loopback = await Loopback.start({ home });
});

afterEach(async () => {
  const problems = page?.problems ?? [];
  await page?.context().close();
  page = undefined;
  await loopback.stop();
  await rm(home, { recursive: true });
  assert.deepEqual(problems, []);
});

async function put(name, text) {
  const file = join(home, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const codex = () => readFile(join(home, ".codex/config.toml"), "utf8");
const section = () => page.getByRole("region", { name: "Agents on this machine" });
const client = (name) => section().getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
const offer = (name) => section().getByRole("button", { name: new RegExp(`^${name} ?…$`) });
const confirm = (name) => section().getByRole("button", { name, exact: true });

async function open(view) {
  page = await openWindow(browser, loopback, { path: "/settings", ...view });
  await client("Codex").waitFor();
  await settled(page);
}

/** With the keyboard alone, from wherever it is. */
async function tabTo(button) {
  for (let step = 0; step < 80; step += 1) {
    if (await button.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the keyboard does not get there");
}

const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim().replace(/\s+/g, " "));

it("shows what changes, changes that, and takes it out again without a trace: by keyboard", async () => {
  await open();
  await client("Codex").getByText("Not connected").waitFor();
  await section().getByText(/Not found here: .*Zed/).waitFor();
  await tabTo(offer("Connect Codex"));
  await page.keyboard.press("Enter");
  await section().getByText("+[mcp_servers.loopback]").waitFor();
  assert.equal(await focused(), "This changes in 2 files:");
  assert.equal(await codex(), CODEX);
  await tabTo(confirm("Leave it as it is"));
  await page.keyboard.press("Enter");
  await confirm("Leave it as it is").waitFor({ state: "detached" });
  assert.equal(await focused(), "Codex");
  assert.equal(await codex(), CODEX);

  await tabTo(offer("Connect Codex"));
  await page.keyboard.press("Enter");
  await section().getByText("+[mcp_servers.loopback]").waitFor();
  await tabTo(confirm("Connect Codex"));
  await page.keyboard.press("Enter");
  await client("Codex").getByText("Connected", { exact: true }).waitFor();
  assert.match(await codex(), /mcp_servers\.loopback/);
  await until(async () => (await focused()) === "Codex");
  await tabTo(offer("Disconnect Codex"));
  await page.keyboard.press("Space");
  await section().getByText("-[mcp_servers.loopback]").waitFor();
  await tabTo(confirm("Disconnect Codex"));
  await page.keyboard.press("Enter");
  await client("Codex").getByText("Not connected").waitFor();
  assert.equal(await codex(), CODEX);
  assert.deepEqual(await readdir(join(home, ".codex")), ["config.toml"]);
});

it("changes a client's several files and gives each back as it was", async () => {
  const there = [".claude", ...(await readdir(home))];
  await open();
  await offer("Connect Claude Code").click();
  await section().getByText("This changes in 3 files:").waitFor();
  await confirm("Connect Claude Code").click();
  await client("Claude Code").getByText("Connected", { exact: true }).waitFor();
  const servers = JSON.parse(await readFile(join(home, ".claude.json"), "utf8")).mcpServers;
  assert.deepEqual(Object.keys(servers), ["other", "loopback"]);
  assert.match(await readFile(join(home, ".claude/CLAUDE.md"), "utf8"), /Asking me/);
  await offer("Disconnect Claude Code").click();
  await confirm("Disconnect Claude Code").click();
  await client("Claude Code").getByText("Not connected").waitFor();
  assert.equal(await readFile(join(home, ".claude.json"), "utf8"), CLAUDE);
  assert.deepEqual(await readdir(home), there);
  assert.deepEqual(await readdir(join(home, ".claude")), []);
});

it("says which file cannot be read or written, and leaves it", async () => {
  await open();
  await client("Cursor").getByText("Its settings cannot be read").waitFor();
  await client("Cursor").getByText(/mcp\.json.*line 1/).waitFor();
  await tabTo(offer("Connect Gemini CLI"));
  await page.keyboard.press("Enter");
  await client("Gemini CLI").getByText(/settings\.json is read-only/).waitFor();
  assert.match(await focused(), /^Connect ?Gemini CLI/);
  assert.equal(await readFile(join(home, ".gemini/settings.json"), "utf8"), "{}\n");
  await chmod(join(home, ".gemini/settings.json"), 0o600);
  await page.keyboard.press("Enter");
  await section().getByText("This changes in 2 files:").waitFor();
  assert.equal(await client("Gemini CLI").getByRole("alert").count(), 0);
});

it("what another program wrote meanwhile stays, and what changes now is shown", async () => {
  await open();
  await offer("Connect Codex").click();
  await section().getByText("+[mcp_servers.loopback]").waitFor();
  const theirs = `${CODEX}profile = "fast"\r\n`;
  await put(".codex/config.toml", theirs);
  await confirm("Connect Codex").click();
  await client("Codex").getByText("Connected", { exact: true }).waitFor();
  assert.ok((await codex()).startsWith(theirs));
  await offer("Disconnect Codex").click();
  await confirm("Disconnect Codex").click();
  await client("Codex").getByText("Not connected").waitFor();
  assert.equal(await codex(), theirs);
});

it("says that it looks, and that it could not, and nothing of what it does not know", async () => {
  let answer;
  const asked = new Promise((go) => (answer = go));
  const before = (context) => context.route("**/api/v1/clients", (route) => answer(route));
  page = await openWindow(browser, loopback, { path: "/settings", before });
  await section().getByText("Looking…").waitFor();
  await (await asked).abort();
  await section().getByRole("alert").getByText("Loopback does not answer.").waitFor();
  assert.equal(await section().getByText(/Looking|No program/).count(), 0);
  await page.context().unrouteAll();
  await section().getByRole("button", { name: "Try again" }).click();
  await client("Codex").waitFor();
});

it("another machine is shown while its agents are let in, and cut off", async () => {
  const remote = connect(join(loopback.dataDir, "agent.sock"));
  let told = "";
  remote.on("data", (data) => (told += data));
  remote.write("@register ada@box\n");
  await until(async () => (await loopback.person("/machines")).body.items.length === 1);
  await open();
  await tabTo(confirm("Cut off ada@box"));
  await page.keyboard.press("Enter");
  await page.getByText("Agents on ada@box are cut off").waitFor({ state: "attached" });
  assert.equal(await section().getByText("Other machines").count(), 0);
  assert.equal(await focused(), "Agents on this machine");
  if (!remote.closed) await once(remote, "close");
  assert.match(told, /revoked/);
});

it("a screen reader is told what stands, what is offered and what would change", async () => {
  await open();
  await offer("Connect Codex").click();
  await section().getByText("+[mcp_servers.loopback]").waitFor();
  const told = await client("Codex").ariaSnapshot();
  const steady = told.replaceAll(home, "~").replaceAll(loopback.dataDir, "DATA");
  const snapshot = `${steady.replace(/"[^"]*\/loopback\\"/, '"LOOPBACK\\"')}\n`;
  const written = fileURLToPath(new URL("screens/client-plan.yml", import.meta.url));
  if (process.env.UPDATE_SCREENS) await writeFile(written, snapshot);
  assert.equal(snapshot, await readFile(written, "utf8"));
});

for (const scheme of ["light", "dark"]) {
  for (const width of [1280, 360]) {
    it(`is sound in ${scheme}, ${width} px wide`, async () => {
      await open({ scheme, width });
      await offer("Connect Codex").click();
      await section().getByText("+[mcp_servers.loopback]").waitFor();
      assert.deepEqual(await faults(page), []);
    });
  }
}
