// The draft of one ask: what the person has typed and picked, on its way to disk.
//
// Every change reaches the server within a second. While it cannot, the draft is kept in this tab, and goes out when
// the server is back. Two windows on one draft: the newer edit wins, and the other is kept in `other`.

import { type Backend, Refused, Unreachable } from "../backend/backend";
import type { AskId, Draft, DraftContent } from "../contract";
import { apart, reconcile, sameDraft, tidy } from "../logic/draft";

/** A change is sent this long after it was made, in milliseconds; more typing does not put it off. */
const SAVE_AFTER_MS = 400;

/** Two windows writing at the same moment meet again at most this often before we wait for the next change. */
const MEETINGS = 4;

export type Kept = "saved" | "pending" | "here" | "refused";

export class Drafting {
  content = $state.raw<DraftContent>({});
  /** `here`: the server is away and the draft is kept in this tab. `refused`: see `problem`. */
  kept = $state<Kept>("saved");
  problem = $state<string>();
  /** Whether this was a reply that was held and never went. Until the person does something about it. */
  unsent = $state(false);
  /** What another window had written where this one's newer words now stand. */
  other = $state.raw<DraftContent>();

  /** Whether the reply will ask the agent to ask no more about this. Kept in this window only. */
  stopAsking = $state(false);

  /** What this window and the server last agreed on. */
  #agreed: DraftContent = {};
  #version = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | undefined;

  constructor(
    readonly id: AskId,
    private readonly backend: Backend,
  ) {
    const stashed = unstash(id);
    if (stashed) {
      this.content = stashed.content;
      this.#agreed = stashed.agreed;
      this.#version = stashed.version;
      this.kept = "here";
    }
  }

  change(change: DraftContent): void {
    this.replace({ ...this.content, ...change });
  }

  replace(content: DraftContent): void {
    this.content = content;
    this.unsent = false;
    this.#schedule();
  }

  /** Fetches what the server keeps, and brings it together with what stands here. */
  async load(): Promise<void> {
    if (this.#saving) return;
    try {
      const draft = await this.backend.draft(this.id);
      // Saved meanwhile: what came back is already old.
      if (this.#saving) return;
      this.#take(draft);
    } catch {
      // Unknown or away: what is typed is kept here, and meets the server's draft when it is saved.
    }
    if (!sameDraft(this.content, this.#agreed)) this.#schedule();
  }

  /** Gets every change out of the door now. Resolves when the server has it or cannot have it. */
  async flush(how = { leaving: false }): Promise<void> {
    this.#cancel();
    if (how.leaving && !sameDraft(this.content, this.#agreed)) this.#leave();
    if (this.#saving) await this.#saving;
    if (sameDraft(this.content, this.#agreed)) return;
    this.#saving = this.#save(how).finally(() => (this.#saving = undefined));
    await this.#saving;
  }

  /** The draft was sent: nothing of it is left to keep. */
  async sent(): Promise<void> {
    this.#cancel();
    if (this.#saving) await this.#saving;
    this.content = {};
    this.#agreed = {};
    this.#version = 0;
    this.kept = "saved";
    this.problem = undefined;
    this.other = undefined;
    this.unsent = false;
    this.stopAsking = false;
    forget(this.id);
    try {
      await this.backend.discardDraft(this.id);
    } catch {
      // At worst a sent text is there to see again.
    }
  }

  /** Lets the draft go, because the person says so. */
  async discard(): Promise<void> {
    await this.sent();
  }

  /** Puts the other window's draft in place of this one's. */
  useOther(): void {
    const other = this.other;
    if (!other) return;
    this.other = this.content;
    this.replace(other);
  }

  dropOther(): void {
    this.other = undefined;
  }

  /** There may be no time left to wait for anything. */
  #leave(): void {
    stash(this.id, { content: this.content, agreed: this.#agreed, version: this.#version });
    if (!this.#saving) return;
    // An older text is on its way and will have taken this version. Should this one overtake it, the stash is left.
    const draft = { version: this.#version + 1, content: tidy(this.content) };
    this.backend.saveDraft(this.id, draft, { leaving: true }).catch(() => {});
  }

  async #save(how: { leaving: boolean }): Promise<void> {
    this.kept = "pending";
    for (let meeting = 0; meeting < MEETINGS && !sameDraft(this.content, this.#agreed); meeting += 1) {
      const content = tidy(this.content);
      try {
        const draft = await this.backend.saveDraft(this.id, { version: this.#version, content }, how);
        this.#agreed = content;
        this.#version = draft.version;
        break;
      } catch (error) {
        if (error instanceof Refused && error.code === "draft.stale" && (await this.#meetServer())) continue;
        return this.#failed(error);
      }
    }
    if (sameDraft(this.content, this.#agreed)) {
      this.kept = "saved";
      this.problem = undefined;
      forget(this.id);
    } else {
      this.#schedule();
    }
  }

  async #meetServer(): Promise<boolean> {
    try {
      const draft = await this.backend.draft(this.id);
      this.#take(draft);
      return true;
    } catch {
      return false;
    }
  }

  #take(draft: Draft | undefined): void {
    this.#meet(apart(draft?.content ?? {}), draft?.version ?? 0);
    this.unsent = draft?.unsent === true;
  }

  #meet(theirs: DraftContent, version: number): void {
    const { kind } = reconcile(this.#agreed, this.content, theirs);
    if (kind === "take") this.content = theirs;
    if (kind === "both") this.other = theirs;
    this.#agreed = theirs;
    this.#version = version;
  }

  #failed(error: unknown): void {
    stash(this.id, { content: this.content, agreed: this.#agreed, version: this.#version });
    if (error instanceof Unreachable || (error instanceof Refused && error.code === "draft.stale")) {
      this.kept = "here";
      return;
    }
    this.kept = "refused";
    this.problem = error instanceof Error ? error.message : String(error);
  }

  #schedule(): void {
    if (this.kept !== "here") this.kept = "pending";
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, SAVE_AFTER_MS);
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** The drafts of all asks that were opened in this window. */
export class Drafts {
  readonly #all = new Map<AskId, Drafting>();

  constructor(private readonly backend: Backend) {}

  of(id: AskId): Drafting {
    let drafting = this.#all.get(id);
    if (!drafting) {
      drafting = new Drafting(id, this.backend);
      this.#all.set(id, drafting);
    }
    return drafting;
  }

  /** The page goes out of sight, perhaps for good. */
  async flush(how = { leaving: false }): Promise<void> {
    await Promise.all([...this.#all.values()].map((drafting) => drafting.flush(how)));
  }
}

interface Stashed {
  content: DraftContent;
  agreed: DraftContent;
  version: number;
}

const stashKey = (id: AskId) => `loopback.draft.${id}`;

function stash(id: AskId, draft: Stashed): void {
  try {
    sessionStorage.setItem(stashKey(id), JSON.stringify(draft));
  } catch {
    // Full: the draft is still in this page's memory.
  }
}

function unstash(id: AskId): Stashed | undefined {
  try {
    const kept = sessionStorage.getItem(stashKey(id));
    return kept === null ? undefined : (JSON.parse(kept) as Stashed);
  } catch {
    return undefined;
  }
}

function forget(id: AskId): void {
  sessionStorage.removeItem(stashKey(id));
}
