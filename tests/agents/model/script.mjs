// What the model does, whatever interface it is asked over: it asks once, waits on while it is told that the ask is
// still open, and ends by quoting what the last tool said.
//
// A script with `steps` is a list of calls instead, made one after the other.
//
// A turn is { tools: names, results: texts of the tools called so far }, and of Claude Code also what hooks told it and where
// its plan belongs. An act is { call: { name, input } } or { text }.

/** The model's next act. */
export function next(script, turn) {
  if (script.steps) {
    return step(script.steps, turn);
  }
  const named = (tool) => {
    const name = turn.tools.find((name) => name.endsWith(tool));
    if (!name) {
      throw new Error(`no tool is called ${tool} among ${turn.tools.join(", ")}`);
    }
    return name;
  };
  // Besides the conversation, agents ask models for titles and the like, and offer no tools of ours for it.
  if (!turn.tools.some((name) => name.endsWith("ask_question"))) {
    return { text: "A question" };
  }
  const last = turn.results.at(-1);
  if (last === undefined) {
    return { call: { name: named("ask_question"), input: script.ask } };
  }
  if (turn.results.length > script.most) {
    return { text: `GAVE UP AFTER: ${last}` };
  }
  const id = askId(last);
  if (id && stillOpen(last)) {
    return { call: { name: named("wait_for_reply"), input: { askId: id } } };
  }
  // The agent ended the call itself: its model was told no id, and looks for what it has asked.
  if (!id && timedOut(last)) {
    return { call: { name: named("list_asks"), input: {} } };
  }
  return { text: `THE REPLY WAS: ${last}` };
}

/** The next call of a list. What a step calls PLAN is the place of the plan. */
function step(steps, turn) {
  if (turn.tools.length === 0) {
    return { text: "A list" };
  }
  const call = steps[turn.results.length];
  if (call) {
    return { call: JSON.parse(JSON.stringify(call), (_, value) => (value === "PLAN" ? turn.plan : value)) };
  }
  return { text: `THE REPLY WAS: ${turn.results.at(-1)}\nHOOKS SAID: ${turn.hooks.join("\n")}` };
}

/** The ask that a result names, in JSON or in words. */
function askId(text) {
  const [, json, words] = /"askId"\s*:\s*"([^"]+)"|\(ask ([0-9a-f-]+)/.exec(text) ?? [];
  return json ?? words;
}

function stillOpen(text) {
  return text.includes("wait_for_reply") && !text.includes('"state":"replied"');
}

function timedOut(text) {
  return /timed? ?out|timeout/i.test(text);
}
