// A model that follows a script, behind the four interfaces that agents speak to models over. It runs on 127.0.0.1,
// so that an agent is run whole without a network, an account or chance.
//
//     server.mjs SCRIPT.json
//
// Prints `model: ready at http://127.0.0.1:PORT`, then one JSON line for each turn: what it was told and what it did.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import * as anthropic from "./anthropic.mjs";
import * as chat from "./chat.mjs";
import * as gemini from "./gemini.mjs";
import * as responses from "./responses.mjs";
import { next } from "./script.mjs";

const script = JSON.parse(await readFile(process.argv[2], "utf8"));
const interfaces = [anthropic, chat, gemini, responses];

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request)).toString();
  const path = new URL(request.url, "http://model").pathname;
  const spoken = interfaces.find((one) => request.method === "POST" && one.serves(path));
  if (!spoken) {
    console.log(JSON.stringify({ unknown: `${request.method} ${request.url}` }));
    response.writeHead(404, { "Content-Type": "application/json" });
    response.end('{"error":{"type":"not_found_error","message":"no such interface"}}');
    return;
  }
  const asked = JSON.parse(body);
  const turn = spoken.read(asked, path);
  const act = next(script, turn);
  console.log(JSON.stringify({ path, heard: turn.results.at(-1) ?? null, tools: turn.tools.length, act }));
  spoken.write(response, act, { asked, path, turn: turn.results.length });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`model: ready at http://127.0.0.1:${server.address().port}`);
});
