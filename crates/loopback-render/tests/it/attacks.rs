//! Payloads meant to run, load, overlay or navigate, put into every kind of content.

use loopback_render::{MarkdownOptions, Warning, plain_title};

use crate::allowed::{assert_safe, cells, text};
use crate::whole::{code, diff, markdown, without_lines};

fn options() -> MarkdownOptions {
    MarkdownOptions {
        id_prefix: "ask7".to_owned(),
        ..MarkdownOptions::default()
    }
}

const PAYLOADS: &[&str] = &[
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<img src=\"https://evil.example/pixel.png\">",
    "<img srcset=\"https://evil.example/a 1x\">",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><a xlink:href=\"javascript:alert(1)\"><text>x</text></a></svg>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<math><mi//xlink:href=\"data:x,<script>alert(1)</script>\">",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
    "<iframe src=\"javascript:alert(1)\"></iframe>",
    "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
    "<object data=\"data:text/html,<script>alert(1)</script>\"></object>",
    "<embed src=\"//evil.example/x.swf\">",
    "<body onload=alert(1)>",
    "<details open ontoggle=alert(1)>x</details>",
    "<details open><summary>a</summary>b</details>",
    "<video><source onerror=alert(1)></video>",
    "<audio src=x onerror=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<form action=\"https://evil.example\"><input name=password><button>Sign in</button></form>",
    "<button formaction=\"javascript:alert(1)\">x</button>",
    "<textarea autofocus onfocus=alert(1)></textarea>",
    "<select><option>x</option></select>",
    "<meta http-equiv=\"refresh\" content=\"0;url=//evil.example\">",
    "<base href=\"//evil.example/\">",
    "<link rel=stylesheet href=\"//evil.example/x.css\">",
    "<style>*{display:none}</style>",
    "<div style=\"position:fixed;inset:0;background:red\">x</div>",
    "<div class=\"lb-evil lb-file\" id=\"approve\" name=\"x\">x</div>",
    "<p id=\"ask-form\" class=\"toolbar\">x</p>",
    "<a href=\"javascript:alert(1)\">x</a>",
    "<a href=\"&#106;&#97;vascript&colon;alert(1)\">x</a>",
    "<a href=\" java\tscript:alert(1)\">x</a>",
    "<a href=\"data:text/html;base64,PHNjcmlwdD4=\">x</a>",
    "<a href=\"//evil.example\">x</a>",
    "<a href=\"https://ok.example\" onclick=\"alert(1)\" style=\"x\" id=\"y\" target=\"_top\">x</a>",
    "<a href='https://ok.example/\" onmouseover=\"alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](<java&#10;script:alert(1)>)",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:msgbox(1))",
    "[x](file:///etc/passwd)",
    "[x](https://ok.example \"title\\\" onmouseover=alert(1) x=\\\"\")",
    "[x]: javascript:alert(1)\n\n[x]",
    "![x](javascript:alert(1))",
    "![x](https://evil.example/pixel.png)",
    "![\"><script>alert(1)</script>](https://evil.example/\"onerror=alert(1))",
    "[![x](https://evil.example/a.png)](javascript:alert(1))",
    "<javascript:alert(1)>",
    "<https://ok.example/\"onclick=alert(1)>",
    "https://ok.example/\"><script>alert(1)</script>",
    "www.ok.example/'onclick='alert(1)",
    "```\"><script>alert(1)</script>\nx\n```",
    "```rust title=\"\\\"><script>alert(1)</script>\"\n</code></pre><script>alert(1)</script>\n```",
    "```diff\n--- a/\"><script>alert(1)</script>\n+++ b/x\n@@ -1 +1 @@\n-a\n+<script>\n```",
    "[^<script>]: <script>alert(1)</script>\n\nx[^<script>]",
    "[^x\" onclick=\"alert(1)]\n\n[^x\" onclick=\"alert(1)]: y",
    "# <script>alert(1)</script> {#approve .evil onclick=alert(1)}",
    "| <script> | b |\n|---|---|\n| <img src=x onerror=alert(1)> | </td></table><script> |",
    "- [x] <input type=checkbox onclick=alert(1)>",
    "> [!WARNING] <script>alert(1)</script>\n> <style>*{}</style>",
    "<!-- <script>alert(1)</script> -->",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml version=\"1.0\"?><script>alert(1)</script>",
    "<!DOCTYPE html><html><head><script>alert(1)</script></head></html>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>",
    "<template><script>alert(1)</script></template>",
    "<title></title><script>alert(1)</script>",
    "<plaintext><b>x",
    "<xmp><script>alert(1)</script></xmp>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<frameset onload=alert(1)>",
    "<dialog open>x</dialog>",
    "<div popover id=p>x</div>",
    "<b><i></b></i><table><a href=javascript:alert(1)><td>",
    "</section></div></div><script>alert(1)</script>",
    "\u{1}0\u{1}<script>\u{1}",
    "\u{0}<scr\u{0}ipt>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#x202e;evil&#x200b;",
];

#[test]
fn there_are_enough_payloads() {
    assert!(PAYLOADS.len() >= 80);
}

