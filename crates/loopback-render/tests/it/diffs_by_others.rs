//! What other tools print, and what people and models write by hand.

use crate::diffs::outline;

#[test]
fn a_plain_diff_has_no_prefixes() {
    insta::assert_snapshot!(outline("gnu-u"), @r#"
    Modified Text "old/a.txt" "new/a.txt" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |one
        2   . -|two
        .   2 +|2
    "#);
}

#[test]
fn a_recursive_diff_tells_new_and_gone_files() {
    insta::assert_snapshot!(outline("gnu-ruN"), @r#"
    Modified Text "old/a.txt" "new/a.txt" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |one
        2   . -|two
        .   2 +|2
    Modified Binary "old/b.bin" "new/b.bin" +0 -0
    Deleted Text "old/gone.txt" - +0 -1
      @@ -1 +0,0 @@
        1   . -|g
    Added Text - "new/new.txt" +1 -0
      @@ -0,0 +1 @@
        .   1 +|n
    "#);
}

#[test]
fn only_in_is_kept_as_text() {
    insta::assert_snapshot!(outline("gnu-ru"), @r#"
    Modified Text "old/a.txt" "new/a.txt" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |one
        2   . -|two
        .   2 +|2
    Modified Binary "old/b.bin" "new/b.bin" +0 -0
      : Only in old: gone.txt
      : Only in new: new.txt
    "#);
}

#[test]
fn labels_are_names() {
    insta::assert_snapshot!(outline("gnu-labels"), @r#"
    Modified Text "x y" "z" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |one
        2   . -|two
        .   2 +|2
    "#);
}

#[test]
fn mercurials_own_format_is_read() {
    insta::assert_snapshot!(outline("hg"), @r#"
      : # HG changeset patch
      : # User Ada Example <ada@example.com>
      : # Date 1767607200 0
      : #      Mon Jan 05 10:00:00 2026 +0000
      : # Node ID 5f1a3b0c9d8e7f60718293a4b5c6d7e8f9012345
      : # Parent  0123456789abcdef0123456789abcdef01234567
      : prices: say amount
      :
    Modified Text "src/price.py" "src/price.py" +2 -2
      @@ -1,2 +1,2 @@
        1   . -|def total(price, ⟦count⟧):
        2   . -|    return price * ⟦count⟧
        .   1 +|def total(price, ⟦amount⟧):
        .   2 +|    return price * ⟦amount⟧
    Added Text - "src/new.py" +1 -0
      @@ -0,0 +1,1 @@
        .   1 +|x = 1
    Deleted Text "src/old.py" - +0 -1
      @@ -1,1 +0,0 @@
        1   . -|y = 2
    Modified Binary "logo.png" "logo.png" +0 -0
    "#);
}

#[test]
fn mercurials_git_format_is_read() {
    insta::assert_snapshot!(outline("hg-git"), @r#"
    Renamed Text "old name.txt" "new name.txt" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |one
        2   . -|two
        .   2 +|2
    ModeChanged Text "run" "run" Some("100644")→Some("100755") +0 -0
    "#);
}

#[test]
fn subversions_format_and_properties_are_read() {
    insta::assert_snapshot!(outline("svn"), @r#"
    Modified Text "src/price.py" "src/price.py" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |def total(price, count):
        2   . -|    return ⟦price⟧ * ⟦count⟧
        .   2 +|    return ⟦count⟧ * ⟦price⟧
    Added Text - "src/new.py" +1 -0
      @@ -0,0 +1 @@
        .   1 +|x = 1
      :
      : Property changes on: src/new.py
      : ___________________________________________________________________
      : Added: svn:executable
      ## -0,0 +1 ##
        .   1 +|*
              \ No newline at end of property
    Deleted Text "src/old.py" - +0 -1
      @@ -1 +0,0 @@
        1   . -|y = 2
    Modified Binary "logo.png" "logo.png" +0 -0
    "#);
}

#[test]
fn subversions_git_format_is_read() {
    insta::assert_snapshot!(outline("svn-git"), @r#"
    Modified Text "trunk/a.c" "trunk/a.c" +1 -1
      @@ -1 +1 @@
        1   . -|int ⟦a⟧;
        .   1 +|int ⟦b⟧;
    "#);
}

#[test]
fn wrong_counts_and_missing_ranges_do_not_stop_reading() {
    insta::assert_snapshot!(outline("by-hand-wrong-counts"), @r#"
    ! 1 hunk announces other line counts than the lines shown; the diff may have been written by hand.
    Modified Text "src/lib.rs" "src/lib.rs" +2 -2
      @@ -10,3 +10,3 @@ impl Thing {
       10  10  |    fn a() {
       11   . -|        ⟦old⟧();
       12   . -|        older();
        .  11 +|        ⟦new⟧();
       13  12  |    }
       14  13 |
       15  14  |    fn b() {}
        .  15 +|    fn c() {}
    Modified Text "src/main.rs" "src/main.rs" +1 -1
      @@ ... @@
        .   .  |fn main() {
        .   . -|    ⟦a⟧();
        .   . +|    ⟦b⟧();
        .   .  |}
    "#);
}

#[test]
fn words_around_a_diff_are_kept() {
    insta::assert_snapshot!(outline("by-hand-fenced"), @r#"
      : Here is the change:
      :
    Modified Text "x.py" "x.py" +1 -1
      @@ -1 +1 @@
        1   . -|a = ⟦1⟧
        .   1 +|a = ⟦2⟧
      :
      : That is all.
    "#);
}

#[test]
fn a_bare_hunk_is_read() {
    insta::assert_snapshot!(outline("bare-hunk"), @r"
    Modified Text - - +1 -1
      @@ -3,2 +3,2 @@
        3   3  |a
        4   . -|b
        .   4 +|c
    ");
}
