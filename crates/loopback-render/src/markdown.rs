//! Markdown, as GitHub reads it, into safe HTML.
//!
//! Owns [`markdown()`]: events of the parser go through the writer, which escapes everything, then what it wrote goes
//! through ammonia as a second net. Blocks of code and diffs are put in after that, since they are wholly our own
//! markup. Knows nothing of asks or pages.

mod clean;
mod fence;
mod footnotes;
mod frames;
mod inline;
mod links;
mod nesting;
mod raw;
mod writer;

use pulldown_cmark::{Options, Parser};

pub(crate) use nesting::bounded;

use crate::guard::or_plain;
use crate::highlight::Deadline;
use crate::rendered::{Notes, Rendered};

/// How a text is put on its page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkdownOptions {
    /// Put before every id (footnotes have some), so that two texts on one page do not mix. Letters, digits, `-` and
    /// `_`; anything else in it is left out.
    pub id_prefix: String,
    /// By how many levels headings are lowered: 2 makes `#` an `h3`. Nothing goes below `h6`.
    pub heading_offset: u8,
}

impl Default for MarkdownOptions {
    fn default() -> Self {
        Self {
            id_prefix: "md".to_owned(),
            heading_offset: 2,
        }
    }
}

/// Renders `text`: GitHub's markdown with tables, task lists, strikethrough, footnotes, alerts and bare links.
///
/// Fences are highlighted, a `diff` fence is a diff. Raw HTML keeps a few harmless tags without their attributes,
/// and is text otherwise. Images are not loaded: their description links to them. Links go to http, https and mailto
/// only; others are text followed by their target.
#[must_use]
pub fn markdown(text: &str, options: &MarkdownOptions) -> Rendered {
    or_plain(text, || {
        let mut notes = Notes::default();
        let mut deadline = Deadline::start();
        let mut writer = writer::Writer::new(options, &mut deadline, &mut notes);
        for event in Parser::new_ext(&bounded(text), parser_options()) {
            writer.event(event);
        }
        let (prose, blocks) = writer.finish();
        let html = clean::fill(&clean::clean(&prose), &blocks);
        notes.highlighting_stopped = deadline.has_passed();
        notes.finish(html)
    })
}

/// What of markdown's many extensions we read.
pub(crate) fn parser_options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM
}
