import { expect, it } from "vitest";
import { HEAVY, LIGHT, weightOf } from "./weight";

it("all texts count, however deep they lie", () => {
  const half = "x".repeat(LIGHT / 2);
  expect(weightOf({ question: half }, [{ answer: half }])).toBe("light");
  expect(weightOf({ question: half }, [{ answer: half, content: [{ type: "code", code: "y" }] }])).toBe("middling");
  expect(weightOf({ content: [{ text: "x".repeat(HEAVY + 1) }] }, [])).toBe("heavy");
});

it("what is no text weighs nothing", () => {
  expect(weightOf({ multiple: true, selected: [], at: 5 }, [])).toBe("light");
});
