// How old something is, in the fewest words. Owns no clock.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A short age for a row: `now`, `5 min`, `3 h`, `2 d`, then the date. A moment in the future is `now`. */
export function age(at: string, now: number, locale?: string): string {
  const passed = now - Date.parse(at);
  if (passed < MINUTE) return "now";
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min`;
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h`;
  if (passed < 7 * DAY) return `${Math.floor(passed / DAY)} d`;
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    ...(sameYear ? {} : { year: "numeric" }),
  }).format(new Date(at));
}

/** The same age as a sentence part for a screen reader: `5 minutes ago`. */
export function spokenAge(at: string, now: number): string {
  const passed = now - Date.parse(at);
  if (passed < MINUTE) return "just now";
  if (passed < HOUR) return ago(Math.floor(passed / MINUTE), "minute");
  if (passed < DAY) return ago(Math.floor(passed / HOUR), "hour");
  return ago(Math.floor(passed / DAY), "day");
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

/** The exact moment, for a tooltip. */
export function exactly(at: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "medium" }).format(new Date(at));
}

/** The time of day for a turn; with its date if that is not today. */
export function clock(at: string, now: number, locale?: string): string {
  const then = new Date(at);
  const today = then.toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(locale, {
    hour: "2-digit",
    minute: "2-digit",
    ...(today ? {} : { day: "numeric", month: "short" }),
  }).format(then);
}

/** A moment to come, as short as it can be understood: `18:00`, `tomorrow 09:00`, `Fri 09:00`, then the date. */
export function moment(at: string, now: number, locale?: string): string {
  const then = new Date(at);
  const days = daysBetween(new Date(now), then);
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(then);
  if (days === 0) return time;
  if (days === 1) return `tomorrow ${time}`;
  const day: Intl.DateTimeFormatOptions = days < 7 ? { weekday: "short" } : { day: "numeric", month: "short" };
  return `${new Intl.DateTimeFormat(locale, day).format(then)} ${time}`;
}

/** The day something happened on: `Today`, `Yesterday`, then the date. */
export function dayOf(at: string, now: number, locale?: string): string {
  const then = new Date(at);
  const days = daysBetween(then, new Date(now));
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  const sameYear = then.getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(sameYear ? {} : { year: "numeric" }),
  }).format(then);
}

/** How many midnights lie between two moments. */
function daysBetween(from: Date, to: Date): number {
  const midnight = (day: Date) => Date.UTC(day.getFullYear(), day.getMonth(), day.getDate());
  return Math.round((midnight(to) - midnight(from)) / DAY);
}
