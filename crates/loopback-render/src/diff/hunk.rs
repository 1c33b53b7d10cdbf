//! Hunks: the announced ranges and the lines below them.
//!
//! Owns the reading of hunks, plain and combined, with the leniency that diffs written by hand need: where the
//! announced counts and the lines disagree, the lines win.

use std::borrow::Cow;

use super::header;
use super::model::{DiffLine, Hunk, LineKind};

/// Whether `line` announces a hunk with its ranges.
pub(crate) fn starts(line: &str) -> bool {
    Ranges::read(line).is_some()
}

/// Whether `line` announces a hunk without ranges we can read, as in `@@ … @@`.
pub(crate) fn starts_uncounted(line: &str) -> bool {
    let line = line.trim_end();
    line == "@@" || line.starts_with("@@ ") && line[3..].contains("@@")
}

/// The line of the old file after which a hunk that shows none of its lines stands; `None` where its header has none.
pub(crate) fn stands_after(header: &str) -> Option<u32> {
    let (start, count) = Ranges::read(header)?.parents[0];
    Some(if count == 0 {
        start
    } else {
        start.saturating_sub(1)
    })
}

/// Reads the hunk at `at`; returns it and where reading goes on.
pub(crate) fn read(lines: &[&str], at: usize) -> (Hunk, usize) {
    let mut hunk = Hunk {
        header: lines[at].to_owned(),
        ..Hunk::default()
    };
    let ranges = Ranges::read(lines[at]);
    let mut left = Left::new(ranges.as_ref());
    let mut next = at + 1;
    while let Some(&line) = lines.get(next) {
        if line.starts_with('\\') && !hunk.lines.is_empty() {
            hunk.lines.push(note(line));
            next += 1;
            continue;
        }
        if header::starts(lines, next) && !left.ends_with_this_pair() {
            break;
        }
        if left.is_used_up() && !goes_on(lines, next, left.parents()) {
            break;
        }
        let Some(marks) = marks(line, left.parents()) else {
            break;
        };
        if marks.is_empty() && left.is_unknown() && !goes_on(lines, next, left.parents()) {
            break;
        }
        hunk.lines.push(left.take(marks, line));
        next += 1;
    }
    hunk.miscounted = left.disagrees();
    (hunk, next)
}

fn note(line: &str) -> DiffLine {
    DiffLine {
        kind: LineKind::Note,
        old_no: None,
        new_no: None,
        marks: Cow::Borrowed(""),
        text: line.to_owned(),
        changed: Vec::new(),
        twin: None,
    }
}

/// The signs before a line's text, one per parent; none for an empty line, whose sign an editor stripped.
fn marks(line: &str, parents: usize) -> Option<&str> {
    if line.is_empty() || line == "\r" {
        return Some("");
    }
    let marks = line.as_bytes().get(..parents)?;
    marks
        .iter()
        .all(|mark| matches!(mark, b' ' | b'+' | b'-'))
        .then(|| &line[..parents])
}

/// How far to look for a changed line beyond the announced end.
const LOOK_AHEAD: usize = 50;

/// Whether the hunk goes on at `at` although its announced lines are used up: a changed line comes before anything
/// that is no line of a hunk. A mail's signature (`-- ` and a version) is no changed line, nor is the end of its part.
fn goes_on(lines: &[&str], at: usize, parents: usize) -> bool {
    for index in at..lines.len().min(at + LOOK_AHEAD) {
        let line = lines[index].trim_end_matches('\r');
        if header::starts(lines, index) || is_signature(lines, index) {
            return false;
        }
        match marks(line, parents) {
            None => return false,
            Some(marks) if marks.contains(['+', '-']) => return true,
            Some(_) => {}
        }
    }
    false
}

fn is_signature(lines: &[&str], at: usize) -> bool {
    let line = lines[at].trim_end();
    is_boundary(line)
        || line == "--"
            && (lines[at].starts_with("-- ")
                || lines
                    .get(at + 1)
                    .is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit())))
}

/// The end of a part of a mail that a patch is attached to.
fn is_boundary(line: &str) -> bool {
    line.starts_with("--------------")
        && line.ends_with("--")
        && line.contains(|c: char| c.is_ascii_alphanumeric())
}

