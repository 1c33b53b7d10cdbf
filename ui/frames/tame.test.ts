import { expect, it } from "vitest";
import { tame } from "./tame";

it("what could be a tag becomes text", () => {
  expect(tame('A["<img src=x onerror=alert(1)>"]')).toBe('A["#lt;img src=x onerror=alert(1)>"]');
  for (const markup of ["<script>", "</p>", "<!--", "<?x", "<<img src=x>", "<IMG>"]) {
    expect(tame(markup)).not.toMatch(/<[a-z/!?]/i);
  }
});

it("arrows, stereotypes and new lines stay", () => {
  for (const source of ["A <--> B", "Animal <|-- Duck", "class A {\n<<interface>>\n}", "A[one<br/>two<br>three]", "A<<->>B", "a < b"]) {
    expect(tame(source)).toBe(source);
  }
});
