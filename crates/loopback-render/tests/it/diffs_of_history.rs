//! What `git show`, `log` and `format-patch` print, and merges.

use crate::diffs::outline;

#[test]
fn a_commit_stands_before_its_diff() {
    insta::assert_snapshot!(outline("git-show"), @r#"
      : commit fd12b01d237027ff04b5b0c7a080080a3955308b
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     app: say more
      :
      :     A second paragraph, with a list:
      :
      :     - one
      :     - two
      :
    Modified Text "app.py" "app.py" +1 -1
      @@ -1,4 +1,4 @@
        1   1  |def f():
        2   . -|    """⟦doc⟧
        .   2 +|    """⟦docs⟧
        3   3  |    more"""
        4   4  |    return 1
    "#);
}

#[test]
fn a_commits_statistics_are_kept() {
    insta::assert_snapshot!(outline("git-show-stat"), @r#"
      : commit f87dd3a902dd91a62f00cac108e21b04fea0a027
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     numbers: a tail
      : ---
      :  numbers.txt | 1 +
      :  1 file changed, 1 insertion(+)
      :
    Modified Text "numbers.txt" "numbers.txt" +1 -0
      @@ -28,3 +28,4 @@
       28  28  |28
       29  29  |29
       30  30  |30
        .  31 +|tail
    "#);
}

#[test]
fn a_mail_keeps_its_head_and_its_signature() {
    insta::assert_snapshot!(outline("git-format-patch"), @r#"
      : From fd12b01d237027ff04b5b0c7a080080a3955308b Mon Sep 17 00:00:00 2001
      : From: Ada Example <ada@example.com>
      : Date: Mon, 5 Jan 2026 10:00:00 +0000
      : Subject: [PATCH] app: say more
      :
      : A second paragraph, with a list:
      :
      : - one
      : - two
      : ---
      :  app.py | 2 +-
      :  1 file changed, 1 insertion(+), 1 deletion(-)
      :
    Modified Text "app.py" "app.py" +1 -1
      @@ -1,4 +1,4 @@
        1   1  |def f():
        2   . -|    """⟦doc⟧
        .   2 +|    """⟦docs⟧
        3   3  |    more"""
        4   4  |    return 1
      : --
      : 2.47.3
      :
    "#);
}

#[test]
fn two_mails_keep_their_places() {
    insta::assert_snapshot!(outline("git-format-patch-two"), @r#"
      : From fd12b01d237027ff04b5b0c7a080080a3955308b Mon Sep 17 00:00:00 2001
      : From: Ada Example <ada@example.com>
      : Date: Mon, 5 Jan 2026 10:00:00 +0000
      : Subject: [PATCH 1/2] app: say more
      :
      : A second paragraph, with a list:
      :
      : - one
      : - two
      : ---
      :  app.py | 2 +-
      :  1 file changed, 1 insertion(+), 1 deletion(-)
      :
    Modified Text "app.py" "app.py" +1 -1
      @@ -1,4 +1,4 @@
        1   1  |def f():
        2   . -|    """⟦doc⟧
        .   2 +|    """⟦docs⟧
        3   3  |    more"""
        4   4  |    return 1
      : --
      : 2.47.3
      :
      :
      : From f87dd3a902dd91a62f00cac108e21b04fea0a027 Mon Sep 17 00:00:00 2001
      : From: Ada Example <ada@example.com>
      : Date: Mon, 5 Jan 2026 10:00:00 +0000
      : Subject: [PATCH 2/2] numbers: a tail
      :
      : ---
      :  numbers.txt | 1 +
      :  1 file changed, 1 insertion(+)
      :
    Modified Text "numbers.txt" "numbers.txt" +1 -0
      @@ -28,3 +28,4 @@
       28  28  |28
       29  29  |29
       30  30  |30
        .  31 +|tail
      : --
      : 2.47.3
      :
    "#);
}

#[test]
fn a_log_keeps_each_message_before_its_files() {
    insta::assert_snapshot!(outline("git-log"), @r#"
      : commit f87dd3a902dd91a62f00cac108e21b04fea0a027
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     numbers: a tail
      :
    Modified Text "numbers.txt" "numbers.txt" +1 -0
      @@ -28,3 +28,4 @@
       28  28  |28
       29  29  |29
       30  30  |30
        .  31 +|tail
      :
      : commit fd12b01d237027ff04b5b0c7a080080a3955308b
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     app: say more
      :
      :     A second paragraph, with a list:
      :
      :     - one
      :     - two
      :
    Modified Text "app.py" "app.py" +1 -1
      @@ -1,4 +1,4 @@
        1   1  |def f():
        2   . -|    """⟦doc⟧
        .   2 +|    """⟦docs⟧
        3   3  |    more"""
        4   4  |    return 1
    "#);
}

#[test]
fn a_merge_shows_a_sign_per_parent() {
    insta::assert_snapshot!(outline("git-merge-cc"), @r#"
      : commit 5e39d5140c2d4d24f3fe55ca4b559a4e37c245ce
      : Merge: 653cb1b 11faa4a
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     merge
      :
    Modified Text "numbers.txt" "numbers.txt" +1 -2
      @@@ -2,7 -2,7 +2,7 @@@
        2   2   |2
        3   3   |3
        4   4   |4
        5   . - |five
        .   .  -|V
        .   5 ++|fiVe
        6   6   |6
        7   7   |7
        8   8   |8
    "#);
}

#[test]
fn a_merge_in_the_long_form_reads_the_same() {
    insta::assert_snapshot!(outline("git-merge-c"), @r#"
      : commit 5e39d5140c2d4d24f3fe55ca4b559a4e37c245ce
      : Merge: 653cb1b 11faa4a
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     merge
      :
    Modified Text "numbers.txt" "numbers.txt" +4 -4
      @@@ -2,17 -2,17 +2,17 @@@
        2   2   |2
        3   3   |3
        4   4   |4
        5   . - |five
        .   .  -|V
        .   5 ++|fiVe
        6   6   |6
        7   7   |7
        8   8   |8
        9   9   |9
       10   . - |10
        .  10 + |X
       11  11   |11
       12  12   |12
       13  13   |13
       14  14   |14
        .   .  -|15
       15  15  +|fifteen
       16  16   |16
       17  17   |17
       18  18   |18
      @@@ -28,4 -28,3 +28,4 @@@
       28  28   |28
       29  29   |29
       30  30   |30
       31  31  +|tail
    "#);
}

#[test]
fn a_conflict_is_a_combined_diff() {
    insta::assert_snapshot!(outline("git-conflict"), @r#"
    Modified Text "numbers.txt" "numbers.txt" +5 -0
      @@@ -2,7 -2,7 +2,11 @@@
        2   2   |2
        3   3   |3
        4   4   |4
        .   5 ++|<<<<<<< HEAD
        5   6  +|five
        .   7 ++|=======
        .   8 + |V
        .   9 ++|>>>>>>> side
        6  10   |6
        7  11   |7
        8  12   |8
    "#);
}
