// How the page comes by the person's token, and where it keeps it.
//
// In the window it is handed over by the shell before the page runs and lives in this script's memory only. In a
// browser a link carries a one-time code in its fragment, which is exchanged for a session kept for this one tab.

import type { SessionGrant, SessionRequest } from "../contract";

declare global {
  interface Window {
    __loopback?: { token?: unknown } | undefined;
  }
}

const KEPT_AS = "loopback.session";

/** The person's token, or nothing if this page may show nothing. Takes and removes whatever carried it. */
export async function takeCredential(): Promise<string | undefined> {
  const handed = takeHandedToken();
  const code = takeCode();
  if (handed !== undefined) return handed;
  if (code !== undefined) {
    const token = await redeem(code);
    if (token !== undefined) {
      sessionStorage.setItem(KEPT_AS, token);
      return token;
    }
  }
  return sessionStorage.getItem(KEPT_AS) ?? undefined;
}

/** The session has ended: forget its token. */
export function forgetCredential(): void {
  sessionStorage.removeItem(KEPT_AS);
}

function takeHandedToken(): string | undefined {
  const token = window.__loopback?.token;
  delete window.__loopback;
  return typeof token === "string" && token !== "" ? token : undefined;
}

function takeCode(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code === null) return undefined;
  history.replaceState(null, "", location.pathname);
  return code === "" ? undefined : code;
}

async function redeem(code: string): Promise<string | undefined> {
  try {
    const response = await fetch("/api/v1/sessions", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code } satisfies SessionRequest),
    });
    return response.status === 201 ? ((await response.json()) as SessionGrant).token : undefined;
  } catch {
    return undefined;
  }
}
