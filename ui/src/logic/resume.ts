// How to call an agent back that has gone: the command that goes on with the last conversation in its folder. Pure.

import type { Ask } from "../contract";

/** By the beginning of the client's name. Only commands that were tried. */
const COMMANDS: readonly [client: string, command: string][] = [
  ["claude-code", "claude --continue"],
  ["codex", "codex resume --last"],
];

/** A line for a shell, on this machine; nothing if the client is not known or did not say where it ran. */
export function resumeCommand({ client, origin }: Pick<Ask, "client" | "origin">): string | undefined {
  const command = COMMANDS.find(([name]) => client === name || client?.startsWith(`${name} `) || client?.startsWith(`${name}-`));
  if (!command || !origin) return undefined;
  const there = `cd ${quoted(origin.cwd)} && ${command[1]}`;
  return origin.remote && origin.host ? `ssh -t ${quoted(origin.host)} ${quoted(there)}` : there;
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
