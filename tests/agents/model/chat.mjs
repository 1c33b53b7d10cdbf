// The OpenAI Chat Completions API, as opencode speaks it to a provider of one's own.

import { stream, whole } from "./sse.mjs";

export const serves = (path) => path.endsWith("/chat/completions");

export function read(asked) {
  return {
    tools: (asked.tools ?? []).map((tool) => tool.function.name),
    results: asked.messages.filter((message) => message.role === "tool").map((message) => text(message.content)),
  };
}

export function write(response, act, { asked, turn }) {
  const message = act.call
    ? { role: "assistant", content: null, tool_calls: [called(act.call, turn)] }
    : { role: "assistant", content: act.text };
  const finish = act.call ? "tool_calls" : "stop";
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
  const answer = { id: `chat_${turn}`, created: 0, model: asked.model };
  if (!asked.stream) {
    const choices = [{ index: 0, message, finish_reason: finish }];
    whole(response, { ...answer, object: "chat.completion", choices, usage });
    return;
  }
  const chunk = (delta, finish_reason) => ({
    ...answer,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }],
  });
  const chunks = [chunk(message, null), { ...chunk({}, finish), usage }, "[DONE]"];
  stream(response, chunks.map((part) => [null, part]));
}

function called({ name, input }, turn) {
  const call = { name, arguments: JSON.stringify(input) };
  return { index: 0, id: `call_${turn}`, type: "function", function: call };
}

function text(content) {
  return Array.isArray(content) ? content.map((part) => part.text ?? "").join("\n") : String(content ?? "");
}
