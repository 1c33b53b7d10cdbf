//! A diff on the page.
//!
//! Owns the markup of a diff: a list of files, a foldable part per file, a row per line. Signs and line numbers are
//! in attributes, so selecting and copying yields the code alone. Knows nothing of diff formats.

use std::fmt::Write as _;

use crate::hidden::Place;
use crate::highlight::{Deadline, Highlighter, Token};
use crate::language;
use crate::rendered::Notes;
use crate::source::{Returns, push_line};
use crate::text::{push_attribute, push_data, push_text};

use super::model::{Change, Content, DiffFile, DiffLine, DiffModel, Hunk, LineKind};

/// More changed lines than this fold a file.
const LONG_FILE: usize = 1_000;

/// Writes a diff.
pub(crate) fn push_model(
    out: &mut String,
    model: &DiffModel,
    deadline: &mut Deadline,
    notes: &mut Notes,
) {
    out.push_str("<section class=\"lb-diff\">");
    let preface = model.files.first().map_or(&[][..], |file| &file.preface);
    push_block(out, preface, notes);
    push_list(out, model, notes);
    for (index, file) in model.files.iter().enumerate() {
        if index > 0 {
            push_block(out, &file.preface, notes);
        }
        push_file(out, index, file, deadline, notes);
    }
    push_block(out, &model.epilogue, notes);
    out.push_str("</section>");
}

/// Writes text that was said to be a diff and is none.
pub(crate) fn push_no_diff(out: &mut String, text: &str, notes: &mut Notes) {
    out.push_str("<section class=\"lb-diff\"><p class=\"lb-note\">Not a diff; shown as text.</p>");
    let lines: Vec<&str> = crate::code::lines(text).collect();
    push_block(out, &lines, notes);
    out.push_str("</section>");
}

/// Text as it is; nothing at all for no lines.
pub(crate) fn push_block<S: AsRef<str>>(out: &mut String, lines: &[S], notes: &mut Notes) {
    if lines.is_empty() {
        return;
    }
    out.push_str("<pre class=\"lb-text\">");
    if lines[0].as_ref().is_empty() {
        // The first line ending in a `pre` is not part of its text.
        out.push('\n');
    }
    for line in lines {
        push_line(out, line.as_ref(), &[], &[], Returns::Quiet, notes);
        out.push('\n');
    }
    out.push_str("</pre>");
}

fn push_list(out: &mut String, model: &DiffModel, notes: &mut Notes) {
    if model.files.len() < 2 {
        return;
    }
    out.push_str("<ul class=\"lb-files\">");
    for (index, file) in model.files.iter().enumerate() {
        let _ = write!(out, "<li data-file=\"{index}\" data-path=\"");
        push_data(out, file.path());
        out.push_str("\">");
        push_summary(out, file, notes);
        out.push_str("</li>");
    }
    out.push_str("</ul>");
}

fn push_file(
    out: &mut String,
    index: usize,
    file: &DiffFile,
    deadline: &mut Deadline,
    notes: &mut Notes,
) {
    let _ = write!(
        out,
        "<details class=\"lb-file\" data-file=\"{index}\" data-path=\""
    );
    push_data(out, file.path());
    if let Some(old) = file.old_path.as_deref().filter(|old| *old != file.path()) {
        out.push_str("\" data-old-path=\"");
        push_data(out, old);
    }
    let _ = write!(out, "\" data-change=\"{}\"", change_word(file.change));
    match folded(file) {
        Some(why) => {
            let _ = write!(out, " data-folded=\"{why}\"");
        }
        None => out.push_str(" open"),
    }
    out.push_str("><summary class=\"lb-file-head\">");
    push_summary(out, file, notes);
    out.push_str("</summary>");
    push_facts(out, file, notes);
    for hunk in &file.hunks {
        push_hunk(out, file, hunk, deadline, notes);
    }
    out.push_str("</details>");
}

/// Why a file starts folded, if it does.
fn folded(file: &DiffFile) -> Option<&'static str> {
    if is_generated(file.path()) {
        Some("generated")
    } else if file.additions + file.deletions > LONG_FILE {
        Some("long")
    } else {
        None
    }
}

fn is_generated(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    LOCK_FILES.contains(&name)
        || [
            ".min.js", ".min.css", ".js.map", ".css.map", ".pb.go", "_pb2.py", ".snap",
        ]
        .iter()
        .any(|end| name.ends_with(end))
}

const LOCK_FILES: &[&str] = &[
    "Cargo.lock",
    "Gemfile.lock",
    "Pipfile.lock",
    "bun.lock",
    "composer.lock",
    "deno.lock",
    "flake.lock",
    "go.sum",
    "npm-shrinkwrap.json",
    "package-lock.json",
    "pnpm-lock.yaml",
    "poetry.lock",
    "uv.lock",
    "yarn.lock",
];

fn push_summary(out: &mut String, file: &DiffFile, notes: &mut Notes) {
    let word = change_word(file.change);
    let _ = write!(
        out,
        "<span class=\"lb-change lb-change-{word}\">{word}</span> <span class=\"lb-path\">"
    );
    let old = file.old_path.as_deref().filter(|old| *old != file.path());
    if let Some(old) = old.filter(|_| file.change != Change::Deleted) {
        push_text(out, old, Place::Code, notes);
        out.push_str(" → ");
    }
    match file.path() {
        "" => out.push_str("unnamed file"),
        path => push_text(out, path, Place::Code, notes),
    }
    out.push_str("</span>");
    if file.content != Content::Binary {
        let _ = write!(
            out,
            " <span class=\"lb-plus\" title=\"lines added\">+{}</span> \
             <span class=\"lb-minus\" title=\"lines deleted\">−{}</span>",
            file.additions, file.deletions
        );
    }
}