#[test]
fn no_payload_survives_in_markdown() {
    for payload in PAYLOADS {
        assert_safe(markdown(payload, &options()).html.as_str());
        for around in [
            "x {} y",
            "> {}",
            "- {}",
            "# {}",
            "**{}**",
            "[{}](https://ok.example)",
            "a\n\n<div>\n\n{}\n\n</div>",
        ] {
            assert_safe(
                markdown(&around.replace("{}", payload), &options())
                    .html
                    .as_str(),
            );
        }
    }
}

#[test]
fn no_payload_survives_in_code_its_language_or_its_file_name() {
    for payload in PAYLOADS {
        assert_safe(code(payload, Some("html"), None).html.as_str());
        assert_safe(code("x", Some(payload), Some(payload)).html.as_str());
    }
}

#[test]
fn no_payload_survives_in_a_diff_its_names_or_its_surroundings() {
    for payload in PAYLOADS {
        let line = payload.replace('\n', " ");
        let text = format!(
            "{payload}\ndiff --git a/{line} b/{line}\nindex {line}\n--- a/{line}\n+++ b/{line}\n@@ -1 +1 @@ {line}\n-{line}\n+{line} x\n{payload}"
        );
        assert_safe(diff(&text, Some(payload)).html.as_str());
        assert_safe(diff(payload, Some(payload)).html.as_str());
    }
}

#[test]
fn titles_are_one_short_line_without_controls() {
    for payload in PAYLOADS {
        let title = plain_title(payload);
        assert!(
            !title.contains(|c: char| c.is_control() || c == '\u{202e}' || c == '\u{200b}'),
            "{title:?}"
        );
        assert!(title.chars().count() <= 200);
    }
}

#[test]
fn what_is_dropped_as_markup_is_still_there_as_text() {
    let html = markdown(
        "<script>alert(1)</script> <!-- note --> <form>x</form>",
        &options(),
    )
    .html;
    assert_eq!(
        text(html.as_str()).trim(),
        "<script>alert(1)</script> <!-- note --> <form>x</form>"
    );
}

#[test]
fn a_scheme_that_may_not_be_followed_is_shown_as_text() {
    let html = markdown("[click](javascript:alert(1))", &options()).html;
    assert_eq!(
        without_lines(html.as_str()),
        "<p>click <span class=\"lb-target\">(javascript:alert(1))</span></p>\n"
    );
}

#[test]
fn an_image_is_never_loaded_but_can_be_gone_to() {
    let html = markdown("![a chart](https://example.com/chart.png)", &options()).html;
    insta::assert_snapshot!(without_lines(html.as_str()), @r#"<p><a class="lb-image" href="https://example.com/chart.png" target="_blank" title="example.com" data-lb-host="example.com" rel="noreferrer noopener">a chart</a></p>"#);
}

#[test]
fn a_link_that_reads_like_another_place_is_told() {
    let rendered = markdown("[github.com/login](https://evil.example/login)", &options());
    assert_eq!(
        rendered.warnings,
        [Warning::MisleadingLinks {
            hosts: vec!["evil.example".to_owned()]
        }]
    );
    assert!(text(rendered.html.as_str()).contains("(evil.example)"));
}

#[test]
fn a_host_in_other_letters_shows_its_punycode() {
    let html = markdown("[bank](https://аррӏе.com/)", &options()).html;
    assert!(text(html.as_str()).contains("xn--"), "{}", html.as_str());
}

#[test]
fn a_change_of_line_endings_can_be_seen() {
    let html = diff("@@ -1 +1 @@\n-a\r\n+a\n", None).html;
    assert_eq!(html.as_str().matches("lb-cr lb-shown").count(), 1);
    let html = diff("@@ -1 +1 @@\n-a\r\n+b\r\n", None).html;
    assert_eq!(html.as_str().matches("lb-shown").count(), 0);
}

#[test]
fn hidden_characters_in_names_headings_and_captions_are_shown_and_told() {
    let name = "a\u{202e}b";
    for rendered in [
        code("x", None, Some(name)),
        diff(
            &format!("--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-x\n+y\n"),
            None,
        ),
        markdown(&format!("```rust title=\"{name}\"\nx\n```"), &options()),
        markdown(&format!("```mermaid\n{name}\n```"), &options()),
        markdown(&format!("![{name}](https://a.example/x.png)"), &options()),
        markdown(&format!("[x](docs/{name}.md)"), &options()),
        markdown(&format!("# {name}"), &options()),
        markdown(&format!("|{name}|\n|-|"), &options()),
        markdown(&format!("x[^1]\n\n[^1]: {name}"), &options()),
    ] {
        let html = rendered.html.as_str();
        assert_safe(html);
        assert!(
            cells(html, "lb-hidden").contains(&"\u{202e}".to_owned()),
            "{html}"
        );
        assert!(
            rendered
                .warnings
                .iter()
                .any(|warning| matches!(warning, Warning::HiddenCharacters { .. })),
            "{html}"
        );
    }
}

#[test]
fn a_link_says_to_which_port_it_leads() {
    let html = markdown(
        "[a](http://127.0.0.1:4127/x) [b](https://пример.рф:8443/) [c](https://c.example:443/)",
        &options(),
    );
    let html = html.html.as_str();
    for place in [
        "\"127.0.0.1:4127\"",
        "\"пример.рф:8443 (xn--e1afmkfd.xn--p1ai:8443)\"",
        "\"c.example\"",
    ] {
        assert!(html.contains(&format!("data-lb-host={place}")), "{html}");
    }
}
