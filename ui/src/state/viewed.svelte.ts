// Which files of a review's diffs the person has ticked off. A file is known by what its hunks say, so that a tick holds
// in the next version too while they are the same.

import { SvelteSet } from "svelte/reactivity";
import type { Backend } from "../backend/backend";
import type { AskId } from "../contract";

export class Viewed {
  readonly #digests = new SvelteSet<string>();
  /** Whether they have come: before that no file is folded for having been seen. */
  known = $state(false);
  /** Why a tick did not hold. */
  trouble = $state<string>();
  #loading: Promise<void> | undefined;

  constructor(
    private readonly id: AskId,
    private readonly backend: Backend,
  ) {}

  has(digest: string): boolean {
    return this.#digests.has(digest);
  }

  /** Fetches the ticks, once. */
  load(): Promise<void> {
    return (this.#loading ??= this.backend.viewed(this.id).then(
      ({ digests }) => {
        for (const digest of digests) this.#digests.add(digest);
        this.known = true;
      },
      () => {
        this.#loading = undefined;
      },
    ));
  }

  /** Ticks a file off or takes the tick away; at once, and back again if that was refused. */
  async set(digest: string, viewed: boolean): Promise<void> {
    this.trouble = undefined;
    this.#put(digest, viewed);
    try {
      await this.backend.view(this.id, { digest, viewed });
    } catch {
      this.#put(digest, !viewed);
      this.trouble = "The tick could not be kept.";
    }
  }

  #put(digest: string, viewed: boolean): void {
    if (viewed) this.#digests.add(digest);
    else this.#digests.delete(digest);
  }
}
