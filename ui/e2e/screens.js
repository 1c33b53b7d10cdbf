// The states of the window that are looked at: by axe, by a screen reader's eyes, and by whoever takes pictures.

import { briefing, picture, question, review } from "./asks.js";
import { until } from "./loopback.js";
import { settled } from "./window.js";

/** Fills an inbox so that every screen has something to show. Resolves to the asks' ids. */
export async function furnish(loopback) {
  const kiln = await loopback.agent("claude-code", "2.1.0");
  const loom = await loopback.agent("codex", "0.61.0");
  const closed = await kiln.ask("ask_question", { ...question, question: "May I delete the branch `old-parser`?", options: undefined, context: undefined });
  await loopback.person(`/asks/${closed.id}/reply`, { method: "POST", body: { outcome: "answered", selected: [], text: "Yes, it is merged." } });
  await closed.reply;
  const sentBack = await loom.ask("request_review", { ...review, project: "loom" });
  await loopback.person(`/asks/${sentBack.id}/reply`, {
    method: "POST",
    body: { outcome: "changes_requested", feedback: "Do not rely on the index of `STEPS`." },
  });
  await sentBack.reply;
  const withdrawn = await kiln.ask("ask_question", { ...question, question: "Is the glaze format documented?", options: undefined });
  await loom.call("withdraw_ask", { askId: withdrawn.id, reason: "Found it in the design notes." });
  const theirs = await loom.ask("ask_question", {
    question: "Rename `Weft` to `Thread` across the crate?",
    options: [{ label: "Yes" }, { label: "No" }],
    project: "loom",
  });
  await loopback.person(`/asks/${theirs.id}/reply`, {
    method: "POST",
    body: { outcome: "follow_up", question: "How many call sites outside this repository would break?" },
  });
  await theirs.reply;
  const points = await kiln.ask("present_briefing", briefing);
  await loopback.person(`/asks/${points.id}/reply`, {
    method: "POST",
    body: {
      outcome: "responded",
      points: [{ point: "1", text: "Is there a test that shows it?" }, { point: "3", resolved: true }],
    },
  });
  await points.reply;
  const round = kiln.call("answer_briefing", {
    askId: points.id,
    answers: [
      {
        point: "1",
        answer: "There is now: `tests/escape.rs` fails on main and passes with the fix.",
        points: [{ title: "On Linux, through a symlink", detail: "Needs write access beside it." }, { title: "On Windows, through `..\\`" }],
      },
    ],
  });
  round.catch(() => {});
  // The list is ordered by who moved last.
  await until(async () => (await kiln.open()).find(({ id }) => id === points.id)?.status === "awaiting_human");
  const ticket = await loom.call("request_upload", { contentType: "image/png" });
  await fetch(ticket.uploadUrl, { method: "PUT", headers: { "Content-Type": "image/png" }, body: picture(320, 120) });
  const again = await loom.ask("request_review", {
    ...review,
    content: [...review.content, { type: "image", uploadId: ticket.uploadId, caption: "The new progress bar" }],
    revises: sentBack.id,
    project: "loom",
  });
  const asked = await kiln.ask("ask_question", question);
  return {
    question: asked.id,
    review: again.id,
    briefing: points.id,
    theirs: theirs.id,
    sentBack: sentBack.id,
    withdrawn: withdrawn.id,
    answered: closed.id,
  };
}

/** All of a review, rather than what changed. */
const whole = (page) => page.getByRole("button", { name: "Whole" }).click();

const asks = (kind) => (ids) => `/asks/${ids[kind]}`;

