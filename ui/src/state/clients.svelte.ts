// The programs agents run in, as the settings show them: how they stand, what connecting one would change, and doing it.

import { type Backend, Refused, Unreachable } from "../backend/backend";
import type { AgentClient, ClientGoal, ClientPlan, Machine } from "../contract";

/** What would be done to one of them, before the person says yes. */
export interface Planned {
  id: string;
  goal: ClientGoal;
  plan: ClientPlan;
}

export class Clients {
  /** Those that are on this machine, or that Loopback is connected to. Unknown until they were fetched. */
  here = $state.raw<readonly AgentClient[] | undefined>();
  /** The names of the others that Loopback knows. */
  elsewhere = $state.raw<readonly string[]>([]);
  machines = $state.raw<readonly Machine[]>([]);
  planned = $state.raw<Planned>();
  /** One thing is done at a time; what is asked for meanwhile is not done. */
  busy = $state(false);
  /** Why they could not be fetched, or a machine not be cut off. */
  trouble = $state<string>();
  /** Why one of them was left as it is. */
  refused = $state.raw<{ id: string; words: string }>();

  constructor(private readonly backend: Backend) {}

  async load(): Promise<void> {
    await this.#alone(async () => {
      const failed = await attempt(async () => {
        const [{ items }, machines] = await Promise.all([this.backend.clients(), this.backend.machines()]);
        const isHere = (client: AgentClient) => client.installed || client.state !== "absent";
        this.here = items.filter(isHere);
        this.elsewhere = items.filter((client) => !isHere(client)).map(({ name }) => name);
        this.machines = machines.items;
      });
      this.trouble = failed?.message;
    });
  }

  /** Finds out what would change; nothing is written. */
  async look(id: string, goal: ClientGoal): Promise<void> {
    await this.#alone(async () => {
      this.planned = undefined;
      this.#refuse(id, await this.#look(id, goal));
    });
  }

  /** Does what was looked at. Whether it came about. */
  async carryOut(): Promise<boolean> {
    const { planned } = this;
    if (!planned) return false;
    const { id, goal } = planned;
    return this.#alone(async () => {
      const failed = await attempt(async () => {
        const after = await this.backend.makeClient(id, goal);
        this.here = this.here?.map((client) => (client.id === id ? after : client));
        this.planned = undefined;
      });
      // Another program wrote the file: what was shown is not what would be done any more.
      if (failed instanceof Refused && failed.code === "client.changed") await this.#look(id, goal);
      this.#refuse(id, failed, failed instanceof Unreachable ? " Whether it was done is not known: look again." : "");
      return failed === undefined;
    });
  }

  drop(): void {
    this.planned = undefined;
    this.refused = undefined;
  }

  /** Whether it came about. */
  async cutOff(name: string): Promise<boolean> {
    return this.#alone(async () => {
      const failed = await attempt(async () => {
        await this.backend.revokeMachine(name);
        this.machines = this.machines.filter((machine) => machine.name !== name);
      });
      this.trouble = failed?.message;
      return failed === undefined;
    });
  }

  #look(id: string, goal: ClientGoal): Promise<Refused | Unreachable | undefined> {
    return attempt(async () => {
      this.planned = { id, goal, plan: await this.backend.planClient(id, goal) };
    });
  }

  #refuse(id: string, failed: Error | undefined, more = ""): void {
    this.refused = failed && { id, words: failed.message + more };
  }

  async #alone(act: () => Promise<boolean | void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      return (await act()) === true;
    } finally {
      this.busy = false;
    }
  }
}

/** Why it did not come about, if it did not. */
async function attempt(act: () => Promise<void>): Promise<Refused | Unreachable | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (error instanceof Refused || error instanceof Unreachable) return error;
    throw error;
  }
}
