// What the page and the frame that draws diagrams say to each other.

/** What is to be drawn. */
export interface Asked {
  source: string;
  scheme: "light" | "dark";
}

/** How it went: the drawing's height in pixels, or why there is none. Neither, if it was overtaken by a later one. */
export interface Told {
  height?: number;
  trouble?: string;
}
