// Server-sent events, as all four interfaces stream them.

/** Writes events one after the other and ends. An event is [NAME or null, DATA]. */
export function stream(response, events) {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-cache" });
  for (const [name, data] of events) {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    response.write(`${name ? `event: ${name}\n` : ""}data: ${text}\n\n`);
  }
  response.end();
}

/** An answer that is not streamed. */
export function whole(response, data) {
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(JSON.stringify(data));
}
