// How long to wait before trying again. Pure.

const FIRST_MS = 250;
const LONGEST_MS = 5_000;

/**
 * Milliseconds to wait after `failures` failures in a row. `chance` in 0..1 spreads them, so that several windows do
 * not all come back in the same moment.
 */
export function pause(failures: number, chance: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 16));
  return Math.round(full * (0.5 + chance / 2));
}
