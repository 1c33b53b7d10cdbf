// A long text in runs of whole lines, each to be laid out by itself. Pure.

/** The most lines and about the most characters of one run. */
const LINES = 120;
const CHARACTERS = 8_000;

/** The text in runs, without the line end between two of them. */
export function runsOf(text: string): string[] {
  const runs: string[] = [];
  let start = 0;
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    lines += 1;
    if (lines < LINES && at - start < CHARACTERS) continue;
    runs.push(text.slice(start, at));
    start = at + 1;
    lines = 0;
  }
  runs.push(text.slice(start));
  return runs;
}

/** How many lines a text has. */
export function linesIn(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
