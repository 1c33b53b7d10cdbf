// Stands between a client and the server it starts, passes everything on, and writes down what passes.
//
//     tee.mjs LOG PROGRAM ARGUMENTS…
//
// LOG gets one JSON line a message: { from: "client" | "server", message }.

import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [log, program, ...rest] = process.argv.slice(2);
const server = spawn(program, rest, { stdio: ["pipe", "pipe", "inherit"] });
pass("client", process.stdin, server.stdin);
pass("server", server.stdout, process.stdout);
process.stdin.on("end", () => server.stdin.end());
server.on("exit", (code) => process.exit(code ?? 1));

function pass(from, input, output) {
  createInterface({ input, crlfDelay: Infinity }).on("line", (line) => {
    appendFileSync(log, `{"from":"${from}","message":${line || "null"}}\n`);
    output.write(`${line}\n`);
  });
}
