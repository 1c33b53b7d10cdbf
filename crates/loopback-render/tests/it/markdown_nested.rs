//! How things stand within each other, and the rarer shapes of markdown, one a test.

use std::fmt::Write as _;

use crate::markdown_shapes::shown;

#[test]
fn a_table_in_a_list() {
    insta::assert_snapshot!(shown("- sizes:\n\n  | a | b |\n  |:-:|--:|\n  | 1 | 2 |\n\n- more"), @r#"
    <ul><li><p>sizes:</p>
    <div class="lb-table" role="group" tabindex="0"><table><thead><tr><th class="lb-center">a</th><th class="lb-right">b</th></tr></thead><tbody><tr><td class="lb-center">1</td><td class="lb-right">2</td></tr></tbody></table></div>
    </li>
    <li><p>more</p>
    </li>
    </ul>
    "#);
}

#[test]
fn a_table_in_a_quote() {
    insta::assert_snapshot!(shown("> | a |\n> |---|\n> | b |"), @r#"
    <blockquote><div class="lb-table" role="group" tabindex="0"><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table></div>
    </blockquote>
    "#);
}

#[test]
fn a_table_in_an_item_of_a_list_in_a_quote() {
    insta::assert_snapshot!(shown("> 1. x\n>\n>    |a|\n>    |-|\n>    |b|"), @r#"
    <blockquote><ol><li><p>x</p>
    <div class="lb-table" role="group" tabindex="0"><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table></div>
    </li>
    </ol>
    </blockquote>
    "#);
}

#[test]
fn a_table_with_everything_in_its_cells() {
    insta::assert_snapshot!(shown("| a |\n|---|\n| `x\\|y` **b** [c](https://c.example) ~~d~~ www.e.example <kbd>f</kbd> ![g](g.png)[^1] |\n\n[^1]: h"), @r##"
    <div class="lb-table" role="group" tabindex="0"><table><thead><tr><th>a</th></tr></thead><tbody><tr><td><code>x|y</code> <strong>b</strong> <a class="lb-link" href="https://c.example/" target="_blank" title="c.example" data-lb-host="c.example" rel="noreferrer noopener">c</a> <del>d</del> <a class="lb-link" href="https://www.e.example/" target="_blank" title="www.e.example" data-lb-host="www.e.example" rel="noreferrer noopener">www.e.example</a> <kbd>f</kbd> <span class="lb-image">g</span> <span class="lb-target">(g.png)</span><sup><a class="lb-note-ref" href="#ask7-fn-1" id="ask7-ref-1-1" rel="noreferrer noopener">1</a></sup></td></tr></tbody></table></div>
    <section class="lb-notes"><ol><li id="ask7-fn-1"><p>h</p>
     <a class="lb-note-back" href="#ask7-ref-1-1" aria-label="Back to note 1" rel="noreferrer noopener">↩</a></li></ol></section>
    "##);
}

#[test]
fn a_table_with_too_few_and_too_many_cells() {
    insta::assert_snapshot!(shown("|a|b|\n|-|-|\n|1|\n|1|2|3|"), @r#"<div class="lb-table" role="group" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td></td></tr><tr><td>1</td><td>2</td></tr></tbody></table></div>"#);
}

#[test]
fn a_table_without_outer_pipes_ends_at_a_blank_line() {
    insta::assert_snapshot!(shown("a | b\n--|--\n1 | 2\n\nafter"), @r#"
    <div class="lb-table" role="group" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>
    <p>after</p>
    "#);
}

#[test]
fn a_line_of_pipes_that_is_no_table() {
    insta::assert_snapshot!(shown("| a | b |\n| c | d |"), @r"
    <p>| a | b |
    | c | d |</p>
    ");
}

#[test]
fn a_fence_in_a_quote_in_a_list() {
    insta::assert_snapshot!(shown("- x\n\n  > ```js\n  > let a\n  > ```\n\n- y"), @r#"
    <ul><li><p>x</p>
    <blockquote><figure class="lb-code"><figcaption class="lb-code-head"><span class="lb-code-lang">JavaScript</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src"><span class="hl-kw">let</span> a
    </span></span></span></code></pre></figure>
    </blockquote>
    </li>
    <li><p>y</p>
    </li>
    </ul>
    "#);
}

#[test]
fn a_fence_in_an_alert() {
    insta::assert_snapshot!(shown("> [!TIP]\n> Run\n> ```sh\n> ls\n> ```"), @r#"
    <div class="lb-alert lb-alert-tip" role="note"><p class="lb-alert-title">Tip</p>
    <p>Run</p>
    <figure class="lb-code"><figcaption class="lb-code-head"><span class="lb-code-lang">Shell</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src"><span class="hl-fn">ls</span>
    </span></span></span></code></pre></figure>
    </div>
    "#);
}

#[test]
fn a_fence_in_a_footnote() {
    insta::assert_snapshot!(shown("a[^1]\n\n[^1]: See\n\n    ```\n    code\n    ```"), @r##"
    <p>a<sup><a class="lb-note-ref" href="#ask7-fn-1" id="ask7-ref-1-1" rel="noreferrer noopener">1</a></sup></p>
    <section class="lb-notes"><ol><li id="ask7-fn-1"><p>See</p>
    <figure class="lb-code"><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src">code
    </span></span></span></code></pre></figure>
     <a class="lb-note-back" href="#ask7-ref-1-1" aria-label="Back to note 1" rel="noreferrer noopener">↩</a></li></ol></section>
    "##);
}

#[test]
fn a_fence_in_details() {
    insta::assert_snapshot!(shown("<details><summary>Log</summary>\n\n```\nline\n```\n\n</details>"), @r#"
    <details><summary>Log</summary>
    <figure class="lb-code"><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src">line
    </span></span></span></code></pre></figure>
    </details>
    "#);
}

#[test]
fn a_fence_within_a_longer_fence() {
    insta::assert_snapshot!(shown("````md\n```js\nx\n```\n````"), @r#"
    <figure class="lb-code"><figcaption class="lb-code-head"><span class="lb-code-lang">Markdown</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src">```<span class="hl-con">js</span>
    </span></span><span class="lb-line" data-line="2"><span class="lb-src">x
    </span></span><span class="lb-line" data-line="3"><span class="lb-src">```
    </span></span></span></code></pre></figure>
    "#);
}

#[test]
fn an_alert_with_a_list_and_two_paragraphs() {
    insta::assert_snapshot!(shown("> [!WARNING]\n> Mind:\n>\n> - one\n>   - two\n>\n> Done."), @r#"
    <div class="lb-alert lb-alert-warning" role="note"><p class="lb-alert-title">Warning</p>
    <p>Mind:</p>
    <ul><li>one<ul><li>two</li>
    </ul>
    </li>
    </ul>
    <p>Done.</p>
    </div>
    "#);
}

#[test]
fn an_alert_in_a_list_is_an_alert() {
    insta::assert_snapshot!(shown("- a\n\n  > [!NOTE]\n  > b"), @r#"
    <ul><li><p>a</p>
    <div class="lb-alert lb-alert-note" role="note"><p class="lb-alert-title">Note</p>
    <p>b</p>
    </div>
    </li>
    </ul>
    "#);
}

#[test]
fn an_alert_of_no_known_kind_is_a_quote() {
    insta::assert_snapshot!(shown("> [!DANGER]\n> x"), @r"
    <blockquote><p>[!DANGER]
    x</p>
    </blockquote>
    ");
}

#[test]
fn an_alert_with_words_after_its_mark_is_a_quote() {
    insta::assert_snapshot!(shown("> [!NOTE] x\n> y"), @r"
    <blockquote><p>[!NOTE] x
    y</p>
    </blockquote>
    ");
}

#[test]
fn tasks_within_numbered_and_loose_lists() {
    insta::assert_snapshot!(shown("1. [ ] a\n\n2. [x] b\n\n   - [ ] c"), @r#"
    <ol><li><p><span class="lb-task" role="img" aria-label="to do">☐</span> a</p>
    </li>
    <li><p><span class="lb-task" role="img" aria-label="done">☑</span> b</p>
    <ul><li><span class="lb-task" role="img" aria-label="to do">☐</span> c</li>
    </ul>
    </li>
    </ol>
    "#);
}

#[test]
fn brackets_that_are_no_task() {
    insta::assert_snapshot!(shown("- [] a\n- [y] b\n- c [x]\n\n[ ] d"), @r"
    <ul><li>[] a</li>
    <li>[y] b</li>
    <li>c [x]</li>
    </ul>
    <p>[ ] d</p>
    ");
}

#[test]
fn a_quote_in_a_quote_and_back() {
    insta::assert_snapshot!(shown("> a\n>\n> > b\n>\n> c"), @r"
    <blockquote><p>a</p>
    <blockquote><p>b</p>
    </blockquote>
    <p>c</p>
    </blockquote>
    ");
}

#[test]
fn a_quote_goes_on_in_a_lazy_line() {
    insta::assert_snapshot!(shown("> a\nb\n\nc"), @r"
    <blockquote><p>a
    b</p>
    </blockquote>
    <p>c</p>
    ");
}

#[test]
fn a_heading_in_a_list_and_in_a_quote() {
    insta::assert_snapshot!(shown("- # a\n\n> ## b"), @r"
    <ul><li><h3>a</h3>
    </li>
    </ul>
    <blockquote><h4>b</h4>
    </blockquote>
    ");
}

#[test]
fn a_heading_with_everything_in_it() {
    insta::assert_snapshot!(shown("# The `code` of *a* [link](https://a.example) ~~b~~ #"), @r#"<h3>The <code>code</code> of <em>a</em> <a class="lb-link" href="https://a.example/" target="_blank" title="a.example" data-lb-host="a.example" rel="noreferrer noopener">link</a> <del>b</del></h3>"#);
}

#[test]
fn hashes_that_are_no_heading() {
    insta::assert_snapshot!(shown("#hashtag\n\n####### seven\n\n\\# escaped"), @r"
    <p>#hashtag</p>
    <p>####### seven</p>
    <p># escaped</p>
    ");
}

#[test]
fn lists_of_other_marks_are_other_lists() {
    insta::assert_snapshot!(shown("- a\n+ b\n* c\n1. d\n2) e"), @r#"
    <ul><li>a</li>
    </ul>
    <ul><li>b</li>
    </ul>
    <ul><li>c</li>
    </ul>
    <ol><li>d</li>
    </ol>
    <ol start="2"><li>e</li>
    </ol>
    "#);
}

#[test]
fn a_number_that_is_no_list() {
    insta::assert_snapshot!(shown("The year\n2026. was good"), @r"
    <p>The year
    2026. was good</p>
    ");
}

#[test]
fn an_item_with_nothing_in_it() {
    insta::assert_snapshot!(shown("-\n- a\n-"), @r"
    <ul><li></li>
    <li>a</li>
    <li></li>
    </ul>
    ");
}

#[test]
fn a_list_ten_deep() {
    let mut list = String::new();
    for depth in 0..10 {
        let _ = writeln!(list, "{}- {depth}", "  ".repeat(depth));
    }
    insta::assert_snapshot!(shown(&list), @r"
    <ul><li>0<ul><li>1<ul><li>2<ul><li>3<ul><li>4<ul><li>5<ul><li>6<ul><li>7<ul><li>8<ul><li>9</li>
    </ul>
    </li>
    </ul>
    </li>
    </ul>
    </li>
    </ul>
    </li>
    </ul>
    </li>
    </ul>
    </li>
    </ul>
    </li>
    </ul>
    </li>
    </ul>
    </li>
    </ul>
    ");
}

#[test]
fn strikethrough_with_one_and_with_two_signs() {
    insta::assert_snapshot!(shown("~a~ ~~b~~ ~~~c~~~ a~b~c"), @"<p><del>a</del> <del>b</del> ~~~c~~~ a~b~c</p>");
}

#[test]
fn emphasis_within_words_and_around_punctuation() {
    insta::assert_snapshot!(shown("un*frigging*believable foo_bar_baz **\"a\"** *a*b **a**b"), @"<p>un<em>frigging</em>believable foo_bar_baz <strong>&quot;a&quot;</strong> <em>a</em>b <strong>a</strong>b</p>");
}

#[test]
fn emphasis_next_to_chinese_and_japanese() {
    insta::assert_snapshot!(shown("这是**重要**的。これは**重要**です。"), @"<p>这是<strong>重要</strong>的。これは<strong>重要</strong>です。</p>");
}

#[test]
fn words_from_right_to_left() {
    insta::assert_snapshot!(shown("# שלום עולם\n\nمرحبا **بالعالم** and back"), @r"
    <h3>שלום עולם</h3>
    <p>مرحبا <strong>بالعالم</strong> and back</p>
    ");
}

#[test]
fn mail_addresses_are_links() {
    insta::assert_snapshot!(shown("Write to me@a.example, or mailto:you@b.example. Not git@github.com:a/b.git nor react@18.2.0."), @r#"<p>Write to <a class="lb-link" href="mailto:me@a.example" target="_blank" title="me@a.example" data-lb-host="me@a.example" rel="noreferrer noopener">me@a.example</a>, or <a class="lb-link" href="mailto:you@b.example" target="_blank" title="you@b.example" data-lb-host="you@b.example" rel="noreferrer noopener">mailto:you@b.example</a>. Not git@github.com:a/b.git nor react@18.2.0.</p>"#);
}

#[test]
fn a_bare_address_in_emphasis_and_in_a_table() {
    insta::assert_snapshot!(shown("**https://a.example/b** *www.c.example*\n\n|a|\n|-|\n|https://d.example|"), @r#"
    <p><strong><a class="lb-link" href="https://a.example/b" target="_blank" title="a.example" data-lb-host="a.example" rel="noreferrer noopener">https://a.example/b</a></strong> <em><a class="lb-link" href="https://www.c.example/" target="_blank" title="www.c.example" data-lb-host="www.c.example" rel="noreferrer noopener">www.c.example</a></em></p>
    <div class="lb-table" role="group" tabindex="0"><table><thead><tr><th>a</th></tr></thead><tbody><tr><td><a class="lb-link" href="https://d.example/" target="_blank" title="d.example" data-lb-host="d.example" rel="noreferrer noopener">https://d.example</a></td></tr></tbody></table></div>
    "#);
}

#[test]
fn a_link_in_angle_brackets_with_a_blank_in_it() {
    insta::assert_snapshot!(shown("[a](<https://a.example/b c> 'T') [d](<e f.md>)"), @r#"<p><a class="lb-link" href="https://a.example/b%20c" target="_blank" title="a.example · T" data-lb-host="a.example" rel="noreferrer noopener">a</a> d <span class="lb-target">(e f.md)</span></p>"#);
}

#[test]
fn a_reference_that_is_defined_later_and_one_that_is_not() {
    insta::assert_snapshot!(shown("[a][R] [b][] [c]\n\n[r]: https://r.example \"T\"\n[B]: https://b.example"), @r#"<p><a class="lb-link" href="https://r.example/" target="_blank" title="r.example · T" data-lb-host="r.example" rel="noreferrer noopener">a</a> <a class="lb-link" href="https://b.example/" target="_blank" title="b.example" data-lb-host="b.example" rel="noreferrer noopener">b</a> [c]</p>"#);
}

#[test]
fn a_link_with_code_and_emphasis_in_it() {
    insta::assert_snapshot!(shown("[**`a`** *b*](https://a.example)"), @r#"<p><a class="lb-link" href="https://a.example/" target="_blank" title="a.example" data-lb-host="a.example" rel="noreferrer noopener"><strong><code>a</code></strong> <em>b</em></a></p>"#);
}

#[test]
fn a_footnote_in_a_list_in_a_table_and_in_a_footnote() {
    insta::assert_snapshot!(shown("- a[^1]\n\n|b[^2]|\n|-|\n\n[^1]: c[^2]\n[^2]: d"), @r##"
    <ul><li>a<sup><a class="lb-note-ref" href="#ask7-fn-1" id="ask7-ref-1-1" rel="noreferrer noopener">1</a></sup></li>
    </ul>
    <div class="lb-table" role="group" tabindex="0"><table><thead><tr><th>b<sup><a class="lb-note-ref" href="#ask7-fn-2" id="ask7-ref-2-1" rel="noreferrer noopener">2</a></sup></th></tr></thead><tbody></tbody></table></div>
    <section class="lb-notes"><ol><li id="ask7-fn-1"><p>c<sup><a class="lb-note-ref" href="#ask7-fn-2" id="ask7-ref-2-2" rel="noreferrer noopener">2</a></sup></p>
     <a class="lb-note-back" href="#ask7-ref-1-1" aria-label="Back to note 1" rel="noreferrer noopener">↩</a></li><li id="ask7-fn-2"><p>d</p>
     <a class="lb-note-back" href="#ask7-ref-2-1" aria-label="Back to note 2" rel="noreferrer noopener">↩</a></li></ol></section>
    "##);
}

#[test]
fn a_footnote_that_is_defined_twice() {
    insta::assert_snapshot!(shown("a[^1]\n\n[^1]: b\n\n[^1]: c"), @r##"
    <p>a<sup><a class="lb-note-ref" href="#ask7-fn-1" id="ask7-ref-1-1" rel="noreferrer noopener">1</a></sup></p>
    <section class="lb-notes"><ol><li id="ask7-fn-1"><p>b</p>
    <p>c</p>
     <a class="lb-note-back" href="#ask7-ref-1-1" aria-label="Back to note 1" rel="noreferrer noopener">↩</a></li></ol></section>
    "##);
}

#[test]
fn a_drawing_is_kept_as_its_source() {
    insta::assert_snapshot!(shown("```mermaid\ngraph TD\n  A-->B<script>\n```"), @r#"
    <figure class="lb-mermaid"><pre class="lb-text">graph TD
      A--&gt;B&lt;script&gt;
    </pre></figure>
    "#);
}

#[test]
fn a_drawing_in_a_list() {
    insta::assert_snapshot!(shown("- a\n  ```Mermaid\n  graph TD\n  ```"), @r#"
    <ul><li>a<figure class="lb-mermaid"><pre class="lb-text">graph TD
    </pre></figure>
    </li>
    </ul>
    "#);
}

#[test]
fn math_with_stars_and_underscores() {
    insta::assert_snapshot!(shown("$a_i$ and $O(n \\log n)$\n\n$$\n\\sum_{i=1}^n i\n$$\n\n```math\nx^2\n```"), @r#"
    <p>$a_i$ and $O(n \log n)$</p>
    <p>$$
    \sum_{i=1}^n i
    $$</p>
    <figure class="lb-code"><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src">x^2
    </span></span></span></code></pre></figure>
    "#);
}

#[test]
fn an_indented_fence_and_indented_code() {
    insta::assert_snapshot!(shown("  ```\n    a\n  ```\n\n      b\n\n\tc"), @r#"
    <figure class="lb-code"><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src">  a
    </span></span></span></code></pre></figure>
    <figure class="lb-code"><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="1"><span class="lb-line" data-line="1"><span class="lb-src">  b
    </span></span><span class="lb-line" data-line="2"><span class="lb-src">
    </span></span><span class="lb-line" data-line="3"><span class="lb-src">c
    </span></span></span></code></pre></figure>
    "#);
}

#[test]
fn a_fence_with_nothing_in_it() {
    insta::assert_snapshot!(shown("```\n```"), @r#"
    <figure class="lb-code"><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src">
    </span></span></span></code></pre></figure>
    "#);
}

#[test]
fn a_diff_fence_in_a_list_is_a_diff() {
    let html =
        shown("- so:\n\n  ```diff\n  --- a/x\n  +++ b/x\n  @@ -1 +1 @@\n  -a\n  +b\n  ```\n- then");
    assert!(
        html.contains("<li><p>so:</p>\n<section class=\"lb-diff\""),
        "{html}"
    );
    assert!(
        html.contains("</section>\n</li>\n<li><p>then</p>"),
        "{html}"
    );
}

#[test]
fn sub_and_superscript_and_keys_within_markdown() {
    insta::assert_snapshot!(shown("**H<sub>2</sub>O** is *10<sup>3</sup>* <kbd>**Ctrl**+`C`</kbd>"), @"<p><strong>H<sub>2</sub>O</strong> is <em>10<sup>3</sup></em> <kbd><strong>Ctrl</strong>+<code>C</code></kbd></p>");
}

#[test]
fn details_within_details() {
    insta::assert_snapshot!(shown("<details>\n<summary>a</summary>\n\n<details>\n<summary>b</summary>\n\nc\n\n</details>\n</details>"), @r"
    <details>
    <summary>a</summary>
    <details>
    <summary>b</summary>
    <p>c</p>
    </details>
    </details>
    ");
}

#[test]
fn a_definition_list_and_a_paragraph_in_html() {
    insta::assert_snapshot!(shown("<dl><dt>a</dt><dd>b</dd></dl>\n\n<p align=\"center\">c <i>d</i></p>\n\n<center>\n\ne\n\n</center>"), @r"
    <dl><dt>a</dt><dd>b</dd></dl>
    <div>c <i>d</i></div>
    <div>
    <p>e</p>
    </div>
    ");
}

#[test]
fn references_by_name_and_number_in_raw_html() {
    insta::assert_snapshot!(shown("<b>&eacute; &#233; &nbsp;&hearts; &nope;</b>"), @"<p><b>é é &nbsp;♥ &amp;nope;</b></p>");
}

#[test]
fn line_breaks_within_a_cell_and_a_heading() {
    insta::assert_snapshot!(shown("| a<br>b |\n|---|\n\n# c<br/>d"), @r#"
    <div class="lb-table" role="group" tabindex="0"><table><thead><tr><th>a<br>b</th></tr></thead><tbody></tbody></table></div>
    <h3>c<br>d</h3>
    "#);
}

#[test]
fn tabs_and_blanks_at_the_ends_of_lines() {
    insta::assert_snapshot!(shown("a\t\nb \n\n-\tc\n\n\t- d"), @r"
    <p>a
    b</p>
    <ul><li><p>c</p>
    <ul><li>d</li>
    </ul>
    </li>
    </ul>
    ");
}

#[test]
fn a_text_of_blank_lines_only() {
    insta::assert_snapshot!(shown("\n \n\t\n"), @"");
}

#[test]
fn a_link_with_no_words_names_its_address() {
    insta::assert_snapshot!(shown("[](https://a.example) [](b.md) <a href=\"c.md\">"), @r#"<p><a class="lb-link" href="https://a.example/" target="_blank" title="a.example" data-lb-host="a.example" rel="noreferrer noopener">https://a.example</a>  <span class="lb-target">(b.md)</span> </p> <span class="lb-target">(c.md)</span>"#);
}
