import { describe, expect, it } from "vitest";
import { BINDINGS, type Command, command, type Key, keyFor, keyList, type Letters, type Where } from "./keys";

const plain: Key = {
  key: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  keyCode: 0,
};

function check(key: Partial<Key>, where: Where, expected: Command | undefined, letters?: Letters) {
  expect(command({ ...plain, ...key }, where, letters)).toEqual(expected);
}

describe("sending", () => {
  it("takes Ctrl or Command with Enter, from anywhere", () => {
    for (const where of ["words", "control", "page"] as const) {
      check({ key: "Enter", ctrlKey: true }, where, { do: "send" });
      check({ key: "Enter", metaKey: true }, where, { do: "send" });
    }
  });

  it("never comes of a key without a modifier", () => {
    for (const key of ["Enter", " ", ..."abcdefghijklmnopqrstuvwxyz0123456789", "Backspace", "Delete", "Tab", "F5"]) {
      for (const where of ["words", "control", "page"] as const) {
        expect(command({ ...plain, key }, where)?.do).not.toBe("send");
      }
    }
  });

  it("never comes of a held key", () => check({ key: "Enter", ctrlKey: true, repeat: true }, "words", undefined));

  it("never comes of the Enter that ends a composition", () => {
    check({ key: "Enter", ctrlKey: true, isComposing: true }, "words", undefined);
    check({ key: "Enter", ctrlKey: true, keyCode: 229 }, "words", undefined);
  });

  it("is not Ctrl+Alt+Enter or Ctrl+Shift+Enter", () => {
    check({ key: "Enter", ctrlKey: true, altKey: true }, "words", undefined);
    check({ key: "Enter", ctrlKey: true, shiftKey: true }, "words", undefined);
  });
});

it("letters and digits are words in a field, commands elsewhere", () => {
  check({ key: "a" }, "words", undefined);
  check({ key: "3" }, "words", undefined);
  check({ key: "?", shiftKey: true }, "words", undefined);
  check({ key: "a" }, "page", { do: "arm", outcome: "approved" });
  check({ key: "3" }, "control", { do: "pick", index: 2 });
  check({ key: "?", shiftKey: true }, "page", { do: "help" });
});

it("letters with a modifier belong to the browser", () => {
  check({ key: "a", ctrlKey: true }, "page", undefined);
  check({ key: "r", metaKey: true }, "page", undefined);
  check({ key: "f", ctrlKey: true, shiftKey: true }, "page", undefined);
  check({ key: "a", altKey: true }, "page", undefined);
});

it("no held key moves or arms", () => {
  check({ key: "j", repeat: true }, "page", undefined);
  check({ key: "x", repeat: true }, "page", undefined);
});

it("Escape goes up even out of a field", () => check({ key: "Escape" }, "words", { do: "up" }));

it("Enter and arrows stay with a control that uses them", () => {
  check({ key: "ArrowDown" }, "control", undefined);
  check({ key: "Enter" }, "control", undefined);
  check({ key: "ArrowDown" }, "page", { do: "move", by: 1, arrow: true });
});

it("searching and the palette are reached from everywhere, words too", () => {
  check({ key: "f", ctrlKey: true }, "words", { do: "search" });
  check({ key: "k", metaKey: true }, "words", { do: "palette" });
  check({ key: "/" }, "page", { do: "search" });
  check({ key: "/" }, "words", undefined);
});

it("signs and digits count however a keyboard writes them", () => {
  check({ key: "/", shiftKey: true }, "page", { do: "search" });
  check({ key: "1", shiftKey: true }, "page", { do: "pick", index: 0 });
  const altGr = (name: string) => name === "AltGraph";
  check({ key: "]", ctrlKey: true, altKey: true, getModifierState: altGr }, "page", { do: "hunk", by: 1 });
  check({ key: "e" }, "page", { do: "resolve" });
  check({ key: "E", shiftKey: true }, "page", { do: "resolveSection" });
  check({ key: "J" }, "page", { do: "move", by: 1, arrow: false });
});

it("without single-letter keys no key that writes a character does anything", () => {
  for (const binding of BINDINGS) {
    if (binding.key.length > 1 || binding.held === "primary") continue;
    check({ key: binding.key, shiftKey: binding.held === "shift" }, "page", undefined, "off");
  }
  check({ key: "Escape" }, "page", { do: "up" }, "off");
  check({ key: "k", ctrlKey: true }, "page", { do: "palette" }, "off");
  check({ key: "ArrowDown" }, "page", { do: "move", by: 1, arrow: true }, "off");
});

it("no two keys mean the same thing pressed in the same place", () => {
  const pressed = BINDINGS.map((binding) => `${binding.held ?? ""} ${binding.key}`);
  expect(new Set(pressed).size).toBe(pressed.length);
});

it("the list of keys names every key once, the digits together", () => {
  const lines = keyList("Ctrl").flatMap(({ lines }) => lines);
  expect(lines.find((line) => line.says === "pick a choice")?.keys).toEqual(["1 – 9"]);
  expect(lines.find((line) => line.says.startsWith("search"))?.keys).toEqual(["/", "Ctrl F"]);
  expect(lines.flatMap((line) => line.keys)).toContain("Shift E");
  expect(keyFor({ do: "arm", outcome: "approved" }, "Ctrl")).toBe("A");
});
