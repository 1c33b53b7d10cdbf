// A short list of texts that the person edits: moved, changed, taken out, added. Pure.

/** The list with one moved up (-1) or down (1); as it is if that leads out of it. */
export function moved(texts: readonly string[], index: number, by: 1 | -1): string[] {
  const other = texts[index + by];
  const one = texts[index];
  if (one === undefined || other === undefined) return [...texts];
  return texts.map((text, at) => (at === index ? other : at === index + by ? one : text));
}

/** What of it can be kept: no line that is blank, none longer than may be, not too many. */
export function keepable(texts: readonly string[], longest: number, most: number): string[] {
  return texts
    .map((text) => Array.from(text.trim()).slice(0, longest).join("").trimEnd())
    .filter((text) => text !== "")
    .slice(0, most);
}
