// The person's earlier answer to the very same ask, put into the draft of this one. Pure; nothing is sent by it.

import type { Ask, DraftContent, Reply } from "../contract";
import { MOST_PICTURES } from "./pictures";
import { wordsOf } from "./reply";

/** The draft with the same answer in it. Words that are there stay, and stand first. */
export function withSame(ask: Ask, reply: Reply, draft: DraftContent): DraftContent {
  const text = joined(draft.text, wordsOf(reply));
  const said = text === "" ? {} : { text };
  if (ask.kind === "briefing") {
    if (reply.outcome !== "responded") return { ...draft, outcome: reply.outcome };
    const known = new Set(ask.prompt.sections.flatMap(({ points }) => points.map(({ id }) => id)));
    const points = new Map((draft.points ?? []).map((one) => [one.point, one]));
    for (const { point, text, resolved, images } of reply.points.filter(({ point }) => known.has(point))) {
      const there = points.get(point);
      const words = joined(there?.text, text);
      points.set(point, {
        ...there,
        point,
        ...(words === "" ? {} : { text: words }),
        ...(resolved === undefined ? {} : { resolved }),
        ...pictures(there?.images, images),
      });
    }
    return { ...draft, points: [...points.values()] };
  }
  const shown = pictures(draft.images, "images" in reply ? reply.images : undefined);
  if (reply.outcome !== "answered") return { ...draft, ...said, ...shown, outcome: reply.outcome };
  const { outcome: _, ...rest } = draft;
  const offered = ask.kind === "question" ? ask.prompt.options.map(({ label }) => label) : [];
  return { ...rest, ...said, ...shown, selected: offered.filter((label) => reply.selected.includes(label)) };
}

/** Pictures that are there, and those that went with it before, once each. */
function pictures(there: readonly string[] = [], before: readonly string[] = []): { images?: string[] } {
  const images = [...new Set([...there, ...before])].slice(0, MOST_PICTURES);
  return images.length === 0 ? {} : { images };
}

/** Words that are there, and those that were said before after them, unless they stand there already. */
function joined(there: string | undefined, words: string | undefined): string {
  const first = (there ?? "").trimEnd();
  if (!words || first.endsWith(words)) return first;
  return first === "" ? words : `${first}\n\n${words}`;
}
