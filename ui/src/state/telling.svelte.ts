// What the person is told for a moment, in a line over the page.

/** How long it is told, in milliseconds. */
const TOLD_MS = 8_000;

export interface Notice {
  words: string;
  /** Undoes what is told of. */
  undo?: () => void;
}

export class Telling {
  notice = $state.raw<Notice>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  tell(notice: Notice): void {
    clearTimeout(this.#timer);
    this.notice = notice;
    this.#timer = setTimeout(() => this.hush(), TOLD_MS);
  }

  /** Tells no more of it. */
  hush(): void {
    clearTimeout(this.#timer);
    this.notice = undefined;
  }
}
