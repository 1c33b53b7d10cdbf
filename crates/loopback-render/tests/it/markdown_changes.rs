//! How the changes between two versions of a text are shown, one shape a test.

use std::fmt::Write as _;

use loopback_render::{Budget, MarkdownOptions, markdown_changes};

use crate::allowed::{assert_safe, text};
use crate::whole::without_lines;

#[track_caller]
fn rendered(old: &str, new: &str) -> String {
    let options = MarkdownOptions {
        id_prefix: "ask7".to_owned(),
        ..MarkdownOptions::default()
    };
    let rendered = markdown_changes(old, new, &options, &mut Budget::default());
    assert_safe(rendered.html.as_str());
    let mut out = String::new();
    for warning in &rendered.warnings {
        let _ = writeln!(out, "! {warning}");
    }
    out.push_str(rendered.html.as_str());
    out
}

#[track_caller]
fn shown(old: &str, new: &str) -> String {
    without_lines(&rendered(old, new))
}

#[test]
fn what_did_not_change_is_not_marked() {
    let same = "# Plan\n\nA *text* with a [link](https://example.com), `code`[^1] and www.example.com.\n\n- [x] done\n\n|a|\n|-|\n|b|\n\n<b>raw</b>\n\n[^1]: Note.\n";
    let html = shown(same, same);
    assert!(
        !html.contains("<ins") && !html.contains("<del") && !html.contains("lb-block"),
        "{html}"
    );
    let options = MarkdownOptions {
        id_prefix: "ask7".to_owned(),
        ..MarkdownOptions::default()
    };
    assert_eq!(
        rendered(same, same),
        crate::whole::markdown(same, &options).html.into_string()
    );
}

