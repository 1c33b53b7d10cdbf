import { expect, it } from "vitest";
import { type Address, HOME, readAddress, writeAddress } from "./address";
import { NO_FILTER } from "./filter";

/** An address and what it says; both ways. */
function check(address: string, says: Address) {
  const [path = "", query = ""] = address.split("?");
  expect(readAddress(path, query)).toEqual(says);
  expect(writeAddress(says)).toBe(address);
}

it("the list, an ask, and the other places have each their own", () => {
  check("/", HOME);
  check("/asks/0190", { ...HOME, ask: "0190" });
  check("/search?q=glaze+cache", { ...HOME, place: "search", q: "glaze cache" });
  check("/decisions", { ...HOME, place: "decisions" });
  check("/decisions?q=project%3Akiln", { ...HOME, place: "decisions", q: "project:kiln" });
  check("/settings", { ...HOME, place: "settings" });
});

it("a filter stays in it, beside the list and beside an ask", () => {
  const filter = { moves: ["mine" as const, "closed" as const], projects: ["kiln & loom", ""], agents: ["codex"] };
  check("/?move=mine&move=closed&project=kiln+%26+loom&project=&agent=codex", { ...HOME, filter });
  check("/asks/1?project=kiln", { ...HOME, ask: "1", filter: { ...NO_FILTER, projects: ["kiln"] } });
});

it("an ask opened from a search keeps the search beside it", () => {
  check("/asks/1?q=glaze", { ...HOME, place: "search", ask: "1", q: "glaze" });
});

it("what nobody knows is the list", () => {
  expect(readAddress("/elsewhere", "?move=nobody")).toEqual(HOME);
  expect(readAddress("/asks/%E0%A4%A", "")).toEqual(HOME);
});
