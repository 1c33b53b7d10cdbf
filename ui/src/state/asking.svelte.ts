// How readily the agents of each project are to ask, as the person wants it.

import { Refused, Unreachable } from "../backend/backend";
import type { Asking, ProjectAsking } from "../contract";
import { projectOf } from "../logic/filter";
import type { Session } from "./session.svelte";

export class AskingWishes {
  /** Those that were said; of all other projects the usual holds. */
  #said = $state.raw<ProjectAsking[] | undefined>();
  /** Why they could not be read or saved, in words. */
  trouble = $state<string>();

  constructor(private readonly session: Session) {}

  readonly known = $derived.by(() => this.#said !== undefined);

  /** Every project that there is something to say of. */
  readonly projects = $derived.by(() => {
    const names = new Set([...this.session.inbox.rows()].map(projectOf));
    for (const { project } of this.#said ?? []) names.add(project);
    names.delete("");
    return [...names].sort();
  });

  of(project: string): Asking {
    return this.#said?.find((one) => one.project === project)?.asking ?? "normal";
  }

  async load(): Promise<void> {
    await this.#try(async () => (await this.session.backend.asking()).items);
  }

  /** Whether it was saved. */
  async wish(project: string, asking: Asking): Promise<boolean> {
    return this.#try(async () => (await this.session.backend.wishAsking({ project, asking })).items);
  }

  async #try(act: () => Promise<ProjectAsking[]>): Promise<boolean> {
    try {
      this.#said = await act();
      this.trouble = undefined;
      return true;
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      this.trouble = error.message;
      return false;
    }
  }
}

/** From the commands: said at once, with the way back to what held before. */
export async function askLess(session: Session, project: string): Promise<void> {
  const wishes = new AskingWishes(session);
  await wishes.load();
  const before = wishes.of(project);
  if (!(await wishes.wish(project, "less"))) return session.telling.tell({ words: wishes.trouble ?? "Not saved." });
  session.telling.tell({
    words: `Agents in ${project} are told to ask less.`,
    undo: () => {
      session.telling.hush();
      void wishes.wish(project, before);
    },
  });
}
