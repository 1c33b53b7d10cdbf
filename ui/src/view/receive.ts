// Lets pictures be pasted and dropped onto an element, and shows while something is held over it that it would take it.

import type { Attachment } from "svelte/attachments";

/** `take` gets the files of a paste or a drop. Text is left to the browser. */
export function receive(take: (files: File[]) => void): Attachment<HTMLElement> {
  return (element) => {
    const paste = (event: ClipboardEvent) => {
      const data = event.clipboardData;
      const files = [...(data?.files ?? [])];
      if (files.length === 0 && data && saysNothing(data)) {
        event.preventDefault();
        return void copiedPicture().then((file) => file && take([file]));
      }
      // A copied cell or page brings its own picture along with its text: the text is meant.
      if (files.length === 0 || data?.types.includes("text/plain")) return;
      event.preventDefault();
      take(files);
    };
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      element.classList.add("receiving");
    };
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && element.contains(event.relatedTarget))) element.classList.remove("receiving");
    };
    const drop = (event: DragEvent) => {
      element.classList.remove("receiving");
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    };
    element.addEventListener("paste", paste);
    element.addEventListener("dragover", over);
    element.addEventListener("dragleave", leave);
    element.addEventListener("drop", drop);
    return () => {
      element.removeEventListener("paste", paste);
      element.removeEventListener("dragover", over);
      element.removeEventListener("dragleave", leave);
      element.removeEventListener("drop", drop);
    };
  };
}

/** WebKitGTK names nothing of what is pasted, and a picture not even when asked by name. */
function saysNothing(data: DataTransfer): boolean {
  const words = ["text/plain", "text/html", "text/uri-list"];
  return data.types.length === 0 && words.every((type) => data.getData(type) === "");
}

/** The picture on the clipboard, which is given to whoever asks in the moment of a paste. */
async function copiedPicture(): Promise<File | undefined> {
  try {
    for (const item of await navigator.clipboard.read()) {
      const type = item.types.find((one) => one.startsWith("image/"));
      if (type) return new File([await item.getType(type)], "", { type });
    }
  } catch {
    // There is none, or the system gives none.
  }
  return undefined;
}
