// Comments on lines and passages of the ask that is open: which there are, which one is being written, and where the
// person was when they began it.
//
// What shows lines (`Rendered`) starts comments and marks the lines that have some; the dock holds their words. They are
// part of the ask's draft. Knows nothing of how lines look.

import { getContext, setContext } from "svelte";
import type { DraftComment } from "../contract";
import { commentOn, hasWords, sameSpot, type Spot } from "../logic/comments";
import type { Drafting } from "./drafting.svelte";

export type { Spot } from "../logic/comments";

/** A comment and where it stands among all of this ask. */
export interface Noted {
  index: number;
  comment: DraftComment;
}

/** What the contract takes. */
const MOST = 200;

export class Annotating {
  /** The comment whose words are being written, by its index. */
  editing = $state<number>();
  /** Shows a spot: scrolls to its line and gives it the focus; false if it is not to be found. Set by the view. */
  show: ((spot: Spot) => boolean) | undefined;
  /** Has a spot stay in sight, wherever the focus is. Set by the view. */
  reveal: ((spot: Spot) => void) | undefined;

  readonly #drafting: Drafting;
  readonly #open: () => boolean;
  #from: HTMLElement | undefined;

  /** `open`: whether the ask takes comments now. */
  constructor(drafting: Drafting, open: () => boolean) {
    this.#drafting = drafting;
    this.#open = open;
  }

  /** Whether comments can be made: only what can be replied to in words of one's own takes them. */
  get open(): boolean {
    return this.#open();
  }

  get comments(): readonly DraftComment[] {
    return this.#drafting.content.comments ?? [];
  }

  /** The comments on one block. */
  at(place: string): Noted[] {
    return this.comments.flatMap((comment, index) => (comment.place === place ? { index, comment } : []));
  }

  /** Begins a comment on a spot, or goes on with the one that is there. The focus goes to its words. */
  start(spot: Spot): void {
    if (!this.#open()) return;
    const active = document.activeElement;
    this.#from = active instanceof HTMLElement && active !== document.body ? active : undefined;
    this.settle();
    const known = this.comments.findIndex((comment) => sameSpot(comment, spot));
    if (known >= 0) {
      this.editing = known;
    } else if (this.comments.length < MOST) {
      this.#write([...this.comments, commentOn(spot)]);
      this.editing = this.comments.length - 1;
    }
  }

  /** Goes on with a comment's words. */
  edit(index: number): void {
    const comment = this.comments[index];
    if (!comment || !this.#open()) return;
    this.#from = undefined;
    this.settle();
    this.editing = this.comments.indexOf(comment);
  }

  /** What is typed into a comment. */
  say(index: number, text: string): void {
    const comment = this.comments[index];
    if (comment) this.#write(this.comments.with(index, { ...comment, text }));
  }

  /** Done with the words: a comment that says nothing goes, and the focus returns to where it was begun. */
  done(): void {
    const comment = this.editing === undefined ? undefined : this.comments[this.editing];
    this.settle();
    this.#from?.focus({ preventScroll: true });
    // A line takes no focus once it has lost it.
    if (comment && (!this.#from || document.activeElement !== this.#from)) this.show?.(comment);
    this.#from = undefined;
  }

  remove(index: number): void {
    if (this.editing === index) this.editing = undefined;
    else if (this.editing !== undefined && this.editing > index) this.editing -= 1;
    this.#write(this.comments.toSpliced(index, 1));
  }

  /** Leads from the list to the line. */
  jump(index: number): boolean {
    const comment = this.comments[index];
    return comment !== undefined && (this.show?.(comment) ?? false);
  }

  /** Ends the writing, wherever the focus is. */
  settle(): void {
    const index = this.editing;
    this.editing = undefined;
    const comment = index === undefined ? undefined : this.comments[index];
    if (index !== undefined && comment && !hasWords(comment)) this.#write(this.comments.toSpliced(index, 1));
  }

  #write(comments: readonly DraftComment[]): void {
    this.#drafting.change({ comments: [...comments] });
  }
}

const KEY = Symbol("annotating");

/** Makes an ask's comments known to everything beneath the component that calls it. */
export function provideAnnotating(annotating: Annotating): void {
  setContext(KEY, annotating);
}

/** The comments of the ask around the component that calls it; nothing where no ask takes any. */
export function annotatingHere(): Annotating | undefined {
  return getContext<Annotating | undefined>(KEY);
}
