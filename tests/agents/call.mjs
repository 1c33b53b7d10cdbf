// One call of one tool by the TypeScript SDK, as an agent makes it.
//
//     call.mjs URL TOKEN TOOL [quiet] < arguments.json
//     call.mjs PROGRAM DATA_DIR TOOL [quiet] < arguments.json
//
// Over HTTP or over stdio. Prints the structured result as JSON; a refused call prints
// {"refused": TEXT}. With `quiet` the client does not ask for progress, so its own limit of a minute holds.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [place, credential, tool, quiet] = process.argv.slice(2);
const input = await Array.fromAsync(process.stdin);
const client = new Client({ name: "typescript-agent", version: "1.0" });
const transport = place.startsWith("http")
  ? new StreamableHTTPClientTransport(new URL(place), {
      requestInit: { headers: { Authorization: `Bearer ${credential}` } },
    })
  : // Of its environment the SDK passes on half a dozen variables and nothing else.
    new StdioClientTransport({ command: place, args: ["mcp", "--data-dir", credential] });
await client.connect(transport);
const patient = { onprogress: () => {}, resetTimeoutOnProgress: true };
const result = await client.callTool(
  { name: tool, arguments: JSON.parse(Buffer.concat(input).toString()) },
  undefined,
  quiet ? {} : patient,
);
const text = result.content.map((block) => block.text).join("\n");
console.log(JSON.stringify(result.isError ? { refused: text } : result.structuredContent));
// Closing alone leaves the session: what it has open would count as another agent's.
await transport.terminateSession?.();
await client.close();
