//! What holds for any text whatever.

use loopback_render::{DiffModel, MarkdownOptions, Rendered, Warning, plain_title};
use proptest::prelude::*;

use crate::allowed::{assert_safe, cells, text};
use crate::whole::{code, diff, markdown};

pub(crate) fn options() -> MarkdownOptions {
    MarkdownOptions {
        id_prefix: "ask7".to_owned(),
        ..MarkdownOptions::default()
    }
}

/// Text made of what the parsers look for, so that it goes deep instead of being plain words.
pub(crate) fn pieces(of: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop_oneof![
            6 => prop::sample::select(of).prop_map(str::to_owned),
            1 => any::<char>().prop_map(String::from),
            1 => "[a-z <>&\"']{0,12}",
        ],
        0..60,
    )
    .prop_map(|pieces| pieces.concat())
}

pub(crate) const MARKDOWN: &[&str] = &[
    "\n",
    "\n\n",
    " ",
    "    ",
    "# ",
    "## ",
    "> ",
    "> [!NOTE]\n",
    "- ",
    "- [x] ",
    "1. ",
    "* ",
    "**",
    "_",
    "~~",
    "`",
    "```\n",
    "```rust\n",
    "```diff\n",
    "[",
    "](",
    "]",
    ")",
    "![",
    "https://a.example/x",
    "www.b.example",
    "javascript:",
    "<b>",
    "</b>",
    "<a href=\"https://c.example\">",
    "</a>",
    "<script>",
    "<img src=x alt=y>",
    "<details open>",
    "<summary>",
    "</summary>",
    "</details>",
    "<table>",
    "<td>",
    "</table>",
    "<div>",
    "</div>",
    "<!--",
    "-->",
    "<pre>",
    "</pre>",
    "| a | b |\n|---|:-:|\n| c | d |\n",
    "[^1]",
    "[^1]: note\n",
    "[r]: https://d.example\n",
    "&lt;",
    "&#x202e;",
    "\u{202e}",
    "\u{200b}",
    "\u{1}",
    "\u{0}",
    "word",
    "<p>",
    "</p>",
    "<li>",
    "<ul>",
    "\\",
    "---\n",
    "===\n",
    "+a\n",
    "-b\n",
    "@@ -1 +1 @@\n",
];

const CODE: &[&str] = &[
    "\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    "fn ",
    "main",
    "(",
    ")",
    "{",
    "}",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "#",
    "\\",
    "<script>",
    "</span>",
    "&amp;",
    "\u{202e}",
    "\u{200b}\u{200b}",
    "\u{feff}",
    "\u{1b}[31m",
    "\u{0}",
    "\u{a0}",
    "é",
    "👩‍💻",
    "p\u{430}y",
    "1.5",
    "let x",
    "=>",
    "`",
    "${",
    "<?php",
    "%>",
    "\"\"\"",
];

const DIFF: &[&str] = &[
    "\n",
    "\r\n",
    "diff --git a/x.rs b/x.rs\n",
    "diff --git \"a/\\303\\244\" \"b/\\303\\244\"\n",
    "diff --cc x\n",
    "index 1234567..89abcde 100644\n",
    "--- a/x.rs\n",
    "+++ b/x.rs\n",
    "--- /dev/null\n",
    "+++ /dev/null\n",
    "@@ -1,2 +1,3 @@ fn\n",
    "@@ -1 +1 @@\n",
    "@@ ... @@\n",
    "@@@ -1,2 -1,2 +1,2 @@@\n",
    "## -0,0 +1 ##\n",
    " fn a() {\n",
    "-    let x = 1;\n",
    "+    let x = 2;\n",
    "++both\n",
    "- one\n",
    " \n",
    "\\ No newline at end of file\n",
    "rename from a\n",
    "rename to b\n",
    "old mode 100644\n",
    "new mode 100755\n",
    "new file mode 120000\n",
    "Binary files a/x and b/x differ\n",
    "GIT binary patch\n",
    "literal 7\nOcmWIWb7x>=VgUdJc>wJI\n\n",
    "Index: x\n",
    "===================================================================\n",
    "Submodule lib 1234567..89abcde:\n",
    "  > message\n",
    "From 1234567 Mon Sep 17 00:00:00 2001\n",
    "-- \n",
    "2.47.3\n",
    "words\n",
    "\u{1b}[1m",
    "\u{1b}[m",
    "+\u{202e}x\n",
    "-\u{200b}\n",
    "diff -u a b\n",
    "copy from x\n",
    "similarity index 90%\n",
    "\"",
    "\\",
    "@@ -4294967295,9 +1 @@\n",
];

