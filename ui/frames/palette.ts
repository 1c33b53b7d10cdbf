// The colours of diagrams: those of the page, which a frame without an origin cannot read.

export function palette(scheme: "light" | "dark"): Record<string, string | boolean> {
  const dark = scheme === "dark";
  const [paper, ink, soft, line, fill, fillToo, fillThree, note] = dark
    ? ["#1b1d21", "#e6e8eb", "#a4adb8", "#737c87", "#27313f", "#24372b", "#382f1d", "#332a10"]
    : ["#ffffff", "#1a1d21", "#545c66", "#80878f", "#e2eaf6", "#e2f2e7", "#fdf1d9", "#fdf5e4"];
  return {
    darkMode: dark,
    background: paper,
    primaryColor: fill,
    primaryTextColor: ink,
    primaryBorderColor: line,
    secondaryColor: fillToo,
    secondaryTextColor: ink,
    secondaryBorderColor: line,
    tertiaryColor: fillThree,
    tertiaryTextColor: ink,
    tertiaryBorderColor: line,
    lineColor: soft,
    textColor: ink,
    edgeLabelBackground: paper,
    clusterBkg: dark ? "#16181b" : "#f6f7f8",
    clusterBorder: line,
    noteBkgColor: note,
    noteTextColor: ink,
    noteBorderColor: line,
    fontSize: "14px",
  };
}
