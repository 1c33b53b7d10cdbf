// What a key means, before anybody asks where the page is. Pure.
//
// No key without a modifier sends or closes anything. A held key's repeats and the keys of an input method's
// composition mean nothing here.

import type { Outcome } from "./reply";

/** What of a key event and its target matters. */
export interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  repeat: boolean;
  isComposing: boolean;
  keyCode: number;
}

/** Where the key was pressed: in a field for words, on something that takes keys of its own, or elsewhere. */
export type Where = "words" | "control" | "page";

export type Command =
  | { do: "send" }
  | { do: "up" }
  | { do: "help" }
  | { do: "move"; by: 1 | -1; arrow: boolean }
  | { do: "open" }
  | { do: "pick"; index: number }
  | { do: "arm"; outcome: Outcome }
  | { do: "unfold" }
  | { do: "fold" }
  | { do: "resolve" }
  | { do: "resolveSection" };

const IME_KEYCODE = 229;

export function command(key: Key, where: Where): Command | undefined {
  if (key.repeat || key.isComposing || key.keyCode === IME_KEYCODE) return undefined;
  if (key.altKey) return undefined;
  if (key.ctrlKey || key.metaKey) return key.key === "Enter" && !key.shiftKey ? { do: "send" } : undefined;
  if (key.key === "Escape") return { do: "up" };
  if (where === "words") return undefined;
  if (key.shiftKey) {
    if (key.key === "?") return { do: "help" };
    return key.key === "E" ? { do: "resolveSection" } : undefined;
  }
  switch (key.key) {
    case "?":
      return { do: "help" };
    case "j":
      return { do: "move", by: 1, arrow: false };
    case "k":
      return { do: "move", by: -1, arrow: false };
    case "a":
      return { do: "arm", outcome: "approved" };
    case "r":
      return { do: "arm", outcome: "changes_requested" };
    case "f":
      return { do: "arm", outcome: "follow_up" };
    case "x":
      return { do: "arm", outcome: "dismissed" };
    case "e":
      return { do: "resolve" };
  }
  if (/^[1-9]$/.test(key.key)) return { do: "pick", index: Number(key.key) - 1 };
  if (where === "control") return undefined;
  switch (key.key) {
    case "ArrowDown":
      return { do: "move", by: 1, arrow: true };
    case "ArrowUp":
      return { do: "move", by: -1, arrow: true };
    case "ArrowRight":
      return { do: "unfold" };
    case "ArrowLeft":
      return { do: "fold" };
    case "Enter":
      return { do: "open" };
  }
  return undefined;
}