pub(crate) fn assert_sound(rendered: &Rendered) {
    assert_safe(rendered.html.as_str());
    for warning in &rendered.warnings {
        assert_ne!(*warning, Warning::NotRendered);
        assert!(!warning.to_string().is_empty());
    }
}

/// The lines of `input` as the page shows them: without what ends them.
fn lines(input: &str) -> Vec<String> {
    input
        .strip_suffix('\n')
        .unwrap_or(input)
        .split('\n')
        .map(str::to_owned)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn markdown_is_safe_whatever_it_is(input in pieces(MARKDOWN)) {
        assert_sound(&markdown(&input, &options()));
    }

    #[test]
    fn words_of_markdown_are_never_lost(words in prop::collection::vec("[a-z]{3,9}", 1..20), marks in prop::collection::vec(prop::sample::select(MARKDOWN), 20)) {
        // Addresses and reference definitions are not shown as words; all else is.
        let skipped = ["[r]:", "](", "<a ", "<img", "![", "<!--", "```", "\\"];
        let marks = marks.iter().filter(|mark| !skipped.iter().any(|skip| mark.contains(skip))).cycle();
        let pieces: Vec<String> = words.iter().zip(marks).map(|(word, mark)| format!("{mark}{word} ")).collect();
        let input = pieces.concat();
        let shown = text(markdown(&input, &options()).html.as_str());
        for word in &words {
            prop_assert!(shown.contains(word.as_str()), "{word} of {input:?} in {shown:?}");
        }
    }

    #[test]
    fn code_is_safe_and_keeps_its_text(
        input in pieces(CODE),
        language in prop::sample::select(&["rust", "html", "php", "python", "markdown", "bash", "none", "js"][..]),
    ) {
        let rendered = code(&input, Some(language), None);
        assert_sound(&rendered);
        let shown: Vec<String> = cells(rendered.html.as_str(), "lb-src")
            .into_iter()
            .map(|cell| cell.strip_suffix('\n').unwrap().to_owned())
            .collect();
        prop_assert_eq!(shown, lines(&input));
    }

    #[test]
    fn a_diff_is_safe_and_loses_no_line(input in pieces(DIFF)) {
        let rendered = diff(&input, Some("x.rs"));
        assert_sound(&rendered);
        if let Some(model) = DiffModel::parse(&input, Some("x.rs")) {
            if !model.colours_removed {
                let lines = lines(&input).join("\n") + "\n";
                prop_assert_eq!(model.to_text(), lines);
            }
            let code: Vec<String> = cells(rendered.html.as_str(), "lb-src")
                .into_iter()
                .map(|cell| cell.strip_suffix('\n').unwrap().to_owned())
                .collect();
            let told: Vec<String> = model
                .files
                .iter()
                .flat_map(|file| &file.hunks)
                .flat_map(|hunk| &hunk.lines)
                .map(|line| line.text.clone())
                .collect();
            prop_assert_eq!(code, told);
        } else {
            let shown = cells(rendered.html.as_str(), "lb-text").concat();
            prop_assert_eq!(shown, lines(&input).join("\n") + "\n");
        }
    }

    #[test]
    fn changed_words_lie_within_their_line(input in pieces(DIFF)) {
        for file in DiffModel::parse(&input, None).into_iter().flat_map(|model| model.files) {
            for line in file.hunks.iter().flat_map(|hunk| &hunk.lines) {
                let mut at = 0;
                for word in &line.changed {
                    prop_assert!(at <= word.start && word.start < word.end);
                    prop_assert!(line.text.get(word.clone()).is_some());
                    at = word.end;
                }
            }
        }
    }

    #[test]
    fn a_title_is_one_short_line(input in pieces(MARKDOWN)) {
        let title = plain_title(&input);
        prop_assert!(title.chars().count() <= 200);
        prop_assert!(!title.contains(char::is_control));
        prop_assert_eq!(title.trim(), &title);
    }

    #[test]
    fn any_text_at_all_is_rendered(input in any::<String>()) {
        assert_sound(&markdown(&input, &options()));
        assert_sound(&code(&input, None, None));
        assert_sound(&diff(&input, None));
    }
}
