import { describe, expect, it } from "vitest";
import { visible } from "./visible";

describe("plain texts of agents", () => {
  it("stay as they are where every character is seen", () => {
    for (const text of ["Deploy now?", "naïve café", "日本語", "שלום", "👩‍💻 ok ☕️", "a\tb\nc"]) expect(visible(text)).toBe(text);
  });

  it("cannot be turned around", () => {
    expect(visible("\u202eon")).toBe("⟨U+202E⟩on");
    expect(visible("a\u2066b\u2069")).toBe("a⟨U+2066⟩b⟨U+2069⟩");
  });

  it("cannot hide what tells two of them apart", () => {
    expect(visible("Yes\u200b")).toBe("Yes⟨U+200B⟩");
    expect(visible("Yes\u0000")).toBe("Yes⟨U+0000⟩");
    expect(visible("Yes\u{e0041}")).toBe("Yes⟨U+E0041⟩");
  });
});
