// Tells the styles of the whole page how tall something is, for what must keep clear of it.

import type { Attachment } from "svelte/attachments";

/**
 * Sets the property to the element's height in pixels. When the element is gone, so is the property; or it is `kept`,
 * where taking the room away would move what is being read.
 */
export function tall(name: `--${string}`, afterwards: "gone" | "kept" = "gone"): Attachment<HTMLElement> {
  return (node) => {
    const root = document.documentElement;
    const observer = new ResizeObserver(() => root.style.setProperty(name, `${node.offsetHeight}px`));
    observer.observe(node);
    return () => {
      observer.disconnect();
      if (afterwards === "gone") root.style.removeProperty(name);
    };
  };
}
