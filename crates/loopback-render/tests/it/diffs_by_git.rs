//! What `git diff` prints, read into the model.

use crate::diffs::outline;

#[test]
fn a_changed_function_is_one_hunk_with_its_changed_words() {
    insta::assert_snapshot!(outline("git-modified"), @r#"
    Modified Text "src/main.rs" "src/main.rs" +2 -2
      @@ -1,7 +1,7 @@
        1   1  |//! Prices.
        2   2  |
        3   . -|fn total(price: u32, ⟦count⟧: u32) -> u32 {
        4   . -|    let total = price * ⟦count⟧;
        .   3 +|fn total(price: u32, ⟦amount⟧: u32) -> u32 {
        .   4 +|    let total = price * ⟦amount⟧;
        5   5  |    total
        6   6  |}
        7   7  |
    "#);
}

#[test]
fn colours_of_a_terminal_are_taken_out() {
    insta::assert_snapshot!(outline("git-coloured"), @r#"
    ! Terminal colour codes were taken out.
    Modified Text "src/main.rs" "src/main.rs" +2 -2
      @@ -1,7 +1,7 @@
        1   1  |//! Prices.
        2   2  |
        3   . -|fn total(price: u32, ⟦count⟧: u32) -> u32 {
        4   . -|    let total = price * ⟦count⟧;
        .   3 +|fn total(price: u32, ⟦amount⟧: u32) -> u32 {
        .   4 +|    let total = price * ⟦amount⟧;
        5   5  |    total
        6   6  |}
        7   7  |
    "#);
}

#[test]
fn names_without_prefixes_are_whole() {
    insta::assert_snapshot!(outline("git-no-prefix"), @r#"
    Modified Text "src/main.rs" "src/main.rs" +2 -2
      @@ -1,7 +1,7 @@
        1   1  |//! Prices.
        2   2  |
        3   . -|fn total(price: u32, ⟦count⟧: u32) -> u32 {
        4   . -|    let total = price * ⟦count⟧;
        .   3 +|fn total(price: u32, ⟦amount⟧: u32) -> u32 {
        .   4 +|    let total = price * ⟦amount⟧;
        5   5  |    total
        6   6  |}
        7   7  |
    "#);
}

#[test]
fn mnemonic_prefixes_come_off() {
    insta::assert_snapshot!(outline("git-mnemonic"), @r#"
    Modified Text "src/main.rs" "src/main.rs" +2 -2
      @@ -1,7 +1,7 @@
        1   1  |//! Prices.
        2   2  |
        3   . -|fn total(price: u32, ⟦count⟧: u32) -> u32 {
        4   . -|    let total = price * ⟦count⟧;
        .   3 +|fn total(price: u32, ⟦amount⟧: u32) -> u32 {
        .   4 +|    let total = price * ⟦amount⟧;
        5   5  |    total
        6   6  |}
        7   7  |
    "#);
}

#[test]
fn a_reversed_diff_has_its_prefixes_swapped() {
    insta::assert_snapshot!(outline("git-reversed"), @r#"
    Modified Text "src/main.rs" "src/main.rs" +2 -2
      @@ -1,7 +1,7 @@
        1   1  |//! Prices.
        2   2  |
        3   . -|fn total(price: u32, ⟦amount⟧: u32) -> u32 {
        4   . -|    let total = price * ⟦amount⟧;
        .   3 +|fn total(price: u32, ⟦count⟧: u32) -> u32 {
        .   4 +|    let total = price * ⟦count⟧;
        5   5  |    total
        6   6  |}
        7   7  |
    "#);
}

#[test]
fn a_diff_without_context_keeps_its_numbers() {
    insta::assert_snapshot!(outline("git-no-context"), @r#"
    Modified Text "src/main.rs" "src/main.rs" +2 -2
      @@ -3,2 +3,2 @@
        3   . -|fn total(price: u32, ⟦count⟧: u32) -> u32 {
        4   . -|    let total = price * ⟦count⟧;
        .   3 +|fn total(price: u32, ⟦amount⟧: u32) -> u32 {
        .   4 +|    let total = price * ⟦amount⟧;
    "#);
}

#[test]
fn two_places_are_two_hunks() {
    insta::assert_snapshot!(outline("git-two-hunks"), @r#"
    Modified Text "numbers.txt" "numbers.txt" +2 -2
      @@ -2,7 +2,7 @@
        2   2  |2
        3   3  |3
        4   4  |4
        5   . -|5
        .   5 +|five
        6   6  |6
        7   7  |7
        8   8  |8
      @@ -22,7 +22,7 @@
       22  22  |22
       23  23  |23
       24  24  |24
       25   . -|25
        .  25 +|twenty-five
       26  26  |26
       27  27  |27
       28  28  |28
    "#);
}

#[test]
fn lines_of_a_dos_file_keep_their_carriage_return() {
    insta::assert_snapshot!(outline("git-crlf"), @r#"
    Modified Text "dos.txt" "dos.txt" +1 -1
      @@ -1,3 +1,3 @@
        1   1  |one␍
        2   . -|two␍
        .   2 +|2␍
        3   3  |three␍
    "#);
}

#[test]
fn a_change_of_line_endings_is_a_change() {
    insta::assert_snapshot!(outline("git-crlf-to-lf"), @r#"
    Modified Text "dos.txt" "dos.txt" +3 -3
      @@ -1,3 +1,3 @@
        1   . -|one␍
        2   . -|two␍
        3   . -|three␍
        .   1 +|one
        .   2 +|two
        .   3 +|three
    "#);
}

#[test]
fn a_newline_added_at_the_end_is_told() {
    insta::assert_snapshot!(outline("git-newline-added"), @r#"
    Modified Text "noeol.txt" "noeol.txt" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |a
        2   . -|b
              \ No newline at end of file
        .   2 +|b
    "#);
}

#[test]
fn no_newline_on_both_sides_is_told_twice() {
    insta::assert_snapshot!(outline("git-no-newline-both"), @r#"
    Modified Text "noeol.txt" "noeol.txt" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |a
        2   . -|b
              \ No newline at end of file
        .   2 +|c
              \ No newline at end of file
    "#);
}

#[test]
fn odd_names_are_unquoted() {
    insta::assert_snapshot!(outline("git-odd-names"), @r#"
    Modified Text "bad\\377.txt" "bad\\377.txt" +1 -0
      @@ -1 +1,2 @@
        1   1  |x
        .   2 +|y
    Modified Text "tab\tand \"quote\".txt" "tab\tand \"quote\".txt" +1 -0
      @@ -1 +1,2 @@
        1   1  |x
        .   2 +|y
    Modified Text "with space.txt" "with space.txt" +1 -0
      @@ -1 +1,2 @@
        1   1  |x
        .   2 +|y
    Modified Text "äöü.txt" "äöü.txt" +1 -0
      @@ -1 +1,2 @@
        1   1  |x
        .   2 +|y
    "#);
}

#[test]
fn a_binary_file_is_named() {
    insta::assert_snapshot!(outline("git-binary"), @r#"Modified Binary "logo.png" "logo.png" +0 -0"#);
}

#[test]
fn a_binary_patch_is_part_of_the_header() {
    insta::assert_snapshot!(outline("git-binary-patch"), @r#"Modified Binary "logo.png" "logo.png" +0 -0"#);
}

#[test]
fn a_deleted_binary_file_is_deleted() {
    insta::assert_snapshot!(outline("git-binary-deleted"), @r#"Deleted Binary "logo.png" - Some("100644")→None +0 -0"#);
}

#[test]
fn a_change_of_mode_is_told() {
    insta::assert_snapshot!(outline("git-mode"), @r#"ModeChanged Text "run" "run" Some("100644")→Some("100755") +0 -0"#);
}

#[test]
fn a_change_of_mode_and_text_is_a_change_of_text() {
    insta::assert_snapshot!(outline("git-mode-and-text"), @r#"
    Modified Text "run" "run" Some("100644")→Some("100755") +1 -0
      @@ -1,2 +1,3 @@
        1   1  |#!/bin/sh
        2   2  |echo hi
        .   3 +|echo more
    "#);
}

#[test]
fn a_symbolic_link_shows_its_target() {
    insta::assert_snapshot!(outline("git-symlink"), @r#"
    Modified Symlink "link" "link" +1 -1
      @@ -1 +1 @@
        1   . -|src/main.rs
              \ No newline at end of file
        .   1 +|app.py
              \ No newline at end of file
    "#);
}

#[test]
fn a_link_that_becomes_a_file_is_deleted_and_added() {
    insta::assert_snapshot!(outline("git-typechange"), @r#"
    Deleted Symlink "link" - Some("120000")→None +0 -1
      @@ -1 +0,0 @@
        1   . -|src/main.rs
              \ No newline at end of file
    Added Text - "link" None→Some("100644") +1 -0
      @@ -0,0 +1 @@
        .   1 +|text
    "#);
}

#[test]
fn a_rename_has_both_names() {
    insta::assert_snapshot!(outline("git-rename"), @r#"Renamed Text "docs/long.txt" "docs/renamed.txt" 100% +0 -0"#);
}

#[test]
fn a_rename_with_changes_has_its_hunks() {
    insta::assert_snapshot!(outline("git-rename-changed"), @r#"
    Renamed Text "docs/long.txt" "docs/renamed.txt" 96% +1 -1
      @@ -17,7 +17,7 @@ line 16
       17  17  |line 17
       18  18  |line 18
       19  19  |line 19
       20   . -|line ⟦20⟧
        .  20 +|line ⟦twenty⟧
       21  21  |line 21
       22  22  |line 22
       23  23  |line 23
    "#);
}

#[test]
fn a_rename_of_odd_names_is_unquoted() {
    insta::assert_snapshot!(outline("git-rename-odd-names"), @r#"Renamed Text "with space.txt" "new \"name\".txt" 100% +0 -0"#);
}

#[test]
fn a_copy_has_both_names() {
    insta::assert_snapshot!(outline("git-copy"), @r#"
    Copied Text "docs/long.txt" "docs/copy.txt" 98% +1 -0
      @@ -38,3 +38,4 @@ line 37
       38  38  |line 38
       39  39  |line 39
       40  40  |line 40
        .  41 +|extra
    "#);
}

#[test]
fn new_deleted_and_empty_files_are_told_apart() {
    insta::assert_snapshot!(outline("git-new-deleted-empty"), @r#"
    Added Text - "empty.txt" None→Some("100644") +0 -0
    Deleted Text "gone.txt" - Some("100644")→None +0 -1
      @@ -1 +0,0 @@
        1   . -|gone
    Added Text - "new.txt" None→Some("100644") +2 -0
      @@ -0,0 +1,2 @@
        .   1 +|new
        .   2 +|file
    "#);
}

#[test]
fn deleted_dashes_are_no_header() {
    insta::assert_snapshot!(outline("git-dashes"), @r#"
    Modified Text "app.py" "app.py" +1 -0
      @@ -1,3 +1,4 @@
        .   1 +|y
        1   2  |def f():
        2   3  |    """doc
        3   4  |    more"""
    Modified Text "dashes.sql" "dashes.sql" +1 -1
      @@ -1 +1 @@
        1   . -|⟦-- a⟧/x
        .   1 +|⟦++ b⟧/x
    "#);
}

#[test]
fn a_new_submodule_shows_its_commit() {
    insta::assert_snapshot!(outline("git-submodule-new"), @r#"
      : commit 0492e1c00b7a0e0ebe87b96bf394e0caf9628624
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     add sub
      :
    Added Submodule - "lib" None→Some("160000") +1 -0
      @@ -0,0 +1 @@
        .   1 +|Subproject commit 506ba11e4b0cbe5f8a868ddbe28cebb4bdd3c5ed
    "#);
}

#[test]
fn a_submodule_shows_both_commits() {
    insta::assert_snapshot!(outline("git-submodule"), @r#"
    Modified Submodule "lib" "lib" +1 -1
      @@ -1 +1 @@
        1   . -|Subproject commit 506ba11e4b0cbe5f8a868ddbe28cebb4bdd3c5ed
        .   1 +|Subproject commit e445169fe5ace77d0d0cedc753e5f886349940b0
    "#);
}

#[test]
fn a_submodules_log_is_kept() {
    insta::assert_snapshot!(outline("git-submodule-log"), @r#"Modified Submodule "lib" "lib" +0 -0"#);
}

#[test]
fn a_submodules_own_diff_is_read() {
    insta::assert_snapshot!(outline("git-submodule-diff"), @r#"
    Modified Submodule "lib" "lib" +0 -0
    Added Text - "lib/b" None→Some("100644") +1 -0
      @@ -0,0 +1 @@
        .   1 +|b
    "#);
}
