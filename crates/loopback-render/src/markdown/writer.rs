//! The parser's events into markup.
//!
//! Owns how each element of markdown looks. All text goes through escaping; every tag and attribute is written here
//! or in the modules beside it, never copied from the input.

use std::fmt::Write as _;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, LinkType, Tag, TagEnd};

use crate::options::Budget;
use crate::pen::Pen;
use crate::rendered::Notes;

use super::MarkdownOptions;
use super::footnotes::{Footnotes, Linked};
use super::frames::{Frames, Origin};
use super::inline::OpenLink;
use super::marks::Mark;
use super::opening::heading;
use super::span::Span;

/// A fence whose text is not at its end.
pub(crate) struct OpenFence {
    pub(crate) words: String,
    pub(crate) text: String,
    pub(crate) at: Option<Span>,
}

/// What was being written when a footnote's definition began, and what is known of the footnote.
pub(crate) struct Outer {
    frames: Frames,
    links: Vec<OpenLink>,
    label: String,
    at: Option<Span>,
}

/// Writes one text.
pub(crate) struct Writer<'a> {
    pub(crate) frames: Frames,
    /// What was being written when a footnote's definition began.
    pub(crate) outer: Vec<Outer>,
    footnotes: Footnotes,
    /// Finished blocks that wait for their places.
    pub(crate) blocks: Vec<String>,
    pub(crate) heading_offset: u8,
    pub(crate) pen: Pen<'a>,
    pub(crate) notes: &'a mut Notes,
    pub(crate) links: Vec<OpenLink>,
    /// How many images are open: their descriptions are plain text.
    pub(crate) images: usize,
    /// Text not yet written, for there may be more of it.
    words: String,
    /// The fence being read.
    pub(crate) fence: Option<OpenFence>,
    /// The raw HTML block being read, and its lines.
    html: Option<(String, Option<Span>)>,
    /// Lines of the source that the next raw element speaks for.
    pub(crate) raw_at: Option<Span>,
    /// How words are marked here.
    pub(crate) marked: Option<Mark>,
    /// The class of the item or row that is being opened.
    pub(crate) part_mark: &'static str,
    pub(crate) columns: Vec<Alignment>,
    pub(crate) column: usize,
    pub(crate) in_table_head: bool,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(
        options: &MarkdownOptions,
        budget: &'a mut Budget,
        notes: &'a mut Notes,
    ) -> Self {
        Self {
            frames: Frames::default(),
            outer: Vec::new(),
            footnotes: Footnotes::new(&options.id_prefix),
            blocks: Vec::new(),
            heading_offset: options.heading_offset,
            pen: Pen::new(options.colour, budget),
            notes,
            links: Vec::new(),
            images: 0,
            words: String::new(),
            fence: None,
            html: None,
            raw_at: None,
            marked: None,
            part_mark: "",
            columns: Vec::new(),
            column: 0,
            in_table_head: false,
        }
    }

    /// The prose, with places for the blocks, and the blocks.
    pub(crate) fn finish(mut self) -> (String, Vec<String>) {
        self.notes.highlighting_stopped = self.pen.has_stopped();
        self.frames.close_all();
        self.settle_links();
        let mut prose = self.frames.out;
        self.footnotes.push_all(&mut prose);
        (prose, self.blocks)
    }

    /// Writes the text that was gathered.
    pub(crate) fn end_words(&mut self) {
        let words = std::mem::take(&mut self.words);
        if !words.is_empty() {
            self.text(&words);
        }
    }

    /// Writes `event`; `at` is where a block that begins with it stands in the source.
    pub(crate) fn event(&mut self, event: Event<'_>, at: Option<Span>) {
        // The parser gives text in pieces; an address may go over several.
        if let Event::Text(text) = &event {
            self.words.push_str(text);
            return;
        }
        self.end_words();
        match event {
            Event::Start(tag) => self.start(tag, at),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.text(&text);
            }
            Event::Code(code) => self.inline_code(&code),
            Event::Html(html) => match &mut self.html {
                Some((block, _)) => block.push_str(&html),
                None => self.raw(&html),
            },
            Event::InlineHtml(html) => self.raw(&html),
            Event::FootnoteReference(label) => {
                let linked = if self.links.is_empty() {
                    Linked::Yes
                } else {
                    Linked::No
                };
                let marked = self.begin_marked();
                self.footnotes
                    .push_reference(self.frames.content(), &label, linked);
                self.end_marked(marked);
            }
            Event::SoftBreak => self.text("\n"),
            Event::HardBreak => self.line_break(),
            Event::Rule => {
                let lines = self.lines(at);
                let _ = writeln!(self.frames.content(), "<hr{lines}>");
            }
            Event::TaskListMarker(done) => {
                let marked = self.begin_marked();
                self.frames.content().push_str(if done {
                    "<span class=\"lb-task\" role=\"img\" aria-label=\"done\">☑</span> "
                } else {
                    "<span class=\"lb-task\" role=\"img\" aria-label=\"to do\">☐</span> "
                });
                self.end_marked(marked);
            }
        }
    }

    fn start(&mut self, tag: Tag<'_>, at: Option<Span>) {
        match tag {
            Tag::Paragraph => self.block("p", "", at),
            Tag::Heading { level, .. } => {
                self.block(heading(level as u8, self.heading_offset), "", at);
            }
            Tag::BlockQuote(None) => self.block("blockquote", "", at),
            Tag::BlockQuote(Some(kind)) => self.alert(kind, at),
            Tag::CodeBlock(kind) => {
                let words = match kind {
                    CodeBlockKind::Fenced(words) => words.into_string(),
                    CodeBlockKind::Indented => "text".to_owned(),
                };
                self.fence = Some(OpenFence {
                    words,
                    text: String::new(),
                    at,
                });
            }
            Tag::HtmlBlock => self.html = Some((String::new(), at)),
            Tag::List(None) => self.block("ul", "", at),
            Tag::List(Some(1)) => self.block("ol", "", at),
            Tag::List(Some(start)) => self.block("ol", &format!(" start=\"{start}\""), at),
            Tag::Item => self.part("li", at),
            Tag::FootnoteDefinition(label) => {
                let frames = std::mem::take(&mut self.frames);
                let links = std::mem::take(&mut self.links);
                self.outer.push(Outer {
                    frames,
                    links,
                    label: label.into_string(),
                    at,
                });
            }
            Tag::Table(columns) => {
                self.columns = columns;
                self.block(
                    "div",
                    " class=\"lb-table\" role=\"group\" tabindex=\"0\"",
                    at,
                );
                self.part("table", None);
            }
            Tag::TableHead => {
                self.in_table_head = true;
                self.column = 0;
                self.part("thead", None);
                self.part("tr", at);
            }
            Tag::TableRow => {
                self.column = 0;
                self.part("tr", at);
            }
            Tag::TableCell => self.cell(),
            Tag::Emphasis => self.open("em", ""),
            Tag::Strong => self.open("strong", ""),
            Tag::Strikethrough => self.open("del", ""),
            Tag::Link {
                link_type,
                dest_url,
                title,
                ..
            } => {
                let address = match link_type {
                    LinkType::Email => format!("mailto:{dest_url}"),
                    _ => dest_url.into_string(),
                };
                self.open_link(&address, &title, Origin::Markdown);
            }
            Tag::Image {
                dest_url, title, ..
            } => self.open_image(&dest_url, &title),
            // Extensions that are not turned on; their text is written all the same.
            Tag::Superscript
            | Tag::Subscript
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::BlockQuote(_) | TagEnd::List(_) => {
                self.close();
                self.frames.out.push('\n');
            }
            TagEnd::Item => {
                if !self.close() {
                    self.frames.content().push_str("<br>");
                }
                self.frames.out.push('\n');
            }
            TagEnd::CodeBlock => self.fence(),
            TagEnd::HtmlBlock => {
                if let Some((html, at)) = self.html.take() {
                    self.raw_block(&html, at);
                }
            }
            TagEnd::FootnoteDefinition => {
                if let Some(outer) = self.outer.pop() {
                    self.frames.close_all();
                    self.settle_links();
                    let body = std::mem::replace(&mut self.frames, outer.frames).out;
                    self.links = outer.links;
                    self.footnotes.define(&outer.label, &body, outer.at);
                }
            }
            TagEnd::Table => {
                self.close();
                self.close();
                self.close();
                self.frames.out.push('\n');
            }
            TagEnd::TableHead => {
                self.in_table_head = false;
                self.close();
                self.close();
                self.part("tbody", None);
            }
            TagEnd::TableCell => {
                if !self.close() {
                    self.frames.out.push(' ');
                }
            }
            TagEnd::Link => {
                // What stands in an image's description is no link.
                if self.images == 0 {
                    self.name_link();
                }
                self.close();
            }
            TagEnd::TableRow | TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => {
                self.close();
            }
            TagEnd::Image => self.close_image(),
            TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::MetadataBlock(_) => {}
        }
    }
}
