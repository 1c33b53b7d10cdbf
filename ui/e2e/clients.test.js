// The programs agents run in, connected and disconnected from the settings.

import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, afterEach, before, beforeEach, it } from "node:test";
import { Loopback } from "./loopback.js";
import { faults, launch, openWindow, settled } from "./window.js";

const CODEX = '# mine\r\nmodel = "o3"   # the best\r\n';

let browser, home, loopback, page;

before(async () => (browser = await launch()));
after(() => browser.close());

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "loopback-home-"));
  await put(".codex/config.toml", CODEX);
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

it("shows what changes, changes that, and takes it out again without a trace", async () => {
  await open();
  await client("Codex").getByText("Not connected").waitFor();
  await section().getByText(/Not found here: .*Zed/).waitFor();
  await offer("Connect Codex").click();
  await section().getByText("+[mcp_servers.loopback]").waitFor();
  assert.equal(await codex(), CODEX);
  await confirm("Leave it as it is").click();
  assert.equal(await confirm("Leave it as it is").count(), 0);

  // By keyboard from here on.
  await offer("Connect Codex").focus();
  await page.keyboard.press("Enter");
  await section().getByText("+[mcp_servers.loopback]").waitFor();
  await confirm("Connect Codex").focus();
  await page.keyboard.press("Enter");
  await client("Codex").getByText("Connected", { exact: true }).waitFor();
  assert.match(await codex(), /mcp_servers\.loopback/);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Codex");
  await offer("Disconnect Codex").focus();
  await page.keyboard.press("Enter");
  await section().getByText("-[mcp_servers.loopback]").waitFor();
  await confirm("Disconnect Codex").focus();
  await page.keyboard.press("Enter");
  await client("Codex").getByText("Not connected").waitFor();
  assert.equal(await codex(), CODEX);
});

it("says which file cannot be read or written, and leaves it", async () => {
  await open();
  await client("Cursor").getByText("Its settings cannot be read").waitFor();
  await client("Cursor").getByText(/mcp\.json.*line 1/).waitFor();
  await offer("Connect Gemini CLI").click();
  await client("Gemini CLI").getByText(/settings\.json is read-only/).waitFor();
  assert.equal(await readFile(join(home, ".gemini/settings.json"), "utf8"), "{}\n");
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
