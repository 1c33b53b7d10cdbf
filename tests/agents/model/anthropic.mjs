// The Anthropic Messages API, as Claude Code speaks it.

import { stream, whole } from "./sse.mjs";

export const serves = (path) => path.startsWith("/v1/messages");

/** Claude Code sends most tools' names alone, within a text; one searches for a tool before one calls it. */
const SEARCH = "ToolSearch";

export function read(asked) {
  const blocks = (asked.messages ?? []).flatMap((message) =>
    Array.isArray(message.content) ? message.content : [{ type: "text", text: message.content }],
  );
  const searches = blocks.filter((block) => block.name === SEARCH).map((block) => block.id);
  const texts = blocks.filter((block) => block.type === "text").map((block) => block.text);
  const deferred = texts.join("\n").match(/^mcp__\w+$/gm) ?? [];
  return {
    tools: [...loaded(asked), ...deferred],
    results: blocks
      .filter((block) => block.type === "tool_result" && !searches.includes(block.tool_use_id))
      .map(text),
    hooks: texts.filter((text) => text.includes("asks of yours in Loopback")),
    plan: JSON.stringify(asked).match(/\/[^\s"\\]+\.claude\/plans\/[\w-]+\.md/)?.[0],
  };
}

export function write(response, wanted, { asked, path, turn }) {
  const act = wanted.call && !loaded(asked).includes(wanted.call.name) ? search(wanted.call.name) : wanted;
  if (path.endsWith("/count_tokens")) {
    whole(response, { input_tokens: 100 });
    return;
  }
  const block = act.call
    ? { type: "tool_use", id: `toolu_${act === wanted ? "" : "search_"}${turn}`, name: act.call.name, input: act.call.input }
    : { type: "text", text: act.text };
  const reason = act.call ? "tool_use" : "end_turn";
  const usage = { input_tokens: 100, output_tokens: 20 };
  const message = { id: `msg_${turn}`, type: "message", role: "assistant", model: asked.model, stop_sequence: null };
  if (!asked.stream) {
    whole(response, { ...message, content: [block], stop_reason: reason, usage });
    return;
  }
  const [start, delta] = act.call
    ? [{ ...block, input: {} }, { type: "input_json_delta", partial_json: JSON.stringify(block.input) }]
    : [{ type: "text", text: "" }, { type: "text_delta", text: block.text }];
  const events = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null, usage } },
    { type: "content_block_start", index: 0, content_block: start },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
  stream(response, events.map((event) => [event.type, event]));
}

function loaded(asked) {
  return (asked.tools ?? []).map((tool) => tool.name);
}

function search(name) {
  return { call: { name: SEARCH, input: { query: `select:${name}`, max_results: 1 } } };
}

function text({ content }) {
  return Array.isArray(content) ? content.map((block) => block.text ?? "").join("\n") : String(content ?? "");
}
