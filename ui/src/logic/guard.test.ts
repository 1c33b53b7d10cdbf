import { describe, expect, it } from "vitest";
import { Guard } from "./guard";

const enter = { code: "Enter", modified: true };
const control = { code: "ControlLeft", modified: true };
const letter = { code: "KeyJ", modified: false };

describe("the guard", () => {
  it("lets nothing be sent in the first half second of a window", () => {
    const guard = new Guard(1000);
    expect(guard.allows(1499)).toBe(false);
    expect(guard.allows(1500)).toBe(true);
  });

  it("waits half a second after the last key, not after the window came", () => {
    const guard = new Guard(0);
    guard.pressed(letter, 400);
    guard.released("KeyJ", 450);
    expect(guard.allows(800)).toBe(false);
    expect(guard.allows(900)).toBe(true);
  });

  it("stays shut while a key is held, however long", () => {
    const guard = new Guard(0);
    guard.pressed(letter, 10);
    expect(guard.allows(10_000)).toBe(false);
    guard.released("KeyJ", 10_001);
    expect(guard.allows(10_001)).toBe(true);
  });

  it("lets a chord through that begins after the quiet", () => {
    const guard = new Guard(0);
    guard.pressed(control, 600);
    guard.pressed(enter, 620);
    expect(guard.allows(620)).toBe(true);
  });

  it("refuses a chord whose modifier went down during the wait", () => {
    const guard = new Guard(0);
    guard.pressed(control, 300);
    guard.pressed(enter, 700);
    expect(guard.allows(700)).toBe(false);
  });

  it("refuses a chord whose modifier was down before the window was there", () => {
    const guard = new Guard(0);
    guard.pressed(enter, 450);
    guard.released("Enter", 460);
    expect(guard.allows(600)).toBe(false);
  });

  it("once open stays open while the person types", () => {
    const guard = new Guard(0);
    expect(guard.allows(500)).toBe(true);
    guard.pressed(letter, 510);
    expect(guard.allows(511)).toBe(true);
  });

  it("shuts again when the page moves on to the next ask", () => {
    const guard = new Guard(0);
    expect(guard.allows(500)).toBe(true);
    guard.pressed(control, 600);
    guard.pressed(enter, 610);
    guard.arm(650);
    expect(guard.allows(2000)).toBe(false);
    guard.released("Enter", 2000);
    guard.released("ControlLeft", 2010);
    expect(guard.allows(2010)).toBe(true);
  });

  it("forgets held keys when the window loses focus", () => {
    const guard = new Guard(0);
    guard.pressed(letter, 10);
    guard.left();
    guard.arm(1000);
    expect(guard.allows(1500)).toBe(true);
  });

  it("believes Command's release, after which no other key is held", () => {
    const guard = new Guard(0);
    guard.pressed({ code: "MetaLeft", modified: true }, 10);
    guard.pressed(enter, 20);
    guard.released("MetaLeft", 30);
    expect(guard.allows(520)).toBe(true);
  });
});
