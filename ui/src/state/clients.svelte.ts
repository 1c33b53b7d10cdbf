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
  /** Those that are on this machine, or that Loopback is connected to. */
  here = $state.raw<readonly AgentClient[]>();
  /** The names of the others that Loopback knows. */
  elsewhere = $state.raw<readonly string[]>([]);
  machines = $state.raw<readonly Machine[]>([]);
  planned = $state.raw<Planned>();
  busy = $state(false);
  /** Why they could not be fetched. */
  trouble = $state<string>();
  /** Why one of them was left as it is. */
  refused = $state.raw<{ id: string; words: string }>();

  constructor(private readonly backend: Backend) {}

  async load(): Promise<void> {
    this.trouble = await this.#attempt(async () => {
      const [{ items }, machines] = await Promise.all([this.backend.clients(), this.backend.machines()]);
      const isHere = (client: AgentClient) => client.installed || client.state !== "absent";
      this.here = items.filter(isHere);
      this.elsewhere = items.filter((client) => !isHere(client)).map(({ name }) => name);
      this.machines = machines.items;
    });
  }

  /** Finds out what would change; nothing is written. */
  async look(id: string, goal: ClientGoal): Promise<void> {
    this.planned = undefined;
    await this.#on(id, async () => {
      this.planned = { id, goal, plan: await this.backend.planClient(id, goal) };
    });
  }

  /** Does what was looked at. Whether it came about. */
  async carryOut(): Promise<boolean> {
    const { planned } = this;
    if (!planned) return false;
    return this.#on(planned.id, async () => {
      const after = await this.backend.makeClient(planned.id, planned.goal);
      this.here = (this.here ?? []).map((client) => (client.id === after.id ? after : client));
      this.planned = undefined;
    });
  }

  drop(): void {
    this.planned = undefined;
    this.refused = undefined;
  }

  async cutOff(name: string): Promise<void> {
    this.trouble = await this.#attempt(async () => {
      await this.backend.revokeMachine(name);
      this.machines = this.machines.filter((machine) => machine.name !== name);
    });
  }

  async #on(id: string, act: () => Promise<void>): Promise<boolean> {
    const words = await this.#attempt(act);
    this.refused = words === undefined ? undefined : { id, words };
    return words === undefined;
  }

  /** Why it did not come about, if it did not. */
  async #attempt(act: () => Promise<void>): Promise<string | undefined> {
    this.busy = true;
    try {
      await act();
      return undefined;
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      return error.message;
    } finally {
      this.busy = false;
    }
  }
}
