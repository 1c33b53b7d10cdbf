// What a file that is taken away is called. Pure.

import type { ExportFormat } from "../contract";

/** With the day in it, as the person's calendar has it: `loopback-decisions-2026-11-30.md`. */
export function fileName(what: string, format: ExportFormat, day: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const date = `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
  return `loopback-${what}-${date}.${format === "markdown" ? "md" : "json"}`;
}
