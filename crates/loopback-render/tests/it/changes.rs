//! Two versions of a patch or of a piece of code, as a page shows their difference.

use loopback_render::{Budget, CodeLines, CodeOptions, DiffOptions, code_changes, diff_changes};

use crate::allowed::assert_safe;
use crate::page::page;

#[track_caller]
fn changes(old: &str, new: &str) -> String {
    let rendered = diff_changes(old, new, &DiffOptions::default(), &mut Budget::default());
    assert_safe(rendered.html.as_str());
    page(rendered.html.as_str())
}

const FIRST: &str = "\
diff --git a/src/price.py b/src/price.py
index 1111111..2222222 100644
--- a/src/price.py
+++ b/src/price.py
@@ -1,4 +1,4 @@
 import math

-def total(price, count):
-    return price * count
+def total(price, amount):
+    return price * amount
diff --git a/README.md b/README.md
index 1111111..2222222 100644
--- a/README.md
+++ b/README.md
@@ -1 +1,2 @@
 # Prices
+How to pay.
";

#[test]
fn a_patch_that_is_the_same_says_so_in_one_line() {
    insta::assert_snapshot!(changes(FIRST, FIRST), @"As before: src/price.py, README.md.");
}

#[test]
fn only_what_the_new_patch_does_differently_is_shown() {
    let new = FIRST.replace(
        "+    return price * amount\n",
        "+    return round(price * amount, 2)\n",
    );
    insta::assert_snapshot!(changes(FIRST, &new), @r"
    # modified
    modified src/price.py +1 −1
      @@ -1,4 +1,4 @@
      1   1  |import math
      2   2  |
      3   3  |def total(price, amount):
      4   . -|    return price * amount
      .   4 +|    return round(price * amount, 2)
    As before: README.md.
    ");
}

#[test]
fn a_change_that_was_taken_back_shows_the_line_as_it_was_before() {
    let new = "\
--- a/src/price.py
+++ b/src/price.py
@@ -1,4 +1,4 @@
 import math

-def total(price, count):
+def total(price, amount):
     return price * count
";
    insta::assert_snapshot!(changes(FIRST, new), @r"
    # modified
    modified src/price.py +1 −1
      @@ -1,4 +1,4 @@
      1   1  |import math
      2   2  |
      3   3  |def total(price, amount):
      4   . -|    return price * amount
      .   4 +|    return price * count
    No longer changed: README.md.
    ");
}

#[test]
fn a_place_that_only_the_new_patch_touches_is_shown_with_what_it_replaces() {
    let new = FIRST.replace(
        "diff --git a/README.md",
        "\
@@ -40,3 +40,3 @@ def pay():
     check()
-    pay()
+    pay(now)
     done()
diff --git a/README.md",
    );
    insta::assert_snapshot!(changes(FIRST, &new), @r"
    # modified
    modified src/price.py +1 −1
      @@ -40,3 +40,3 @@
     40  40  |    check()
     41   . -|    pay()
      .  41 +|    pay(now)
     42  42  |    done()
    As before: README.md.
    ");
}

#[test]
fn files_that_came_and_went_are_told_apart() {
    let new = "\
diff --git a/src/price.py b/src/cost.py
similarity index 90%
rename from src/price.py
rename to src/cost.py
--- a/src/price.py
+++ b/src/cost.py
@@ -1,4 +1,4 @@
 import math

-def total(price, count):
-    return price * count
+def total(price, amount):
+    return price * amount
diff --git a/tests/price.py b/tests/price.py
new file mode 100644
--- /dev/null
+++ b/tests/price.py
@@ -0,0 +1 @@
+assert total(2, 3) == 6
";
    insta::assert_snapshot!(changes(FIRST, new), @r"
    # renamed
    renamed src/price.py → src/cost.py +0 −0
    Its lines are as before; what is around them differs. Renamed, 90 % the same.
    # added
    added tests/price.py +1 −0
    New in this version.
      @@ -0,0 +1 @@
      .   1 +|assert total(2, 3) == 6
    No longer changed: README.md.
    ");
}

#[test]
fn patches_that_start_from_different_texts_are_compared_with_their_signs() {
    let new = FIRST.replace(" import math\n", " import cmath\n").replace(
        "+    return price * amount\n",
        "+    return amount * price\n",
    );
    insta::assert_snapshot!(changes(FIRST, &new), @r"
    # modified
    modified src/price.py +2 −2
    The versions do not fit over each other; the patches are compared, signs included.
      @@ -1,6 +1,6 @@
      1   . -| import math
      .   1 +| import cmath
      2   2  |
      .   .  |-def total(price, count):
      .   .  |-    return price * count
      3   3  |+def total(price, amount):
      4   . -|+    return price * amount
      .   4 +|+    return amount * price
    As before: README.md.
    ");
}

#[test]
fn merges_are_compared_with_their_signs() {
    let old = "diff --cc x\n--- a/x\n+++ b/x\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n -b\n++c\n";
    insta::assert_snapshot!(changes(old, &old.replace("++c", "++d")), @r"
    # modified
    modified x +1 −1
    The versions do not fit over each other; the patches are compared, signs included.
      @@ -1,3 +1,3 @@
      .   .  |- a
      .   .  | -b
      1   . -|++c
      .   1 +|++d
    ");
}

#[test]
fn a_mode_alone_and_bytes_are_told_in_words() {
    let old = "diff --git a/run b/run\nold mode 100644\nnew mode 100755\n--- a/run\n+++ b/run\n@@ -1 +1 @@\n-a\n+b\n\
        diff --git a/logo.png b/logo.png\nindex 1111111..2222222 100644\nBinary files a/logo.png and b/logo.png differ\n";
    let new = old
        .replace("old mode 100644\nnew mode 100755\n", "")
        .replace("..2222222", "..3333333");
    insta::assert_snapshot!(changes(old, &new), @r"
    # modified
    modified run +0 −0
    Its lines are as before; what is around them differs.
    # modified
    modified logo.png binary
    Changed since. Binary; not shown.
    ");
}

#[test]
fn a_commit_made_anew_shows_what_its_message_says_now_and_not_its_id() {
    let commit = |id: &str, message: &str| {
        format!("commit {id}\nAuthor: Ada\nDate:   {id}\n\n    {message}\n\n{FIRST}")
    };
    insta::assert_snapshot!(
        changes(
            &commit("1234567", "prices: say amount"),
            &commit("89abcde", "prices: say amount, not count")
        ),
        @r"
    As before: src/price.py, README.md.
    The text around the files:
      @@ -1,3 +1,3 @@
      1   1  |Author: Ada
      2   2  |
      3   . -|    prices: say amount
      .   3 +|    prices: say amount, not count
    "
    );
}

#[test]
fn two_texts_that_are_no_patches_are_compared_as_texts() {
    insta::assert_snapshot!(changes("one\ntwo\n", "one\n2\n"), @r"
    @@ -1,2 +1,2 @@
    1   1  |one
    2   . -|two
    .   2 +|2
    ");
}

#[test]
fn a_patch_in_the_place_of_a_text_is_shown_whole() {
    insta::assert_snapshot!(changes("words\n", "@@ -1 +1 @@\n-a\n+b\n"), @r"
    # modified
    modified unnamed file +1 −1
      @@ -1 +1 @@
      1   . -|a
      .   1 +|b
    ");
}

#[test]
fn the_difference_side_by_side_has_the_old_version_left() {
    let new = FIRST.replace("* amount\n", "* amount * rate\n");
    let options = DiffOptions {
        layout: loopback_render::Layout::Split,
        ..DiffOptions::default()
    };
    let rendered = diff_changes(FIRST, &new, &options, &mut Budget::default());
    insta::assert_snapshot!(page(rendered.html.as_str()), @r"
    # modified
    modified src/price.py +1 −1
      @@ -1,4 +1,4 @@
      1   .  |import math                   ‖  .   1  |import math
      2   .  |                              ‖  .   2  |
      3   .  |def total(price, amount):     ‖  .   3  |def total(price, amount):
      4   . -|    return price * amount     ‖  .   4 +|    return price * amount * rate
    As before: README.md.
    ");
}

#[test]
fn huge_versions_with_nothing_in_common_are_replaced_whole() {
    let text = |word: &str| -> String {
        (0..60_000).fold(String::new(), |text, line| {
            text + word + &(line % 7).to_string() + "\n"
        })
    };
    let (old, new) = (text("a"), text("b"));
    let rendered = code_changes(&old, &new, &CodeOptions::default(), &mut Budget::default());
    assert_eq!(rendered.html.as_str().matches("lb-del").count(), 60_000);
    assert_eq!(rendered.html.as_str().matches("lb-add").count(), 60_000);
    assert_eq!(CodeLines::between(&old, &new).now(7), None);
}
