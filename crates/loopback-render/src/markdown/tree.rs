//! A text's blocks as a tree, for comparing two of them.
//!
//! Owns the reading of events into blocks. What stands within a block (emphasis, links) stays a row of events, for it
//! can nest without bound; blocks are a tree down to a few levels, and what lies deeper is a row of events as well.

use std::hash::{Hash, Hasher};

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use super::span::{Lines, Span};
use super::{begins_block, parser_options};

/// Levels of blocks that are told apart. Deeper ones are compared and shown as a whole.
const LEVELS_AT_MOST: usize = 24;

/// A block and its lines in the source.
#[derive(Debug)]
pub(crate) struct Block<'a> {
    pub(crate) kind: Kind<'a>,
    pub(crate) at: Option<Span>,
}

/// What a block is.
#[derive(Debug, PartialEq)]
pub(crate) enum Kind<'a> {
    /// A quote, an alert, a list, an item, a footnote, a table or a row of one.
    Around(Tag<'a>, Vec<Block<'a>>),
    /// Words of a paragraph, a heading or a cell; without a tag those of a list item that has no paragraphs.
    Words(Option<Tag<'a>>, Vec<Event<'a>>),
    Code(CodeBlockKind<'a>, String),
    /// A block of raw HTML, as it comes.
    Html(Vec<Event<'a>>),
    Rule,
    /// What lies too deep, as it comes.
    Deep(Vec<Event<'a>>),
}

/// Two blocks are the same if they say the same, wherever they stand.
impl PartialEq for Block<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Block<'_> {}

impl Hash for Block<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.each_text(&mut |text| text.hash(state));
    }
}

impl Block<'_> {
    /// Calls `take` with each piece of text in the block.
    pub(crate) fn each_text<'t>(&'t self, take: &mut impl FnMut(&'t str)) {
        match &self.kind {
            Kind::Around(_, blocks) => {
                for block in blocks {
                    block.each_text(take);
                }
            }
            Kind::Words(_, events) | Kind::Html(events) | Kind::Deep(events) => {
                for event in events {
                    if let Event::Text(text)
                    | Event::Code(text)
                    | Event::Html(text)
                    | Event::InlineHtml(text) = event
                    {
                        take(text);
                    }
                }
            }
            Kind::Code(_, text) => take(text),
            Kind::Rule => {}
        }
    }
}

/// The blocks of `text`.
pub(crate) fn blocks(text: &str) -> Vec<Block<'_>> {
    let lines = Lines::of(text);
    let mut reader = Reader::default();
    for (event, range) in Parser::new_ext(text, parser_options()).into_offset_iter() {
        let at = begins_block(&event).then(|| lines.span(&range));
        reader.take(event, at);
    }
    reader.blocks
}

