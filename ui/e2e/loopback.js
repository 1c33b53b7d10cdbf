// The real program, headless, with a person's token and an agent that speaks real MCP to it.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAM = process.env.LOOPBACK_BIN ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug/loopback");

/** What a failed test leaves running ends with the tests. */
const running = new Set();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** Where the settings are, in `loopback/settings.toml`: not the developer's own, and gone with the data. */
export const configHome = (dataDir) => `${dataDir}-config`;

/**
 * A running `loopback serve` over a data directory of its own, or over one that an earlier one left. Replies go at once,
 * unless there is to be time to undo them.
 */
export class Loopback {
  static async start({ dataDir, port = 0, token = randomBytes(32).toString("hex"), undoSeconds = 0, home } = {}) {
    if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not there: build it first, with \`cargo build -p loopback-cli\``);
    const dir = dataDir ?? (await mkdtemp(join(tmpdir(), "loopback-e2e-")));
    const child = spawn(PROGRAM, ["serve", "--port", String(port), "--data-dir", dir], {
      // The developer's own agents and their settings are not seen, and not touched.
      env: {
        ...process.env,
        LOOPBACK_PERSON_TOKEN: token,
        XDG_CONFIG_HOME: configHome(dir),
        HOME: home ?? configHome(dir),
        PATH: "/usr/bin:/bin",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    running.add(child);
    child.once("exit", () => running.delete(child));
    const [line] = await Promise.race([
      once(createInterface(child.stdout), "line"),
      once(child, "exit").then(([code]) => Promise.reject(new Error(`loopback serve ended with ${code}`))),
    ]);
    const base = /^loopback: ready at (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1];
    if (base === undefined) throw new Error(`unexpected first line: ${line}`);
    const loopback = new Loopback(child, base, dir, token);
    await loopback.prefer({ undoSeconds });
    return loopback;
  }

  /** The program as it runs in somebody's terminal, and the one-time link it prints there. */
  static async startInTerminal(dataDir) {
    const child = spawn("script", ["-qefc", `${PROGRAM} serve --port 0 --data-dir ${dataDir}`, "/dev/null"], {
      env: { ...process.env, XDG_CONFIG_HOME: configHome(dataDir) },
      stdio: ["pipe", "pipe", "inherit"],
    });
    let printed = "";
    child.stdout.on("data", (data) => (printed += data));
    const link = await until(() => /http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]+/.exec(printed)?.[0]);
    const end = async () => {
      const gone = once(child, "exit");
      child.stdin.write("\u0003");
      await gone;
    };
    return { link, end };
  }

  constructor(child, base, dataDir, token) {
    this.child = child;
    this.base = base;
    this.dataDir = dataDir;
    this.token = token;
    this.agents = [];
  }

  get port() {
    return Number(new URL(this.base).port);
  }

  /** Ends the program as a crash would. Its data stays. */
  async crash() {
    await Promise.all(this.agents.map((agent) => agent.leave()));
    const gone = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await gone;
  }

  async stop() {
    await Promise.all(this.agents.map((agent) => agent.leave()));
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, "exit");
      this.child.kill("SIGTERM");
      await gone;
    }
    await rm(this.dataDir, { recursive: true, force: true });
    await rm(configHome(this.dataDir), { recursive: true, force: true });
  }

  /** Changes some of the person's preferences. */
  async prefer(change) {
    const { preferences } = (await this.person("/preferences")).body;
    const { status } = await this.person("/preferences", { method: "PUT", body: { ...preferences, ...change } });
    if (status !== 200) throw new Error(`preferences were refused with ${status}`);
  }

  /** One request with the person's rights. */
  async person(path, { method = "GET", body } = {}) {
    const response = await fetch(`${this.base}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }

  async agent(name = "claude-code", version = "2.1.0") {
    const client = new Client({ name, version });
    const agentToken = (await readFile(join(this.dataDir, "agent-token"), "utf8")).trim();
    const transport = new StreamableHTTPClientTransport(new URL(`${this.base}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${agentToken}` } },
    });
    await client.connect(transport);
    const agent = new Agent(this, client);
    this.agents.push(agent);
    return agent;
  }
}

/** An agent at work. */
export class Agent {
  constructor(loopback, client) {
    this.loopback = loopback;
    this.client = client;
  }

  /** Calls a tool and waits for what it gives. */
  async call(tool, args) {
    const result = await this.client.callTool({ name: tool, arguments: args }, undefined, {
      timeout: 60_000,
      resetTimeoutOnProgress: true,
      onprogress: () => {},
    });
    if (result.isError) throw new Error(result.content.map((part) => part.text).join("\n"));
    return result.structuredContent;
  }

  /** Opens an ask and stays blocked on it: its id, and the reply to come. */
  async ask(tool, args) {
    const known = new Set((await this.open()).map((row) => row.id));
    const reply = this.call(tool, { project: "kiln", ...args });
    // A test that never answers must not end as an unhandled rejection.
    reply.catch(() => {});
    const row = await until(async () => (await this.open()).find((one) => !known.has(one.id)), reply);
    return { id: row.id, reply };
  }

  async open() {
    return (await this.loopback.person("/snapshot?view=summary")).body.open;
  }

  async leave() {
    await this.client.close().catch(() => {});
  }
}

/** Waits until `look` finds something. Ends early if `unless` fails. */
export async function until(look, unless = new Promise(() => {})) {
  let failed;
  unless.then(
    () => {},
    (error) => (failed = error),
  );
  for (const began = Date.now(); Date.now() - began < 15_000; ) {
    if (failed) throw failed;
    const found = await look();
    if (found) return found;
    await new Promise((go) => setTimeout(go, 25));
  }
  throw new Error(`never: ${look}`);
}
