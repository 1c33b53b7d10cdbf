//! What changed between two versions of a text, in the rendered text itself.
//!
//! Owns [`markdown_changes()`]: the blocks of both versions are paired, and the new version is written with what was
//! removed in its place. Everything goes through the same writer as any other text. Knows nothing of what a version is.

use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use crate::guard::or_plain;
use crate::options::Budget;
use crate::rendered::{Notes, Rendered};

use super::fence::Fence;
use super::marks::Mark;
use super::merged::push_merged;
use super::nesting::bounded;
use super::pairs::{Effort, Step, steps};
use super::span::Span;
use super::tree::{Block, Kind, blocks};
use super::writer::Writer;
use super::{MarkdownOptions, clean};

/// Renders `new` with what changed since `old`: inserted words in `ins.lb-ins`, removed ones in `del.lb-gone`, whole
/// blocks in `div.lb-block-ins` and `div.lb-block-gone`, list items and table rows with the class `lb-part-ins` or
/// `lb-part-gone`. A changed piece of code is the difference of its lines.
///
/// `data-line` and `data-end` are lines of `new`; what was removed has none. Texts that differ too much to be compared
/// in a bounded amount of work are shown one after the other, the old one as removed.
#[must_use]
pub fn markdown_changes(
    old: &str,
    new: &str,
    options: &MarkdownOptions,
    budget: &mut Budget,
) -> Rendered {
    or_plain(new, || {
        let mut notes = Notes::default();
        let (old, new) = (bounded(old), bounded(new));
        let mut changes = Changes {
            writer: Writer::new(options, budget, &mut notes),
            effort: Effort::default(),
        };
        changes.all(&blocks(&old), &blocks(&new));
        let (prose, blocks) = changes.writer.finish();
        let html = clean::fill(&clean::clean(&prose), &blocks);
        notes.finish(html)
    })
}

struct Changes<'a> {
    writer: Writer<'a>,
    effort: Effort,
}

