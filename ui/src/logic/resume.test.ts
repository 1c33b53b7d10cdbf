import { expect, it } from "vitest";
import { resumeCommand } from "./resume";

const origin = { cwd: "/home/ada/kiln", session: "s" };

it("goes on where the agent ran, with its own command", () => {
  expect(resumeCommand({ client: "claude-code 2.1.0", origin })).toBe("cd /home/ada/kiln && claude --continue");
  expect(resumeCommand({ client: "codex-mcp-client 0.61.0", origin })).toBe("cd /home/ada/kiln && codex resume --last");
});

it("no folder's name becomes part of the command", () => {
  const there = { ...origin, host: "ada@box", remote: true };
  expect(resumeCommand({ client: "claude-code", origin: there })).toBe("ssh -t 'ada@box' 'cd /home/ada/kiln && claude --continue'");
  const at = (cwd: string) => resumeCommand({ client: "claude-code", origin: { ...origin, cwd } });
  expect(at("/tmp/it's $(mine)")).toBe(String.raw`cd '/tmp/it'\''s $(mine)' && claude --continue`);
});

it("is nothing for a client that is not known, or one that did not say where it ran", () => {
  expect(resumeCommand({ client: "claude-codex 1.0", origin })).toBeUndefined();
  expect(resumeCommand({ client: "gemini-cli 0.9", origin })).toBeUndefined();
  expect(resumeCommand({ client: "claude-code 2.1.0" })).toBeUndefined();
});
