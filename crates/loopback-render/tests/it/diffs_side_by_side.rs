//! Diffs with the old file left and the new one right.

use loopback_render::{Budget, Colour, DiffOptions, Layout};

use crate::allowed::assert_safe;
use crate::diffs::read;
use crate::page::page;

fn shown(fixture: &str) -> String {
    let options = DiffOptions {
        layout: Layout::Split,
        colour: Colour::Full,
        ..DiffOptions::default()
    };
    let rendered = loopback_render::diff(&read(fixture), &options, &mut Budget::default());
    assert_safe(rendered.html.as_str());
    page(rendered.html.as_str())
}

#[test]
fn changed_lines_stand_beside_each_other() {
    insta::assert_snapshot!(shown("git-modified"), @r"
    # modified
    modified src/main.rs +2 −2
      @@ -1,7 +1,7 @@
      1   .  |//! Prices.                   ‖  .   1  |//! Prices.
      2   .  |                              ‖  .   2  |
      3   . -|fn total(price: u32, count: u32) -> u32 {‖  .   3 +|fn total(price: u32, amount: u32) -> u32 {
      4   . -|    let total = price * count;‖  .   4 +|    let total = price * amount;
      5   .  |    total                     ‖  .   5  |    total
      6   .  |}                             ‖  .   6  |}
      7   .  |                              ‖  .   7  |
    ");
}

#[test]
fn a_remark_stands_beneath_its_line() {
    insta::assert_snapshot!(shown("git-no-newline-both"), @r"
    # modified
    modified noeol.txt +1 −1
      @@ -1,2 +1,2 @@
      1   .  |a                             ‖  .   1  |a
      2   . -|b                             ‖  .   2 +|c
      .   . !|\ No newline at end of file   ‖  .   . !|\ No newline at end of file
    ");
}

#[test]
fn a_new_file_has_nothing_on_the_left_and_a_deleted_one_nothing_on_the_right() {
    insta::assert_snapshot!(shown("git-new-deleted-empty"), @r"
    3 files +2 −1
    # added
    added empty.txt +0 −0
    A new, empty file.
    # deleted
    deleted gone.txt +0 −1
      @@ -1 +0,0 @@
      1   . -|gone                          ‖
    # added
    added new.txt +2 −0
      @@ -0,0 +1,2 @@
                                            ‖  .   1 +|new
                                            ‖  .   2 +|file
    ");
}

#[test]
fn a_block_that_moved_stands_beside_nothing() {
    insta::assert_snapshot!(shown("git-coloured-moved"), @r#"
    # modified
    modified src/shop.py +5 −5
      @@ -8,17 +8,17 @@ class Shop:
      8   .  |        self.name = name      ‖  .   8  |        self.name = name
      9   .  |        self.items = []       ‖  .   9  |        self.items = []
     10   .  |                              ‖  .  10  |
     11   . -|    def add(self, item, price):‖
     12   . -|        if price < 0:         ‖
     13   . -|            raise ValueError(price)‖
     14   . -|        self.items.append((item, price))‖
     15   . -|                              ‖
     16   .  |    def total(self):          ‖  .  11  |    def total(self):
     17   .  |        total = 0             ‖  .  12  |        total = 0
     18   .  |        for item, price in self.items:‖  .  13  |        for item, price in self.items:
     19   .  |            total += price    ‖  .  14  |            total += price
     20   .  |        return total          ‖  .  15  |        return total
     21   .  |                              ‖  .  16  |
                                            ‖  .  17 +|    def add(self, item, price):
                                            ‖  .  18 +|        if price < 0:
                                            ‖  .  19 +|            raise ValueError(price)
                                            ‖  .  20 +|        self.items.append((item, price))
                                            ‖  .  21 +|
     22   .  |                              ‖  .  22  |
     23   .  |def main():                   ‖  .  23  |def main():
     24   .  |    shop = Shop("corner")     ‖  .  24  |    shop = Shop("corner")
    "#);
}

#[test]
fn a_merge_stays_in_one_column() {
    insta::assert_snapshot!(shown("git-merge-cc"), @r"
      : commit 5e39d5140c2d4d24f3fe55ca4b559a4e37c245ce
      : Merge: 653cb1b 11faa4a
      : Author: Ada Example <ada@example.com>
      : Date:   Mon Jan 5 10:00:00 2026 +0000
      :
      :     merge
      :
    # modified
    modified numbers.txt +1 −2
      @@@ -2,7 -2,7 +2,7 @@@
      2   2  |2
      3   3  |3
      4   4  |4
      5   . -|five
      .   . -|V
      .   5 +|fiVe
      6   6  |6
      7   7  |7
      8   8  |8
    ");
}

#[test]
fn a_binary_file_and_a_mode_have_no_columns() {
    insta::assert_snapshot!(shown("git-mode") + &shown("git-binary"), @r"
    # mode
    mode run +0 −0
    Made executable.
    # modified
    modified logo.png binary
    Binary; not shown.
    ");
}
