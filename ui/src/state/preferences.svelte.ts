// How the person wants the inbox: applied to the page at once, then saved on the server.
//
// What changes how the page looks is also remembered in this browser, so that a page does not come up in other colours
// than it will have a moment later. Knows nothing of the settings page.

import { type Backend, Refused, Unreachable } from "../backend/backend";
import type { CodeThemeInfo, Preferences, PreferencesInfo } from "../contract";

/** What holds until the server has said what the person chose. */
export const USUAL: Preferences = {
  theme: "system",
  textSize: 100,
  density: "comfortable",
  undoSeconds: 5,
  advance: "next",
  singleLetterKeys: true,
  codeTheme: "loopback",
  diffLayout: "unified",
  wrap: false,
  quickReplies: [{ text: "You decide and tell me" }, { text: "Go on" }, { text: "Explain more first" }],
};

/** Several changes in a moment, as from a slider, are saved as one, in milliseconds. */
const SAVE_AFTER_MS = 250;

/** What the page looks like, of all that can be chosen. */
type Look = Pick<Preferences, "theme" | "textSize" | "density" | "codeTheme" | "wrap">;

export class Chosen {
  current = $state.raw<Preferences>(USUAL);
  codeThemes = $state.raw<CodeThemeInfo[]>([]);
  /** The file they are kept in, once it is known. */
  file = $state<string>();
  /** `here`: changed, and not on the server yet. `refused`: see `trouble`. */
  kept = $state<"saved" | "here" | "refused">("saved");
  /** Why they could not be read or saved, in words. */
  trouble = $state<string>();

  readonly #backend: Backend;
  /** What was changed here and is not on the server yet: another window may have changed the rest. */
  #changes: Partial<Preferences> = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | undefined;

  constructor(backend: Backend) {
    this.#backend = backend;
    this.current = { ...USUAL, ...recall() };
    dress(this.current);
  }

  /** Fetches what is kept, by whichever window. What was changed here and is not saved yet is saved. */
  async load(): Promise<void> {
    if (this.kept !== "saved") return this.save();
    const before = this.#changes;
    try {
      const known = await this.#backend.preferences();
      // Changed here meanwhile: saving that fetches the rest.
      if (this.#changes === before) this.#learn(known);
    } catch (error) {
      this.trouble = explain("Your settings could not be read", error);
    }
  }

  change(change: Partial<Preferences>): void {
    this.#changes = { ...this.#changes, ...change };
    this.#take({ ...this.current, ...change });
    this.kept = "here";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), SAVE_AFTER_MS);
  }

  /** Saves what was changed, and again if more is changed meanwhile. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#saving) await this.#saving;
    if (this.kept === "saved") return;
    this.#saving = this.#save().finally(() => (this.#saving = undefined));
    await this.#saving;
  }

  /** After what went wrong: saves what is not saved, else fetches anew. */
  async retry(): Promise<void> {
    await (this.kept === "saved" ? this.load() : this.save());
  }

  /** What was changed here goes over what is kept by then, so that another window's changes stay. */
  async #save(): Promise<void> {
    const changes = this.#changes;
    try {
      const { preferences } = await this.#backend.preferences();
      const known = await this.#backend.savePreferences({ ...preferences, ...changes });
      // Changed again while this was on its way: that change has its own save coming.
      if (this.#changes !== changes) return;
      this.#changes = {};
      // As chosen here, even if the server writes it down a little differently: it may still be being typed.
      this.#learn({ ...known, preferences: { ...known.preferences, ...changes } });
    } catch (error) {
      if (this.#changes !== changes) return;
      this.trouble = explain("Not saved", error);
      this.kept = error instanceof Refused ? "refused" : "here";
    }
  }

  #learn(known: PreferencesInfo): void {
    this.codeThemes = known.codeThemes;
    this.file = known.file;
    this.trouble = undefined;
    this.kept = "saved";
    this.#take(known.preferences);
  }

  #take(preferences: Preferences): void {
    this.current = preferences;
    dress(preferences);
    remember(preferences);
  }
}

function explain(what: string, error: unknown): string {
  if (error instanceof Unreachable) return `${what}: Loopback does not answer. Until then, what you see here holds in this window.`;
  if (error instanceof Refused) return `${what}: ${error.message}`;
  throw error;
}

/** Puts a look on the page. */
function dress({ theme, textSize, density, codeTheme, wrap }: Look): void {
  // Tests of state have no page.
  if (typeof document === "undefined") return;
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  root.dataset["density"] = density;
  root.dataset["codeTheme"] = codeTheme;
  root.dataset["wrap"] = wrap ? "on" : "off";
  root.style.fontSize = textSize === 100 ? "" : `${textSize}%`;
}

const LOOK_AS = "loopback.look";

function recall(): Partial<Look> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(LOOK_AS) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Partial<Look>) : {};
  } catch {
    return {};
  }
}

function remember({ theme, textSize, density, codeTheme, wrap }: Look): void {
  try {
    localStorage.setItem(LOOK_AS, JSON.stringify({ theme, textSize, density, codeTheme, wrap } satisfies Look));
  } catch {
    // Only saves a flash of other colours: not worth a word.
  }
}
