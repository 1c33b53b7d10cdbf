// Saves a text of the page's own as a file of the person's. The browser, or the shell, says where it went.

export function takeAway(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name.replace(/[^\p{L}\p{N}._-]+/gu, "-");
  link.click();
  // Whoever saves it has to read it first.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
