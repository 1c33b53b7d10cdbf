// When a key or a click that sends may count.
//
// A window that has just come up, gained focus, followed a link or moved on to the next ask lies under fingers that
// were meant for something else. Until every key was up and none was pressed for a while, nothing may be sent.
// Owns no clock and no listeners: the caller says what happened and when.

/** How long no key may have been pressed before sending counts, in milliseconds. */
export const QUIET_MS = 500;

/** What of a key event matters here. */
export interface KeyPress {
  code: string;
  /** A modifier that is down according to the event, whether or not its own press was seen. */
  modified: boolean;
}

const MODIFIER = /^(Control|Meta|Alt|Shift|OS)/;

export class Guard {
  #held = new Set<string>();
  #armed = true;
  #quietFrom: number;

  constructor(now: number) {
    this.#quietFrom = now;
  }

  /** Something moved under the person's hands: from here on, wait for quiet. */
  arm(now: number): void {
    this.#armed = true;
    this.#quietFrom = now;
  }

  pressed(key: KeyPress, now: number): void {
    this.#settle(now);
    if (key.modified && !MODIFIER.test(key.code) && !this.#holdsModifier()) {
      // A modifier that went down before we could see it: keys were not all up.
      this.#quietFrom = now;
    }
    this.#held.add(key.code);
    if (this.#armed) this.#quietFrom = now;
  }

  released(code: string, now: number): void {
    this.#settle(now);
    this.#held.delete(code);
    // macOS tells of no other key's release while Command is down.
    if (code.startsWith("Meta")) this.#held.clear();
  }

  /** The window lost focus: releases will not be seen any more. */
  left(): void {
    this.#held.clear();
  }

  /** Whether a key or click that sends counts now. */
  allows(now: number): boolean {
    this.#settle(now);
    return !this.#armed;
  }

  #settle(now: number): void {
    if (this.#armed && this.#held.size === 0 && now - this.#quietFrom >= QUIET_MS) this.#armed = false;
  }

  #holdsModifier(): boolean {
    for (const code of this.#held) if (MODIFIER.test(code)) return true;
    return false;
  }
}
