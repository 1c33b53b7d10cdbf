// What the page's address says: which ask is open, what is listed beside it, and how that is narrowed down. Pure.
//
// `/` is the list, `/asks/{id}` an ask, `/search?q=`, `/decisions?q=` and `/settings` what they say. An ask that was
// opened from a search keeps the search beside it: `/asks/{id}?q=`.

import type { AskId } from "../contract";
import { type Filter, NO_FILTER } from "./filter";
import { SECTION_NAMES, type SectionName } from "./order";

export type Place = "inbox" | "search" | "decisions" | "settings";

export interface Address {
  place: Place;
  ask?: AskId;
  /** What is searched for, where the place is one to search in. */
  q: string;
  filter: Filter;
}

export const HOME: Address = { place: "inbox", q: "", filter: NO_FILTER };

export function readAddress(path: string, query: string): Address {
  const parameters = new URLSearchParams(query);
  const q = parameters.get("q");
  const filter: Filter = {
    moves: parameters.getAll("move").filter((name): name is SectionName => SECTION_NAMES.includes(name as SectionName)),
    projects: parameters.getAll("project"),
    agents: parameters.getAll("agent"),
  };
  const ask = /^\/asks\/([^/]+)\/?$/.exec(path)?.[1];
  const id = ask === undefined ? undefined : decoded(ask);
  if (id !== undefined) return { place: q === null ? "inbox" : "search", ask: id, q: q ?? "", filter };
  const place = /^\/(search|decisions|settings)\/?$/.exec(path)?.[1] as Place | undefined;
  return { place: place ?? "inbox", q: q ?? "", filter };
}

export function writeAddress({ place, ask, q, filter }: Address): string {
  const parameters = new URLSearchParams();
  if (place === "search" || (place === "decisions" && q !== "")) parameters.set("q", q);
  if (place === "inbox") {
    for (const name of filter.moves) parameters.append("move", name);
    for (const name of filter.projects) parameters.append("project", name);
    for (const name of filter.agents) parameters.append("agent", name);
  }
  const path = ask !== undefined ? pathOf(ask) : place === "inbox" ? "/" : `/${place}`;
  const query = parameters.size === 0 ? "" : `?${parameters}`;
  return path + query;
}

export function pathOf(id: AskId): string {
  return `/asks/${encodeURIComponent(id)}`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
