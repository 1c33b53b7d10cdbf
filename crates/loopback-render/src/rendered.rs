//! What rendering hands back: HTML that only this crate can make, and what the person should be told about it.
//!
//! Owns the promise behind [`SafeHtml`]. Knows nothing of how any kind of content is rendered.

use std::collections::BTreeMap;
use std::fmt;

use crate::hidden;

/// HTML this crate built: every tag and attribute in it is ours, everything else is escaped.
///
/// It has no public constructor, so a page that takes only `SafeHtml` cannot be handed an agent's markup by mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SafeHtml(String);

impl SafeHtml {
    /// Only for the ends of this crate's renderers.
    pub(crate) fn built(html: String) -> Self {
        Self(html)
    }

    /// The markup.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The markup, owned.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

/// A rendered piece of content, with what the person should know before trusting it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// What to show.
    pub html: SafeHtml,
    /// What to say beside it; empty for ordinary content. Each kind appears at most once.
    pub warnings: Vec<Warning>,
}

/// Something about a piece of content that the person should be told. `Display` gives the words.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// Invisible or direction-changing characters were found and made visible.
    HiddenCharacters {
        /// How many there are.
        count: usize,
        /// The different ones, as `U+202E RIGHT-TO-LEFT OVERRIDE`, at most eight.
        names: Vec<String>,
    },
    /// Letters that look like others (a Cyrillic `а` in a Latin word) were found and marked.
    LookAlikes {
        /// How many there are.
        count: usize,
        /// The different ones, as `U+0430 CYRILLIC SMALL LETTER A`, at most eight.
        names: Vec<String>,
    },
    /// A link's text reads like one address while the link goes to another.
    MisleadingLinks {
        /// The hosts these links really go to, at most eight.
        hosts: Vec<String>,
    },
    /// What was given as a diff is none; it is shown as text.
    NotADiff,
    /// A hunk's header counts other lines than the hunk has, as in a diff written by hand.
    HunkCounts {
        /// How many hunks.
        hunks: usize,
    },
    /// Terminal colour codes were taken out of a diff.
    ColoursRemoved,
    /// Highlighting took too long; what follows is shown without colour. Such a result should not be cached for long.
    HighlightingStopped,
    /// Very long lines are shown in part; the rest is in the page, folded.
    LinesCut {
        /// How many lines.
        lines: usize,
    },
    /// Rendering failed, which is our fault; the content is shown as plain text.
    NotRendered,
    /// Quotes, lists or emphasis nested deeper than we indent; the text is there, flat.
    NestedDeep,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HiddenCharacters { count, names } => write!(
                f,
                "{} here, made visible: {}.",
                counted(*count, "hidden character", "hidden characters"),
                names.join(", ")
            ),
            Self::LookAlikes { count, names } => write!(
                f,
                "{} like another, marked: {}.",
                counted(*count, "letter looks", "letters look"),
                names.join(", ")
            ),
            Self::MisleadingLinks { hosts } => write!(
                f,
                "A link's text names another place than it leads to: {}.",
                hosts.join(", ")
            ),
            Self::NotADiff => f.write_str("This is not a diff we can read; it is shown as text."),
            Self::HunkCounts { hunks } => write!(
                f,
                "{} other line counts than the lines shown; the diff may have been written by hand.",
                counted(*hunks, "hunk announces", "hunks announce")
            ),
            Self::ColoursRemoved => f.write_str("Terminal colour codes were taken out."),
            Self::HighlightingStopped => {
                f.write_str("Colouring took too long and was stopped; the rest is shown plain.")
            }
            Self::LinesCut { lines } => write!(
                f,
                "{} cut; the rest can be opened.",
                counted(*lines, "very long line is", "very long lines are")
            ),
            Self::NotRendered => {
                f.write_str("This could not be rendered; it is shown as plain text.")
            }
            Self::NestedDeep => f.write_str(
                "This is nested deeper than we indent; the innermost levels are shown flat.",
            ),
        }
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// What a renderer notices on its way; turned into warnings at the end, so that each kind is said once.
#[derive(Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a finding of its own, in any combination"
)]
pub(crate) struct Notes {
    pub(crate) hidden: BTreeMap<char, usize>,
    pub(crate) look_alikes: BTreeMap<char, usize>,
    pub(crate) misleading_hosts: Vec<String>,
    pub(crate) not_a_diff: bool,
    pub(crate) wrong_counts: usize,
    pub(crate) colours_removed: bool,
    pub(crate) highlighting_stopped: bool,
    pub(crate) lines_cut: usize,
    pub(crate) nested_deep: bool,
    pub(crate) failed: bool,
    /// How many marks of characters name them.
    pub(crate) named_marks: usize,
}

/// More names than this in one warning would not be read.
const NAMED_AT_MOST: usize = 8;

/// How many marks of one content name their characters. Nobody looks at more, and where every other character is hidden their
/// names would be forty times as long as the content; the warning names them all the same.
const NAMED_MARKS_AT_MOST: usize = 2_000;

impl Notes {
    /// Whether the next mark of hidden or look-alike characters says their names.
    pub(crate) fn names_a_mark(&mut self) -> bool {
        let names = self.named_marks < NAMED_MARKS_AT_MOST;
        self.named_marks += usize::from(names);
        names
    }

    pub(crate) fn finish(self, html: String) -> Rendered {
        Rendered {
            html: SafeHtml::built(html),
            warnings: self.into_warnings(),
        }
    }

    fn into_warnings(self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if !self.hidden.is_empty() {
            warnings.push(Warning::HiddenCharacters {
                count: self.hidden.values().sum(),
                names: names(&self.hidden),
            });
        }
        if !self.look_alikes.is_empty() {
            warnings.push(Warning::LookAlikes {
                count: self.look_alikes.values().sum(),
                names: names(&self.look_alikes),
            });
        }
        if !self.misleading_hosts.is_empty() {
            let mut hosts = self.misleading_hosts;
            hosts.sort();
            hosts.dedup();
            hosts.truncate(NAMED_AT_MOST);
            warnings.push(Warning::MisleadingLinks { hosts });
        }
        if self.not_a_diff {
            warnings.push(Warning::NotADiff);
        }
        if self.wrong_counts > 0 {
            warnings.push(Warning::HunkCounts {
                hunks: self.wrong_counts,
            });
        }
        if self.colours_removed {
            warnings.push(Warning::ColoursRemoved);
        }
        if self.highlighting_stopped {
            warnings.push(Warning::HighlightingStopped);
        }
        if self.lines_cut > 0 {
            warnings.push(Warning::LinesCut {
                lines: self.lines_cut,
            });
        }
        if self.failed {
            warnings.push(Warning::NotRendered);
        }
        if self.nested_deep {
            warnings.push(Warning::NestedDeep);
        }
        warnings
    }
}

fn names(found: &BTreeMap<char, usize>) -> Vec<String> {
    found
        .keys()
        .take(NAMED_AT_MOST)
        .map(|&c| hidden::label(c))
        .collect()
}
