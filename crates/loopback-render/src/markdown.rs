//! Markdown, as GitHub reads it, into safe HTML.
//!
//! Owns [`markdown()`]: events of the parser go through the writer, which escapes everything, then what it wrote goes
//! through ammonia as a second net. Blocks of code and diffs are put in after that, since they are wholly our own
//! markup. Knows nothing of asks or pages.

mod bare;
mod changes;
mod clean;
mod fence;
mod finished;
mod footnotes;
mod frames;
mod inline;
mod links;
mod marks;
mod merged;
mod nesting;
mod opening;
mod pairs;
mod raw;
mod span;
mod tree;
mod words;
mod writer;

use pulldown_cmark::{Event, Options, Parser, Tag};

pub use changes::markdown_changes;
pub(crate) use nesting::bounded;

use crate::guard::or_plain;
use crate::options::{Budget, Colour};
use crate::rendered::{Notes, Rendered};

use span::Lines;

/// How a text is put on its page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkdownOptions {
    /// Put before every id (footnotes have some), so that two texts on one page do not mix. Letters, digits, `-` and
    /// `_`; anything else in it is left out.
    pub id_prefix: String,
    /// By how many levels headings are lowered: 2 makes `#` an `h3`. Nothing goes below `h6`.
    pub heading_offset: u8,
    /// Whether its code and diffs are coloured.
    pub colour: Colour,
}

impl Default for MarkdownOptions {
    fn default() -> Self {
        Self {
            id_prefix: "md".to_owned(),
            heading_offset: 2,
            colour: Colour::Full,
        }
    }
}

/// How many blocks of a text say which lines they come from. A text of a quarter megabyte that somebody wrote has a few
/// thousand; where a block is a few characters, its lines would be most of what is written.
const NAMED_AT_MOST: usize = 10_000;

/// Renders `text`: GitHub's markdown with tables, task lists, strikethrough, footnotes, alerts and bare links.
///
/// Fences are highlighted, a `diff` fence is a diff. Raw HTML keeps a few harmless tags without their attributes,
/// and is text otherwise. Images are not loaded: their description links to them. Links go to http, https and mailto
/// only; others are text followed by their target. Blocks, list items and table rows carry the lines of `text` they
/// come from in `data-line` and `data-end`.
#[must_use]
pub fn markdown(text: &str, options: &MarkdownOptions, budget: &mut Budget) -> Rendered {
    or_plain(text, || {
        let mut notes = Notes::default();
        let mut writer = writer::Writer::new(options, budget, &mut notes);
        let text = bounded(text);
        let lines = Lines::of(&text);
        let mut named = 0;
        for (event, range) in Parser::new_ext(&text, parser_options()).into_offset_iter() {
            let mut at = None;
            if named < NAMED_AT_MOST && begins_block(&event) {
                named += 1;
                at = Some(lines.span(&range));
            }
            writer.event(event, at);
        }
        let (prose, blocks) = writer.finish();
        let html = clean::fill(&clean::clean(&prose), &blocks);
        notes.finish(html)
    })
}

/// Whether `event` is the beginning of something that has lines of its own in the source.
fn begins_block(event: &Event<'_>) -> bool {
    match event {
        Event::Rule => true,
        Event::Start(tag) => matches!(
            tag,
            Tag::Paragraph
                | Tag::Heading { .. }
                | Tag::BlockQuote(_)
                | Tag::CodeBlock(_)
                | Tag::HtmlBlock
                | Tag::List(_)
                | Tag::Item
                | Tag::FootnoteDefinition(_)
                | Tag::Table(_)
                | Tag::TableHead
                | Tag::TableRow
        ),
        _ => false,
    }
}

/// What of markdown's many extensions we read.
pub(crate) fn parser_options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM
}
