//! How markdown is shown, one shape a test.

use std::fmt::Write as _;

use loopback_render::MarkdownOptions;

use crate::allowed::assert_safe;
use crate::whole::{markdown, without_lines};

#[track_caller]
pub(crate) fn shown(input: &str) -> String {
    let options = MarkdownOptions {
        id_prefix: "ask7".to_owned(),
        ..MarkdownOptions::default()
    };
    let rendered = markdown(input, &options);
    assert_safe(rendered.html.as_str());
    let mut out = String::new();
    for warning in &rendered.warnings {
        let _ = writeln!(out, "! {warning}");
    }
    out.push_str(&without_lines(rendered.html.as_str()));
    out
}

#[test]
fn headings_are_lowered_by_two_and_end_at_six() {
    insta::assert_snapshot!(shown("# a\n\n## b\n\n##### c\n\nSetext\n===\n"), @r"
    <h3>a</h3>
    <h4>b</h4>
    <h6>c</h6>
    <h3>Setext</h3>
    ");
}

#[test]
fn emphasis_of_every_kind() {
    insta::assert_snapshot!(shown("*a* _b_ **c** ***d*** ~~e~~ `f` snake_case_word 2*3*4"), @"<p><em>a</em> <em>b</em> <strong>c</strong> <em><strong>d</strong></em> <del>e</del> <code>f</code> snake_case_word 2<em>3</em>4</p>");
}

#[test]
fn a_tight_list_and_a_loose_one() {
    insta::assert_snapshot!(shown("- a\n- b\n\n\n1. c\n\n2. d\n"), @r"
    <ul><li>a</li>
    <li>b</li>
    </ul>
    <ol><li><p>c</p>
    </li>
    <li><p>d</p>
    </li>
    </ol>
    ");
}

#[test]
fn a_list_that_starts_at_seven() {
    insta::assert_snapshot!(shown("7. seven\n8. eight"), @r#"
    <ol start="7"><li>seven</li>
    <li>eight</li>
    </ol>
    "#);
}

#[test]
fn a_list_in_a_list_in_a_quote() {
    insta::assert_snapshot!(shown("> - a\n>   1. b\n>      > c\n"), @r"
    <blockquote><ul><li>a<ol><li>b<blockquote><p>c</p>
    </blockquote>
    </li>
    </ol>
    </li>
    </ul>
    </blockquote>
    ");
}

#[test]
fn tasks_are_signs_and_no_inputs() {
    insta::assert_snapshot!(shown("- [ ] open\n- [x] done\n  - [X] inner"), @r#"
    <ul><li><span class="lb-task" role="img" aria-label="to do">☐</span> open</li>
    <li><span class="lb-task" role="img" aria-label="done">☑</span> done<ul><li><span class="lb-task" role="img" aria-label="done">☑</span> inner</li>
    </ul>
    </li>
    </ul>
    "#);
}

#[test]
fn a_table_with_its_alignment() {
    insta::assert_snapshot!(shown("| a | b | c | d |\n|---|:--|:-:|--:|\n| 1 | 2 | 3 | `4|` |\n| x \\| y | **z** | | |"), @r#"<div class="lb-table" role="group" tabindex="0"><table><thead><tr><th>a</th><th class="lb-left">b</th><th class="lb-center">c</th><th class="lb-right">d</th></tr></thead><tbody><tr><td>1</td><td class="lb-left">2</td><td class="lb-center">3</td><td class="lb-right">`4</td></tr><tr><td>x | y</td><td class="lb-left"><strong>z</strong></td><td class="lb-center"></td><td class="lb-right"></td></tr></tbody></table></div>"#);
}

#[test]
fn a_quote_with_code() {
    insta::assert_snapshot!(shown("> said\n>\n>     code\n"), @r#"
    <blockquote><p>said</p>
    <figure class="lb-code"><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src">code
    </span></span></span></code></pre></figure>
    </blockquote>
    "#);
}

#[test]
fn alerts_of_all_five_kinds() {
    insta::assert_snapshot!(shown("> [!NOTE]\n> n\n\n> [!TIP]\n> t\n\n> [!IMPORTANT]\n> i\n\n> [!WARNING]\n> w\n\n> [!CAUTION]\n> c"), @r#"
    <div class="lb-alert lb-alert-note" role="note"><p class="lb-alert-title">Note</p>
    <p>n</p>
    </div>
    <div class="lb-alert lb-alert-tip" role="note"><p class="lb-alert-title">Tip</p>
    <p>t</p>
    </div>
    <div class="lb-alert lb-alert-important" role="note"><p class="lb-alert-title">Important</p>
    <p>i</p>
    </div>
    <div class="lb-alert lb-alert-warning" role="note"><p class="lb-alert-title">Warning</p>
    <p>w</p>
    </div>
    <div class="lb-alert lb-alert-caution" role="note"><p class="lb-alert-title">Caution</p>
    <p>c</p>
    </div>
    "#);
}

#[test]
fn a_footnote_is_numbered_and_gathered() {
    insta::assert_snapshot!(shown("Second[^b] first[^a], again[^b].\n\n[^a]: The *a*.\n[^b]: The b.\n\n    More.\n[^unused]: Still here."), @r##"
    <p>Second<sup><a class="lb-note-ref" href="#ask7-fn-1" id="ask7-ref-1-1" rel="noreferrer noopener">1</a></sup> first<sup><a class="lb-note-ref" href="#ask7-fn-2" id="ask7-ref-2-1" rel="noreferrer noopener">2</a></sup>, again<sup><a class="lb-note-ref" href="#ask7-fn-1" id="ask7-ref-1-2" rel="noreferrer noopener">1</a></sup>.</p>
    <section class="lb-notes"><ol><li id="ask7-fn-1"><p>The b.</p>
    <p>More.</p>
     <a class="lb-note-back" href="#ask7-ref-1-1" aria-label="Back to note 1" rel="noreferrer noopener">↩</a></li><li id="ask7-fn-2"><p>The <em>a</em>.</p>
     <a class="lb-note-back" href="#ask7-ref-2-1" aria-label="Back to note 2" rel="noreferrer noopener">↩</a></li><li id="ask7-fn-3"><p>Still here.</p>
    </li></ol></section>
    "##);
}

#[test]
fn a_footnote_without_a_definition_is_text() {
    insta::assert_snapshot!(shown("x[^nope]"), @"<p>x[^nope]</p>");
}

#[test]
fn bare_addresses_are_links() {
    insta::assert_snapshot!(shown("See https://example.com/a_b?c=d&e#f. Or (www.example.com), or http://x.example/y_(z)."), @r#"<p>See <a class="lb-link" href="https://example.com/a_b?c=d&amp;e#f" target="_blank" title="example.com" data-lb-host="example.com" rel="noreferrer noopener">https://example.com/a_b?c=d&amp;e#f</a>. Or (<a class="lb-link" href="https://www.example.com/" target="_blank" title="www.example.com" data-lb-host="www.example.com" rel="noreferrer noopener">www.example.com</a>), or <a class="lb-link" href="http://x.example/y_(z)" target="_blank" title="x.example" data-lb-host="x.example" rel="noreferrer noopener">http://x.example/y_(z)</a>.</p>"#);
}

#[test]
fn an_address_in_code_is_no_link() {
    insta::assert_snapshot!(shown("`https://example.com` and\n\n    https://example.com\n"), @r#"
    <p><code>https://example.com</code> and</p>
    <figure class="lb-code"><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src">https://example.com
    </span></span></span></code></pre></figure>
    "#);
}

#[test]
fn links_say_where_they_lead() {
    insta::assert_snapshot!(shown("[a](https://example.com/x \"Title\") <https://example.com> <me@example.com> [b][r]\n\n[r]: http://r.example"), @r#"<p><a class="lb-link" href="https://example.com/x" target="_blank" title="example.com · Title" data-lb-host="example.com" rel="noreferrer noopener">a</a> <a class="lb-link" href="https://example.com/" target="_blank" title="example.com" data-lb-host="example.com" rel="noreferrer noopener">https://example.com</a> <a class="lb-link" href="mailto:me@example.com" target="_blank" title="me@example.com" data-lb-host="me@example.com" rel="noreferrer noopener">me@example.com</a> <a class="lb-link" href="http://r.example/" target="_blank" title="r.example" data-lb-host="r.example" rel="noreferrer noopener">b</a></p>"#);
}

#[test]
fn a_relative_link_is_text_with_its_target() {
    insta::assert_snapshot!(shown("[the plan](docs/plan.md) and [top](#top) and [docs/x.md](docs/x.md)"), @r#"<p>the plan <span class="lb-target">(docs/plan.md)</span> and top <span class="lb-target">(#top)</span> and docs/x.md</p>"#);
}

#[test]
fn images_are_links_to_them() {
    insta::assert_snapshot!(shown("![a chart](https://example.com/c.png) ![](https://example.com/d.png) ![local](c.png) [![in a link](https://i.example/x.png)](https://example.com)"), @r#"<p><a class="lb-image" href="https://example.com/c.png" target="_blank" title="example.com" data-lb-host="example.com" rel="noreferrer noopener">a chart</a> <a class="lb-image" href="https://example.com/d.png" target="_blank" title="example.com" data-lb-host="example.com" rel="noreferrer noopener">d.png</a> <span class="lb-image">local</span> <span class="lb-target">(c.png)</span> <a class="lb-link" href="https://example.com/" target="_blank" title="example.com" data-lb-host="example.com" rel="noreferrer noopener"><span class="lb-image">in a link</span></a></p>"#);
}

#[test]
fn quotes_and_dashes_stay_as_typed() {
    insta::assert_snapshot!(shown("\"a\" -- 'b' --- c..."), @"<p>&quot;a&quot; -- &#39;b&#39; --- c...</p>");
}

#[test]
fn hard_and_soft_breaks() {
    insta::assert_snapshot!(shown("a\nb  \nc\\\nd"), @r"
    <p>a
    b<br>
    c<br>
    d</p>
    ");
}

#[test]
fn a_rule() {
    insta::assert_snapshot!(shown("a\n\n---\n\nb"), @r"
    <p>a</p>
    <hr>
    <p>b</p>
    ");
}

#[test]
fn entities_are_decoded_once() {
    insta::assert_snapshot!(shown("&amp; &lt; &copy; &#65; &nope; `&amp;`"), @"<p>&amp; &lt; © A &amp;nope; <code>&amp;amp;</code></p>");
}

#[test]
fn escapes() {
    insta::assert_snapshot!(shown("\\*a\\* \\`b\\` \\<c\\>"), @"<p>*a* `b` &lt;c&gt;</p>");
}

#[test]
fn harmless_tags_stay_without_attributes() {
    insta::assert_snapshot!(shown("<b class=\"x\">a</b> <kbd onclick=\"y\">Ctrl</kbd> H<sub>2</sub>O <br/> <span style=\"color:red\">b</span> <mark>c</mark>"), @"<p><b>a</b> <kbd>Ctrl</kbd> H<sub>2</sub>O <br> b <mark>c</mark></p>");
}

#[test]
fn other_tags_are_text() {
    insta::assert_snapshot!(shown("<blink>a</blink> <custom-tag x=\"y\"/> a < b > c <3"), @"<p>&lt;blink&gt;a&lt;/blink&gt; &lt;custom-tag x=&quot;y&quot;/&gt; a &lt; b &gt; c &lt;3</p>");
}

#[test]
fn details_are_closed_and_hold_markdown() {
    insta::assert_snapshot!(shown("<details open>\n<summary>More <b>here</b></summary>\n\n- a\n- b\n\n</details>\n\nafter"), @r"
    <details>
    <summary>More <b>here</b></summary>
    <ul><li>a</li>
    <li>b</li>
    </ul>
    </details>
    <p>after</p>
    ");
}

#[test]
fn a_table_in_html() {
    insta::assert_snapshot!(shown("<table><tr><td align=\"right\">a</td><td><b>b</b></td></tr></table>"), @"<table><tbody><tr><td>a</td><td><b>b</b></td></tr></tbody></table>");
}

#[test]
fn an_unclosed_tag_ends_with_its_block() {
    insta::assert_snapshot!(shown("a <b>bold\n\nplain\n\n- <i>item\n- next"), @r"
    <p>a <b>bold</b></p>
    <p>plain</p>
    <ul><li><i>item</i></li>
    <li>next</li>
    </ul>
    ");
}

#[test]
fn a_stray_end_is_text() {
    insta::assert_snapshot!(shown("a</b></div> b\n\n</details>\n\nc"), @r"
    <p>a&lt;/b&gt;&lt;/div&gt; b</p>
    &lt;/details&gt;
    <p>c</p>
    ");
}

#[test]
fn raw_links_and_images_obey_the_same_rules() {
    insta::assert_snapshot!(shown("<a href=\"https://example.com\" class=\"x\">a</a> <a href=\"javascript:b\">b</a> <a name=\"c\">c</a> <img src=\"https://example.com/i.png\" alt=\"i\" width=1>"), @r#"<p><a class="lb-link" href="https://example.com/" target="_blank" title="example.com" data-lb-host="example.com" rel="noreferrer noopener">a</a> b <span class="lb-target">(javascript:b)</span> c <a class="lb-image" href="https://example.com/i.png" target="_blank" title="example.com" data-lb-host="example.com" rel="noreferrer noopener">i</a></p>"#);
}

#[test]
fn a_comment_is_text() {
    insta::assert_snapshot!(shown("a <!-- hidden --> b\n\n<!--\nblock\n-->\n\nc"), @r"
    <p>a &lt;!-- hidden --&gt; b</p>
    <pre>&lt;!--
    block
    --&gt;</pre>
    <p>c</p>
    ");
}

#[test]
fn math_is_text() {
    insta::assert_snapshot!(shown("$a_1 + b_1$ and $$\\sum_i x_i$$"), @r"<p>$a_1 + b_1$ and $$\sum_i x_i$$</p>");
}

#[test]
fn a_fence_of_rust() {
    insta::assert_snapshot!(shown("```rust\nfn main() {}\n```"), @r#"
    <figure class="lb-code"><figcaption class="lb-code-head"><span class="lb-code-lang">Rust</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src"><span class="hl-kw">fn</span> <span class="hl-fn">main</span>() {}
    </span></span></span></code></pre></figure>
    "#);
}

#[test]
fn a_fence_with_a_file_name() {
    insta::assert_snapshot!(shown("```ts title=\"src/a.ts\"\nlet a: number = 1;\n```\n\n```src/b.py\nx = 1\n```\n\n```rust:src/c.rs\nuse x;\n```"), @r#"
    <figure class="lb-code" data-path="src/a.ts"><figcaption class="lb-code-head"><span class="lb-code-name">src/a.ts</span><span class="lb-code-lang">TypeScript</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src"><span class="hl-kw">let</span> a: <span class="hl-typ">number</span> = <span class="hl-num">1</span>;
    </span></span></span></code></pre></figure>
    <figure class="lb-code" data-path="src/b.py"><figcaption class="lb-code-head"><span class="lb-code-name">src/b.py</span><span class="lb-code-lang">Python</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="1"><span class="lb-line" data-line="1"><span class="lb-src">x = <span class="hl-num">1</span>
    </span></span></span></code></pre></figure>
    <figure class="lb-code" data-path="src/c.rs"><figcaption class="lb-code-head"><span class="lb-code-name">src/c.rs</span><span class="lb-code-lang">Rust</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="2"><span class="lb-line" data-line="1"><span class="lb-src"><span class="hl-kw">use</span> x;
    </span></span></span></code></pre></figure>
    "#);
}

#[test]
fn a_fence_of_no_language() {
    insta::assert_snapshot!(shown("```\nplain <b>\n```\n\n~~~klingon\nqapla\n~~~"), @r#"
    <figure class="lb-code"><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src">plain &lt;b&gt;
    </span></span></span></code></pre></figure>
    <figure class="lb-code"><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="1"><span class="lb-line" data-line="1"><span class="lb-src">qapla
    </span></span></span></code></pre></figure>
    "#);
}

#[test]
fn a_fence_in_a_list() {
    insta::assert_snapshot!(shown("1. do\n\n   ```sh\n   ls -la\n   ```\n2. done"), @r#"
    <ol><li><p>do</p>
    <figure class="lb-code"><figcaption class="lb-code-head"><span class="lb-code-lang">Shell</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src"><span class="hl-fn">ls</span><span class="hl-par"> -la</span>
    </span></span></span></code></pre></figure>
    </li>
    <li><p>done</p>
    </li>
    </ol>
    "#);
}

#[test]
fn a_diff_fence_is_a_diff() {
    insta::assert_snapshot!(shown("```diff\n--- a/x.rs\n+++ b/x.rs\n@@ -1 +1 @@\n-let a = 1;\n+let a = 2;\n```"), @r#"
    <section class="lb-diff"><details class="lb-file" data-file="0" data-path="x.rs" data-change="modified" data-digest="43e9c1ced35e4f9aa8aa1553b636227abc9213f3576c467adcb3ac2aa94f7dc8" open><summary class="lb-file-head"><span class="lb-change lb-change-modified">modified</span> <span class="lb-path">x.rs</span> <span class="lb-plus" title="lines added">+1</span> <span class="lb-minus" title="lines deleted">−1</span></summary><details class="lb-file-header"><summary>Header</summary><pre class="lb-text">--- a/x.rs
    +++ b/x.rs
    </pre></details><div class="lb-hunk"><div class="lb-hunk-head">@@ -1 +1 @@</div><div class="lb-chunk" data-chunk="0"><div class="lb-row lb-del" data-old="1"><span class="lb-src"><span class="hl-kw">let</span> a = <span class="lb-word"><span class="hl-num">1</span></span>;
    </span></div><div class="lb-row lb-add" data-new="1"><span class="lb-src"><span class="hl-kw">let</span> a = <span class="lb-word"><span class="hl-num">2</span></span>;
    </span></div></div></div></details></section>
    "#);
}

#[test]
fn a_diff_fence_without_headers_is_coloured_lines() {
    insta::assert_snapshot!(shown("```diff\n- old\n+ new\n  same\n```"), @r#"
    <figure class="lb-code"><figcaption class="lb-code-head"><span class="lb-code-lang">Diff</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src"><span class="hl-del">- old</span>
    </span></span><span class="lb-line" data-line="2"><span class="lb-src"><span class="hl-ins">+ new</span>
    </span></span><span class="lb-line" data-line="3"><span class="lb-src">  same
    </span></span></span></code></pre></figure>
    "#);
}

#[test]
fn an_unclosed_fence_goes_to_the_end() {
    insta::assert_snapshot!(shown("```js\nlet a\n\nb"), @r#"
    <figure class="lb-code"><figcaption class="lb-code-head"><span class="lb-code-lang">JavaScript</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src"><span class="hl-kw">let</span> a
    </span></span><span class="lb-line" data-line="2"><span class="lb-src">
    </span></span><span class="lb-line" data-line="3"><span class="lb-src">b
    </span></span></span></code></pre></figure>
    "#);
}

#[test]
fn hidden_characters_are_shown() {
    insta::assert_snapshot!(shown("a\u{202e}b `c\u{200b}d` [e\u{2066}](https://example.com)"), @r#"
    ! 3 hidden characters here, made visible: U+200B ZERO WIDTH SPACE, U+202E RIGHT-TO-LEFT OVERRIDE, U+2066 LEFT-TO-RIGHT ISOLATE.
    <p>a<span class="lb-hidden" title="U+202E RIGHT-TO-LEFT OVERRIDE" data-lb-chars="202E">U+202E</span>b <code>c<span class="lb-hidden" title="U+200B ZERO WIDTH SPACE" data-lb-chars="200B">U+200B</span>d</code> <a class="lb-link" href="https://example.com/" target="_blank" title="example.com" data-lb-host="example.com" rel="noreferrer noopener">e<span class="lb-hidden" title="U+2066 LEFT-TO-RIGHT ISOLATE" data-lb-chars="2066">U+2066</span></a></p>
    "#);
}

#[test]
fn windows_line_endings() {
    insta::assert_snapshot!(shown("# a\r\n\r\n- b\r\n- c\r\n\r\n```\r\nd\r\n```\r\n"), @r#"
    <h3>a</h3>
    <ul><li>b</li>
    <li>c</li>
    </ul>
    <figure class="lb-code"><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src">d
    </span></span></span></code></pre></figure>
    "#);
}

#[test]
fn nothing() {
    insta::assert_snapshot!(shown(""), @"");
}
