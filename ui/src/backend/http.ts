// The backend over the public API of the server this page was loaded from.

import {
  REVISION,
  type AgentClient,
  type AgentClientList,
  type Ask,
  type AskId,
  type AskSummary,
  type ClientGoal,
  type ClientPlan,
  type DecisionPage,
  type DiffLayout,
  type Draft,
  type DraftInput,
  type ExportFormat,
  type MachineList,
  type Preferences,
  type PreferencesInfo,
  type Problem,
  type ProjectAsking,
  type ProjectAskingList,
  type RenderedAsk,
  type Reply,
  type ReviewChanges,
  type SearchPage,
  type SummaryPage,
  type Timestamp,
  type UploadReceipt,
  type ViewedFiles,
  type ViewedInput,
} from "../contract";
import {
  type Backend,
  type Following,
  type Listener,
  type PageOf,
  Refused,
  type RenderedHow,
  Unreachable,
} from "./backend";
import { followEvents } from "./events";

const BASE = "/api/v1";

/** An answer that takes longer than this is not waited for, in milliseconds. */
const PATIENCE_MS = 20_000;

/** The same for what is large by its nature: everything ever asked, a picture going up. */
const LONG_PATIENCE_MS = 120_000;

/** What the page must learn from responses, whatever they were for. */
export interface Notices {
  /** The session is not valid (any more). */
  ended(): void;
  /** The server is of another build than the one that served this page. */
  otherBuild(): void;
}

