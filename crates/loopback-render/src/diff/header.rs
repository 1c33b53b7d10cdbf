//! The lines that announce a file: git's, Mercurial's, Subversion's and plain diff's.
//!
//! Owns the reading of headers into a [`DiffFile`] without hunks. Keeps every line it read.

use super::model::{Change, Content, DiffFile};
use super::names;
use super::said::{binary, combined, field, is_absent, is_pair, patch_data, submodule};

/// Whether a file's header begins at `at`.
pub(crate) fn starts(lines: &[&str], at: usize) -> bool {
    let line = lines[at];
    // Nearly every line ends the question here.
    if !line.starts_with(['d', 'I', '-', 'B', 'S']) {
        return false;
    }
    let next = |offset: usize| lines.get(at + offset).copied().unwrap_or_default();
    line.starts_with("diff --git ")
        || combined(line).is_some()
        || line.starts_with("diff -")
            && (next(1).starts_with("--- ") || next(1).starts_with("Binary file"))
        || line.starts_with("Index: ") && next(1).starts_with("==========")
        || is_pair(lines, at) && next(2).starts_with("@@")
        || binary(line).is_some()
        || submodule(line).is_some()
}

/// Reads the header at `at`; returns a file without hunks and where reading goes on.
pub(crate) fn read(lines: &[&str], at: usize) -> (DiffFile, usize) {
    let mut header = Header::default();
    let mut next = at;
    while next < lines.len() && !header.ended {
        let taken = header.take(lines, next, next == at);
        if taken == 0 {
            break;
        }
        next += taken;
    }
    let mut file = header.finish();
    file.header = lines[at..next]
        .iter()
        .map(|line| (*line).to_owned())
        .collect();
    (file, next)
}

/// What the header's lines said so far.
#[derive(Default)]
struct Header<'a> {
    git: Option<&'a str>,
    combined: Option<&'a str>,
    index: Option<&'a str>,
    pair: Option<(&'a str, &'a str)>,
    moved_from: Option<&'a str>,
    moved_to: Option<&'a str>,
    binary: Option<(&'a str, &'a str)>,
    submodule: Option<&'a str>,
    change: Change,
    content: Content,
    old_mode: Option<&'a str>,
    new_mode: Option<&'a str>,
    similarity: Option<u8>,
    ended: bool,
}

