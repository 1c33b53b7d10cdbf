// What a key means, before anybody asks where the page is. Pure. One table: the handler, the list of keys and the palette
// all read it.
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
  getModifierState?(name: string): boolean;
}

/** Where the key was pressed: in a field for words, on something that takes keys of its own, or elsewhere. */
export type Where = "words" | "control" | "page";

/** Whether keys that write a character are commands. */
export type Letters = "on" | "off";

export type Command =
  | { do: "send" }
  | { do: "up" }
  | { do: "help" }
  | { do: "palette" }
  | { do: "search" }
  | { do: "move"; by: 1 | -1; arrow: boolean }
  | { do: "open" }
  | { do: "pick"; index: number }
  | { do: "arm"; outcome: Outcome }
  | { do: "snooze" }
  | { do: "undo" }
  | { do: "file"; by: 1 | -1 }
  | { do: "hunk"; by: 1 | -1 }
  | { do: "line" }
  | { do: "tick" }
  | { do: "unfold" }
  | { do: "fold" }
  | { do: "resolve" }
  | { do: "resolveSection" };

export const GROUPS = ["Moving", "Answering", "Reading a change", "On a point of a briefing"] as const;
export type Group = (typeof GROUPS)[number];

export interface Binding {
  /** The key, as the event names it; letters small. */
  key: string;
  /** What must be held with it: Ctrl or Command; or Shift. */
  held?: "primary" | "shift";
  /** Where it does not reach: into words, or onto controls either. */
  within: "everywhere" | "outside words" | "page";
  command: Command;
  /** For the list of keys: what stands on the key, where its name does not do. */
  label?: string;
  group: Group;
  /** For the list of keys. Keys that say the same stand together. */
  says: string;
}

const TEN = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

export const BINDINGS: readonly Binding[] = [
  bind("j", "outside words", { do: "move", by: 1, arrow: false }, "Moving", "next, previous ask"),
  bind("k", "outside words", { do: "move", by: -1, arrow: false }, "Moving", "next, previous ask"),
  bind("ArrowDown", "page", { do: "move", by: 1, arrow: true }, "Moving", "the same within a list, or from point to point", "↓"),
  bind("ArrowUp", "page", { do: "move", by: -1, arrow: true }, "Moving", "the same within a list, or from point to point", "↑"),
  bind("Enter", "page", { do: "open" }, "Moving", "open"),
  bind("Escape", "everywhere", { do: "up" }, "Moving", "up one level; nothing is discarded", "Esc"),
  bind("/", "outside words", { do: "search" }, "Moving", "search everything asked and answered"),
  primary("f", { do: "search" }, "Moving", "search everything asked and answered"),
  primary("k", { do: "palette" }, "Moving", "all commands, asks and projects"),
  bind("?", "outside words", { do: "help" }, "Moving", "this list"),
  ...TEN.map((key, index) => bind(key, "outside words", { do: "pick", index }, "Answering", "pick a choice")),
  bind("a", "outside words", { do: "arm", outcome: "approved" }, "Answering", "arm: approve"),
  bind("r", "outside words", { do: "arm", outcome: "changes_requested" }, "Answering", "arm: request changes"),
  bind("f", "outside words", { do: "arm", outcome: "follow_up" }, "Answering", "arm: ask back"),
  bind("x", "outside words", { do: "arm", outcome: "dismissed" }, "Answering", "arm: dismiss"),
  primary("Enter", { do: "send" }, "Answering", "send what is armed; the only key that sends"),
  bind("u", "outside words", { do: "undo" }, "Answering", "undo: take the reply back, or the ask out of its snooze"),
  bind("h", "outside words", { do: "snooze" }, "Answering", "snooze"),
  bind("n", "outside words", { do: "file", by: 1 }, "Reading a change", "next, previous file, or question of several"),
  bind("p", "outside words", { do: "file", by: -1 }, "Reading a change", "next, previous file, or question of several"),
  bind("]", "outside words", { do: "hunk", by: 1 }, "Reading a change", "next, previous hunk"),
  bind("[", "outside words", { do: "hunk", by: -1 }, "Reading a change", "next, previous hunk"),
  bind("c", "outside words", { do: "line" }, "Reading a change", "go line by line with ↓ and ↑; once more: comment"),
  bind("v", "outside words", { do: "tick" }, "Reading a change", "tick the file off as viewed"),
  bind("ArrowRight", "page", { do: "unfold" }, "On a point of a briefing", "open", "Space or →"),
  bind("ArrowLeft", "page", { do: "fold" }, "On a point of a briefing", "fold", "←"),
  bind("e", "outside words", { do: "resolve" }, "On a point of a briefing", "resolve and go on"),
  { ...bind("e", "outside words", { do: "resolveSection" }, "On a point of a briefing", "resolve the whole section"), held: "shift" },
];

