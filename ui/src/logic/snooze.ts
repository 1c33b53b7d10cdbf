// For how long an ask can be put off. Pure: takes the time, in the person's own zone.

export interface Putting {
  words: string;
  until: Date;
}

const HOUR_MS = 60 * 60 * 1000;
const EVENING = 18;
const MORNING = 9;

/** In an hour, this evening while that is further off than the hour, tomorrow morning. */
export function puttings(now: Date): Putting[] {
  const hour = new Date(now.getTime() + HOUR_MS);
  const evening = at(now, 0, EVENING);
  const offered = [{ words: "For an hour", until: hour }];
  if (evening > hour) offered.push({ words: "This evening", until: evening });
  return [...offered, { words: "Tomorrow", until: at(now, 1, MORNING) }];
}

function at(day: Date, later: number, hour: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later, hour);
}
