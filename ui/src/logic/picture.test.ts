import { expect, it } from "vitest";
import { factsOf } from "./picture";

const ascii = (text: string) => [...text].map((one) => one.charCodeAt(0));
const bytes = (...parts: (string | number[])[]) => Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? ascii(part) : part)));
const big = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

const IHDR = [...big(13), ...ascii("IHDR"), ...big(640), ...big(480), 8, 6, 0, 0, 0, ...big(0)];
const acTL = (frames: number) => [...big(8), ...ascii("acTL"), ...big(frames), ...big(0), ...big(0)];
const IDAT = [...big(0), ...ascii("IDAT"), ...big(0)];

it("a PNG says its size in its head, and that it moves before its data", () => {
  expect(factsOf(bytes("\x89PNG\r\n\x1a\n", IHDR, IDAT))).toEqual({ width: 640, height: 480, moves: false });
  expect(factsOf(bytes("\x89PNG\r\n\x1a\n", IHDR, acTL(3), IDAT))).toEqual({ width: 640, height: 480, moves: true });
  expect(factsOf(bytes("\x89PNG\r\n\x1a\n", IHDR, acTL(1), IDAT))?.moves).toBe(false);
});

const FRAME = [0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 2, 0x4c, 0x01, 0];
const gif = (frames: number, flags = 0, table: number[] = []) =>
  bytes("GIF89a", [0x40, 1, 0xf0, 0, flags, 0, 0], table, ...Array<number[]>(frames).fill(FRAME), [0x3b]);

it("a GIF moves if it has a second frame, whatever tables lie between", () => {
  expect(factsOf(gif(1))).toEqual({ width: 320, height: 240, moves: false });
  expect(factsOf(gif(2))).toEqual({ width: 320, height: 240, moves: true });
  expect(factsOf(gif(2, 0x81, Array<number>(12).fill(0)))?.moves).toBe(true);
});

it("a WebP is told by its first chunk", () => {
  const extended = (flags: number) => bytes("RIFF", big(0), "WEBPVP8X", [10, 0, 0, 0, flags, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0]);
  expect(factsOf(extended(0))).toEqual({ width: 640, height: 480, moves: false });
  expect(factsOf(extended(2))?.moves).toBe(true);
  const lossy = bytes("RIFF", big(0), "WEBPVP8 ", [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0x80, 2, 0xe0, 1]);
  expect(factsOf(lossy)).toEqual({ width: 640, height: 480, moves: false });
  const lossless = bytes("RIFF", big(0), "WEBPVP8L", [0, 0, 0, 0, 0x2f, 0x7f, 0xc2, 0x77, 0]);
  expect(factsOf(lossless)).toEqual({ width: 640, height: 480, moves: false });
});

it("a JPEG's size lies behind its other parts", () => {
  const file = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc4, 0, 3, 0, 0xff, 0xc2, 0, 17, 8, 1, 0xe0, 2, 0x80, 3, 0, 0, 0]);
  expect(factsOf(file)).toEqual({ width: 640, height: 480, moves: false });
});

it("what is cut off or something else says nothing", () => {
  for (const odd of [bytes(""), bytes("GIF89a"), bytes("\x89PNG\r\n\x1a\n"), bytes([0xff, 0xd8, 0xff]), bytes("<svg/>")]) {
    expect(factsOf(odd)).toBeUndefined();
  }
  expect(factsOf(gif(2).slice(0, 40))?.moves).toBe(false);
});
