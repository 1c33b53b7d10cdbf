// Shows blanks and tabs of a diff's lines, and takes that away again. The text stays what it was: a run of blanks only
// gets an element around it, which the stylesheet draws on.

export function whitespaceIn(chunk: HTMLElement, shown: boolean): void {
  if (!shown && !chunk.classList.contains("lb-blanks")) return;
  chunk.classList.toggle("lb-blanks", shown);
  for (const line of chunk.querySelectorAll(".lb-src")) {
    if (shown) mark(line);
    else clear(line);
  }
}

function mark(line: Element): void {
  if (line.querySelector(".lb-blank")) return;
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  texts.forEach((text, index) => {
    for (const run of blanksIn(text.data, { first: index === 0, last: index === texts.length - 1 }).toReversed()) {
      const rest = text.splitText(run.index);
      rest.splitText(run[0].length);
      const around = document.createElement("span");
      around.className = run[0].startsWith("\t") ? "lb-blank lb-tab" : "lb-blank";
      rest.replaceWith(around);
      around.append(rest);
    }
  });
}

/** Tabs, blanks in a row, and single ones at either end of the line: those that are not seen as what they are. */
function blanksIn(text: string, at: { first: boolean; last: boolean }): RegExpExecArray[] {
  const ends = [at.first ? "|^ " : "", at.last ? "| (?=\\n?$)" : ""].join("");
  return [...text.matchAll(new RegExp(`\\t+| {2,}${ends}`, "g"))];
}

function clear(line: Element): void {
  for (const blank of line.querySelectorAll(".lb-blank")) blank.replaceWith(...blank.childNodes);
  line.normalize();
}