fn change_word(change: Change) -> &'static str {
    match change {
        Change::Added => "added",
        Change::Deleted => "deleted",
        Change::Modified => "modified",
        Change::Renamed => "renamed",
        Change::Copied => "copied",
        Change::ModeChanged => "mode",
    }
}

/// What is worth saying in words, and the header as it was printed.
fn push_facts(out: &mut String, file: &DiffFile, notes: &mut Notes) {
    let mut facts: Vec<String> = Vec::new();
    match file.content {
        Content::Text => {}
        Content::Binary => facts.push("Binary file, not shown.".to_owned()),
        Content::Symlink => facts.push("A symbolic link; its text is its target.".to_owned()),
        Content::Submodule => facts.push("A submodule; its text is its commit.".to_owned()),
    }
    if let (Some(old), Some(new)) = (&file.old_mode, &file.new_mode)
        && old != new
    {
        facts.push(format!("Mode {old} → {new}."));
    }
    if let Some(percent) = file.similarity {
        facts.push(format!("{percent} % the same."));
    }
    if !facts.is_empty() {
        out.push_str("<p class=\"lb-note\">");
        push_text(out, &facts.join(" "), Place::Code, notes);
        out.push_str("</p>");
    }
    if file.content == Content::Submodule && file.hunks.is_empty() {
        // Its commits are listed here and nowhere else.
        push_block(out, &file.header, notes);
    } else if !file.header.is_empty() {
        out.push_str("<details class=\"lb-file-header\"><summary>Header</summary>");
        push_block(out, &file.header, notes);
        out.push_str("</details>");
    }
}

fn push_hunk(
    out: &mut String,
    file: &DiffFile,
    hunk: &Hunk,
    deadline: &mut Deadline,
    notes: &mut Notes,
) {
    push_block(out, &hunk.before, notes);
    out.push_str("<div class=\"lb-hunk\"><div class=\"lb-hunk-head\">");
    push_line(out, &hunk.header, &[], &[], Returns::Quiet, notes);
    out.push_str("</div>");
    let mut colours = Colours::new(file, hunk);
    let lines = hunk.lines.iter().filter(|line| line.kind != LineKind::Note);
    let returns = Returns::of(lines.map(|line| line.text.as_str()));
    for line in &hunk.lines {
        let tokens = colours.of(line, deadline);
        push_row(out, line, tokens, returns, notes);
    }
    out.push_str("</div>");
}

fn push_row(
    out: &mut String,
    line: &DiffLine,
    tokens: &[Token],
    returns: Returns,
    notes: &mut Notes,
) {
    out.push_str(match line.kind {
        LineKind::Context => "<div class=\"lb-row lb-same\"",
        LineKind::Added => "<div class=\"lb-row lb-add\"",
        LineKind::Deleted => "<div class=\"lb-row lb-del\"",
        LineKind::Note => "<div class=\"lb-row lb-remark\"",
    });
    push_number(out, " data-old", line.old_no);
    push_number(out, " data-new", line.new_no);
    out.push_str("><span class=\"lb-no\"");
    push_number(out, " data-no", line.old_no);
    out.push_str("></span><span class=\"lb-no\"");
    push_number(out, " data-no", line.new_no);
    out.push_str("></span><span class=\"lb-mark\" data-mark=\"");
    push_attribute(out, &line.marks);
    out.push_str("\"></span><span class=\"lb-src\">");
    push_line(out, &line.text, tokens, &line.changed, returns, notes);
    out.push_str("\n</span></div>");
}

fn push_number(out: &mut String, attribute: &str, number: Option<u32>) {
    if let Some(number) = number {
        let _ = write!(out, "{attribute}=\"{number}\"");
    }
}

/// Both sides of a hunk, each coloured as the text it is.
struct Colours {
    old: Option<Highlighter>,
    new: Option<Highlighter>,
    tokens: Vec<Token>,
}

impl Colours {
    fn new(file: &DiffFile, hunk: &Hunk) -> Self {
        let side = |path: Option<&str>, gone: LineKind| {
            if file.content != Content::Text || hunk.is_property() {
                return None;
            }
            let first = hunk
                .lines
                .iter()
                .find(|line| line.kind != gone && line.kind != LineKind::Note)
                .filter(|line| line.old_no == Some(1) || line.new_no == Some(1));
            let first = first.map_or("", |line| line.text.as_str());
            language::find(None, Some(path.unwrap_or(file.path())), first).map(Highlighter::new)
        };
        let has = |kind| hunk.lines.iter().any(|line| line.kind == kind);
        Self {
            // A side without lines of its own needs no reading of its own.
            old: has(LineKind::Deleted)
                .then(|| side(file.old_path.as_deref(), LineKind::Added))
                .flatten(),
            new: side(file.new_path.as_deref(), LineKind::Deleted),
            tokens: Vec::new(),
        }
    }

    fn of(&mut self, line: &DiffLine, deadline: &mut Deadline) -> &[Token] {
        self.tokens.clear();
        let (in_old, in_new) = match line.kind {
            LineKind::Context => (true, true),
            LineKind::Added => (false, true),
            LineKind::Deleted => (true, false),
            LineKind::Note => return &[],
        };
        if let Some(old) = self.old.as_mut().filter(|_| in_old) {
            old.line(&line.text, &mut self.tokens, deadline);
        }
        if let Some(new) = self.new.as_mut().filter(|_| in_new) {
            new.line(&line.text, &mut self.tokens, deadline);
        }
        &self.tokens
    }
}
