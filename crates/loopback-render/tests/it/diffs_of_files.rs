//! What happens to whole files: moved, copied, made executable, of bytes, linked, of other repositories.

use crate::diffs::outline;

#[test]
fn a_file_that_moved_and_became_executable_says_both() {
    insta::assert_snapshot!(outline("git-rename-and-mode"), @r#"Renamed Text "tool.sh" "run.sh" 100% +0 -0"#);
}

#[test]
fn a_move_a_mode_and_a_text_can_change_at_once() {
    insta::assert_snapshot!(outline("git-rename-mode-and-text"), @r#"
    Renamed Text "tool.sh" "run.sh" Some("100644")→Some("100755") 71% +1 -1
      @@ -1,4 +1,4 @@
        1   1  |#!/bin/sh
        2   2  |echo hi
        3   . -|echo ⟦there⟧
        .   3 +|echo ⟦here⟧
        4   4  |echo all
    "#);
}

#[test]
fn a_folder_that_moved_is_a_rename_of_its_files() {
    insta::assert_snapshot!(outline("git-renamed-folder"), @r#"Renamed Text "docs/deep/guide.md" "guides/deep/guide.md" 100% +0 -0"#);
}

#[test]
fn an_exact_copy_has_no_lines() {
    insta::assert_snapshot!(outline("git-exact-copy"), @r#"Copied Text "src/shop.py" "src/store.py" 100% +0 -0"#);
}

#[test]
fn a_file_that_was_rewritten_is_deleted_and_added_line_by_line() {
    insta::assert_snapshot!(outline("git-rewritten"), @r#"
    Modified Text "numbers.txt" "numbers.txt" +12 -12
      @@ -1,12 +1,12 @@
        1   . -|1
        2   . -|2
        3   . -|3
        4   . -|4
        5   . -|5
        6   . -|6
        7   . -|7
        8   . -|8
        9   . -|9
       10   . -|10
       11   . -|11
       12   . -|12
        .   1 +|101
        .   2 +|102
        .   3 +|103
        .   4 +|104
        .   5 +|105
        .   6 +|106
        .   7 +|107
        .   8 +|108
        .   9 +|109
        .  10 +|110
        .  11 +|111
        .  12 +|112
    "#);
}

#[test]
fn a_deletion_may_leave_its_text_out() {
    insta::assert_snapshot!(outline("git-deleted-without-text"), @r#"Deleted Text "numbers.txt" - Some("100644")→None +0 -0"#);
}

#[test]
fn an_empty_file_may_be_filled_and_a_full_one_emptied() {
    insta::assert_snapshot!(outline("git-filled-and-emptied"), @r#"
    Modified Text "empty.txt" "empty.txt" +1 -0
      @@ -0,0 +1 @@
        .   1 +|now
    Modified Text "full.txt" "full.txt" +0 -1
      @@ -1 +0,0 @@
        1   . -|full
    "#);
}

#[test]
fn a_new_executable_is_empty_or_not() {
    insta::assert_snapshot!(outline("git-new-executable"), @r#"
    Added Text - "new.sh" None→Some("100755") +1 -0
      @@ -0,0 +1 @@
        .   1 +|#!/bin/sh
    "#);
}

#[test]
fn a_new_link_to_a_folder_shows_where_it_leads() {
    insta::assert_snapshot!(outline("git-new-symlink"), @r#"
    Added Symlink - "other" None→Some("120000") +1 -0
      @@ -0,0 +1 @@
        .   1 +|docs
              \ No newline at end of file
    "#);
}

#[test]
fn a_link_that_is_gone_shows_where_it_led() {
    insta::assert_snapshot!(outline("git-deleted-symlink"), @r#"
    Deleted Symlink "link" - Some("120000")→None +0 -1
      @@ -1 +0,0 @@
        1   . -|src/shop.py
              \ No newline at end of file
    "#);
}

#[test]
fn a_new_binary_file_is_added() {
    insta::assert_snapshot!(outline("git-new-binary"), @r#"Added Binary - "new.bin" None→Some("100644") +0 -0"#);
}

#[test]
fn a_new_binary_files_patch_tells_its_size() {
    insta::assert_snapshot!(outline("git-new-binary-patch"), @r#"Added Binary - "new.bin" None→Some("100644") +0 -0"#);
}

#[test]
fn a_binary_files_delta_is_part_of_the_header() {
    insta::assert_snapshot!(outline("git-binary-delta"), @r#"Modified Binary "data.bin" "data.bin" +0 -0"#);
}

#[test]
fn a_binary_file_may_move_and_change() {
    insta::assert_snapshot!(outline("git-renamed-binary"), @r#"Renamed Binary "data.bin" "moved.bin" 98% +0 -0"#);
}

#[test]
fn a_submodule_with_changes_of_its_own_is_dirty() {
    insta::assert_snapshot!(outline("git-submodule-dirty"), @r#"
    Modified Submodule "lib" "lib" +1 -1
      @@ -1 +1 @@
        1   . -|Subproject commit 0046e0326c1fcacbb4958c2f294be2d8229764ac
        .   1 +|Subproject commit 0046e0326c1fcacbb4958c2f294be2d8229764ac⟦-dirty⟧
    "#);
}

#[test]
fn a_submodule_that_only_has_changes_is_named() {
    insta::assert_snapshot!(outline("git-submodule-modified"), @r#"Modified Submodule "lib" "lib" +0 -0"#);
}

#[test]
fn a_submodule_that_is_gone_shows_where_it_was() {
    insta::assert_snapshot!(outline("git-submodule-removed"), @r#"
    Deleted Submodule "lib" - Some("160000")→None +0 -1
      @@ -1 +0,0 @@
        1   . -|Subproject commit 0046e0326c1fcacbb4958c2f294be2d8229764ac
    "#);
}
