// The link in an agent's text that the person points at or stands on, so that the page can say where it leads
// before it is followed.

class Pointing {
  /** The host, with its name as the network writes it where that differs. */
  host = $state<string>();

  at(host: string | undefined): void {
    this.host = host === "" ? undefined : host;
  }
}

export const pointing = new Pointing();
