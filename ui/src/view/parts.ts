// The parts of the page that are not needed at first. They are fetched when wanted or, once the page has come up, ahead of
// that: they are there even if the server is gone by then.

export const parts = {
  search: () => import("./Search.svelte"),
  decisions: () => import("./Decisions.svelte"),
  settings: () => import("./Settings.svelte"),
  help: () => import("./Help.svelte"),
  palette: () => import("./Palette.svelte"),
  snooze: () => import("./SnoozeMenu.svelte"),
  forsaken: () => import("./Dismissing.svelte"),
};

/** Parts of an ask that most asks have not, or that are not seen at first. */
export const rare = {
  deeds: () => import("./AskDeeds.svelte"),
  notes: () => import("./DraftNotes.svelte"),
  before: () => import("./Before.svelte"),
  stopping: () => import("./Stopping.svelte"),
  read: () => import("./ReadFrom.svelte"),
  together: () => import("./Together.svelte"),
};

/** How long after its beginning the page is taken to have come up, in milliseconds. */
const UP_MS = 3_000;

/** Fetches all of them in a while, unless the returned function is called. */
export function fetchAhead(): () => void {
  const timer = setTimeout(() => {
    for (const load of [...Object.values(parts), ...Object.values(rare)]) {
      load().catch(() => {
        // It is fetched again when it is wanted.
      });
    }
  }, UP_MS);
  return () => clearTimeout(timer);
}
