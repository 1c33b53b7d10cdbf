//! What a commit, a mail, a tag or a merge of many shows around and in its diff.

use crate::diffs::outline;

#[test]
fn a_series_with_its_cover_letter_keeps_each_message() {
    insta::assert_snapshot!(outline("git-format-patch-cover"), @r#"
      : From 115a438c657a57f3eb31b251f698741a62c94221 Mon Sep 17 00:00:00 2001
      : From: Ada Example <ada@example.com>
      : Date: Mon, 5 Jan 2026 10:00:00 +0000
      : Subject: [PATCH 0/2] *** SUBJECT HERE ***
      : MIME-Version: 1.0
      : Content-Type: text/plain; charset=UTF-8
      : Content-Transfer-Encoding: 8bit
      :
      : *** BLURB HERE ***
      :
      : Ada Example (2):
      :   shop: größer und teurer
      :   numbers: seven
      :
      :  numbers.txt | 2 +-
      :  src/shop.py | 2 +-
      :  2 files changed, 2 insertions(+), 2 deletions(-)
      :
      : --
      : 2.47.3
      :
      : From df09a794df7b5b2205685a17a10d67dff6af0164 Mon Sep 17 00:00:00 2001
      : From: Ada Example <ada@example.com>
      : Date: Mon, 5 Jan 2026 10:00:00 +0000
      : Subject: [PATCH 1/2] =?UTF-8?q?shop:=20gr=C3=B6=C3=9Fer=20und=20teurer?=
      : MIME-Version: 1.0
      : Content-Type: text/plain; charset=UTF-8
      : Content-Transfer-Encoding: 8bit
      :
      : ---
      :  src/shop.py | 2 +-
      :  1 file changed, 1 insertion(+), 1 deletion(-)
      :
    Modified Text "src/shop.py" "src/shop.py" +1 -1
      @@ -22,5 +22,5 @@ class Shop:
       22  22  |
       23  23  |def main():
       24  24  |    shop = Shop("corner")
       25   . -|    shop.add("tea", ⟦3⟧)
        .  25 +|    shop.add("tea", ⟦4⟧)
       26  26  |    print(shop.total())
      : --
      : 2.47.3
      :
      :
      : From 115a438c657a57f3eb31b251f698741a62c94221 Mon Sep 17 00:00:00 2001
      : From: Ada Example <ada@example.com>
      : Date: Mon, 5 Jan 2026 10:00:00 +0000
      : Subject: [PATCH 2/2] numbers: seven
      :
      : ---
      :  numbers.txt | 2 +-
      :  1 file changed, 1 insertion(+), 1 deletion(-)
      :
    Modified Text "numbers.txt" "numbers.txt" +1 -1
      @@ -4,7 +4,7 @@
        4   4  |4
        5   5  |5
        6   6  |6
        7   . -|7
        .   7 +|seven
        8   8  |8
        9   9  |9
       10  10  |10
      : --
      : 2.47.3
      :
    "#);
}

#[test]
fn a_patch_attached_to_a_mail_is_found_in_it() {
    insta::assert_snapshot!(outline("git-format-patch-attached"), @r#"
      : From 115a438c657a57f3eb31b251f698741a62c94221 Mon Sep 17 00:00:00 2001
      : From: Ada Example <ada@example.com>
      : Date: Mon, 5 Jan 2026 10:00:00 +0000
      : Subject: [PATCH] numbers: seven
      : MIME-Version: 1.0
      : Content-Type: multipart/mixed; boundary="------------BOUNDARY"
      :
      : This is a multi-part message in MIME format.
      : --------------BOUNDARY
      : Content-Type: text/plain; charset=UTF-8; format=fixed
      : Content-Transfer-Encoding: 8bit
      :
      : ---
      :  numbers.txt | 2 +-
      :  1 file changed, 1 insertion(+), 1 deletion(-)
      :
      :
      : --------------BOUNDARY
      : Content-Type: text/x-patch; name="0001-numbers-seven.patch"
      : Content-Transfer-Encoding: 8bit
      : Content-Disposition: attachment; filename="0001-numbers-seven.patch"
      :
    Modified Text "numbers.txt" "numbers.txt" +1 -1
      @@ -4,7 +4,7 @@
        4   4  |4
        5   5  |5
        6   6  |6
        7   . -|7
        .   7 +|seven
        8   8  |8
        9   9  |9
       10  10  |10
      :
      : --------------BOUNDARY--
      :
      :
    "#);
}

#[test]
fn two_commits_follow_each_other() {
    insta::assert_snapshot!(outline("git-show-two"), @r#"
      : commit 115a438c657a57f3eb31b251f698741a62c94221
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     numbers: seven
      :
    Modified Text "numbers.txt" "numbers.txt" +1 -1
      @@ -4,7 +4,7 @@
        4   4  |4
        5   5  |5
        6   6  |6
        7   . -|7
        .   7 +|seven
        8   8  |8
        9   9  |9
       10  10  |10
      :
      : commit df09a794df7b5b2205685a17a10d67dff6af0164
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     shop: größer und teurer
      :
    Modified Text "src/shop.py" "src/shop.py" +1 -1
      @@ -22,5 +22,5 @@ class Shop:
       22  22  |
       23  23  |def main():
       24  24  |    shop = Shop("corner")
       25   . -|    shop.add("tea", ⟦3⟧)
        .  25 +|    shop.add("tea", ⟦4⟧)
       26  26  |    print(shop.total())
    "#);
}

#[test]
fn a_fuller_commit_keeps_its_dates_and_counts() {
    insta::assert_snapshot!(outline("git-show-fuller"), @r#"
      : commit 115a438c657a57f3eb31b251f698741a62c94221
      : Author:     Ada Example <ada@example.com>
      : AuthorDate: Mon Jan 5 10:00:00 2026 +0000
      : Commit:     Ada Example <ada@example.com>
      : CommitDate: Mon Jan 5 10:00:00 2026 +0000
      :
      :     numbers: seven
      : ---
      :  numbers.txt | 2 +-
      :  1 file changed, 1 insertion(+), 1 deletion(-)
      :
    Modified Text "numbers.txt" "numbers.txt" +1 -1
      @@ -4,7 +4,7 @@
        4   4  |4
        5   5  |5
        6   6  |6
        7   . -|7
        .   7 +|seven
        8   8  |8
        9   9  |9
       10  10  |10
    "#);
}

#[test]
fn a_tag_stands_before_its_commit() {
    insta::assert_snapshot!(outline("git-show-tag"), @r#"
      : tag v1
      : Tagger: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      : version one
      :
      : commit 115a438c657a57f3eb31b251f698741a62c94221
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     numbers: seven
      :
    Modified Text "numbers.txt" "numbers.txt" +1 -1
      @@ -4,7 +4,7 @@
        4   4  |4
        5   5  |5
        6   6  |6
        7   . -|7
        .   7 +|seven
        8   8  |8
        9   9  |9
       10  10  |10
    "#);
}

#[test]
fn one_line_per_commit_stands_before_its_files() {
    insta::assert_snapshot!(outline("git-log-oneline"), @r#"
      : 115a438 numbers: seven
    Modified Text "numbers.txt" "numbers.txt" +1 -1
      @@ -4,7 +4,7 @@
        4   4  |4
        5   5  |5
        6   6  |6
        7   . -|7
        .   7 +|seven
        8   8  |8
        9   9  |9
       10  10  |10
      : df09a79 shop: größer und teurer
    Modified Text "src/shop.py" "src/shop.py" +1 -1
      @@ -22,5 +22,5 @@ class Shop:
       22  22  |
       23  23  |def main():
       24  24  |    shop = Shop("corner")
       25   . -|    shop.add("tea", ⟦3⟧)
        .  25 +|    shop.add("tea", ⟦4⟧)
       26  26  |    print(shop.total())
    "#);
}

#[test]
fn the_history_of_some_lines_is_a_diff() {
    insta::assert_snapshot!(outline("git-log-lines"), @r#"
      : commit 115a438c657a57f3eb31b251f698741a62c94221
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     numbers: seven
      :
    Modified Text "numbers.txt" "numbers.txt" +1 -1
      @@ -5,4 +5,4 @@
        5   5  |5
        6   6  |6
        7   . -|7
        .   7 +|seven
        8   8  |8
    "#);
}

#[test]
fn a_merge_of_three_has_three_signs() {
    insta::assert_snapshot!(outline("git-merge-three"), @r#"
      : commit 6ce1697b21c3d04250848d91191faf3a97f929c5
      : Merge: 8e8000d 88603d0 274dd1a
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     merge three
      :
    Modified Text "numbers.txt" "numbers.txt" +4 -8
      @@@@ -7,7 -7,7 -7,7 +7,7 @@@@
        7   7    |7
        8   8    |8
        9   9    |9
       10   . -  |ten ⟦1⟧
        .   .  - |ten 2
        .   .   -|ten 3
        .  10 +++|ten ⟦of all⟧
       11  11    |11
       12  12    |12
       13  13    |13
      @@@@ -18,9 -18,9 -18,9 +18,9 @@@@
       18  18    |18
       19  19    |19
       20  20    |20
        .   .  --|21
        .   .   -|22
       21  21  ++|b1
       22   . -  |22
       23   . -  |23
        .  22 + +|b2
        .   .  - |23
        .  23 ++ |b3
       24  24    |24
       25  25    |25
       26  26    |26
    Modified Binary "small.bin" "small.bin" +0 -0
    "#);
}

#[test]
fn a_coloured_merge_loses_its_colours() {
    insta::assert_snapshot!(outline("git-merge-coloured"), @r#"
    ! Terminal colour codes were taken out.
      : commit 6ce1697b21c3d04250848d91191faf3a97f929c5
      : Merge: 8e8000d 88603d0 274dd1a
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     merge three
      :
    Modified Text "numbers.txt" "numbers.txt" +4 -8
      @@@@ -7,7 -7,7 -7,7 +7,7 @@@@
        7   7    |7
        8   8    |8
        9   9    |9
       10   . -  |ten ⟦1⟧
        .   .  - |ten 2
        .   .   -|ten 3
        .  10 +++|ten ⟦of all⟧
       11  11    |11
       12  12    |12
       13  13    |13
      @@@@ -18,9 -18,9 -18,9 +18,9 @@@@
       18  18    |18
       19  19    |19
       20  20    |20
        .   .  --|21
        .   .   -|22
       21  21  ++|b1
       22   . -  |22
       23   . -  |23
        .  22 + +|b2
        .   .  - |23
        .  23 ++ |b3
       24  24    |24
       25  25    |25
       26  26    |26
    Modified Binary "small.bin" "small.bin" +0 -0
    "#);
}

#[test]
fn a_merge_may_be_shown_against_each_parent() {
    insta::assert_snapshot!(outline("git-merge-each-parent"), @r#"
      : commit 6ce1697b21c3d04250848d91191faf3a97f929c5 (from 8e8000d5e42e220bce13172389ed7567aebff37f)
      : Merge: 8e8000d 88603d0 274dd1a
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     merge three
      :
    Deleted Text "full.txt" - Some("100644")→None +0 -1
      @@ -1 +0,0 @@
        1   . -|full
    Modified Text "numbers.txt" "numbers.txt" +3 -3
      @@ -7,7 +7,7 @@
        7   7  |7
        8   8  |8
        9   9  |9
       10   . -|ten ⟦1⟧
        .  10 +|ten ⟦of all⟧
       11  11  |11
       12  12  |12
       13  13  |13
      @@ -19,8 +19,8 @@ ten 1
       19  19  |19
       20  20  |20
       21  21  |b1
       22   . -|22
       23   . -|23
        .  22 +|b2
        .  23 +|b3
       24  24  |24
       25  25  |25
       26  26  |26
    Modified Binary "small.bin" "small.bin" +0 -0
      :
      : commit 6ce1697b21c3d04250848d91191faf3a97f929c5 (from 88603d0a6d7df33ae2996b47a00235bc87059429)
      : Merge: 8e8000d 88603d0 274dd1a
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     merge three
      :
    Modified Text "numbers.txt" "numbers.txt" +3 -3
      @@ -7,7 +7,7 @@
        7   7  |7
        8   8  |8
        9   9  |9
       10   . -|ten ⟦2⟧
        .  10 +|ten ⟦of all⟧
       11  11  |11
       12  12  |12
       13  13  |13
      @@ -18,9 +18,9 @@ ten 2
       18  18  |18
       19  19  |19
       20  20  |20
       21   . -|21
        .  21 +|b1
       22  22  |b2
       23   . -|23
        .  23 +|b3
       24  24  |24
       25  25  |25
       26  26  |26
    Modified Binary "small.bin" "small.bin" +0 -0
    ModeChanged Text "tool.sh" "tool.sh" Some("100644")→Some("100755") +0 -0
      :
      : commit 6ce1697b21c3d04250848d91191faf3a97f929c5 (from 274dd1a4fb235baae4516259fc9ce53e70a9d6c9)
      : Merge: 8e8000d 88603d0 274dd1a
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     merge three
      :
    Deleted Text "full.txt" - Some("100644")→None +0 -1
      @@ -1 +0,0 @@
        1   . -|full
    Modified Text "numbers.txt" "numbers.txt" +3 -3
      @@ -7,7 +7,7 @@
        7   7  |7
        8   8  |8
        9   9  |9
       10   . -|ten ⟦3⟧
        .  10 +|ten ⟦of all⟧
       11  11  |11
       12  12  |12
       13  13  |13
      @@ -18,8 +18,8 @@ ten 3
       18  18  |18
       19  19  |19
       20  20  |20
       21   . -|21
       22   . -|22
        .  21 +|b1
        .  22 +|b2
       23  23  |b3
       24  24  |24
       25  25  |25
    Modified Binary "small.bin" "small.bin" +0 -0
    ModeChanged Text "tool.sh" "tool.sh" Some("100644")→Some("100755") +0 -0
    "#);
}

#[test]
fn a_merge_tells_modes_bytes_and_deletions() {
    insta::assert_snapshot!(outline("git-merge-mode-binary-deleted"), @r#"
      : commit 08c51e7f9fd67ae6f24079cf96058fc19282a22b
      : Merge: 8e8000d 88603d0
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     merge two
      :
    Modified Text "numbers.txt" "numbers.txt" +4 -6
      @@@ -7,7 -7,7 +7,7 @@@
        7   7   |7
        8   8   |8
        9   9   |9
       10   . - |ten ⟦1⟧
        .   .  -|ten 2
        .  10 ++|ten ⟦of all⟧
       11  11   |11
       12  12   |12
       13  13   |13
      @@@ -18,9 -18,9 +18,9 @@@
       18  18   |18
       19  19   |19
       20  20   |20
        .   .  -|21
       21  21  +|b1
       22   . - |22
       23   . - |23
        .  22 + |b2
        .   .  -|23
        .  23 ++|b3
       24  24   |24
       25  25   |25
       26  26   |26
    Modified Binary "small.bin" "small.bin" +0 -0
    "#);
}

#[test]
fn a_merge_may_be_shown_against_its_conflict() {
    insta::assert_snapshot!(outline("git-remerge"), @r#"
      : commit 08c51e7f9fd67ae6f24079cf96058fc19282a22b
      : Merge: 8e8000d 88603d0
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     merge two
      :
    Modified Text "numbers.txt" "numbers.txt" +2 -11
      @@ -7,11 +7,7 @@
        7   7  |7
        8   8  |8
        9   9  |9
       10   . -|<<<<<<< 8e8000d (branch 1)
       11   . -|ten ⟦1⟧
       12   . -|=======
       13   . -|ten 2
       14   . -|>>>>>>> 88603d0 (branch 2)
        .  10 +|ten ⟦of all⟧
       15  11  |11
       16  12  |12
       17  13  |13
      @@ -22,14 +18,9 @@ ten 2
       22  18  |18
       23  19  |19
       24  20  |20
       25   . -|<<<<<<< 8e8000d (branch 1)
       26  21  |b1
       27   . -|22
       28   . -|=======
       29   . -|21
       30  22  |b2
       31   . -|>>>>>>> 88603d0 (branch 2)
       32   . -|23
        .  23 +|b3
       33  24  |24
       34  25  |25
       35  26  |26
    Modified Binary "small.bin" "small.bin" +0 -0
    "#);
}
