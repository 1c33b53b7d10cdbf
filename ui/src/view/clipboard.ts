// Puts text on the clipboard.

/**
 * False if the system did not let us. A text that is still on its way is named at once: some engines let a page write only
 * in the very moment of a press.
 */
export async function toClipboard(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    else {
      const content = text.then((words) => new Blob([words], { type: "text/plain" }));
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": content })]);
    }
    return true;
  } catch {
    return false;
  }
}
