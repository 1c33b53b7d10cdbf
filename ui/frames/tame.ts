// Markup in a diagram's labels. Mermaid would parse it to find out what of it is harmless; here none of it ever is, so it
// is written as text before mermaid sees it. Pure.

/** The only tag that means something in a label: a new line. */
const BREAK = /^<br\s*\/?>/i;

/** What class diagrams call a kind of class: `<<interface>>`. */
const STEREOTYPE = /^<<[\w -]+>>/;

/** The source with every `<` that could begin a tag written as mermaid's own entity for it; arrows stay what they are. */
export function tame(source: string): string {
  let tamed = "";
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character !== "<") {
      tamed += character;
      continue;
    }
    const kept = BREAK.exec(source.slice(at, at + 40))?.[0] ?? STEREOTYPE.exec(source.slice(at, at + 80))?.[0];
    if (kept !== undefined) {
      tamed += kept;
      at += kept.length - 1;
    } else tamed += /[a-z/!?]/i.test(source.charAt(at + 1)) ? "#lt;" : "<";
  }
  return tamed;
}
