// Which files can go into a reply as pictures, and why others cannot. Pure.

import type { ImageType } from "../contract";

const TYPES: readonly ImageType[] = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** What the server takes of one picture, in bytes. */
const MOST_BYTES = 10 * 1024 * 1024;

/** What the contract takes in one reply, or on one point. */
export const MOST_PICTURES = 10;

/** What of a pasted or dropped file matters. */
export interface PictureFile {
  name: string;
  type: string;
  size: number;
}

export function isPicture({ type }: Pick<PictureFile, "type">): boolean {
  return type.startsWith("image/");
}

/** Why a file cannot be taken, in words; nothing if it can. `held`: how many pictures are there already. */
export function objection(file: PictureFile, held: number): string | undefined {
  const name = file.name === "" ? "The file" : file.name;
  if (!isPicture(file)) return `${name} is not a picture.`;
  if (!TYPES.some((type) => type === file.type)) return `${name} is of a kind agents cannot see. PNG, JPEG, WebP and GIF can be sent.`;
  if (file.size > MOST_BYTES) return `${name} is larger than 10 MiB.`;
  if (held >= MOST_PICTURES) return `${name} is one too many: a reply takes ${MOST_PICTURES} pictures.`;
  return undefined;
}
