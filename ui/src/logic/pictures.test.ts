import { expect, it } from "vitest";
import { objection } from "./pictures";

const png = { name: "shot.png", type: "image/png", size: 1000 };

it("a picture that agents can see is taken", () => {
  expect(objection(png, 0)).toBeUndefined();
  expect(objection({ ...png, type: "image/webp" }, 9)).toBeUndefined();
});

it("what is no picture, too large or one too many is refused by its name", () => {
  expect(objection({ ...png, name: "notes.txt", type: "text/plain" }, 0)).toBe("notes.txt is not a picture.");
  expect(objection({ ...png, type: "image/svg+xml" }, 0)).toContain("cannot see");
  expect(objection({ ...png, size: 11 * 1024 * 1024 }, 0)).toContain("10 MiB");
  expect(objection(png, 10)).toContain("one too many");
});
