// One call of one tool by the MCP Inspector's command line.
//
//     inspector.mjs INSPECTOR URL TOKEN TOOL < arguments.json
//     inspector.mjs INSPECTOR PROGRAM DATA_DIR TOOL < arguments.json
//
// Over HTTP in the newest revision, over stdio in an older one. Prints the structured result as JSON; a refused call
// prints {"refused": TEXT}.

import { spawn } from "node:child_process";

const [inspector, place, credential, tool] = process.argv.slice(2);
const input = Buffer.concat(await Array.fromAsync(process.stdin)).toString();
const server = place.startsWith("http")
  ? ["--server-url", place, "--transport", "http", "--protocol-era", "modern"].concat([
      "--header",
      `Authorization: Bearer ${credential}`,
    ])
  : [place, "mcp", "--data-dir", credential];
const call = ["--method", "tools/call", "--tool-name", tool, "--tool-args-json", input];
const options = ["--cli", ...server, ...call, "--format", "json", "--quiet"];
const child = spawn(process.execPath, [inspector, ...options], { stdio: ["ignore", "pipe", "inherit"] });
const printed = Buffer.concat(await Array.fromAsync(child.stdout)).toString();
const { content, structuredContent, isError } = JSON.parse(printed).result ?? JSON.parse(printed);
const text = content.map((block) => block.text).join("\n");
console.log(JSON.stringify(isError ? { refused: text } : structuredContent));
