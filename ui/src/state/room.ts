// How much room the page has, in the size of its text: what is large enough for two columns is not any more with text
// twice as large. As container queries of the styles have it.

import { createSubscriber } from "svelte/reactivity";
import type { Chosen } from "./preferences.svelte";

const resized = createSubscriber((update) => {
  addEventListener("resize", update);
  return () => removeEventListener("resize", update);
});

/** How many times the size of text the window is wide. */
export function widthInRems(chosen: Chosen): number {
  resized();
  // Read for its changes; what it comes to is the browser's to say, which has a size of its own beneath it.
  void chosen.current.textSize;
  return innerWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
