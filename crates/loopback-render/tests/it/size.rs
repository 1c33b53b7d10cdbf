//! Hostile shapes: deep, long, many. None may overflow the stack, and none may take time that grows with the square
//! of its size; a test that does not end soon has failed.

use loopback_render::{Budget, MarkdownOptions, Warning, markdown_changes, plain_title};

use crate::allowed::text;
use crate::whole::{code, diff, markdown};

fn shown(input: &str) -> String {
    let rendered = markdown(input, &MarkdownOptions::default());
    assert!(!rendered.warnings.contains(&Warning::NotRendered));
    let _ = plain_title(input);
    rendered.html.into_string()
}

/// How deep the elements of `html` nest.
fn depth(html: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for tag in html.split('<').skip(1) {
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if !(tag.starts_with("br") || tag.starts_with("hr")) {
            depth += 1;
            deepest = deepest.max(depth);
        }
    }
    deepest
}

#[test]
fn deep_nesting_of_any_kind_is_flattened_and_keeps_its_words() {
    let n = 5_000;
    for input in [
        format!("{}deep", "> ".repeat(n)),
        format!("{}deep", ">".repeat(n)),
        format!("{}deep", "- ".repeat(n)),
        format!("{}deep", "1. ".repeat(n)),
        format!("{}deep", "> - ".repeat(n)),
        format!("{}deep{}", "*a _b ".repeat(n), "_ *".repeat(n)),
        format!("{}deep{}", "**".repeat(n), "**".repeat(n)),
        format!("{}deep{}", "[".repeat(n), "](https://a.example)".repeat(n)),
        format!("{}deep{}", "![".repeat(n), "](https://a.example)".repeat(n)),
        format!("{}deep{}", "<b>".repeat(n), "</b>".repeat(n)),
        format!("{}deep{}", "<div>".repeat(n), "</div>".repeat(n)),
        format!("{}deep", "<table><td>".repeat(n)),
        format!("{}deep", "<details><summary>".repeat(n)),
        format!("{}deep", "<b><i><a href=https://a.example>".repeat(n)),
    ] {
        let html = shown(&input);
        let start: String = input.chars().take(12).collect();
        assert!(text(&html).contains("deep"), "{start}");
        assert!(depth(&html) < 100, "{start}: {}", depth(&html));
    }
    let rendered = markdown(&"> ".repeat(n), &MarkdownOptions::default());
    assert_eq!(rendered.warnings, [Warning::NestedDeep]);
}

#[test]
fn lists_that_go_down_line_by_line_are_flattened() {
    let mut input = String::new();
    for level in 0..300 {
        input.push_str(&"  ".repeat(level));
        input.push_str("- x\n");
    }
    assert!(depth(&shown(&input)) < 100);
}

#[test]
fn many_small_things_are_rendered_in_time_linear_in_their_number() {
    let n = 8_000;
    for input in [
        "<".repeat(n),
        "<b ".repeat(n),
        "<a x=\"".repeat(n),
        "<a href='".repeat(n),
        "&".repeat(n),
        "`".repeat(n),
        "`a``b".repeat(n),
        "[".repeat(n),
        "[a](".repeat(n),
        "![a](".repeat(n),
        "*a **b ".repeat(n),
        "https://".repeat(n),
        "https://a.example/".repeat(n),
        "www.".repeat(n),
        "(".repeat(n) + "https://a.example/" + &")".repeat(n),
        "[^a]".repeat(n),
        "[^a]: b\n\n".repeat(n),
        "p\u{430}".repeat(n),
        "\u{200b}a".repeat(n),
        "\u{202e}".repeat(n),
        "| a ".repeat(n) + "\n" + &"|---".repeat(n),
        "a\n> b\n- c\n\n".repeat(n),
        "```\n".repeat(n),
        "<!-- ".repeat(n),
        "<div>\n\n".repeat(n),
        "</b>".repeat(n),
        "<table>x\n>a\n".repeat(n),
        "\u{200b}<table>x\n>a*b*".repeat(n),
        "<table>\u{200b}a".repeat(n),
        format!("|a|\n|-|\n{}", "|<tr>x|\n".repeat(n)),
        format!("<table>\n\n{}", "- a\n\nb\n\n".repeat(n)),
    ] {
        shown(&input);
    }
}

#[test]
fn huge_lines_in_code_and_diffs_are_cut_and_kept() {
    let line = "x = 1; ".repeat(100_000);
    let rendered = code(&line, Some("python"), None);
    assert_eq!(rendered.warnings, [Warning::LinesCut { lines: 1 }]);
    assert_eq!(
        text(rendered.html.as_str()).matches("x = 1").count(),
        100_000
    );

    let patch = format!("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-{line}\n+{line}!\n");
    let rendered = diff(&patch, None);
    assert_eq!(rendered.warnings, [Warning::LinesCut { lines: 2 }]);
}

