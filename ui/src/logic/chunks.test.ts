import { expect, it } from "vitest";
import { chunksOf, hasChunks } from "./chunks";

const CODE =
  '<figure class="lb-code"><pre class="lb-lines"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line">a</span></span>' +
  '<span class="lb-chunk" data-chunk="1"><span class="lb-line">b</span></span></code></pre></figure><p>after</p>';

it("a chunk begins with its own tag and reaches to the next one", () => {
  const chunks = chunksOf(CODE);
  expect([...chunks.keys()]).toEqual([0, 1]);
  expect(chunks.get(0)).toBe('<span class="lb-chunk" data-chunk="0"><span class="lb-line">a</span></span>');
  expect(chunks.get(1)).toMatch(/^<span class="lb-chunk" data-chunk="1"><span class="lb-line">b/);
});

it("a text that quotes the markup is no chunk", () => {
  const html = '<p>&lt;span class="lb-chunk" data-chunk="7"&gt;</p>';
  expect(chunksOf(html).size).toBe(0);
});

it("prose without code has none", () => {
  expect(hasChunks("<p>words</p>")).toBe(false);
  expect(hasChunks(CODE)).toBe(true);
});