#[derive(Default)]
struct Reader<'a> {
    /// What is open, with what was read before it on its level.
    open: Vec<(Tag<'a>, Option<Span>, Vec<Block<'a>>)>,
    /// What was read on the present level.
    blocks: Vec<Block<'a>>,
    /// The block being read that holds no others.
    leaf: Option<Block<'a>>,
    /// How many elements are open in the leaf that lies too deep.
    deep: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, event: Event<'a>, at: Option<Span>) {
        if self.deep > 0 {
            match &event {
                Event::Start(_) => self.deep += 1,
                Event::End(_) => self.deep -= 1,
                _ => {}
            }
            self.add(event);
            if self.deep == 0 {
                self.end_leaf();
            }
            return;
        }
        match event {
            Event::Start(tag) if holds_blocks(&tag) => {
                self.end_leaf();
                if self.open.len() < LEVELS_AT_MOST {
                    let before = std::mem::take(&mut self.blocks);
                    self.open.push((tag, at, before));
                } else {
                    self.deep = 1;
                    self.begin(Kind::Deep(vec![Event::Start(tag)]), at);
                }
            }
            Event::Start(tag @ (Tag::Paragraph | Tag::Heading { .. } | Tag::TableCell)) => {
                self.begin(Kind::Words(Some(tag), Vec::new()), at);
            }
            Event::Start(Tag::CodeBlock(kind)) => self.begin(Kind::Code(kind, String::new()), at),
            Event::Start(Tag::HtmlBlock) => self.begin(Kind::Html(Vec::new()), at),
            Event::Rule => {
                self.begin(Kind::Rule, at);
                self.end_leaf();
            }
            Event::End(
                TagEnd::Paragraph
                | TagEnd::Heading(_)
                | TagEnd::TableCell
                | TagEnd::CodeBlock
                | TagEnd::HtmlBlock,
            ) => self.end_leaf(),
            Event::End(
                TagEnd::BlockQuote(_)
                | TagEnd::List(_)
                | TagEnd::Item
                | TagEnd::FootnoteDefinition
                | TagEnd::Table
                | TagEnd::TableHead
                | TagEnd::TableRow,
            ) => {
                self.end_leaf();
                if let Some((tag, at, before)) = self.open.pop() {
                    let within = std::mem::replace(&mut self.blocks, before);
                    let kind = Kind::Around(tag, within);
                    self.blocks.push(Block { kind, at });
                }
            }
            event => self.add(event),
        }
    }

    fn begin(&mut self, kind: Kind<'a>, at: Option<Span>) {
        self.end_leaf();
        self.leaf = Some(Block { kind, at });
    }

    fn end_leaf(&mut self) {
        self.blocks.extend(self.leaf.take());
    }

    /// Adds to the leaf; words of a tight list item begin one.
    fn add(&mut self, event: Event<'a>) {
        let leaf = self.leaf.get_or_insert_with(|| Block {
            kind: Kind::Words(None, Vec::new()),
            at: None,
        });
        match (&mut leaf.kind, event) {
            (Kind::Code(_, text), Event::Text(more)) => text.push_str(&more),
            (Kind::Words(_, events) | Kind::Html(events) | Kind::Deep(events), event) => {
                if let (Some(Event::Text(text)), Event::Text(more)) = (events.last_mut(), &event) {
                    *text = format!("{text}{more}").into();
                } else {
                    events.push(event);
                }
            }
            _ => {}
        }
    }
}

fn holds_blocks(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::BlockQuote(_)
            | Tag::List(_)
            | Tag::Item
            | Tag::FootnoteDefinition(_)
            | Tag::Table(_)
            | Tag::TableHead
            | Tag::TableRow
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds of blocks, with what is in them.
    fn outline(blocks: &[Block<'_>]) -> String {
        let one = |block: &Block<'_>| match &block.kind {
            Kind::Around(tag, within) => {
                let name = format!("{tag:?}");
                let name = name.split(|c: char| !c.is_alphabetic()).next();
                format!("{}[{}]", name.unwrap_or_default(), outline(within))
            }
            Kind::Words(None, _) => "words".to_owned(),
            Kind::Words(Some(_), _) => "block".to_owned(),
            Kind::Code(..) => "code".to_owned(),
            Kind::Html(_) => "html".to_owned(),
            Kind::Rule => "rule".to_owned(),
            Kind::Deep(_) => "deep".to_owned(),
        };
        blocks.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn blocks_lie_as_they_are_nested() {
        let text = "# a\n\n- b *c*\n  - d\n\n> e\n>\n> ```\n> f\n> ```\n\n<div>\n\n***\n\n|g|h|\n|-|-|\n|i|j|\n";
        assert_eq!(
            outline(&blocks(text)),
            "block List[Item[words List[Item[words]]]] BlockQuote[block code] html rule \
             Table[TableHead[block block] TableRow[block block]]"
        );
    }

    #[test]
    fn what_lies_too_deep_is_one_block_with_its_words() {
        let text = format!("{}deep", "> ".repeat(100));
        let read = blocks(&text);
        assert_eq!(outline(&read).matches("BlockQuote").count(), LEVELS_AT_MOST);
        let mut words = String::new();
        read[0].each_text(&mut |text| words.push_str(text));
        assert_eq!(words, "deep");
    }

    #[test]
    fn where_a_block_stands_does_not_matter_to_what_it_says() {
        assert_eq!(blocks("a\n\nb")[1], blocks("b")[0]);
        assert_ne!(blocks("# b")[0], blocks("b")[0]);
    }
}
