//! The diff model in a form people read, for the tests that show how a format is read.

use std::fmt::Write as _;

use loopback_render::{DiffModel, LineKind};

use crate::allowed::{assert_safe, cells};
use crate::whole::diff;

/// A fixture's model as text: per file what happened and its paths, per line its numbers, marks, text and changed
/// words (in `⟦⟧`). What was read must come out again whole, and what is shown must be safe; its HTML is held to `tests/html`.
#[track_caller]
pub(crate) fn outline(fixture: &str) -> String {
    let input = read(fixture);
    let model = DiffModel::parse(&input, None).expect("a diff");
    if !model.colours_removed {
        assert_eq!(model.to_text(), input);
    }
    let rendered = diff(&input, None);
    assert_safe(rendered.html.as_str());
    assert_page(fixture, rendered.html.as_str());
    let shown = cells(rendered.html.as_str(), "lb-src");
    let lines = model
        .files
        .iter()
        .flat_map(|file| &file.hunks)
        .flat_map(|hunk| &hunk.lines);
    let told: Vec<String> = lines.map(|line| format!("{}\n", line.text)).collect();
    assert_eq!(shown, told);

    let mut out = String::new();
    for warning in &rendered.warnings {
        let _ = writeln!(out, "! {warning}");
    }
    for file in &model.files {
        push_text(&mut out, &file.preface);
        let _ = write!(out, "{:?} {:?}", file.change, file.content);
        for path in [&file.old_path, &file.new_path] {
            let _ = write!(
                out,
                " {}",
                path.as_deref()
                    .map_or("-".to_owned(), |path| format!("{path:?}"))
            );
        }
        if file.old_mode != file.new_mode {
            let _ = write!(out, " {:?}→{:?}", file.old_mode, file.new_mode);
        }
        if let Some(percent) = file.similarity {
            let _ = write!(out, " {percent}%");
        }
        let _ = writeln!(out, " +{} -{}", file.additions, file.deletions);
        for hunk in &file.hunks {
            push_text(&mut out, &hunk.before);
            let _ = writeln!(out, "  {}", hunk.header);
            for line in &hunk.lines {
                if line.kind == LineKind::Note {
                    let _ = writeln!(out, "          {}", line.text);
                    continue;
                }
                let number = |number: Option<u32>| {
                    number.map_or(".".to_owned(), |number| number.to_string())
                };
                let mut text = line.text.clone();
                for word in line.changed.iter().rev() {
                    text.insert(word.end, '⟧');
                    text.insert(word.start, '⟦');
                }
                let row = format!(
                    "  {:>3} {:>3} {}|{}",
                    number(line.old_no),
                    number(line.new_no),
                    line.marks,
                    text.replace('\r', "␍")
                );
                let _ = writeln!(out, "{}", row.trim_end());
            }
        }
    }
    push_text(&mut out, &model.epilogue);
    out
}

/// A fixture's text.
pub(crate) fn read(fixture: &str) -> String {
    let path = format!(
        "{}/tests/fixtures/{fixture}.diff",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read_to_string(path).expect("a fixture")
}

/// Compares a fixture's HTML with the one kept beside the fixtures, an element to a line.
#[track_caller]
fn assert_page(fixture: &str, html: &str) {
    let lines = ["<section", "<details", "<p ", "<ul", "<li", "<div", "<pre"]
        .iter()
        .fold(html.to_owned(), |html, tag| {
            html.replace(tag, &format!("\n{tag}"))
        });
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../html");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(fixture, lines));
}

fn push_text(out: &mut String, lines: &[String]) {
    for line in lines {
        let _ = writeln!(out, "{}", format!("  : {line}").trim_end());
    }
}
