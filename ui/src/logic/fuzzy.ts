// Whether a few letters mean a line of text, how well, and which of its letters they are. Pure.

export interface Match {
  score: number;
  /** Which characters of the text were meant, by their index in UTF-16. */
  at: number[];
}

const START_OF_WORD = 8;
const IN_A_ROW = 5;
const START_OF_TEXT = 4;
const FAR = 0.1;

/** Letters that are found here and there mean a text only if they are worth this much each. */
const SPREAD_WORTH = 2;

/** All words of the query must be found, each letter of a word after the one before it. */
export function fuzzy(query: string, text: string): Match | undefined {
  const lower = text.toLowerCase();
  // A text that changes length in small letters would put the marks elsewhere.
  const searched = lower.length === text.length ? lower : text;
  const match: Match = { score: 0, at: [] };
  for (const word of query.toLowerCase().split(/\s+/).filter(Boolean)) {
    const found = findWord(word, searched);
    if (!found) return undefined;
    match.score += found.score;
    match.at.push(...found.at);
  }
  match.at = [...new Set(match.at)].sort((a, b) => a - b);
  return match;
}

/** The best of: the word as it stands, at the start of words first; else its letters spread out. */
function findWord(word: string, text: string): Match | undefined {
  let best: Match | undefined;
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + 1)) {
    const found = rate(text, Array.from(word, (_, index) => from + index));
    if (!best || found.score > best.score) best = found;
  }
  if (best) return best;
  const scattered = spread(word, text);
  return scattered && scattered.score >= SPREAD_WORTH * word.length ? scattered : undefined;
}

function spread(word: string, text: string): Match | undefined {
  let best: Match | undefined;
  for (let first = text.indexOf(word.charAt(0)); first >= 0; first = text.indexOf(word.charAt(0), first + 1)) {
    const at = [first];
    for (const letter of word.slice(1)) {
      const next = text.indexOf(letter, (at.at(-1) ?? 0) + 1);
      if (next < 0) return best;
      at.push(next);
    }
    const found = rate(text, at);
    if (!best || found.score > best.score) best = found;
  }
  return best;
}

function rate(text: string, at: number[]): Match {
  let score = 0;
  at.forEach((index, nth) => {
    const before = at[nth - 1];
    if (index === 0) score += START_OF_TEXT;
    if (index === 0 || /[\s\p{P}]/u.test(text.charAt(index - 1))) score += START_OF_WORD;
    if (before !== undefined) score += before === index - 1 ? IN_A_ROW : -FAR * (index - before);
  });
  return { score: score - FAR * (at[0] ?? 0), at };
}

/** What suits the query, best first; with an empty query everything as it stands. */
export function best<T>(query: string, items: readonly T[], textOf: (item: T) => string): { item: T; at: number[] }[] {
  if (query.trim() === "") return items.map((item) => ({ item, at: [] }));
  return items
    .flatMap((item, index) => {
      const match = fuzzy(query, textOf(item));
      return match ? [{ item, at: match.at, score: match.score, index }] : [];
    })
    .sort((a, b) => b.score - a.score || a.index - b.index);
}

/** A text in pieces: those that were meant, and those between. */
export function pieces(text: string, at: readonly number[]): { text: string; hit: boolean }[] {
  const meant = new Set(at);
  const found: { text: string; hit: boolean }[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const hit = meant.has(index);
    const last = found.at(-1);
    if (last?.hit === hit) last.text += text.charAt(index);
    else found.push({ text: text.charAt(index), hit });
  }
  return found;
}