function bind(key: string, within: Binding["within"], command: Command, group: Group, says: string, label?: string): Binding {
  return { key, within, command, group, says, ...(label === undefined ? {} : { label }) };
}

function primary(key: string, command: Command, group: Group, says: string): Binding {
  return { ...bind(key, "everywhere", command, group, says), held: "primary" };
}

const IME_KEYCODE = 229;

export function command(key: Key, where: Where, letters: Letters = "on"): Command | undefined {
  if (key.repeat || key.isComposing || key.keyCode === IME_KEYCODE) return undefined;
  const held = heldWith(key);
  if (held === "other") return undefined;
  const name = key.key.length === 1 ? key.key.toLowerCase() : key.key;
  const writes = key.key.length === 1 && held !== "primary";
  if (writes && (letters === "off" || where === "words")) return undefined;
  return BINDINGS.find((binding) => binding.key === name && reaches(binding, where) && suits(binding, held))?.command;
}

function reaches(binding: Binding, where: Where): boolean {
  if (binding.within === "everywhere") return true;
  return binding.within === "outside words" ? where !== "words" : where === "page";
}

/** What is held makes another key of a letter. What a sign or a digit needs differs from keyboard to keyboard. */
function suits(binding: Binding, held: "primary" | "shift" | "nothing"): boolean {
  if (held === "primary" || binding.held === "primary") return binding.held === held;
  const isSign = binding.key.length === 1 && !/[a-z]/.test(binding.key);
  return isSign || (binding.held ?? "nothing") === held;
}

function heldWith(key: Key): "primary" | "shift" | "nothing" | "other" {
  // AltGr writes signs on many keyboards; some systems show it as Ctrl with Alt.
  const writing = key.key.length === 1 && key.getModifierState?.("AltGraph") === true;
  if (writing) return "nothing";
  if (key.altKey) return "other";
  if (key.ctrlKey || key.metaKey) return key.shiftKey ? "other" : "primary";
  return key.shiftKey ? "shift" : "nothing";
}

/** One line of the list of keys. */
export interface KeyLine {
  keys: string[];
  says: string;
}

/** The list of keys, as `primary` names the key that is Ctrl or Command. */
export function keyList(primaryName: string): { group: Group; lines: KeyLine[] }[] {
  return GROUPS.map((group) => {
    const lines: KeyLine[] = [];
    for (const binding of BINDINGS.filter((one) => one.group === group)) {
      const line = lines.find((one) => one.says === binding.says);
      if (line) line.keys.push(keyName(binding, primaryName));
      else lines.push({ keys: [keyName(binding, primaryName)], says: binding.says });
    }
    for (const line of lines) if (line.keys.join("") === TEN.join("")) line.keys = ["1 – 9"];
    return { group, lines };
  });
}

/** What is pressed for a command, if there is a key for it. */
export function keyFor(wanted: Command, primaryName: string): string | undefined {
  const same = JSON.stringify(wanted);
  const binding = BINDINGS.find((one) => JSON.stringify(one.command) === same);
  return binding && keyName(binding, primaryName);
}

function keyName(binding: Binding, primaryName: string): string {
  const name = binding.label ?? (binding.key.length === 1 ? binding.key.toUpperCase() : binding.key);
  if (binding.held === "primary") return `${primaryName} ${name}`;
  return binding.held === "shift" ? `Shift ${name}` : name;
}
