// Lets a text box grow with its words where the browser does not do so by itself (`field-sizing`).

import type { Attachment } from "svelte/attachments";

const GROWS_BY_ITSELF = CSS.supports("field-sizing", "content");

/** `words` is what the box holds: each change measures it anew. Limits are the stylesheet's `min-` and `max-height`. */
export function grow(words: string): Attachment<HTMLTextAreaElement> {
  return (box) => {
    void words;
    if (GROWS_BY_ITSELF) return;
    box.style.height = "auto";
    const borders = box.offsetHeight - box.clientHeight;
    box.style.height = `${box.scrollHeight + borders}px`;
  };
}
