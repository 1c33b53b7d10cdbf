// Pictures on their way into a reply: each goes up by itself and then belongs to the draft, by the id the server gave it.
//
// What failed stays, with the reason, to be tried again or let go. The words beside it are never touched.

import { type Backend, Refused, Unreachable } from "../backend/backend";
import { objection } from "../logic/pictures";

/** Where a picture belongs: to the reply as a whole, or to one point of a briefing. */
export type Whither = "reply" | { point: string };

/** A picture that is not part of the draft yet. */
export interface Rising {
  key: number;
  whither: Whither;
  /** What the person sees of it meanwhile; nothing for a file that was not taken at all. */
  address: string | undefined;
  file: File;
  /** Why it did not get there. */
  trouble: string | undefined;
}

/** Where the finished ones go. */
export interface Album {
  images(whither: Whither): readonly string[];
  add(whither: Whither, uploadId: string): void;
}

export class Attaching {
  rising = $state.raw<readonly Rising[]>([]);

  readonly #backend: Backend;
  readonly #album: Album;
  #next = 0;

  constructor(backend: Backend, album: Album) {
    this.#backend = backend;
    this.#album = album;
  }

  /** Whether something is still on its way up. */
  get busy(): boolean {
    return this.rising.some((one) => one.trouble === undefined);
  }

  of(whither: Whither): readonly Rising[] {
    return this.rising.filter((one) => same(one.whither, whither));
  }

  /** Takes files for a reply or a point. */
  take(whither: Whither, files: Iterable<File>): void {
    for (const file of files) {
      const held = this.#album.images(whither).length + this.of(whither).filter((one) => !one.trouble).length;
      const trouble = objection(file, held);
      const address = trouble === undefined ? URL.createObjectURL(file) : undefined;
      const rising: Rising = { key: (this.#next += 1), whither, address, file, trouble };
      this.rising = [...this.rising, rising];
      if (trouble === undefined) void this.#store(rising);
    }
  }

  again(key: number): void {
    const rising = this.rising.find((one) => one.key === key);
    if (!rising?.address || rising.trouble === undefined) return;
    const waiting = { ...rising, trouble: undefined };
    this.#put(waiting);
    void this.#store(waiting);
  }

  drop(key: number): void {
    const rising = this.rising.find((one) => one.key === key);
    if (rising?.address !== undefined) URL.revokeObjectURL(rising.address);
    this.rising = this.rising.filter((one) => one.key !== key);
  }

  async #store(rising: Rising): Promise<void> {
    try {
      const { uploadId } = await this.#backend.storePicture(rising.file);
      // Let go meanwhile.
      if (!this.rising.some((one) => one.key === rising.key)) return;
      this.#album.add(rising.whither, uploadId);
      this.drop(rising.key);
    } catch (error) {
      this.#put({ ...rising, trouble: explain(error) });
    }
  }

  #put(rising: Rising): void {
    this.rising = this.rising.map((one) => (one.key === rising.key ? rising : one));
  }
}

function same(a: Whither, b: Whither): boolean {
  return typeof a === "string" || typeof b === "string" ? a === b : a.point === b.point;
}

function explain(error: unknown): string {
  if (error instanceof Unreachable) return "Not stored: Loopback does not answer.";
  if (error instanceof Refused) return `Not stored: ${error.message}`;
  throw error;
}