impl Changes<'_> {
    fn all(&mut self, old: &[Block<'_>], new: &[Block<'_>]) {
        for step in steps(old, new, &mut self.effort) {
            match step {
                Step::Same(at) => self.show(&new[at]),
                Step::Changed(before, after) => self.changed(&old[before], &new[after]),
                Step::Removed(at) => self.removed(&old[at]),
                Step::Inserted(at) => self.inserted(&new[at]),
            }
        }
    }

    /// A block that became another of its kind.
    fn changed(&mut self, old: &Block<'_>, new: &Block<'_>) {
        match (&old.kind, &new.kind) {
            (Kind::Around(_, old), Kind::Around(tag, within)) => {
                self.begin(tag, new.at);
                match tag {
                    Tag::TableHead | Tag::TableRow => {
                        for (old, new) in old.iter().zip(within) {
                            self.changed(old, new);
                        }
                    }
                    Tag::Table(_) => {
                        // The head is the head, whatever it says now.
                        if let ([old, old_rows @ ..], [new, new_rows @ ..]) =
                            (old.as_slice(), within.as_slice())
                        {
                            self.changed(old, new);
                            self.all(old_rows, new_rows);
                        }
                    }
                    _ => self.all(old, within),
                }
                self.end(tag);
            }
            (Kind::Words(_, old), Kind::Words(tag, events)) => {
                if let Some(tag) = tag {
                    self.begin(tag, new.at);
                }
                push_merged(&mut self.writer, old, events, &mut self.effort);
                if let Some(tag) = tag {
                    self.end(tag);
                }
            }
            (Kind::Code(old_kind, before), Kind::Code(kind, after)) if old_kind == kind => {
                let words = words_of(kind);
                let fence = Fence::read(&words);
                if fence.is_diff() || fence.is_mermaid() {
                    self.removed(old);
                    self.inserted(new);
                } else {
                    self.writer.code_changes(&fence, before, after, new.at);
                }
            }
            _ => {
                self.removed(old);
                self.inserted(new);
            }
        }
    }

    fn inserted(&mut self, block: &Block<'_>) {
        self.whole(block, Mark::Inserted);
    }

    fn removed(&mut self, block: &Block<'_>) {
        self.whole(&gone(block), Mark::Gone);
    }

    /// A block that came or went.
    fn whole(&mut self, block: &Block<'_>, mark: Mark) {
        match &block.kind {
            Kind::Around(Tag::Item, within) => {
                self.writer.begin_part(Tag::Item, mark, block.at);
                self.marked_block(within, mark);
                self.end(&Tag::Item);
            }
            Kind::Around(Tag::TableRow, cells) => {
                self.writer.begin_part(Tag::TableRow, mark, block.at);
                self.writer.mark(Some(mark));
                for cell in cells {
                    self.show(cell);
                }
                self.writer.mark(None);
                self.end(&Tag::TableRow);
            }
            Kind::Around(tag @ Tag::FootnoteDefinition(_), within) => {
                self.begin(tag, block.at);
                self.marked_block(within, mark);
                self.end(tag);
            }
            // These stand in the block around them, or stay open for the blocks after them.
            Kind::Words(None, _) | Kind::Html(_) => {
                self.writer.mark(Some(mark));
                self.show(block);
                self.writer.mark(None);
            }
            _ => self.marked_block(std::slice::from_ref(block), mark),
        }
    }

    fn marked_block(&mut self, within: &[Block<'_>], mark: Mark) {
        self.writer.begin_block(mark);
        for block in within {
            self.show(block);
        }
        self.writer.end_block();
    }

    /// Writes a block as it is.
    fn show(&mut self, block: &Block<'_>) {
        match &block.kind {
            Kind::Around(tag, within) => {
                self.begin(tag, block.at);
                for block in within {
                    self.show(block);
                }
                self.end(tag);
            }
            Kind::Words(tag, events) => {
                if let Some(tag) = tag {
                    self.begin(tag, block.at);
                }
                self.events(events);
                if let Some(tag) = tag {
                    self.end(tag);
                }
            }
            Kind::Code(kind, text) => self.writer.code(kind.clone(), text, block.at),
            Kind::Html(events) => {
                self.begin(&Tag::HtmlBlock, block.at);
                self.events(events);
                self.end(&Tag::HtmlBlock);
            }
            Kind::Rule => self.writer.event(Event::Rule, block.at),
            Kind::Deep(events) => self.events(events),
        }
    }

    fn begin(&mut self, tag: &Tag<'_>, at: Option<Span>) {
        self.writer.event(Event::Start(tag.clone()), at);
    }

    fn end(&mut self, tag: &Tag<'_>) {
        self.writer.event(Event::End(tag.to_end()), None);
    }

    fn events(&mut self, events: &[Event<'_>]) {
        for event in events {
            self.writer.event(event.clone(), None);
        }
    }
}

fn words_of(kind: &CodeBlockKind<'_>) -> String {
    match kind {
        CodeBlockKind::Fenced(words) => words.to_string(),
        CodeBlockKind::Indented => String::new(),
    }
}

/// A block of the old version as it is shown among the new ones: it has no lines, its footnotes are not among the
/// others, and its raw HTML is text, for half of an element may have stayed.
fn gone<'a>(block: &Block<'a>) -> Block<'a> {
    let kind = match &block.kind {
        Kind::Around(Tag::FootnoteDefinition(label), within) => {
            let label = Event::Text(format!("[^{label}]:").into());
            let mut blocks = vec![Block {
                kind: Kind::Words(Some(Tag::Paragraph), vec![label]),
                at: None,
            }];
            blocks.extend(within.iter().map(gone));
            Kind::Around(Tag::BlockQuote(None), blocks)
        }
        Kind::Around(tag, within) => Kind::Around(tag.clone(), within.iter().map(gone).collect()),
        Kind::Words(tag, events) => Kind::Words(tag.clone(), events_gone(events)),
        Kind::Code(kind, text) => Kind::Code(kind.clone(), text.clone()),
        Kind::Html(_) => {
            let mut source = String::new();
            block.each_text(&mut |text| source.push_str(text));
            Kind::Code(CodeBlockKind::Fenced("html".into()), source)
        }
        Kind::Rule => Kind::Rule,
        Kind::Deep(events) => Kind::Deep(events_gone(events)),
    };
    Block { kind, at: None }
}

fn events_gone<'a>(events: &[Event<'a>]) -> Vec<Event<'a>> {
    let html = || CodeBlockKind::Fenced("html".into());
    events
        .iter()
        .filter_map(|event| {
            Some(match event {
                Event::Html(text) | Event::InlineHtml(text) => Event::Text(text.clone()),
                Event::FootnoteReference(label) => Event::Text(format!("[^{label}]").into()),
                Event::Start(Tag::HtmlBlock) => Event::Start(Tag::CodeBlock(html())),
                Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::CodeBlock),
                Event::Start(Tag::FootnoteDefinition(_))
                | Event::End(TagEnd::FootnoteDefinition) => return None,
                event => event.clone(),
            })
        })
        .collect()
}
