// The chunks of a rendered piece: runs of lines that its plain and its coloured form have alike, so that one can take the
// other's place. Pure: the HTML is the server's, in which no text of an agent's can look like a tag.

const BEGINS = /<(?:span|div) class="lb-chunk" data-chunk="(\d+)">/g;

/**
 * Each chunk's HTML by its number. A slice may end with tags of what is around the chunk: put into a template, its first
 * element is the chunk.
 */
export function chunksOf(html: string): Map<number, string> {
  const found = [...html.matchAll(BEGINS)];
  return new Map(
    found.map((begin, index) => [Number(begin[1]), html.slice(begin.index, found[index + 1]?.index ?? html.length)]),
  );
}

/** Whether a piece has anything that colours would change. */
export function hasChunks(html: string): boolean {
  return html.includes('class="lb-chunk"');
}
