// The backend over the public API of the server this page was loaded from.

import {
  REVISION,
  type Ask,
  type AskId,
  type Draft,
  type DraftInput,
  type Problem,
  type RenderedAsk,
  type Reply,
  type SummaryPage,
  type Timestamp,
} from "../contract";
import { type Backend, type Following, type Listener, Refused, Unreachable } from "./backend";
import { followEvents } from "./events";

const BASE = "/api/v1";

/** An answer that takes longer than this is not waited for, in milliseconds. */
const PATIENCE_MS = 20_000;

/** What the page must learn from responses, whatever they were for. */
export interface Notices {
  /** The session is not valid (any more). */
  ended(): void;
  /** The server is of another build than the one that served this page. */
  otherBuild(): void;
}

interface Request {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  keepalive?: boolean;
}

export class HttpBackend implements Backend {
  readonly #token: string;
  readonly #notices: Notices;
  #build: string | undefined;

  constructor(token: string, notices: Notices) {
    this.#token = token;
    this.#notices = notices;
  }

  ask(id: AskId): Promise<Ask> {
    return this.#json(`/asks/${encodeURIComponent(id)}`);
  }

  rendered(id: AskId): Promise<RenderedAsk> {
    return this.#json(`/asks/${encodeURIComponent(id)}/rendered`);
  }

  history(before: Timestamp, limit: number): Promise<SummaryPage> {
    const query = new URLSearchParams({ view: "summary", before, limit: String(limit) });
    return this.#json(`/asks?${query}`);
  }

  reply(id: AskId, reply: Reply): Promise<Ask> {
    return this.#json(`/asks/${encodeURIComponent(id)}/reply`, { method: "POST", body: reply });
  }

  close(id: AskId): Promise<Ask> {
    return this.#json(`/asks/${encodeURIComponent(id)}/close`, { method: "POST" });
  }

  takeBack(id: AskId): Promise<Ask> {
    return this.#json(`/asks/${encodeURIComponent(id)}/follow-up`, { method: "DELETE" });
  }

  async draft(id: AskId): Promise<Draft | undefined> {
    try {
      return await this.#json(`/asks/${encodeURIComponent(id)}/draft`);
    } catch (error) {
      if (error instanceof Refused && error.code === "draft.unknown") return undefined;
      throw error;
    }
  }

  saveDraft(id: AskId, draft: DraftInput, how = { leaving: false }): Promise<Draft> {
    const path = `/asks/${encodeURIComponent(id)}/draft`;
    return this.#json(path, { method: "PUT", body: draft, keepalive: how.leaving });
  }

  async discardDraft(id: AskId): Promise<void> {
    await this.#send(`/asks/${encodeURIComponent(id)}/draft`, { method: "DELETE" });
  }

  async picture(uploadId: string): Promise<Blob> {
    return (await this.#send(`/files/${encodeURIComponent(uploadId)}`)).blob();
  }

  follow(listener: Listener): Following {
    return followEvents(listener, {
      ticket: async () => (await this.#json<{ ticket: string }>("/events/tickets", { method: "POST" })).ticket,
      address: `ws://${location.host}${BASE}/events`,
    });
  }

  async #json<T>(path: string, request?: Request): Promise<T> {
    const response = await this.#send(path, request);
    try {
      return (await response.json()) as T;
    } catch {
      throw new Unreachable();
    }
  }

  async #send(path: string, { method = "GET", body, keepalive = false }: Request = {}): Promise<Response> {
    const headers: Record<string, string> = {
      Authorization: `Bearer ${this.#token}`,
      "Loopback-Revision": String(REVISION),
    };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let response: Response;
    try {
      response = await fetch(BASE + path, {
        method,
        headers,
        keepalive,
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch {
      throw new Unreachable();
    }
    this.#look(response);
    if (response.ok) return response;
    const problem = await readProblem(response);
    if (response.status === 401) this.#notices.ended();
    if (problem.code === "reload") this.#notices.otherBuild();
    throw new Refused(response.status, problem.code, problem.message);
  }

  #look(response: Response): void {
    const build = response.headers.get("Loopback-Build");
    if (build === null) return;
    if (this.#build !== undefined && this.#build !== build) this.#notices.otherBuild();
    this.#build = build;
  }
}

async function readProblem(response: Response): Promise<Problem> {
  try {
    const problem = (await response.json()) as Partial<Problem>;
    if (typeof problem.code === "string" && typeof problem.message === "string") return problem as Problem;
  } catch {
    // Not from our server, or cut off: the status has to do.
  }
  return { code: `http.${response.status}`, message: `The server answered ${response.status}.` };
}
