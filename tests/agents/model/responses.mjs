// The OpenAI Responses API, as Codex speaks it.

import { stream } from "./sse.mjs";

export const serves = (path) => path.endsWith("/responses");

export function read(asked) {
  const outputs = (asked.input ?? []).filter((item) => item.type === "function_call_output");
  return {
    tools: (asked.tools ?? []).flatMap(names),
    results: outputs.map((item) => text(item.output)),
  };
}

export function write(response, act, { asked, turn }) {
  const item = act.call
    ? { ...called(asked, act.call), id: `fc_${turn}`, call_id: `call_${turn}`, status: "completed" }
    : {
        type: "message",
        id: `msg_${turn}`,
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: act.text, annotations: [] }],
      };
  const usage = { input_tokens: 100, output_tokens: 20, total_tokens: 120 };
  const answer = { id: `resp_${turn}`, object: "response", model: asked.model, output: [] };
  const events = [
    { type: "response.created", response: { ...answer, status: "in_progress" } },
    { type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress" } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { ...answer, status: "completed", output: [item], usage } },
  ];
  stream(response, events.map((event) => [event.type, event]));
}

/** Tools may stand in a namespace of their server; here one name tells both. */
function names(tool) {
  return tool.type === "namespace" ? tool.tools.map((inner) => `${tool.name}${inner.name}`) : [tool.name ?? tool.type];
}

function called(asked, { name, input }) {
  const call = { type: "function_call", name, arguments: JSON.stringify(input) };
  const namespace = asked.tools.find((tool) => tool.type === "namespace" && name.startsWith(tool.name));
  return namespace ? { ...call, namespace: namespace.name, name: name.slice(namespace.name.length) } : call;
}

function text(output) {
  if (typeof output === "string") {
    return output;
  }
  const parts = Array.isArray(output) ? output : [output];
  return parts.map((part) => part.text ?? JSON.stringify(part)).join("\n");
}
