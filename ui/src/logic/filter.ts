// What of the list is shown: whose move, which projects, which agents. Pure.
//
// Within a group any of what is chosen will do; the groups together narrow it down. A group with nothing chosen leaves
// everything in.

import type { AskSummary } from "../contract";
import { agentName, SECTION_NAMES, type SectionName, sectionOf } from "./order";

export interface Filter {
  moves: readonly SectionName[];
  projects: readonly string[];
  agents: readonly string[];
}

export type FilterGroup = keyof Filter;

export const NO_FILTER: Filter = { moves: [], projects: [], agents: [] };

export function isFiltered(filter: Filter): boolean {
  return filter.moves.length + filter.projects.length + filter.agents.length > 0;
}

/** A project's or an agent's name in a filter; the empty one is for asks that name none. */
export const projectOf = (row: AskSummary): string => row.project ?? "";
export const agentOf = (row: AskSummary): string => agentName(row);

/** Whether a row is let through by projects and agents. Whose move it is the section says that it stands in. */
export function suits(row: AskSummary, filter: Filter): boolean {
  return among(filter.projects, projectOf(row)) && among(filter.agents, agentOf(row));
}

export function showsSection(name: SectionName, filter: Filter): boolean {
  return among(filter.moves, name);
}

function among<T>(chosen: readonly T[], value: T): boolean {
  return chosen.length === 0 || chosen.includes(value);
}

/** The filter with one thing switched on or off. */
export function toggle(filter: Filter, group: FilterGroup, value: string): Filter {
  const chosen: readonly string[] = filter[group];
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  return { ...filter, [group]: next };
}

/** Something that can be filtered by, and how many rows it would leave of those the other groups let through. */
export interface Option<T extends string = string> {
  value: T;
  count: number;
  chosen: boolean;
}

export interface Options {
  moves: Option<SectionName>[];
  projects: Option[];
  agents: Option[];
}

/** Everything there is to choose from: moves in the list's order, names in theirs. */
export function options(rows: Iterable<AskSummary>, filter: Filter, now: number): Options {
  const moves = new Map<SectionName, number>(SECTION_NAMES.map((name) => [name, 0]));
  const projects = new Map<string, number>(filter.projects.map((name) => [name, 0]));
  const agents = new Map<string, number>(filter.agents.map((name) => [name, 0]));
  for (const row of rows) {
    const section = sectionOf(row, now);
    const inMove = showsSection(section, filter);
    const inProject = among(filter.projects, projectOf(row));
    const inAgent = among(filter.agents, agentOf(row));
    count(moves, section, inProject && inAgent);
    count(projects, projectOf(row), inMove && inAgent);
    count(agents, agentOf(row), inMove && inProject);
  }
  return {
    moves: [...moves].map(([value, count]) => ({ value, count, chosen: filter.moves.includes(value) })),
    projects: listed(projects, filter.projects),
    agents: listed(agents, filter.agents),
  };
}

function count<T>(counts: Map<T, number>, value: T, isIn: boolean): void {
  counts.set(value, (counts.get(value) ?? 0) + (isIn ? 1 : 0));
}

function listed(counts: ReadonlyMap<string, number>, chosen: readonly string[]): Option[] {
  return [...counts]
    .map(([value, count]) => ({ value, count, chosen: chosen.includes(value) }))
    .sort((a, b) => a.value.localeCompare(b.value));
}