/** Each: where it is, and what is done there first. */
export const SCREENS = [
  { name: "list", path: () => "/", ready: "Start with the longest wait" },
  { name: "question", path: asks("question"), ready: "Reads are hot" },
  {
    name: "question-answered",
    path: asks("question"),
    ready: "Reads are hot",
    act: async (page) => {
      await page.keyboard.press("2");
      await page.getByRole("textbox").fill("But keep the old reader for one release.");
      await page.getByText("Draft saved").waitFor();
    },
  },
  { name: "review", path: asks("review"), ready: "The new progress bar", act: (page) => whole(page) },
  { name: "revision", path: asks("review"), ready: "You asked for" },
  {
    name: "review-comments",
    path: asks("review"),
    ready: "The new progress bar",
    act: async (page) => {
      await whole(page);
      // In the middle of a low window, and with nothing still to come above it that moves another line under the pointer.
      const line = page.locator('.lb-row[data-new="3"]').first();
      await page.getByText("Picture is loading").waitFor({ state: "detached" });
      await line.evaluate((node) => node.scrollIntoView({ block: "center" }));
      await page.waitForTimeout(300);
      await line.hover();
      // By hand: a click of the driver's own may scroll first, which brings another line under the pointer.
      const { x, y, width, height } = await page.getByRole("button", { name: "Comment on added line 3" }).boundingBox();
      await page.mouse.click(x + width / 2, y + height / 2);
      const box = page.locator(".editing textarea");
      await box.fill("Commit it too.");
      await box.press("Escape");
      await page.getByText("Draft saved").waitFor();
      await page.getByRole("button", { name: "Edit the comment on src/migrate.rs:3" }).click();
    },
  },
  {
    name: "menu",
    path: asks("briefing"),
    ready: "There is now",
    act: (page) => page.getByLabel("More").click(),
  },
  {
    name: "review-doubt",
    path: asks("review"),
    ready: "The new progress bar",
    act: async (page) => {
      await page.getByRole("textbox").fill("Rename it.");
      await settled(page);
      await page.keyboard.press("Control+Enter");
      await page.getByText("What are they?").waitFor();
    },
  },
  { name: "briefing", path: asks("briefing"), ready: "There is now" },
  {
    name: "briefing-untouched",
    path: asks("briefing"),
    ready: "There is now",
    act: async (page) => {
      await page.getByLabel("Point 2 resolved").check();
      await page.getByLabel("Your words on point 1", { exact: true }).fill("Which fix?");
      await page.getByText("Draft saved").waitFor();
      await page.keyboard.press("Control+Enter");
      await page.getByText("untouched").waitFor();
    },
  },
  { name: "agents-turn", path: asks("theirs"), ready: "It is the agent’s move." },
  { name: "sent-back", path: asks("sentBack"), ready: "0 of 2 viewed" },
  { name: "withdrawn", path: asks("withdrawn"), ready: "Found it in the design notes." },
  {
    name: "help",
    path: asks("question"),
    ready: "Reads are hot",
    act: async (page) => {
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "filters",
    path: () => "/?project=kiln",
    ready: "Only kiln",
    act: async (page) => {
      await page.getByRole("button", { name: "Filter" }).click();
      await page.getByRole("checkbox", { name: /loom/ }).waitFor();
    },
  },
  { name: "search", path: () => "/search?q=glaze", ready: "taken back" },
  { name: "search-hints", path: () => "/search", ready: "all of them must be there" },
  { name: "decisions", path: () => "/decisions", ready: "Yes, it is merged." },
  { name: "settings", path: () => "/settings", ready: "These settings are kept in" },
  {
    name: "palette",
    path: asks("review"),
    ready: "The new progress bar",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").waitFor();
    },
  },
  {
    name: "snooze",
    path: asks("question"),
    ready: "Reads are hot",
    act: async (page) => {
      // In the morning, when this evening can be offered.
      await page.clock.setFixedTime(new Date().setHours(8, 0, 0, 0));
      await page.keyboard.press("h");
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "unknown", path: () => "/asks/none", ready: "There is no such ask" },
];

/** The ways every screen is looked at; zoomed is what is left of 1280 × 800 at a browser's 200 %. */
export const VIEWS = [
  { name: "light", scheme: "light", width: 1280, height: 800 },
  { name: "dark", scheme: "dark", width: 1280, height: 800 },
  { name: "narrow", scheme: "light", width: 360, height: 740 },
  { name: "narrow dark", scheme: "dark", width: 360, height: 740 },
  { name: "zoomed", scheme: "light", width: 640, height: 400, scale: 2 },
];
