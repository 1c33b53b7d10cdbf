//! What holds for any two versions of any text whatever.

use loopback_render::{
    Budget, CodeLines, CodeOptions, Colour, DiffLines, DiffModel, DiffOptions, Layout, Rendered,
    Side, Warning, code, code_changes, diff, diff_changes,
};
use proptest::prelude::*;

use crate::allowed::{assert_safe, cells, text};

const PIECES: &[&str] = &[
    "\n",
    "\r\n",
    "diff --git a/x.rs b/x.rs\n",
    "diff --git a/y.py b/z.py\nrename from y.py\nrename to z.py\n",
    "diff --cc x.rs\n",
    "--- a/x.rs\n+++ b/x.rs\n",
    "--- /dev/null\n+++ b/x.rs\n",
    "@@ -1,2 +1,3 @@ fn\n",
    "@@ -1 +1 @@\n",
    "@@ -7,0 +8,2 @@\n",
    "@@ -4294967295,9 +4294967295 @@\n",
    "@@ ... @@\n",
    "@@@ -1,2 -1,2 +1,2 @@@\n",
    "## -0,0 +1 ##\n",
    " fn a() {\n",
    " \n",
    "-    let x = 1;\n",
    "-    let y = \"\n",
    "+    let x = 2;\n",
    "+    let y = \"\n",
    "+/*\n",
    "-*/\n",
    "++both\n",
    "- one\n",
    "+\u{202e}x\n",
    "\\ No newline at end of file\n",
    "old mode 100644\nnew mode 100755\n",
    "Binary files a/x and b/x differ\n",
    "Index: x\n",
    "commit 1234567\n",
    "words\n",
];

fn patch() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|pieces| pieces.concat())
}

/// A patch and another that has much in common with it.
fn versions() -> impl Strategy<Value = (String, String)> {
    (
        prop::collection::vec(prop::sample::select(PIECES), 0..40),
        prop::collection::vec(
            (any::<prop::sample::Index>(), prop::sample::select(PIECES)),
            0..4,
        ),
    )
        .prop_map(|(pieces, edits)| {
            let mut other = pieces.clone();
            for (at, piece) in edits {
                if !other.is_empty() {
                    let at = at.index(other.len());
                    other[at] = piece;
                }
            }
            (pieces.concat(), other.concat())
        })
}

fn assert_sound(rendered: &Rendered) {
    assert_safe(rendered.html.as_str());
    assert!(!rendered.warnings.contains(&Warning::NotRendered));
}

fn shown(input: &str, layout: Layout, colour: Colour) -> Rendered {
    let options = DiffOptions {
        filename: Some("x.rs"),
        layout,
        colour,
    };
    diff(input, &options, &mut Budget::default())
}

/// `html` with nothing left of its colours.
fn without_colours(html: &str) -> String {
    let mut out = String::new();
    let mut coloured = 0;
    let mut nested: Vec<bool> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let end = at + rest[at..].find('>').expect("a tag ends") + 1;
        let tag = &rest[at..end];
        let is_colour = tag.starts_with("<span class=\"hl-");
        if tag == "</span>" && nested.pop().expect("an open span") {
            coloured -= 1;
        } else if is_colour {
            nested.push(true);
            coloured += 1;
        } else {
            if tag.starts_with("<span") {
                nested.push(false);
            }
            out.push_str(tag);
        }
        rest = &rest[end..];
    }
    assert_eq!(coloured, 0);
    out + rest
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_plain_form_is_the_coloured_one_without_its_colours(input in patch()) {
        for layout in [Layout::Unified, Layout::Split] {
            let full = shown(&input, layout, Colour::Full).html;
            let plain = shown(&input, layout, Colour::Plain).html;
            prop_assert!(!plain.as_str().contains("hl-"));
            prop_assert_eq!(without_colours(full.as_str()), plain.as_str());
        }
        let of = |colour| {
            let options = CodeOptions { filename: Some("x.rs"), colour, ..CodeOptions::default() };
            code(&input, &options, &mut Budget::default()).html.into_string()
        };
        prop_assert_eq!(without_colours(&of(Colour::Full)), of(Colour::Plain));
    }

    #[test]
    fn side_by_side_every_line_is_there_on_its_side(input in patch()) {
        let split = shown(&input, Layout::Split, Colour::Plain);
        assert_sound(&split);
        let unified = shown(&input, Layout::Unified, Colour::Plain);
        for class in ["lb-add", "lb-del"] {
            let mut left = cells(split.html.as_str(), class);
            let mut right = cells(unified.html.as_str(), class);
            left.sort();
            right.sort();
            prop_assert_eq!(left, right);
        }
        prop_assert_eq!(split.warnings, unified.warnings);
    }

    #[test]
    fn the_changes_between_any_two_versions_are_safe_to_show((old, new) in versions()) {
        for layout in [Layout::Unified, Layout::Split] {
            let options = DiffOptions { layout, ..DiffOptions::default() };
            assert_sound(&diff_changes(&old, &new, &options, &mut Budget::default()));
        }
        assert_sound(&code_changes(&old, &new, &CodeOptions::default(), &mut Budget::default()));
    }

    #[test]
    fn a_version_has_no_changes_to_itself(input in patch()) {
        let changes = diff_changes(&input, &input, &DiffOptions::default(), &mut Budget::default());
        let rows = cells(changes.html.as_str(), "lb-row");
        prop_assert!(rows.is_empty() || !text(changes.html.as_str()).contains("As before"), "{rows:?}");
    }

    #[test]
    fn a_line_that_is_found_again_is_a_line_of_the_new_version((old, new) in versions()) {
        let last = |text: &str| u32::try_from(text.strip_suffix('\n').unwrap_or(text).split('\n').count());
        let (lines, same) = (CodeLines::between(&old, &new), CodeLines::between(&old, &old));
        for line in 1..=last(&old).unwrap() {
            let now = lines.now(line);
            prop_assert!(now.is_none_or(|now| (1..=last(&new).unwrap()).contains(&now)));
            prop_assert_eq!(same.now(line), Some(line));
        }
        prop_assert_eq!(lines.now(0), None);
        let (Some(old_model), Some(new_model)) =
            (DiffModel::parse(&old, None), DiffModel::parse(&new, None)) else { return Ok(()) };
        let mut lines = DiffLines::between(&old_model, &new_model);
        let mut same = DiffLines::between(&old_model, &old_model);
        for line in [0, 1, 2, 8, u32::MAX] {
            for side in [Side::Old, Side::New] {
                let _ = lines.now("x.rs", side, line);
                let itself = same.now("x.rs", side, line);
                prop_assert!(itself.is_none_or(|now| now == line) || old.matches("@@").count() > 2);
            }
        }
    }
}
