import { beforeEach, expect, it } from "vitest";
import { type Backend, Refused, Unreachable } from "../backend/backend";
import type { AgentClient, ClientGoal } from "../contract";
import { Clients } from "./clients.svelte";

/** What the server knows, what it was asked to do, and how it refuses. */
let there: AgentClient[];
let machines: string[];
let done: string[];
let looked: string[];
let refuse: Error | undefined;
let clients: Clients;

const client = (id: string, more: Partial<AgentClient> = {}): AgentClient => ({
  id,
  name: id.toUpperCase(),
  installed: true,
  state: "absent",
  file: `/home/ada/.${id}`,
  details: [],
  ...more,
});

const orRefuse = <T>(act: () => T): Promise<T> => (refuse ? Promise.reject(refuse) : Promise.resolve(act()));

const server = {
  clients: () => orRefuse(() => ({ items: there })),
  machines: () => Promise.resolve({ items: machines.map((name) => ({ name })) }),
  planClient: (id: string, goal: ClientGoal) => {
    looked.push(`${id} ${goal}`);
    return orRefuse(() => ({ files: [{ file: `/home/ada/.${id}`, diff: `look ${looked.length}` }] }));
  },
  makeClient: (id: string, goal: ClientGoal) =>
    orRefuse(() => {
      done.push(`${id} ${goal}`);
      return client(id, { state: goal === "connected" ? "connected" : "absent" });
    }),
  revokeMachine: (name: string) => orRefuse(() => void (machines = machines.filter((one) => one !== name))),
} as Partial<Backend> as Backend;

beforeEach(() => {
  there = [client("codex"), client("zed", { installed: false }), client("cursor", { installed: false, state: "otherwise" })];
  [machines, done, looked, refuse] = [["box", "mill"], [], [], undefined];
  clients = new Clients(server);
});

it("nothing is said to be missing before it is known what is there", async () => {
  expect(clients.here).toBeUndefined();
  refuse = new Unreachable();
  await clients.load();
  expect(clients.here).toBeUndefined();
  expect(clients.trouble).toBe("Loopback does not answer.");
  refuse = undefined;
  await clients.load();
  expect(clients.here?.map(({ id }) => id)).toEqual(["codex", "cursor"]);
  expect(clients.elsewhere).toEqual(["ZED"]);
  expect(clients.trouble).toBeUndefined();
});

it("nothing is done before it was shown, and then what was shown", async () => {
  await clients.load();
  expect(await clients.carryOut()).toBe(false);
  await clients.look("codex", "connected");
  expect(clients.planned?.plan.files[0]?.diff).toBe("look 1");
  expect(done).toEqual([]);
  expect(await clients.carryOut()).toBe(true);
  expect(done).toEqual(["codex connected"]);
  expect(clients.here?.[0]?.state).toBe("connected");
  expect(clients.planned).toBeUndefined();
});

it("what is dropped is not done", async () => {
  await clients.load();
  await clients.look("codex", "connected");
  clients.drop();
  expect(await clients.carryOut()).toBe(false);
  expect(done).toEqual([]);
});

it("while one thing is done, no other is begun", async () => {
  await clients.load();
  await Promise.all([clients.look("codex", "connected"), clients.look("cursor", "disconnected")]);
  expect(looked).toEqual(["codex connected"]);
  const both = await Promise.all([clients.carryOut(), clients.carryOut()]);
  expect(both).toEqual([true, false]);
  expect(done).toEqual(["codex connected"]);
});

it("a refusal is told beside its client, and goes with the next look", async () => {
  await clients.load();
  refuse = new Refused(422, "client.refused", "/f is read-only.");
  await clients.look("codex", "connected");
  expect(clients.refused).toEqual({ id: "codex", words: "/f is read-only." });
  expect(clients.planned).toBeUndefined();
  refuse = undefined;
  await clients.look("codex", "connected");
  expect(clients.refused).toBeUndefined();
});

it("what another program wrote meanwhile is shown anew before it is done", async () => {
  await clients.load();
  await clients.look("codex", "connected");
  const changed = new Refused(409, "client.changed", "/f was changed by another program.");
  const makeClient = () => Promise.reject(changed);
  clients = new Clients({ ...server, makeClient } as Backend);
  await clients.look("codex", "connected");
  expect(await clients.carryOut()).toBe(false);
  expect(clients.planned?.plan.files[0]?.diff).toBe("look 3");
  expect(clients.refused?.words).toBe(changed.message);
});

it("without an answer it is not said that nothing was done", async () => {
  await clients.load();
  await clients.look("codex", "connected");
  refuse = new Unreachable();
  expect(await clients.carryOut()).toBe(false);
  expect(clients.refused?.words).toContain("Whether it was done is not known");
});

it("a machine is cut off, or it is said why not", async () => {
  await clients.load();
  expect(await clients.cutOff("box")).toBe(true);
  expect(clients.machines).toEqual([{ name: "mill" }]);
  refuse = new Refused(404, "machine.unknown", "No such machine.");
  expect(await clients.cutOff("mill")).toBe(false);
  expect(clients.trouble).toBe("No such machine.");
  expect(clients.machines).toEqual([{ name: "mill" }]);
});
