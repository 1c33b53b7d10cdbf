// From where a block was read, in words. Pure.

import type { ReadFrom } from "../contract";
import { clock } from "./age";

/** As many digits of a commit as people know it by. */
const SHORT = 7;

export function readWords(read: ReadFrom, now: number, locale?: string): { when: string; commits: string } {
  const when = `Read from disk ${clock(read.at, now, locale)}`;
  const short = (commit: string) => commit.slice(0, SHORT);
  const to = read.worktree ? "work tree" : read.head && short(read.head);
  if (read.base) return { when, commits: `${short(read.base)}..${to ?? "HEAD"}` };
  return { when, commits: read.head ? `HEAD ${short(read.head)}` : "" };
}

/** What a diff of the work tree leaves out. */
export function leftOut({ untracked }: ReadFrom): string {
  if (!untracked) return "";
  const { count, files } = untracked;
  const named = files.slice(0, 3).join(", ") + (count > 3 ? ", …" : "");
  return `${count === 1 ? "One file" : `${count} files`} git does not track left out: ${named}`;
}
