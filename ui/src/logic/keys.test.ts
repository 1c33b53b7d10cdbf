import { describe, expect, it } from "vitest";
import { type Command, command, type Key, type Where } from "./keys";

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

function check(key: Partial<Key>, where: Where, expected: Command | undefined) {
  expect(command({ ...plain, ...key }, where)).toEqual(expected);
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
  check({ key: "f", ctrlKey: true }, "page", undefined);
  check({ key: "r", metaKey: true }, "page", undefined);
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
