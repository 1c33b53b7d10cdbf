// What the head of a picture's file says of it, before anything decodes it: how large it will be, and whether it moves.
// Pure; of PNG, JPEG, GIF and WebP, which are all that uploads may be.

export interface PictureFacts {
  /** In pixels. */
  width: number;
  height: number;
  /** Whether it has more than one frame. */
  moves: boolean;
}

/** More pixels than this are decoded only when the person asks for it: four bytes each, 128 MiB in all. */
export const MOST_PIXELS = 32 * 1024 * 1024;

/** Nothing if the file is none of these, or is cut off before it says. */
export function factsOf(bytes: Uint8Array): PictureFacts | undefined {
  const file = new File(bytes);
  if (file.says(0, "\x89PNG\r\n\x1a\n")) return png(file);
  if (file.says(0, "GIF87a") || file.says(0, "GIF89a")) return gif(file);
  if (file.says(0, "RIFF") && file.says(8, "WEBP")) return webp(file);
  if (file.byte(0) === 0xff && file.byte(1) === 0xd8) return jpeg(file);
  return undefined;
}

class File {
  constructor(private readonly bytes: Uint8Array) {}

  get length(): number {
    return this.bytes.length;
  }

  /** What lies beyond the end is nought. */
  byte(at: number): number {
    return this.bytes[at] ?? 0;
  }

  big(at: number, length: number): number {
    let value = 0;
    for (let index = 0; index < length; index += 1) value = value * 256 + this.byte(at + index);
    return value;
  }

  little(at: number, length: number): number {
    let value = 0;
    for (let index = length - 1; index >= 0; index -= 1) value = value * 256 + this.byte(at + index);
    return value;
  }

  says(at: number, text: string): boolean {
    for (let index = 0; index < text.length; index += 1) if (this.byte(at + index) !== text.charCodeAt(index)) return false;
    return true;
  }
}

function known(width: number, height: number, moves: boolean): PictureFacts | undefined {
  return width > 0 && height > 0 ? { width, height, moves } : undefined;
}

function png(file: File): PictureFacts | undefined {
  if (!file.says(12, "IHDR")) return undefined;
  let moves = false;
  // An animation says so before the picture's own data.
  for (let at = 8; at + 8 <= file.length && !file.says(at + 4, "IDAT"); at += 12 + file.big(at, 4)) {
    if (file.says(at + 4, "acTL")) moves = file.big(at + 8, 4) > 1;
  }
  return known(file.big(16, 4), file.big(20, 4), moves);
}

function gif(file: File): PictureFacts | undefined {
  const table = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let frames = 0;
  let at = 13 + table(file.byte(10));
  const skipBlocks = () => {
    while (at < file.length && file.byte(at) > 0) at += file.byte(at) + 1;
    at += 1;
  };
  while (at < file.length && frames < 2) {
    const kind = file.byte(at);
    if (kind === 0x21) {
      at += 2;
      skipBlocks();
    } else if (kind === 0x2c) {
      frames += 1;
      at += 10 + table(file.byte(at + 9)) + 1;
      skipBlocks();
    } else break;
  }
  return known(file.little(6, 2), file.little(8, 2), frames > 1);
}

function webp(file: File): PictureFacts | undefined {
  if (file.says(12, "VP8X")) {
    return known(1 + file.little(24, 3), 1 + file.little(27, 3), (file.byte(20) & 0x02) !== 0);
  }
  if (file.says(12, "VP8L")) {
    const bits = file.little(21, 4);
    return known(1 + (bits % 0x4000), 1 + (Math.floor(bits / 0x4000) % 0x4000), false);
  }
  if (file.says(12, "VP8 ")) return known(file.little(26, 2) % 0x4000, file.little(28, 2) % 0x4000, false);
  return undefined;
}

function jpeg(file: File): PictureFacts | undefined {
  for (let at = 2; at + 9 < file.length; ) {
    if (file.byte(at) !== 0xff) return undefined;
    const marker = file.byte(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // The frame's own head; what lies between its numbers are tables.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return known(file.big(at + 7, 2), file.big(at + 5, 2), false);
    }
    const bare = (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;
    at += bare ? 2 : 2 + Math.max(2, file.big(at + 2, 2));
  }
  return undefined;
}
