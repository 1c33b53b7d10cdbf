//! What looks like a diff and is none that is known: it is shown as the text it is, and says so.

use loopback_render::{DiffModel, Warning};

use crate::allowed::{assert_safe, cells};
use crate::diffs::read;
use crate::whole::diff;

#[track_caller]
fn assert_text(fixture: &str) {
    let input = read(fixture);
    assert_eq!(DiffModel::parse(&input, None), None);
    let rendered = diff(&input, None);
    assert!(rendered.warnings.contains(&Warning::NotADiff));
    assert_safe(rendered.html.as_str());
    assert_eq!(cells(rendered.html.as_str(), "lb-text"), [input]);
}

#[test]
fn a_diff_behind_a_prefix_is_text() {
    assert_text("text-line-prefix");
}

#[test]
fn a_graph_with_its_diffs_is_text() {
    assert_text("text-log-graph");
}

#[test]
fn words_coloured_by_git_are_text() {
    assert_text("text-color-words");
}

#[test]
fn the_old_context_format_is_text() {
    assert_text("text-gnu-context");
}

#[test]
fn the_normal_format_is_text() {
    assert_text("text-gnu-normal");
}

#[test]
fn a_comparison_of_two_series_is_text() {
    assert_text("text-range-diff");
}

#[test]
fn a_commit_without_its_patch_is_text() {
    assert_text("text-show-no-patch");
}

#[test]
fn statistics_alone_are_text() {
    assert_text("text-stat");
}

#[test]
fn words_marked_by_git_are_text() {
    assert_text("git-word-diff");
}

#[test]
fn words_marked_for_programs_are_text() {
    assert_text("git-word-diff-porcelain");
}
