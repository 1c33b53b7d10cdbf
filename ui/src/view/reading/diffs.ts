// Puts the tools of a diff into it: the bar above its files, the list of files as links to them, and each file's tick.

import DiffBar from "./DiffBar.svelte";
import FileTools from "./FileTools.svelte";
import { put, type Tools } from "./tools";

/** A file of a diff on the page. */
export interface File {
  details: HTMLDetailsElement;
  /** The same while its hunks are. */
  digest: string;
  path: string;
  /** Its line in the list of files, where there are several. */
  entry: HTMLElement | undefined;
}

export function dressDiffs(content: HTMLElement, tools: Tools): () => void {
  const ends: (() => void)[] = [];
  // A diff within a text is read with the text: it has folds, and no more.
  const own = content.firstElementChild?.matches(".lb-diff") ? content.firstElementChild : undefined;
  for (const hunk of content.querySelectorAll(".lb-hunk")) nameHunk(hunk);
  if (own && tools.reading) {
    const { reading } = tools;
    const files = filesOf(own);
    if (files.length > 0) {
      void reading.viewed.load();
      ends.push(bar(own, files, tools));
      for (const file of files) ends.push(dressFile(file, files, tools));
    }
  }
  return () => ends.forEach((end) => end());
}

function filesOf(section: Element): File[] {
  return [...section.querySelectorAll<HTMLDetailsElement>(":scope > .lb-file")].map((details) => {
    const entry = section.querySelector<HTMLElement>(`:scope > .lb-files > [data-file="${details.dataset["file"]}"]`);
    return {
      details,
      digest: details.dataset["digest"] ?? "",
      path: details.dataset["path"] ?? "",
      entry: entry ?? undefined,
    };
  });
}

function nameHunk(hunk: Element): void {
  const file = hunk.closest<HTMLElement>(".lb-file")?.dataset["path"];
  hunk.setAttribute("role", "group");
  const head = hunk.querySelector(".lb-hunk-head")?.textContent?.replace(/^@@ (\S+ \S+) @@/, "$1") ?? "";
  hunk.setAttribute("aria-label", file ? `${file}, lines ${head}` : `Lines ${head}`);
}

function bar(section: Element, files: readonly File[], tools: Tools): () => void {
  const total = section.querySelector(":scope > .lb-total");
  const around = document.createElement("div");
  around.className = "lb-bar";
  (total ?? files[0]?.details)?.before(around);
  if (total) around.append(total);
  if (files.length > 12) section.querySelector(":scope > .lb-files")?.classList.add("lb-files-many");
  return put(DiffBar, around, { files, reading: tools.reading }, tools);
}

function dressFile(file: File, files: readonly File[], tools: Tools): () => void {
  const { details, digest, entry } = file;
  const { reading, place } = tools;
  if (entry) {
    const link = document.createElement("button");
    link.type = "button";
    link.append(...entry.childNodes);
    link.onclick = () => show(details);
    entry.append(link);
  }
  if (!reading || digest === "") return () => {};

  // What the person folded or opened is found that way again.
  const fold = `${place} ${digest}`;
  const known = reading.folds.get(fold);
  if (known !== undefined) details.open = known;
  const toggled = () => {
    if (details.open !== (reading.folds.get(fold) ?? !details.dataset["folded"])) reading.folds.set(fold, details.open);
  };
  details.addEventListener("toggle", toggled);

  // Beside the head, not in it: a tick within what folds would be a control within a control.
  const around = document.createElement("div");
  around.className = "lb-file-around";
  const beside = document.createElement("div");
  beside.className = "lb-file-tools";
  details.before(around);
  around.append(beside, details);
  const next = () => {
    const later = [...files.slice(files.indexOf(file) + 1), ...files];
    const left = later.find((one) => one !== file && !reading.viewed.has(one.digest));
    if (left) show(left.details);
    else details.querySelector("summary")?.scrollIntoView({ block: "nearest" });
  };
  const end = put(FileTools, beside, { file, viewed: reading.viewed, folded: () => known === undefined, next }, tools);
  return () => {
    details.removeEventListener("toggle", toggled);
    end();
  };
}

/** Brings a file to the top, its head in focus, opened unless it is to stay `as it is`. */
export function show(details: HTMLDetailsElement, how?: "as it is"): void {
  if (how === undefined) details.open = true;
  (details.closest(".lb-file-around") ?? details).scrollIntoView({ block: "start" });
  details.querySelector("summary")?.focus({ preventScroll: true });
}
