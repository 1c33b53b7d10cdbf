// One call of one tool over stdio by the TypeScript SDK, as an agent makes it.
//
//     stdio.mjs PROGRAM DATA_DIR TOOL [quiet] < arguments.json
//
// Prints the structured result as JSON; a refused call prints {"refused": TEXT}. With `quiet` the
// client does not ask for progress, so its own limit of a minute holds.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [program, dataDir, tool, quiet] = process.argv.slice(2);
const input = await Array.fromAsync(process.stdin);
const client = new Client({ name: "typescript-agent", version: "1.0" });
// Of its environment the SDK passes on half a dozen variables and nothing else.
await client.connect(
  new StdioClientTransport({ command: program, args: ["mcp", "--data-dir", dataDir] }),
);
const patient = { onprogress: () => {}, resetTimeoutOnProgress: true };
const result = await client.callTool(
  { name: tool, arguments: JSON.parse(Buffer.concat(input).toString()) },
  undefined,
  quiet ? {} : patient,
);
const text = result.content.map((block) => block.text).join("\n");
console.log(JSON.stringify(result.isError ? { refused: text } : result.structuredContent));
await client.close();
