// One rendered piece of the open ask: its HTML as it came first, and its colours once they are there.

import type { DiffLayout, RenderedPart } from "../contract";

export class Piece implements RenderedPart {
  readonly place: string;
  /** What goes into the page. It stays: colours are put into it. */
  readonly html: string;
  warnings = $state.raw<string[]>([]);
  /** The same piece in colour, when it came plain and the colours are there. */
  coloured = $state.raw<string>();
  /** Whether it is on the screen or close to it: such pieces get their colours first. */
  near = false;

  constructor(
    { place, html, warnings }: RenderedPart,
    readonly layout: DiffLayout,
  ) {
    this.place = place;
    this.html = html;
    this.warnings = warnings;
  }

  colour({ html, warnings }: RenderedPart): void {
    this.coloured = html;
    this.warnings = warnings;
  }
}
