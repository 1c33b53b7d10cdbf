// What is handed to whatever puts tools into a rendered piece.

import { type Component, mount, unmount } from "svelte";
import type { Reading } from "../../state/reading.svelte";

export interface Tools {
  context: Map<unknown, unknown>;
  reading: Reading | undefined;
  /** The place of the piece. */
  place: string;
  /** The code as the agent sent it, where the piece is nothing else. */
  code: string | undefined;
}

/** Puts a component into a place of the rendered piece; ends with the returned function. */
export function put<P extends Record<string, unknown>>(
  component: Component<P>,
  target: Element,
  props: P,
  { context }: Tools,
): () => void {
  const put = mount(component, { target, props, context });
  return () => void unmount(put);
}
