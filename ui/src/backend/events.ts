// The event socket: a ticket, a socket, a snapshot, then changes; after a loss all over again.

import type { SummaryEvent } from "../contract";
import { type Following, type Listener, Refused } from "./backend";
import { pause } from "./backoff";

/** What following needs from the rest of the backend. */
export interface Door {
  /** A one-time ticket for the socket. */
  ticket(): Promise<string>;
  address: string;
}

const SUBPROTOCOL = "loopback.v2";
const SESSION_ENDED = 1008;

export function followEvents(listener: Listener, door: Door): Following {
  let stopped = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let socket: WebSocket | undefined;

  async function connect(): Promise<void> {
    timer = undefined;
    let ticket: string;
    try {
      ticket = await door.ticket();
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return end();
      return retry();
    }
    if (stopped) return;
    socket = new WebSocket(door.address, [SUBPROTOCOL, `loopback.ticket.${ticket}`]);
    socket.onmessage = (message) => hear(JSON.parse(String(message.data)) as SummaryEvent);
    socket.onclose = (closed) => {
      socket = undefined;
      if (stopped) return;
      if (closed.code === SESSION_ENDED) end();
      else retry();
    };
  }

  function hear(event: SummaryEvent): void {
    if (stopped) return;
    if (event.type === "snapshot") {
      failures = 0;
      listener.snapshot(event.snapshot);
      listener.connected(true);
    } else {
      listener.changed(event.ask, event.type === "ask.opened");
    }
  }

  function retry(): void {
    if (stopped) return;
    listener.connected(false);
    timer = setTimeout(() => void connect(), pause(failures, Math.random()));
    failures += 1;
  }

  function end(): void {
    stopped = true;
    listener.ended();
  }

  void connect();
  return {
    nudge() {
      if (timer === undefined) return;
      clearTimeout(timer);
      void connect();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
