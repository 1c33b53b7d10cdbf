// Where the page is, by its address, and how it moves on and back.

import type { AskId } from "../contract";
import { type Address, HOME, type Place, readAddress, writeAddress } from "../logic/address";
import { type Filter, NO_FILTER } from "../logic/filter";

export { pathOf } from "../logic/address";

/** Kept with a history entry: whether stepping back stays within the page. */
interface Step {
  within: boolean;
}

export class Router {
  #at = $state.raw<Address>(HOME);
  /** What the next step back keeps of the address it leaves. */
  #carried: Pick<Address, "place" | "q" | "filter"> | undefined;

  constructor() {
    this.#at = here();
  }

  get ask(): AskId | undefined {
    return this.#at.ask;
  }

  get place(): Place {
    return this.#at.place;
  }

  get q(): string {
    return this.#at.q;
  }

  get filter(): Filter {
    return this.#at.filter;
  }

  /** Follows the browser's own back and forward until the returned function is called. */
  listen(): () => void {
    const moved = () => {
      const carried = this.#carried;
      this.#carried = undefined;
      this.#at = here();
      if (carried && carried.place === this.#at.place) this.#replace({ ...this.#at, q: carried.q, filter: carried.filter });
    };
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }

  /** Shows an ask in the place of the one that is open: back leads to the list, however many were read. */
  select(id: AskId): void {
    if (id === this.ask) return;
    if (this.ask === undefined) this.#push({ ...this.#beside(), ask: id });
    else this.#replace({ ...this.#beside(), ask: id });
  }

  /** Shows an ask that the open one led to: back leads to the open one. */
  follow(id: AskId): void {
    if (id !== this.ask) this.#push({ ...this.#beside(), ask: id });
  }

  /** Goes to another place of the page; back leads here. */
  go(place: Place, q = ""): void {
    if (place === this.place && this.ask === undefined && q === this.q) return;
    this.#push({ place, q, filter: NO_FILTER });
  }

  /** Searches for something else, where there is something to search in. */
  find(q: string): void {
    if (q !== this.q) this.#replace({ ...this.#at, q });
  }

  /** Narrows the list down, or opens it up again. */
  narrow(filter: Filter): void {
    this.#replace({ ...this.#at, place: "inbox", filter });
  }

  /** One level up: to where the person came from, else to the list. What the list was narrowed down to stays. */
  up(): void {
    const { place, ask, q, filter } = this.#at;
    if ((history.state as Step | null)?.within) {
      this.#carried = { place, q, filter };
      history.back();
    } else if (ask !== undefined) {
      const { ask: _, ...rest } = this.#at;
      this.#replace(rest);
    } else if (place !== "inbox") {
      this.#replace(HOME);
    }
  }

  /** The list that an ask opened now has beside it. */
  #beside(): Address {
    const { place } = this.#at;
    return place === "decisions" || place === "settings" ? HOME : this.#at;
  }

  #push(address: Address): void {
    this.#at = address;
    const step: Step = { within: true };
    history.pushState(step, "", writeAddress(address));
  }

  #replace(address: Address): void {
    this.#at = address;
    const step: Step = { within: Boolean((history.state as Step | null)?.within) };
    history.replaceState(step, "", writeAddress(address));
  }
}

function here(): Address {
  return readAddress(location.pathname, location.search);
}
