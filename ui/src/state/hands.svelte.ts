// Listens to the person's hands for the guard: every key, the window's focus, the pointer's last word.

import { Guard } from "../logic/guard";

export class Hands {
  /** Whether the window has the focus: only then are key hints shown. */
  focused = $state(document.hasFocus());
  readonly #guard = new Guard(performance.now());

  listen(onFocus: (focused: boolean) => void): () => void {
    const keydown = (event: KeyboardEvent) => {
      if (!event.repeat) {
        const modified = event.ctrlKey || event.metaKey || event.altKey;
        this.#guard.pressed({ code: event.code, modified }, performance.now());
      } else if (isPress(event)) {
        // A held Enter or Space must not press a button again and again.
        event.preventDefault();
      }
    };
    const keyup = (event: KeyboardEvent) => this.#guard.released(event.code, performance.now());
    const focus = () => {
      this.#guard.arm(performance.now());
      this.focused = true;
      onFocus(true);
    };
    const blur = () => {
      this.#guard.left();
      this.focused = false;
      onFocus(false);
    };
    const shown = () => {
      if (document.visibilityState === "visible") this.#guard.arm(performance.now());
    };
    addEventListener("keydown", keydown, true);
    addEventListener("keyup", keyup, true);
    addEventListener("focus", focus);
    addEventListener("blur", blur);
    document.addEventListener("visibilitychange", shown);
    onFocus(this.focused);
    return () => {
      removeEventListener("keydown", keydown, true);
      removeEventListener("keyup", keyup, true);
      removeEventListener("focus", focus);
      removeEventListener("blur", blur);
      document.removeEventListener("visibilitychange", shown);
    };
  }

  /** Something else stands under the person's hands now. */
  arm(): void {
    this.#guard.arm(performance.now());
  }

  /** Whether a key or click that sends counts now. */
  maySend(): boolean {
    return this.#guard.allows(performance.now());
  }
}

function isPress(event: KeyboardEvent): boolean {
  return (event.key === "Enter" || event.key === " ") && event.target instanceof HTMLButtonElement;
}