impl<'a> Header<'a> {
    /// Takes in what stands at `at`; says how many lines that were, 0 where the header is over.
    fn take(&mut self, lines: &[&'a str], at: usize, is_first: bool) -> usize {
        let line = lines[at].trim_end_matches('\r');
        if is_pair(lines, at) {
            self.pair = Some((field(lines[at]), field(lines[at + 1])));
            self.ended = true;
            return 2;
        }
        if is_first && self.take_first(line) || self.take_extended(line) || self.take_other(line) {
            return 1;
        }
        if line == "GIT binary patch" {
            self.content = Content::Binary;
            self.ended = true;
            return 1 + patch_data(&lines[at + 1..]);
        }
        0
    }

    fn take_first(&mut self, line: &'a str) -> bool {
        if let Some(names) = line.strip_prefix("diff --git ") {
            self.git = Some(names);
        } else if let Some(name) = combined(line) {
            self.combined = Some(name);
        } else if let Some(path) = line.strip_prefix("Index: ") {
            self.index = Some(path);
        } else if let Some(path) = submodule(line) {
            self.submodule = Some(path);
            self.content = Content::Submodule;
        } else if let Some(command) = line.strip_prefix("diff -") {
            // The file is the last word; where there are `---` and `+++` lines, these decide.
            self.index = command.rsplit(' ').next();
        } else {
            return self.take_binary(line);
        }
        true
    }

    /// Git's extended header, which Mercurial and Subversion print too if asked.
    fn take_extended(&mut self, line: &'a str) -> bool {
        if let Some(mode) = line.strip_prefix("old mode ") {
            self.old_mode = Some(mode);
        } else if let Some(mode) = line.strip_prefix("new mode ") {
            self.new_mode = Some(mode);
        } else if let Some(mode) = line.strip_prefix("new file mode ") {
            self.new_mode = Some(mode);
            self.change = Change::Added;
        } else if let Some(mode) = line.strip_prefix("deleted file mode ") {
            self.old_mode = Some(mode);
            self.change = Change::Deleted;
        } else if let Some(modes) = line.strip_prefix("mode ") {
            let Some((old, new)) = modes.split_once("..") else {
                return false;
            };
            (self.old_mode, self.new_mode) = (Some(old), Some(new));
        } else if let Some(path) = line.strip_prefix("rename from ") {
            self.moved_from = Some(path);
            self.change = Change::Renamed;
        } else if let Some(path) = line.strip_prefix("copy from ") {
            self.moved_from = Some(path);
            self.change = Change::Copied;
        } else if let Some(path) = line
            .strip_prefix("rename to ")
            .or_else(|| line.strip_prefix("copy to "))
        {
            self.moved_to = Some(path);
        } else if let Some(percent) = line.strip_prefix("similarity index ") {
            self.similarity = percent.trim_end_matches('%').parse().ok();
        } else if let Some(ids) = line.strip_prefix("index ") {
            if let Some((_, mode)) = ids.split_once(' ') {
                self.old_mode = self.old_mode.or(Some(mode));
                self.new_mode = self.new_mode.or(Some(mode));
            }
        } else {
            return line.starts_with("dissimilarity index ") || line.starts_with("remerge ");
        }
        true
    }

    fn take_other(&mut self, line: &'a str) -> bool {
        if self.take_binary(line) {
            return true;
        }
        if self.submodule.is_some() {
            return line.starts_with("  > ") || line.starts_with("  < ");
        }
        if self.index.is_none() {
            return false;
        }
        if line.starts_with("Cannot display: ") {
            self.content = Content::Binary;
            return true;
        }
        if let Some(names) = line
            .strip_prefix("diff --git ")
            .filter(|_| self.git.is_none())
        {
            self.git = Some(names);
            return true;
        }
        [
            "==========",
            "svn:mime-type = ",
            "RCS file: ",
            "retrieving revision ",
            "diff -",
        ]
        .iter()
        .any(|start| line.starts_with(start))
    }

    fn take_binary(&mut self, line: &'a str) -> bool {
        if let Some(names) = binary(line) {
            self.binary = Some(names);
        } else if !(line.starts_with("Binary file ") && line.ends_with(" has changed")
            || self.combined.is_some() && line == "Binary files differ")
        {
            return false;
        }
        self.content = Content::Binary;
        true
    }

    fn finish(self) -> DiffFile {
        let (old_path, new_path) = self.paths();
        let mut change = self.change;
        if change == Change::Modified {
            let label = |field: Option<&str>| field.map_or("", names::label).to_owned();
            let old_label = label(self.pair.map(|(old, _)| old));
            let new_label = label(self.pair.map(|(_, new)| new));
            if old_path.is_none() && new_path.is_some() || is_absent(&old_label) {
                change = Change::Added;
            } else if new_path.is_none() && old_path.is_some() || is_absent(&new_label) {
                change = Change::Deleted;
            }
        }
        let has_mode = |start: &str| {
            [self.old_mode, self.new_mode]
                .iter()
                .flatten()
                .any(|mode| mode.starts_with(start))
        };
        let content = match self.content {
            Content::Text if has_mode("120000") => Content::Symlink,
            Content::Text if has_mode("160000") => Content::Submodule,
            told => told,
        };
        DiffFile {
            old_path: old_path.filter(|_| change != Change::Added),
            new_path: new_path.filter(|_| change != Change::Deleted),
            change,
            content,
            old_mode: self.old_mode.map(str::to_owned),
            new_mode: self.new_mode.map(str::to_owned),
            similarity: self.similarity,
            ..DiffFile::default()
        }
    }

    /// The paths, from the clearest source there is.
    fn paths(&self) -> (Option<String>, Option<String>) {
        if self.moved_from.is_some() || self.moved_to.is_some() {
            return (
                self.moved_from.and_then(names::path),
                self.moved_to.and_then(names::path),
            );
        }
        if let Some(path) = self.combined.or(self.submodule) {
            let path = names::path(path);
            return (path.clone(), path);
        }
        let git = self.git.and_then(names::split_git);
        if let Some((old, new)) = git {
            let (old, new) = (Some(old), Some(new));
            let cut = names::without_prefixes(old.clone(), new.clone());
            let Some((pair_old, pair_new)) = self.pair else {
                return cut;
            };
            let (pair_old, pair_new) = (names::path(pair_old), names::path(pair_new));
            // Whether prefixes are in use, two names tell better than one and /dev/null.
            return if cut == (old, new) {
                (pair_old, pair_new)
            } else {
                (pair_old.and(cut.0), pair_new.and(cut.1))
            };
        }
        if let Some((old, new)) = self.pair {
            let svn = self
                .index
                .filter(|path| names::path(old).as_deref() == Some(path));
            if let Some(path) = svn {
                return (Some(path.to_owned()), Some(path.to_owned()));
            }
            return names::without_prefixes(names::path(old), names::path(new));
        }
        if let Some((old, new)) = self.binary {
            return names::without_prefixes(names::path(old), names::path(new));
        }
        let path = self.index.map(str::to_owned);
        (path.clone(), path)
    }
}
