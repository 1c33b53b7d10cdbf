// The page in the frame that draws diagrams. It is sandboxed and has nothing but this script: no origin, no network, no
// way to the page around it but the port it is handed. What it is asked to draw was written by an agent.

import mermaid from "mermaid";
import type { Asked, Told } from "./mermaid-messages";
import { palette } from "./palette";
import { tame } from "./tame";

const drawing = document.getElementById("drawing");

addEventListener("message", (event: MessageEvent<unknown>) => {
  const [port] = event.ports;
  if (event.source !== parent || !port) return;
  const tell = (told: Told) => port.postMessage(told);
  let turn = 0;
  port.onmessage = ({ data }: MessageEvent<Asked>) => {
    turn += 1;
    void draw(data, turn, () => turn).then(tell);
  };
  new ResizeObserver(() => {
    const svg = drawing?.querySelector("svg");
    if (svg) tell({ height: svg.getBoundingClientRect().height });
  }).observe(document.documentElement);
});

/** Draws, and says how it went. */
async function draw({ source, scheme }: Asked, turn: number, newest: () => number): Promise<Told> {
  if (!drawing) return { trouble: "there is no place to draw in" };
  document.documentElement.style.colorScheme = scheme;
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: "base",
    themeVariables: palette(scheme),
    fontFamily: getComputedStyle(document.body).fontFamily,
  });
  try {
    const { svg } = await mermaid.render(`d${turn}`, tame(source));
    if (turn !== newest()) return {};
    drawing.innerHTML = svg;
    const shown = drawing.querySelector("svg");
    // A link in here would lead nowhere: the frame may go nowhere, and the page could not say where it leads.
    for (const link of drawing.querySelectorAll("a")) {
      link.removeAttribute("href");
      link.removeAttributeNS("http://www.w3.org/1999/xlink", "href");
    }
    const title = shown?.querySelector("title")?.textContent?.trim();
    drawing.setAttribute("aria-label", title || "Diagram");
    return { height: shown?.getBoundingClientRect().height ?? 0 };
  } catch (error) {
    drawing.replaceChildren();
    return { trouble: error instanceof Error ? error.message : String(error) };
  }
}
