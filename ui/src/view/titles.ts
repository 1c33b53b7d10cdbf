// What the parts of the list are called.

import type { SectionName } from "../logic/order";

export const SECTION_TITLES: Record<SectionName, string> = {
  mine: "Your move",
  forsaken: "Nobody waiting",
  agents: "Agent’s move",
  snoozed: "Snoozed",
  closed: "Closed",
};