/// `@@ -1,2 +1,3 @@`, with more `@` and one more range per further parent.
struct Ranges {
    parents: Vec<(u32, u32)>,
    new: (u32, u32),
}

impl Ranges {
    fn read(line: &str) -> Option<Self> {
        // Subversion's properties come between `##`.
        let sign = line.chars().next().filter(|c| matches!(c, '@' | '#'))?;
        let signs = line.chars().take_while(|c| *c == sign).count();
        if !(2..=64).contains(&signs) || sign == '#' && signs != 2 {
            return None;
        }
        let mut words = line[signs..].strip_prefix(' ')?.split(' ');
        let mut parents = Vec::with_capacity(signs - 1);
        for _ in 1..signs {
            parents.push(range(words.next()?.strip_prefix('-')?)?);
        }
        let new = range(words.next()?.strip_prefix('+')?)?;
        let end = words.next()?.trim_end_matches('\r');
        (end.len() == signs && end.chars().all(|c| c == sign)).then_some(Self { parents, new })
    }
}

fn range(text: &str) -> Option<(u32, u32)> {
    match text.split_once(',') {
        Some((start, count)) => Some((start.parse().ok()?, count.parse().ok()?)),
        None => Some((text.parse().ok()?, 1)),
    }
}

/// What the header announced and is not yet there, and the numbers the next lines get.
struct Left {
    known: bool,
    parents: Vec<u32>,
    new: u32,
    old_no: u32,
    new_no: u32,
    overdrawn: bool,
}

impl Left {
    fn new(ranges: Option<&Ranges>) -> Self {
        match ranges {
            Some(ranges) => Self {
                known: true,
                parents: ranges.parents.iter().map(|(_, count)| *count).collect(),
                new: ranges.new.1,
                old_no: ranges.parents[0].0,
                new_no: ranges.new.0,
                overdrawn: false,
            },
            None => Self {
                known: false,
                parents: vec![0],
                new: 0,
                old_no: 0,
                new_no: 0,
                overdrawn: false,
            },
        }
    }

    fn parents(&self) -> usize {
        self.parents.len()
    }

    fn is_unknown(&self) -> bool {
        !self.known
    }

    fn is_used_up(&self) -> bool {
        self.known && self.new == 0 && self.parents.iter().all(|left| *left == 0)
    }

    /// Whether one deleted and one added line are missing: then `--- x` and `+++ y` are these, not a file's header.
    fn ends_with_this_pair(&self) -> bool {
        self.known && self.new == 1 && self.parents == [1]
    }

    fn disagrees(&self) -> bool {
        self.overdrawn || self.known && !self.is_used_up()
    }

    fn take(&mut self, marks: &str, line: &str) -> DiffLine {
        let deleted = marks.contains('-');
        let mut in_first = false;
        for (index, left) in self.parents.iter_mut().enumerate() {
            let mark = marks.as_bytes().get(index).copied().unwrap_or(b' ');
            if (mark == b'-') == deleted && mark != b'+' {
                in_first |= index == 0;
                self.overdrawn |= self.known && *left == 0;
                *left = left.saturating_sub(1);
            }
        }
        if !deleted {
            self.overdrawn |= self.known && self.new == 0;
            self.new = self.new.saturating_sub(1);
        }
        DiffLine {
            kind: match marks {
                _ if deleted => LineKind::Deleted,
                marks if marks.contains('+') => LineKind::Added,
                _ => LineKind::Context,
            },
            old_no: in_first
                .then(|| advance(&mut self.old_no))
                .filter(|_| self.known),
            new_no: (!deleted)
                .then(|| advance(&mut self.new_no))
                .filter(|_| self.known),
            marks: match marks {
                "" => Cow::Borrowed(""),
                " " => Cow::Borrowed(" "),
                "+" => Cow::Borrowed("+"),
                "-" => Cow::Borrowed("-"),
                several => Cow::Owned(several.to_owned()),
            },
            text: line[marks.len()..].to_owned(),
            changed: Vec::new(),
            twin: None,
        }
    }
}

fn advance(number: &mut u32) -> u32 {
    let now = *number;
    *number = number.saturating_add(1);
    now
}
