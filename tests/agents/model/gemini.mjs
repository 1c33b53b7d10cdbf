// The Gemini API, as Gemini CLI speaks it.

import { stream, whole } from "./sse.mjs";

export const serves = (path) => /:(streamGenerateContent|generateContent|countTokens)$/.test(path);

export function read(asked) {
  const parts = (asked.contents ?? []).flatMap((content) => content.parts ?? []);
  const declared = (asked.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []);
  return {
    tools: declared.map((tool) => tool.name),
    results: parts.filter((part) => part.functionResponse).map((part) => text(part.functionResponse.response)),
  };
}

export function write(response, act, { path }) {
  if (path.endsWith(":countTokens")) {
    whole(response, { totalTokens: 100 });
    return;
  }
  const part = act.call ? { functionCall: { name: act.call.name, args: act.call.input } } : { text: act.text };
  const answer = {
    candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
  };
  if (path.endsWith(":generateContent")) {
    whole(response, answer);
  } else {
    stream(response, [[null, answer]]);
  }
}

function text(response) {
  return typeof response.output === "string" ? response.output : JSON.stringify(response);
}
