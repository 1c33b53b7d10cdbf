//! What GNU diff prints.

use crate::diffs::outline;

#[test]
fn a_function_is_named_and_a_name_with_a_space_kept() {
    insta::assert_snapshot!(outline("gnu-functions"), @r#"
    Modified Text "a b/one.c" "a b/two.c" +1 -1
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
fn a_diff_without_context_has_its_numbers() {
    insta::assert_snapshot!(outline("gnu-no-context"), @r#"
    Modified Text "a b/one.c" "a b/two.c" +1 -1
      @@ -12 +12 @@
       12   . -|	n += ⟦2⟧;
        .  12 +|	n += ⟦3⟧;
    "#);
}

#[test]
fn a_missing_newline_is_told_on_both_sides() {
    insta::assert_snapshot!(outline("gnu-no-newline"), @r#"
    Modified Text "p" "q" +1 -1
      @@ -1 +1 @@
        1   . -|a
              \ No newline at end of file
        .   1 +|b
              \ No newline at end of file
    "#);
}

#[test]
fn a_name_with_a_tab_is_unquoted() {
    insta::assert_snapshot!(outline("gnu-quoted-names"), @r#"
    Modified Text "t\tab" "t\tab2" +1 -1
      @@ -1 +1 @@
        1   . -|a
        .   1 +|b
    "#);
}

#[test]
fn a_file_of_no_time_is_new() {
    insta::assert_snapshot!(outline("gnu-epoch"), @r#"
    Added Text - "n/x" +1 -0
      @@ -0,0 +1 @@
        .   1 +|x
    "#);
}
