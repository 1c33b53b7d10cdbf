//! What Mercurial and Subversion print.

use crate::diffs::outline;

#[test]
fn mercurial_tells_new_gone_and_binary_files() {
    insta::assert_snapshot!(outline("hg-all-kinds"), @r#"
    Modified Text "ends.txt" "ends.txt" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |one
        2   . -|two
              \ No newline at end of file
        .   2 +|2
              \ No newline at end of file
    Deleted Text "gone.txt" - +0 -1
      @@ -1,1 +0,0 @@
        1   . -|gone
    Added Text - "new.txt" +1 -0
      @@ -0,0 +1,1 @@
        .   1 +|new
    Modified Text "one.c" "one.c" +1 -1
      @@ -9,6 +9,6 @@
        9   9  |{
       10  10  |	int n = 0;
       11  11  |	n += 1;
       12   . -|	n += ⟦2⟧;
        .  12 +|	n += ⟦3⟧;
       13  13  |	return n;
       14  14  |}
    Modified Binary "x.bin" "x.bin" +0 -0
    "#);
}

#[test]
fn mercurial_names_functions() {
    insta::assert_snapshot!(outline("hg-functions"), @r#"
    Modified Text "ends.txt" "ends.txt" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |one
        2   . -|two
              \ No newline at end of file
        .   2 +|2
              \ No newline at end of file
    Deleted Text "gone.txt" - +0 -1
      @@ -1,1 +0,0 @@
        1   . -|gone
    Added Text - "new.txt" +1 -0
      @@ -0,0 +1,1 @@
        .   1 +|new
    Modified Text "one.c" "one.c" +1 -1
      @@ -9,6 +9,6 @@ int second(void)
        9   9  |{
       10  10  |	int n = 0;
       11  11  |	n += 1;
       12   . -|	n += ⟦2⟧;
        .  12 +|	n += ⟦3⟧;
       13  13  |	return n;
       14  14  |}
    Modified Binary "x.bin" "x.bin" +0 -0
    "#);
}

#[test]
fn mercurial_may_leave_dates_out() {
    insta::assert_snapshot!(outline("hg-no-dates"), @r#"
    Added Text - "copy.c" +14 -0
      @@ -0,0 +1,14 @@
        .   1 +|#include <stdio.h>
        .   2 +|
        .   3 +|int first(void)
        .   4 +|{
        .   5 +|	return 1;
        .   6 +|}
        .   7 +|
        .   8 +|int second(void)
        .   9 +|{
        .  10 +|	int n = 0;
        .  11 +|	n += 1;
        .  12 +|	n += 3;
        .  13 +|	return n;
        .  14 +|}
    Deleted Text "new.txt" - +0 -1
      @@ -1,1 +0,0 @@
        1   . -|new
    Added Text - "renamed.txt" +1 -0
      @@ -0,0 +1,1 @@
        .   1 +|new
    "#);
}

#[test]
fn mercurials_patch_has_its_own_head() {
    insta::assert_snapshot!(outline("hg-export"), @r#"
      : # HG changeset patch
      : # User Ada Example <ada@example.com>
      : # Date 1767607200 0
      : #      Mon Jan 05 10:00:00 2026 +0000
      : # Node ID e5ee93d9ccbec29993266bf0f80ce3aec27bed29
      : # Parent  8c9fdd49c54702a05ecf5e7ae943736e0f658d36
      : second: more
      :
    Modified Text "ends.txt" "ends.txt" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |one
        2   . -|two
              \ No newline at end of file
        .   2 +|2
              \ No newline at end of file
    Deleted Text "gone.txt" - +0 -1
      @@ -1,1 +0,0 @@
        1   . -|gone
    Added Text - "new.txt" +1 -0
      @@ -0,0 +1,1 @@
        .   1 +|new
    Modified Text "one.c" "one.c" +1 -1
      @@ -9,6 +9,6 @@
        9   9  |{
       10  10  |	int n = 0;
       11  11  |	n += 1;
       12   . -|	n += ⟦2⟧;
        .  12 +|	n += ⟦3⟧;
       13  13  |	return n;
       14  14  |}
    Modified Binary "x.bin" "x.bin" +0 -0
    "#);
}

#[test]
fn mercurials_patch_may_be_in_gits_format() {
    insta::assert_snapshot!(outline("hg-export-git"), @r#"
      : # HG changeset patch
      : # User Ada Example <ada@example.com>
      : # Date 1767607200 0
      : #      Mon Jan 05 10:00:00 2026 +0000
      : # Node ID e5ee93d9ccbec29993266bf0f80ce3aec27bed29
      : # Parent  8c9fdd49c54702a05ecf5e7ae943736e0f658d36
      : second: more
      :
    Modified Text "ends.txt" "ends.txt" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |one
        2   . -|two
              \ No newline at end of file
        .   2 +|2
              \ No newline at end of file
    Deleted Text "gone.txt" - Some("100644")→None +0 -1
      @@ -1,1 +0,0 @@
        1   . -|gone
    Added Text - "new.txt" None→Some("100644") +1 -0
      @@ -0,0 +1,1 @@
        .   1 +|new
    Modified Text "one.c" "one.c" +1 -1
      @@ -9,6 +9,6 @@
        9   9  |{
       10  10  |	int n = 0;
       11  11  |	n += 1;
       12   . -|	n += ⟦2⟧;
        .  12 +|	n += ⟦3⟧;
       13  13  |	return n;
       14  14  |}
    Modified Binary "x.bin" "x.bin" +0 -0
    "#);
}

#[test]
fn mercurials_log_keeps_its_message() {
    insta::assert_snapshot!(outline("hg-log"), @r#"
      : changeset:   1:e5ee93d9ccbe
      : tag:         tip
      : user:        Ada Example <ada@example.com>
      : date:        Mon Jan 05 10:00:00 2026 +0000
      : summary:     second: more
      :
    Modified Text "ends.txt" "ends.txt" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |one
        2   . -|two
              \ No newline at end of file
        .   2 +|2
              \ No newline at end of file
    Deleted Text "gone.txt" - +0 -1
      @@ -1,1 +0,0 @@
        1   . -|gone
    Added Text - "new.txt" +1 -0
      @@ -0,0 +1,1 @@
        .   1 +|new
    Modified Text "one.c" "one.c" +1 -1
      @@ -9,6 +9,6 @@
        9   9  |{
       10  10  |	int n = 0;
       11  11  |	n += 1;
       12   . -|	n += ⟦2⟧;
        .  12 +|	n += ⟦3⟧;
       13  13  |	return n;
       14  14  |}
    Modified Binary "x.bin" "x.bin" +0 -0
      :
    "#);
}

#[test]
fn mercurial_tells_copies_moves_and_modes_in_gits_format() {
    insta::assert_snapshot!(outline("hg-git-copy-rename-mode"), @r#"
    Copied Text "one.c" "copy.c" +0 -0
    Renamed Text "new.txt" "renamed.txt" +0 -0
    ModeChanged Text "run" "run" Some("100644")→Some("100755") +0 -0
    "#);
}

#[test]
fn subversion_tells_the_working_copy() {
    insta::assert_snapshot!(outline("svn-modified"), @r#"
    Modified Text "trunk/one.c" "trunk/one.c" +1 -1
      @@ -9,6 +9,6 @@
        9   9  |{
       10  10  |	int n = 0;
       11  11  |	n += 1;
       12   . -|	n += ⟦2⟧;
        .  12 +|	n += ⟦3⟧;
       13  13  |	return n;
       14  14  |}
    "#);
}

#[test]
fn subversion_names_functions() {
    insta::assert_snapshot!(outline("svn-functions"), @r#"
    Modified Text "trunk/one.c" "trunk/one.c" +1 -1
      @@ -9,6 +9,6 @@ int second(void)
        9   9  |{
       10  10  |	int n = 0;
       11  11  |	n += 1;
       12   . -|	n += ⟦2⟧;
        .  12 +|	n += ⟦3⟧;
       13  13  |	return n;
       14  14  |}
    "#);
}

#[test]
fn subversion_tells_new_gone_and_binary_files_and_properties() {
    insta::assert_snapshot!(outline("svn-all-kinds"), @r#"
    Modified Text "trunk/ends.txt" "trunk/ends.txt" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |one
        2   . -|two
              \ No newline at end of file
        .   2 +|2
              \ No newline at end of file
    Deleted Text "trunk/gone.txt" - +0 -1
      @@ -1 +0,0 @@
        1   . -|gone
    Modified Text "trunk/größe.txt" "trunk/größe.txt" +1 -0
      @@ -1 +1,2 @@
        1   1  |x
        .   2 +|y
    Added Text - "trunk/new.txt" +1 -0
      @@ -0,0 +1 @@
        .   1 +|new
    Modified Text "trunk/one.c" "trunk/one.c" +1 -1
      @@ -9,6 +9,6 @@
        9   9  |{
       10  10  |	int n = 0;
       11  11  |	n += 1;
       12   . -|	n += ⟦2⟧;
        .  12 +|	n += ⟦3⟧;
       13  13  |	return n;
       14  14  |}
      :
      : Property changes on: trunk/one.c
      : ___________________________________________________________________
      : Added: svn:eol-style
      ## -0,0 +1 ##
        .   1 +|native
              \ No newline at end of property
    Modified Binary "trunk/x.bin" "trunk/x.bin" +0 -0
    Modified Text "trunk" "trunk" +0 -0
      :
      : Property changes on: trunk
      : ___________________________________________________________________
      : Added: svn:ignore
      ## -0,0 +1,2 ##
        .   1 +|*.o
        .   2 +|build
    "#);
}

#[test]
fn subversion_tells_a_revision() {
    insta::assert_snapshot!(outline("svn-revision"), @r#"
    Deleted Text "trunk/gone.txt" - +0 -1
      @@ -1 +0,0 @@
        1   . -|gone
    Modified Text "trunk/ends.txt" "trunk/ends.txt" +1 -1
      @@ -1,2 +1,2 @@
        1   1  |one
        2   . -|two
              \ No newline at end of file
        .   2 +|2
              \ No newline at end of file
    Modified Text "trunk/größe.txt" "trunk/größe.txt" +1 -0
      @@ -1 +1,2 @@
        1   1  |x
        .   2 +|y
    Added Text - "trunk/new.txt" +1 -0
      @@ -0,0 +1 @@
        .   1 +|new
    Modified Text "trunk/one.c" "trunk/one.c" +1 -1
      @@ -9,6 +9,6 @@
        9   9  |{
       10  10  |	int n = 0;
       11  11  |	n += 1;
       12   . -|	n += ⟦2⟧;
        .  12 +|	n += ⟦3⟧;
       13  13  |	return n;
       14  14  |}
      :
      : Property changes on: trunk/one.c
      : ___________________________________________________________________
      : Added: svn:eol-style
      ## -0,0 +1 ##
        .   1 +|native
              \ No newline at end of property
    Modified Binary "trunk/x.bin" "trunk/x.bin" +0 -0
    Modified Text "trunk" "trunk" +0 -0
      :
      : Property changes on: trunk
      : ___________________________________________________________________
      : Added: svn:ignore
      ## -0,0 +1,2 ##
        .   1 +|*.o
        .   2 +|build
    "#);
}

#[test]
fn subversion_tells_a_move_as_a_copy_and_a_deletion() {
    insta::assert_snapshot!(outline("svn-moved"), @r#"
    Modified Text "trunk/first.c" "trunk/first.c" +1 -1
      @@ -10,5 +10,5 @@
       10  10  |	int n = 0;
       11  11  |	n += 1;
       12  12  |	n += 3;
       13   . -|	return n;
        .  13 +|	return n⟦ + 1⟧;
       14  14  |}
    Deleted Text "trunk/one.c" - +0 -14
      @@ -1,14 +0,0 @@
        1   . -|#include <stdio.h>
        2   . -|
        3   . -|int first(void)
        4   . -|{
        5   . -|	return 1;
        6   . -|}
        7   . -|
        8   . -|int second(void)
        9   . -|{
       10   . -|	int n = 0;
       11   . -|	n += 1;
       12   . -|	n += 3;
       13   . -|	return n;
       14   . -|}
      :
      : Property changes on: trunk/one.c
      : ___________________________________________________________________
      : Deleted: svn:eol-style
      ## -1 +0,0 ##
        1   . -|native
              \ No newline at end of property
    "#);
}

#[test]
fn subversion_may_tell_a_move_as_an_addition() {
    insta::assert_snapshot!(outline("svn-moved-as-added"), @r#"
    Added Text - "trunk/first.c" +14 -0
      @@ -0,0 +1,14 @@
        .   1 +|#include <stdio.h>
        .   2 +|
        .   3 +|int first(void)
        .   4 +|{
        .   5 +|	return 1;
        .   6 +|}
        .   7 +|
        .   8 +|int second(void)
        .   9 +|{
        .  10 +|	int n = 0;
        .  11 +|	n += 1;
        .  12 +|	n += 3;
        .  13 +|	return n + 1;
        .  14 +|}
      :
      : Property changes on: trunk/first.c
      : ___________________________________________________________________
      : Added: svn:eol-style
      ## -0,0 +1 ##
        .   1 +|native
              \ No newline at end of property
    Deleted Text "trunk/one.c" - +0 -14
      @@ -1,14 +0,0 @@
        1   . -|#include <stdio.h>
        2   . -|
        3   . -|int first(void)
        4   . -|{
        5   . -|	return 1;
        6   . -|}
        7   . -|
        8   . -|int second(void)
        9   . -|{
       10   . -|	int n = 0;
       11   . -|	n += 1;
       12   . -|	n += 3;
       13   . -|	return n;
       14   . -|}
      :
      : Property changes on: trunk/one.c
      : ___________________________________________________________________
      : Deleted: svn:eol-style
      ## -1 +0,0 ##
        1   . -|native
              \ No newline at end of property
    "#);
}

#[test]
fn subversion_tells_moves_in_gits_format() {
    insta::assert_snapshot!(outline("svn-git-moved"), @r#"
    Renamed Text "trunk/one.c" "trunk/first.c" +1 -1
      @@ -10,5 +10,5 @@
       10  10  |	int n = 0;
       11  11  |	n += 1;
       12  12  |	n += 3;
       13   . -|	return n;
        .  13 +|	return n⟦ + 1⟧;
       14  14  |}
    Deleted Text "trunk/one.c" - Some("100644")→None +0 -14
      @@ -1,14 +0,0 @@
        1   . -|#include <stdio.h>
        2   . -|
        3   . -|int first(void)
        4   . -|{
        5   . -|	return 1;
        6   . -|}
        7   . -|
        8   . -|int second(void)
        9   . -|{
       10   . -|	int n = 0;
       11   . -|	n += 1;
       12   . -|	n += 3;
       13   . -|	return n;
       14   . -|}
      :
      : Property changes on: trunk/one.c
      : ___________________________________________________________________
      : Deleted: svn:eol-style
      ## -1 +0,0 ##
        1   . -|native
              \ No newline at end of property
    "#);
}