interface Request {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Sent as JSON; a blob as it is, under its own type. */
  body?: unknown;
  keepalive?: boolean;
  patience?: number;
  signal?: AbortSignal;
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
    return this.#json(of(id));
  }

  rendered(id: AskId, { signal, ...how }: RenderedHow = {}): Promise<RenderedAsk> {
    return this.#json(of(id, "/rendered", how), signal && { signal });
  }

  changes(id: AskId, layout?: DiffLayout): Promise<ReviewChanges> {
    return this.#json(of(id, "/changes", { layout }));
  }

  async asText(id: AskId, format: ExportFormat): Promise<string> {
    return (await this.#file(of(id, "/export", { format }))).text();
  }

  history(before: Timestamp, limit: number): Promise<SummaryPage> {
    return this.#json(`/asks${query({ view: "summary", before, limit })}`);
  }

  search(q: string, page: PageOf): Promise<SearchPage> {
    return this.#json(`/search${query({ q, ...page })}`);
  }

  decisions(q: string, page: PageOf): Promise<DecisionPage> {
    return this.#json(`/decisions${query({ q: q === "" ? undefined : q, ...page })}`);
  }

  decisionLog(q: string, format: ExportFormat): Promise<Blob> {
    return this.#file(`/decisions/export${query({ q: q === "" ? undefined : q, format })}`);
  }

  everything(format: ExportFormat): Promise<Blob> {
    return this.#file(`/export${query({ format })}`);
  }

  reply(id: AskId, reply: Reply, hold?: number): Promise<Ask> {
    return this.#json(of(id, "/reply", { hold }), { method: "POST", body: reply });
  }

  undo(id: AskId): Promise<Ask> {
    return this.#json(of(id, "/held"), { method: "DELETE" });
  }

  renew(id: AskId, hold: number): Promise<Ask> {
    return this.#json(of(id, "/held", { hold }), { method: "PUT" });
  }

  close(id: AskId): Promise<Ask> {
    return this.#json(of(id, "/close"), { method: "POST" });
  }

  takeBack(id: AskId): Promise<Ask> {
    return this.#json(of(id, "/follow-up"), { method: "DELETE" });
  }

  snooze(id: AskId, until: Timestamp): Promise<AskSummary> {
    return this.#json(of(id, "/snooze"), { method: "PUT", body: { until } });
  }

  wake(id: AskId): Promise<AskSummary> {
    return this.#json(of(id, "/snooze"), { method: "DELETE" });
  }

  clients(): Promise<AgentClientList> {
    return this.#json("/clients");
  }

  planClient(id: string, goal: ClientGoal): Promise<ClientPlan> {
    return this.#json(`/clients/${encodeURIComponent(id)}/plan?goal=${goal}`);
  }

  makeClient(id: string, goal: ClientGoal): Promise<AgentClient> {
    const method = goal === "connected" ? "PUT" : "DELETE";
    // The client's own command may start a whole agent.
    return this.#json(`/clients/${encodeURIComponent(id)}`, { method, patience: LONG_PATIENCE_MS });
  }

  machines(): Promise<MachineList> {
    return this.#json("/machines");
  }

  async revokeMachine(name: string): Promise<void> {
    await this.#send(`/machines/${encodeURIComponent(name)}`, { method: "DELETE" });
  }

  see(id: AskId, updatedAt: Timestamp): Promise<AskSummary> {
    return this.#json(of(id, "/seen"), { method: "PUT", body: { updatedAt } });
  }

  unsee(id: AskId): Promise<AskSummary> {
    return this.#json(of(id, "/seen"), { method: "DELETE" });
  }

  viewed(id: AskId): Promise<ViewedFiles> {
    return this.#json(of(id, "/viewed"));
  }

  view(id: AskId, file: ViewedInput): Promise<ViewedFiles> {
    return this.#json(of(id, "/viewed"), { method: "PUT", body: file });
  }

  async draft(id: AskId): Promise<Draft | undefined> {
    try {
      return await this.#json(of(id, "/draft"));
    } catch (error) {
      if (error instanceof Refused && error.code === "draft.unknown") return undefined;
      throw error;
    }
  }

  saveDraft(id: AskId, draft: DraftInput, how = { leaving: false }): Promise<Draft> {
    return this.#json(of(id, "/draft"), { method: "PUT", body: draft, keepalive: how.leaving });
  }

  async discardDraft(id: AskId): Promise<void> {
    await this.#send(of(id, "/draft"), { method: "DELETE" });
  }

  async picture(uploadId: string): Promise<Blob> {
    return (await this.#send(`/files/${encodeURIComponent(uploadId)}`)).blob();
  }

  storePicture(picture: Blob): Promise<UploadReceipt> {
    return this.#json("/files", { method: "POST", body: picture, patience: LONG_PATIENCE_MS });
  }

  preferences(): Promise<PreferencesInfo> {
    return this.#json("/preferences");
  }

  savePreferences(preferences: Preferences): Promise<PreferencesInfo> {
    return this.#json("/preferences", { method: "PUT", body: preferences });
  }

  asking(): Promise<ProjectAskingList> {
    return this.#json("/asking");
  }

  wishAsking(wish: ProjectAsking): Promise<ProjectAskingList> {
    return this.#json("/asking", { method: "PUT", body: wish });
  }

  follow(listener: Listener): Following {
    return followEvents(listener, {
      ticket: async () => (await this.#json<{ ticket: string }>("/events/tickets", { method: "POST" })).ticket,
      address: `ws://${location.host}${BASE}/events`,
    });
  }

  async #file(path: string): Promise<Blob> {
    const response = await this.#send(path, { patience: LONG_PATIENCE_MS });
    try {
      return await response.blob();
    } catch {
      throw new Unreachable();
    }
  }

  async #json<T>(path: string, request?: Request): Promise<T> {
    const response = await this.#send(path, request);
    try {
      return (await response.json()) as T;
    } catch {
      throw new Unreachable();
    }
  }

  async #send(path: string, request: Request = {}): Promise<Response> {
    const { method = "GET", body, keepalive = false, patience = PATIENCE_MS } = request;
    const patient = AbortSignal.timeout(patience);
    const headers: Record<string, string> = {
      Authorization: `Bearer ${this.#token}`,
      "Loopback-Revision": String(REVISION),
    };
    if (body !== undefined) headers["Content-Type"] = body instanceof Blob ? body.type : "application/json";
    let response: Response;
    try {
      response = await fetch(BASE + path, {
        method,
        headers,
        keepalive,
        signal: request.signal ? AbortSignal.any([request.signal, patient]) : patient,
        ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
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

/** The path of an ask, or of something of it. */
function of(id: AskId, what = "", parameters: Query = {}): string {
  return `/asks/${encodeURIComponent(id)}${what}${query(parameters)}`;
}

type Query = Record<string, string | number | undefined>;

function query(parameters: Query): string {
  const given = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
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