#[test]
fn a_word_that_became_another() {
    insta::assert_snapshot!(shown("We ship on Monday at noon.", "We ship on Tuesday at noon."), @r#"<p>We ship on <del class="lb-gone">Monday</del><ins class="lb-ins">Tuesday</ins> at noon.</p>"#);
}

#[test]
fn words_that_came_and_words_that_went() {
    insta::assert_snapshot!(shown("The quick brown fox jumps.", "The brown fox jumps very high."), @r#"<p>The <del class="lb-gone">quick </del>brown fox jumps<ins class="lb-ins"> very high</ins>.</p>"#);
}

#[test]
fn a_sentence_wrapped_anew_did_not_change() {
    insta::assert_snapshot!(shown("one two\nthree four", "one\ntwo three\nfour"), @r"
    <p>one
    two three
    four</p>
    ");
}

#[test]
fn words_that_became_strong_are_other_words() {
    insta::assert_snapshot!(shown("This is important to us.", "This is **important** to us."), @r#"<p>This is <del class="lb-gone">important</del><strong><ins class="lb-ins">important</ins></strong> to us.</p>"#);
}

#[test]
fn what_was_removed_keeps_its_emphasis() {
    insta::assert_snapshot!(shown("Do **never ever** say *this* or that.", "Do say this or that."), @r#"<p>Do <strong><del class="lb-gone">never ever</del></strong> say <em><del class="lb-gone">this</del></em><ins class="lb-ins">this</ins> or that.</p>"#);
}

#[test]
fn a_removed_word_stands_within_the_emphasis_it_had() {
    insta::assert_snapshot!(shown("It is **very good** indeed.", "It is **good** indeed."), @r#"<p>It is <strong><del class="lb-gone">very </del>good</strong> indeed.</p>"#);
}

#[test]
fn a_link_that_leads_elsewhere_says_from_where_to_where() {
    insta::assert_snapshot!(shown("See [the docs](https://good.example/a) first.", "See [the docs](https://evil.example/a) first."), @r#"<p>See <a class="lb-link" href="https://evil.example/a" target="_blank" title="evil.example" data-lb-host="evil.example" rel="noreferrer noopener">the docs</a><del class="lb-gone"> <span class="lb-target">(https://good.example/a)</span></del><ins class="lb-ins"> <span class="lb-target">(https://evil.example/a)</span></ins> first.</p>"#);
}

#[test]
fn a_link_that_came_says_where_it_leads() {
    insta::assert_snapshot!(shown("See the docs first.", "See the [docs](https://docs.example/x) first."), @r#"<p>See the <del class="lb-gone">docs</del><a class="lb-link" href="https://docs.example/x" target="_blank" title="docs.example" data-lb-host="docs.example" rel="noreferrer noopener"><ins class="lb-ins">docs</ins></a><ins class="lb-ins"> <span class="lb-target">(https://docs.example/x)</span></ins> first.</p>"#);
}

#[test]
fn a_bare_address_changes_as_a_whole() {
    insta::assert_snapshot!(shown("At https://example.com/a/b now.", "At https://example.com/a/c now."), @r#"<p>At <del class="lb-gone">https://example.com/a/b</del><ins class="lb-ins"><a class="lb-link" href="https://example.com/a/c" target="_blank" title="example.com" data-lb-host="example.com" rel="noreferrer noopener">https://example.com/a/c</a></ins> now.</p>"#);
}

#[test]
fn inline_code_changes_as_a_whole() {
    insta::assert_snapshot!(shown("Run `cargo test` before.", "Run `cargo nextest` before."), @r#"<p>Run <del class="lb-gone"><code>cargo test</code></del><ins class="lb-ins"><code>cargo nextest</code></ins> before.</p>"#);
}

#[test]
fn an_image_that_became_another() {
    insta::assert_snapshot!(shown("Look: ![chart](https://a.example/1.png) here.", "Look: ![chart](https://a.example/2.png) here."), @r#"<p>Look: <del class="lb-gone">chart (https://a.example/1.png)</del><a class="lb-image" href="https://a.example/2.png" target="_blank" title="a.example" data-lb-host="a.example" rel="noreferrer noopener"><ins class="lb-ins">chart</ins></a> here.</p>"#);
}

#[test]
fn a_task_that_was_done() {
    insta::assert_snapshot!(shown("- [ ] write it\n- [ ] test it", "- [x] write it\n- [ ] test it"), @r#"
    <ul><li><del class="lb-gone"><span class="lb-task" role="img" aria-label="to do">☐</span> </del><ins class="lb-ins"><span class="lb-task" role="img" aria-label="done">☑</span> </ins>write it</li>
    <li><span class="lb-task" role="img" aria-label="to do">☐</span> test it</li>
    </ul>
    "#);
}

#[test]
fn a_paragraph_that_came() {
    insta::assert_snapshot!(shown("First.\n\nLast.", "First.\n\nIn *between*.\n\nLast."), @r#"
    <p>First.</p>
    <div class="lb-block-ins" role="insertion"><p>In <em>between</em>.</p>
    </div>
    <p>Last.</p>
    "#);
}

#[test]
fn a_paragraph_that_went() {
    insta::assert_snapshot!(shown("First.\n\nIn *between* with [a link](https://example.com).\n\nLast.", "First.\n\nLast."), @r#"
    <p>First.</p>
    <div class="lb-block-gone" role="deletion"><p>In <em>between</em> with <a class="lb-link" href="https://example.com/" target="_blank" title="example.com" data-lb-host="example.com" rel="noreferrer noopener">a link</a>.</p>
    </div>
    <p>Last.</p>
    "#);
}

#[test]
fn a_paragraph_replaced_by_quite_another() {
    insta::assert_snapshot!(shown("All of these words are gone.", "Nothing remains here today"), @r#"
    <div class="lb-block-gone" role="deletion"><p>All of these words are gone.</p>
    </div>
    <div class="lb-block-ins" role="insertion"><p>Nothing remains here today</p>
    </div>
    "#);
}

#[test]
fn a_heading_of_another_level_is_another_heading() {
    insta::assert_snapshot!(shown("## Risks\n\nNone.", "### Risks\n\nNone."), @r#"
    <div class="lb-block-gone" role="deletion"><h4>Risks</h4>
    </div>
    <div class="lb-block-ins" role="insertion"><h5>Risks</h5>
    </div>
    <p>None.</p>
    "#);
}

#[test]
fn a_list_item_that_came_and_one_that_went() {
    insta::assert_snapshot!(shown("1. apples\n2. pears\n3. plums", "1. apples\n2. plums\n3. cherries"), @r#"
    <ol><li>apples</li>
    <li class="lb-part-gone"><div class="lb-block-gone" role="deletion">pears</div>
    </li>
    <li>plums</li>
    <li class="lb-part-ins"><div class="lb-block-ins" role="insertion">cherries</div>
    </li>
    </ol>
    "#);
}

#[test]
fn an_item_deep_in_a_list_that_changed() {
    insta::assert_snapshot!(shown("- a\n  - one thing here\n    - deep words stay\n- b", "- a\n  - one thing there\n    - deep words stay\n- b"), @r#"
    <ul><li>a<ul><li>one thing <del class="lb-gone">here</del><ins class="lb-ins">there</ins><ul><li>deep words stay</li>
    </ul>
    </li>
    </ul>
    </li>
    <li>b</li>
    </ul>
    "#);
}

#[test]
fn a_list_that_became_loose_did_not_change_its_words() {
    insta::assert_snapshot!(shown("- one\n- two", "- one\n\n- two"), @r"
    <ul><li><p>one</p>
    </li>
    <li><p>two</p>
    </li>
    </ul>
    ");
}

#[test]
fn a_table_row_that_came_and_a_cell_that_changed() {
    insta::assert_snapshot!(shown(
        "| name | size |\n|---|--:|\n| a small thing | 1 |\n| old row | 3 |",
        "| name | size |\n|---|--:|\n| a small thing | 2 |\n| another one | 4 |"
    ), @r#"<div class="lb-table" role="group" tabindex="0"><table><thead><tr><th>name</th><th class="lb-right">size</th></tr></thead><tbody><tr><td>a small thing</td><td class="lb-right"><del class="lb-gone">1</del><ins class="lb-ins">2</ins></td></tr><tr class="lb-part-gone"><td><del class="lb-gone">old row</del></td><td class="lb-right"><del class="lb-gone">3</del></td></tr><tr class="lb-part-ins"><td><ins class="lb-ins">another one</ins></td><td class="lb-right"><ins class="lb-ins">4</ins></td></tr></tbody></table></div>"#);
}

#[test]
fn a_table_with_another_number_of_columns_is_another_table() {
    insta::assert_snapshot!(shown("|a|b|\n|-|-|\n|c|d|", "|a|b|x|\n|-|-|-|\n|c|d|y|"), @r#"
    <div class="lb-block-gone" role="deletion"><div class="lb-table" role="group" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table></div>
    </div>
    <div class="lb-block-ins" role="insertion"><div class="lb-table" role="group" tabindex="0"><table><thead><tr><th>a</th><th>b</th><th>x</th></tr></thead><tbody><tr><td>c</td><td>d</td><td>y</td></tr></tbody></table></div>
    </div>
    "#);
}

#[test]
fn code_that_changed_shows_its_changed_lines() {
    insta::assert_snapshot!(shown("```rust\nlet a = 1;\nlet b = 2;\n```", "```rust\nlet a = 1;\nlet b = 3;\n```"), @r#"
    <figure class="lb-code lb-changes"><figcaption class="lb-code-head"><span class="lb-code-lang">Rust</span></figcaption><div class="lb-hunk"><div class="lb-hunk-head">@@ -1,2 +1,2 @@</div><div class="lb-chunk" data-chunk="0"><div class="lb-row lb-same" data-old="1" data-new="1"><span class="lb-src"><span class="hl-kw">let</span> a = <span class="hl-num">1</span>;
    </span></div><div class="lb-row lb-del" data-old="2"><span class="lb-src"><span class="hl-kw">let</span> b = <span class="lb-word"><span class="hl-num">2</span></span>;
    </span></div><div class="lb-row lb-add" data-new="2"><span class="lb-src"><span class="hl-kw">let</span> b = <span class="lb-word"><span class="hl-num">3</span></span>;
    </span></div></div></div></figure>
    "#);
}

#[test]
fn code_in_another_language_is_other_code() {
    insta::assert_snapshot!(shown("```sh\nls\n```", "```js\nls\n```"), @r#"
    <div class="lb-block-gone" role="deletion"><figure class="lb-code"><figcaption class="lb-code-head"><span class="lb-code-lang">Shell</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src"><span class="hl-fn">ls</span>
    </span></span></span></code></pre></figure>
    </div>
    <div class="lb-block-ins" role="insertion"><figure class="lb-code"><figcaption class="lb-code-head"><span class="lb-code-lang">JavaScript</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="1"><span class="lb-line" data-line="1"><span class="lb-src">ls
    </span></span></span></code></pre></figure>
    </div>
    "#);
}

#[test]
fn a_drawing_that_changed_is_shown_as_it_was_and_as_it_is() {
    insta::assert_snapshot!(shown("```mermaid\ngraph TD; A-->B\n```", "```mermaid\ngraph TD; A-->C\n```"), @r#"
    <div class="lb-block-gone" role="deletion"><figure class="lb-mermaid"><pre class="lb-text">graph TD; A--&gt;B
    </pre></figure>
    </div>
    <div class="lb-block-ins" role="insertion"><figure class="lb-mermaid"><pre class="lb-text">graph TD; A--&gt;C
    </pre></figure>
    </div>
    "#);
}

#[test]
fn an_alert_of_another_kind_is_another_alert() {
    insta::assert_snapshot!(shown("> [!NOTE]\n> Careful now.", "> [!CAUTION]\n> Careful now."), @r#"
    <div class="lb-block-gone" role="deletion"><div class="lb-alert lb-alert-note" role="note"><p class="lb-alert-title">Note</p>
    <p>Careful now.</p>
    </div>
    </div>
    <div class="lb-block-ins" role="insertion"><div class="lb-alert lb-alert-caution" role="note"><p class="lb-alert-title">Caution</p>
    <p>Careful now.</p>
    </div>
    </div>
    "#);
}

#[test]
fn words_in_a_quote_changed() {
    insta::assert_snapshot!(shown("> He said no to it.\n>\n> - and left", "> He said yes to it.\n>\n> - and left"), @r#"
    <blockquote><p>He said <del class="lb-gone">no</del><ins class="lb-ins">yes</ins> to it.</p>
    <ul><li>and left</li>
    </ul>
    </blockquote>
    "#);
}

#[test]
fn a_footnote_that_changed_and_one_that_went() {
    insta::assert_snapshot!(shown(
        "Text[^a] here[^b].\n\n[^a]: The first note.\n[^b]: Gone soon.",
        "Text[^a] here.\n\n[^a]: The other note."
    ), @r##"
    <p>Text<sup><a class="lb-note-ref" href="#ask7-fn-1" id="ask7-ref-1-1" rel="noreferrer noopener">1</a></sup> here<del class="lb-gone">[^b]</del>.</p>
    <div class="lb-block-gone" role="deletion"><blockquote><p>[^b]:</p>
    <p>Gone soon.</p>
    </blockquote>
    </div>
    <section class="lb-notes"><ol><li id="ask7-fn-1"><p>The <del class="lb-gone">first</del><ins class="lb-ins">other</ins> note.</p>
     <a class="lb-note-back" href="#ask7-ref-1-1" aria-label="Back to note 1" rel="noreferrer noopener">↩</a></li></ol></section>
    "##);
}

#[test]
fn raw_html_that_came_is_marked_by_its_words() {
    insta::assert_snapshot!(shown("a\n\nz", "a\n\n<details>\n<summary>More</summary>\n\nwithin\n\n</details>\n\nz"), @r#"
    <p>a</p>
    <details>
    <summary><ins class="lb-ins">More</ins></summary>
    <div class="lb-block-ins" role="insertion"><p>within</p>
    </div>
    </details>
    <p>z</p>
    "#);
}

#[test]
fn raw_html_that_went_is_shown_as_text() {
    insta::assert_snapshot!(shown("a <kbd>x</kbd> b\n\n<div>\n\nin\n\n</div>", "a b\n\nin"), @r#"
    <div class="lb-block-gone" role="deletion"><p>a &lt;kbd&gt;x&lt;/kbd&gt; b</p>
    </div>
    <div class="lb-block-gone" role="deletion"><figure class="lb-code"><figcaption class="lb-code-head"><span class="lb-code-lang">HTML</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="0"><span class="lb-line" data-line="1"><span class="lb-src">&lt;<span class="hl-tag">div</span>&gt;
    </span></span></span></code></pre></figure>
    </div>
    <div class="lb-block-ins" role="insertion"><p>a b</p>
    </div>
    <p>in</p>
    <div class="lb-block-gone" role="deletion"><figure class="lb-code"><figcaption class="lb-code-head"><span class="lb-code-lang">HTML</span></figcaption><pre class="lb-lines" tabindex="0"><code><span class="lb-chunk" data-chunk="1"><span class="lb-line" data-line="1"><span class="lb-src">&lt;/<span class="hl-tag">div</span>&gt;
    </span></span></span></code></pre></figure>
    </div>
    "#);
}

#[test]
fn hidden_characters_that_came_are_shown() {
    insta::assert_snapshot!(shown("if admin then", "if ad\u{200b}min then"), @r#"
    ! 1 hidden character here, made visible: U+200B ZERO WIDTH SPACE.
    <p>if <del class="lb-gone">admin</del><ins class="lb-ins">ad<span class="lb-hidden" title="U+200B ZERO WIDTH SPACE" data-lb-chars="200B">U+200B</span>min</ins> then</p>
    "#);
}

#[test]
fn look_alikes_that_came_are_shown() {
    insta::assert_snapshot!(shown("Log in at paypal now.", "Log in at p\u{430}ypal now."), @r#"
    ! 1 letter looks like another, marked: U+0430 CYRILLIC SMALL LETTER A.
    <p>Log in at <del class="lb-gone">paypal</del><ins class="lb-ins">p<span class="lb-lookalike" title="U+0430 CYRILLIC SMALL LETTER A, looks like a">а</span>ypal</ins> now.</p>
    "#);
}

#[test]
fn an_emoji_that_became_another_is_not_torn() {
    insta::assert_snapshot!(shown("by 👩‍💻 today", "by 👩‍🎤 today"), @r#"<p>by <del class="lb-gone">👩‍💻</del><ins class="lb-ins">👩‍🎤</ins> today</p>"#);
}

#[test]
fn everything_new_and_everything_gone() {
    insta::assert_snapshot!(shown("", "# New\n\n- a"), @r#"
    <div class="lb-block-ins" role="insertion"><h3>New</h3>
    </div>
    <div class="lb-block-ins" role="insertion"><ul><li>a</li>
    </ul>
    </div>
    "#);
    insta::assert_snapshot!(shown("# Old\n\n- a", ""), @r#"
    <div class="lb-block-gone" role="deletion"><h3>Old</h3>
    </div>
    <div class="lb-block-gone" role="deletion"><ul><li>a</li>
    </ul>
    </div>
    "#);
    insta::assert_snapshot!(shown("", ""), @"");
}

#[test]
fn lines_are_those_of_the_new_version() {
    insta::assert_snapshot!(rendered("Old first.\n\n- a\n- gone\n\nLast words here.", "- a\n\nNew.\n\nLast words now.\n"), @r#"
    <div class="lb-block-gone" role="deletion"><p>Old first.</p>
    </div>
    <ul data-line="1" data-end="1"><li data-line="1" data-end="1">a</li>
    <li class="lb-part-gone"><div class="lb-block-gone" role="deletion">gone</div>
    </li>
    </ul>
    <div class="lb-block-ins" role="insertion"><p data-line="3" data-end="3">New.</p>
    </div>
    <p data-line="5" data-end="5">Last words <del class="lb-gone">here</del><ins class="lb-ins">now</ins>.</p>
    "#);
}

#[test]
fn payloads_that_were_removed_stay_text() {
    for payload in [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "<a href=\"javascript:alert(1)\">x</a>",
        "```\"><script>alert(1)</script>\nx\n```",
        "<details open>\n\nx",
        "| <script> |\n|---|\n| </table> |",
    ] {
        for around in ["{}", "> {}", "- {}", "a {} b"] {
            let text = around.replace("{}", payload);
            rendered(&text, "");
            rendered("", &text);
            rendered(&text, &format!("{text} and more"));
            rendered(&format!("a {text}"), "a b c");
        }
    }
}

#[test]
fn texts_too_large_to_compare_are_shown_one_after_the_other() {
    let old = "alpha beta ".repeat(20_000);
    let new = "gamma beta ".repeat(20_000);
    let html = shown(&old, &new);
    let shown = text(&html);
    assert_eq!(shown.matches("alpha").count(), 20_000);
    assert_eq!(shown.matches("gamma").count(), 20_000);
    assert!(html.contains("lb-gone") && html.contains("lb-ins") || html.contains("lb-block-gone"));
}

#[test]
fn many_paragraphs_that_all_changed_are_compared_in_bounded_work() {
    let text = |word: &str| {
        (0..1_000).fold(String::new(), |mut text, number| {
            let _ = write!(text, "{word} paragraph {number}\n\n");
            text
        })
    };
    let html = shown(&text("old"), &text("new"));
    assert_eq!(text_count(&html, "old"), 1_000);
    assert_eq!(text_count(&html, "new"), 1_000);
}

fn text_count(html: &str, word: &str) -> usize {
    text(html).matches(word).count()
}
