//! What people and models write by hand, and what is left of a diff that was cut or edited.

use loopback_render::{DiffModel, Warning};

use crate::allowed::assert_safe;
use crate::page::page;
use crate::whole::diff;

#[track_caller]
fn shown(text: &str) -> String {
    let rendered = diff(text, None);
    assert_safe(rendered.html.as_str());
    let warnings = rendered
        .warnings
        .iter()
        .fold(String::new(), |all, warning| format!("{all}! {warning}\n"));
    warnings + &page(rendered.html.as_str())
}

#[test]
fn a_diff_that_was_cut_ends_where_it_was_cut() {
    insta::assert_snapshot!(shown("--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n a\n-b\n+c"), @r"
    ! 1 hunk announces other line counts than the lines shown; the diff may have been written by hand.
    # modified
    modified x +1 −1
      @@ -1,9 +1,9 @@
      1   1  |a
      2   . -|b
      .   2 +|c
    ");
}

#[test]
fn a_diff_that_was_cut_within_a_header_keeps_it() {
    insta::assert_snapshot!(shown("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\ndiff --git a/y b/y\nindex 12345"), @r"
    2 files +1 −1
    # modified
    modified x +1 −1
      @@ -1 +1 @@
      1   . -|b
      .   1 +|c
    # modified
    modified y +0 −0
    Nothing of its text is shown.
    ");
}

#[test]
fn one_file_may_be_there_twice() {
    insta::assert_snapshot!(shown("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n"), @r"
    2 files +2 −2
    # modified
    modified x +1 −1
      @@ -1 +1 @@
      1   . -|a
      .   1 +|b
    # modified
    modified x +1 −1
      @@ -1 +1 @@
      1   . -|b
      .   1 +|c
    ");
}

#[test]
fn blanks_stripped_from_the_ends_of_lines_are_context() {
    insta::assert_snapshot!(shown("--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n a\n\n-b\n+c\n\n"), @r"
    # modified
    modified x +1 −1
      @@ -1,4 +1,4 @@
      1   1  |a
      2   2  |
      3   . -|b
      .   3 +|c
      4   4  |
    ");
}

#[test]
fn ranges_may_be_dots_or_nothing() {
    insta::assert_snapshot!(shown("--- a/x\n+++ b/x\n@@ ... @@\n a\n-b\n+c\n@@\n-d\n+e\n"), @r"
    # modified
    modified x +2 −2
      @@ ... @@
      .   .  |a
      .   . -|b
      .   . +|c
      @@
      .   . -|d
      .   . +|e
    ");
}

#[test]
fn counts_that_are_too_large_go_to_the_next_file() {
    insta::assert_snapshot!(shown("--- a/x\n+++ b/x\n@@ -1,99 +1,99 @@\n-a\n+b\ndiff --git a/y b/y\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n"), @r"
    ! 1 hunk announces other line counts than the lines shown; the diff may have been written by hand.
    2 files +2 −2
    # modified
    modified x +1 −1
      @@ -1,99 +1,99 @@
      1   . -|a
      .   1 +|b
    # modified
    modified y +1 −1
      @@ -1 +1 @@
      1   . -|c
      .   1 +|d
    ");
}

#[test]
fn counts_that_are_too_small_do_not_lose_a_line() {
    insta::assert_snapshot!(shown("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n-b\n+c\n+d\n"), @r"
    ! 1 hunk announces other line counts than the lines shown; the diff may have been written by hand.
    # modified
    modified x +2 −2
      @@ -1 +1 @@
      1   . -|a
      2   . -|b
      .   1 +|c
      .   2 +|d
    ");
}

#[test]
fn a_fence_around_a_diff_is_text_around_it() {
    insta::assert_snapshot!(shown("```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```\nThat is all.\n"), @r"
      : ```diff
    # modified
    modified x +1 −1
      @@ -1 +1 @@
      1   . -|a
      .   1 +|b
      : ```
      : That is all.
    ");
}

#[test]
fn windows_endings_of_a_whole_diff_are_quiet() {
    insta::assert_snapshot!(shown("--- a/x\r\n+++ b/x\r\n@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+c\r\n"), @r"
    # modified
    modified x +1 −1
      @@ -1,2 +1,2 @@
      1   1  |a
      2   . -|b
      .   2 +|c
    ");
}

#[test]
fn signs_without_a_hunk_are_no_diff() {
    for text in ["- old\n+ new\n", "+++ a\n--- b\n", "@@\n", "diff\n", ""] {
        assert_eq!(DiffModel::parse(text, None), None, "{text}");
        assert!(diff(text, None).warnings.contains(&Warning::NotADiff));
    }
}