#[test]
fn diffs_of_hostile_shapes_are_read_in_time_linear_in_their_size() {
    let n = 20_000;
    for input in [
        format!(
            "@@ -1,{n} +1,{n} @@\n{}{}",
            "-a b c\n".repeat(n),
            "+a b d\n".repeat(n)
        ),
        format!("@@ -1 +1 @@\n{}", " \n".repeat(n)),
        format!("@@ ... @@\n{}", "\n".repeat(n)),
        "--- a/x\n+++ b/x\n".repeat(n),
        "diff --git a/x b/x\n".repeat(n),
        format!("diff --git {}", "a ".repeat(n)),
        format!("diff --git \"{}", "\\".repeat(n)),
        "\u{1b}[".repeat(n),
        format!("\u{1b}[1m@@\n{}", "\u{1b}[0;0;0".repeat(n)),
        format!("{}\n", "@".repeat(n)),
        "GIT binary patch\n".repeat(n),
        "-a\n+b\n\n".repeat(n),
    ] {
        let rendered = diff(&input, None);
        assert!(!rendered.warnings.contains(&Warning::NotRendered));
    }
}

#[test]
fn changes_between_texts_of_hostile_shapes_are_found_in_bounded_work() {
    let n = 2_000;
    let numbered = |line: &str| -> String {
        (0..n)
            .map(|number| line.replace('#', &number.to_string()))
            .collect()
    };
    let reversed = |text: &str| {
        text.lines()
            .rev()
            .fold(String::new(), |all, line| all + line + "\n")
    };
    let list = numbered("- item #\n");
    let table = |cell: &str| format!("|a|b|\n|-|-|\n{}", numbered(&format!("|#|{cell}|\n")));
    for (old, new) in [
        ("a b ".repeat(n), "b a ".repeat(n)),
        (numbered("word# "), numbered("word# other ")),
        (numbered("old # words\n\n"), numbered("new # words\n\n")),
        (list.clone(), reversed(&list)),
        (table("x"), table("y")),
        ("> ".repeat(n) + "a", "> ".repeat(n) + "b"),
        ("**a** ".repeat(n), "*a* ".repeat(n)),
        ("[a](b) ".repeat(n), "[a](c) ".repeat(n)),
        ("*a **b ".repeat(n), "**a *b ".repeat(n)),
        ("<b>".repeat(n), "<i>".repeat(n)),
        (
            "```\na\n```\n".repeat(n / 10),
            "```\nb\n```\n".repeat(n / 10),
        ),
        ("[^a]: b\n\n".repeat(n), "[^a]: c\n\n".repeat(n)),
        ("\u{200b}a".repeat(n), "a\u{200b}".repeat(n)),
    ] {
        let options = MarkdownOptions::default();
        let rendered = markdown_changes(&old, &new, &options, &mut Budget::default());
        assert!(!rendered.warnings.contains(&Warning::NotRendered));
    }
}

#[test]
fn what_is_a_few_characters_long_does_not_become_many_times_as_much() {
    let size = 256 * 1024;
    for unit in [
        "[^1]",
        "> > > a\n\n",
        "- - - - a\n",
        "- a\n",
        "# a\n",
        "|a|b|\n",
    ] {
        let input = format!("{}\n\n[^1]: note\n", unit.repeat(size / unit.len()));
        let html = shown(&input);
        let times = html.len() / input.len();
        assert!(times < 12, "{unit}: {times} times");
    }
}

#[test]
fn the_first_marks_of_characters_name_them_and_all_of_them_are_shown() {
    for (unit, mark) in [("\u{200b}a", "lb-hidden"), ("p\u{430} ", "lb-lookalike")] {
        let html = shown(&unit.repeat(3_000));
        assert_eq!(html.matches(mark).count(), 3_000);
        assert_eq!(html.matches("title=\"U+").count(), 2_000);
        assert_eq!(html.matches("data-lb-chars").count() % 3_000, 0);
    }
}

#[test]
fn hidden_characters_and_empty_lines_stay_within_eighty_times_the_size() {
    let size = 256 * 1024;
    let repeated = |unit: &str| unit.repeat(size / unit.len());
    let bounded = |input: &str, html: &str| {
        let times = html.len() / input.len();
        assert!(times < 80, "{:?}: {times} times", &input[..20]);
    };
    for unit in ["\0a", "p\u{430}", "\0\u{200b}\0\u{202e}x", "```\n```\n"] {
        let input = repeated(unit);
        bounded(&input, &shown(&input));
    }
    for unit in ["\n", "\0a", "\0\n"] {
        let input = repeated(unit);
        bounded(&input, code(&input, Some("rust"), None).html.as_str());
    }
    for unit in [
        "\ndiff --git a/\0x\0y\0z b/\0x\0y\0z\n",
        "--- a/\0x\0y\n+++ b/\0x\0y\n@@ -1 +1 @@\n-a\n+b\n",
    ] {
        let input = repeated(unit);
        bounded(&input, diff(&input, None).html.as_str());
    }
}

#[test]
fn the_first_footnote_references_are_links_and_the_rest_are_numbers() {
    let html = shown(&format!("{}\n\n[^1]: note\n", "[^1]".repeat(1_500)));
    assert_eq!(html.matches("lb-note-ref").count(), 1_000);
    assert_eq!(html.matches("<sup>").count(), 1_500);
    assert_eq!(html.matches("lb-note-back").count(), 1);
}

#[test]
fn the_first_blocks_name_their_lines_and_the_rest_are_shown_without() {
    let html = shown(&"a\n\n".repeat(10_001));
    assert_eq!(html.matches("data-line").count(), 10_000);
    assert_eq!(html.matches("<p").count(), 10_001);
}
