// Plain texts of agents (titles, labels, names) with what would not be seen, or would turn the text around, made visible.
// Rendered text is marked by the server; these stand outside it.

/**
 * Invisible, direction-changing and control characters. Joiners and variation selectors are left alone: emoji and several
 * scripts need them.
 */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** The text as it may stand on the page: each unseen character written as its number, `⟨U+202E⟩`. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const number = character.codePointAt(0) ?? 0;
    return `⟨U+${number.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}
