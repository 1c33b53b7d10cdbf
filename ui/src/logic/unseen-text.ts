// The text behind what the page shows of it. The server writes a hidden character as its name and keeps the character's
// number beside it; whoever copies or quotes a line gets the character. Pure.

/** The characters that `200B*3 202E` stands for. */
export function charactersOf(numbers: string): string {
  return numbers
    .split(" ")
    .map((part) => {
      const [hex = "", times = "1"] = part.split("*");
      const number = Number.parseInt(hex, 16);
      const known = Number.isInteger(number) && number >= 0 && number <= 0x10ffff;
      return known ? String.fromCodePoint(number).repeat(Number(times) || 1) : "";
    })
    .join("");
}
