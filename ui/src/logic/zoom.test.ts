import { expect, it } from "vitest";
import { fit, LARGEST, pan, zoom } from "./zoom";

const frame = { width: 800, height: 600 };
const large = { width: 1600, height: 1200 };

it("a large picture fits, a small one keeps its size", () => {
  expect(fit(large, frame)).toEqual({ scale: 0.5, x: 0, y: 0 });
  expect(fit({ width: 40, height: 30 }, frame).scale).toBe(1);
});

it("what is under the pointer stays there", () => {
  const at = { x: 200, y: -100 };
  const before = fit(large, frame);
  const after = zoom(before, 4, large, frame, at);
  const point = (view: typeof before) => [(at.x - view.x) / view.scale, (at.y - view.y) / view.scale];
  expect(after.scale).toBe(2);
  expect(point(after)).toEqual(point(before));
});

it("no smaller than it fits and no larger than is any use", () => {
  expect(zoom(fit(large, frame), 0.1, large, frame)).toEqual(fit(large, frame));
  expect(zoom(fit(large, frame), 1e6, large, frame).scale).toBe(LARGEST);
});

it("a picture does not leave the frame", () => {
  const near = zoom(fit(large, frame), 2, large, frame);
  expect(pan(near, { x: 9_999, y: -9_999 }, large, frame)).toEqual({ scale: 1, x: 400, y: -300 });
  expect(pan(fit(large, frame), { x: 50, y: 50 }, large, frame)).toEqual({ scale: 0.5, x: 0, y: 0 });
});
