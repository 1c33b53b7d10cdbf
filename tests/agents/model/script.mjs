// What the model does, whatever interface it is asked over: it asks once, waits on while it is told that the ask is
// still open, and ends by quoting what the last tool said.
//
// A turn is { tools: names, results: texts of the tools called so far }. An act is { call: { name, input } } or { text }.

/** The model's next act. */
export function next(script, turn) {
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
