//! The parser's events into markup.
//!
//! Owns how each element of markdown looks. All text goes through escaping; every tag and attribute is written here
//! or in the modules beside it, never copied from the input.

use std::fmt::Write as _;

use pulldown_cmark::{Alignment, BlockQuoteKind, CodeBlockKind, Event, LinkType, Tag, TagEnd};

use crate::code::push_code;
use crate::diff::{DiffModel, push_diff};
use crate::highlight::Deadline;
use crate::language;
use crate::rendered::Notes;

use super::MarkdownOptions;
use super::clean::push_slot;
use super::fence::Fence;
use super::footnotes::{Footnotes, Linked};
use super::frames::{Frames, Origin};
use super::inline::OpenLink;

/// Writes one text.
pub(crate) struct Writer<'a> {
    pub(crate) frames: Frames,
    /// What was being written when a footnote's definition began, with the footnote's label.
    outer: Vec<(Frames, Vec<OpenLink>, String)>,
    footnotes: Footnotes,
    blocks: Vec<String>,
    pub(crate) heading_offset: u8,
    deadline: &'a mut Deadline,
    pub(crate) notes: &'a mut Notes,
    pub(crate) links: Vec<OpenLink>,
    /// How many images are open: their descriptions are plain text.
    pub(crate) images: usize,
    /// Text not yet written, for there may be more of it.
    words: String,
    /// The fence being read: its words and its text.
    pub(crate) fence: Option<(String, String)>,
    /// The raw HTML block being read.
    html: Option<String>,
    columns: Vec<Alignment>,
    column: usize,
    in_table_head: bool,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(
        options: &MarkdownOptions,
        deadline: &'a mut Deadline,
        notes: &'a mut Notes,
    ) -> Self {
        Self {
            frames: Frames::default(),
            outer: Vec::new(),
            footnotes: Footnotes::new(&options.id_prefix),
            blocks: Vec::new(),
            heading_offset: options.heading_offset,
            deadline,
            notes,
            links: Vec::new(),
            images: 0,
            words: String::new(),
            fence: None,
            html: None,
            columns: Vec::new(),
            column: 0,
            in_table_head: false,
        }
    }

    /// The prose, with places for the blocks, and the blocks.
    pub(crate) fn finish(self) -> (String, Vec<String>) {
        let mut prose = self.frames.finish();
        self.footnotes.push_all(&mut prose);
        (prose, self.blocks)
    }

    pub(crate) fn event(&mut self, event: Event<'_>) {
        // The parser gives text in pieces; an address may go over several.
        if let Event::Text(text) = &event {
            self.words.push_str(text);
            return;
        }
        let words = std::mem::take(&mut self.words);
        if !words.is_empty() {
            self.text(&words);
        }
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.text(&text);
            }
            Event::Code(code) => self.inline_code(&code),
            Event::Html(html) => match &mut self.html {
                Some(block) => block.push_str(&html),
                None => self.raw(&html),
            },
            Event::InlineHtml(html) => self.raw(&html),
            Event::FootnoteReference(label) => {
                let linked = if self.links.is_empty() {
                    Linked::Yes
                } else {
                    Linked::No
                };
                self.footnotes
                    .push_reference(&mut self.frames.out, &label, linked);
            }
            Event::SoftBreak => self.text("\n"),
            Event::HardBreak => self.line_break(),
            Event::Rule => self.frames.out.push_str("<hr>\n"),
            Event::TaskListMarker(done) => self.frames.out.push_str(if done {
                "<span class=\"lb-task\" role=\"img\" aria-label=\"done\">☑</span> "
            } else {
                "<span class=\"lb-task\" role=\"img\" aria-label=\"to do\">☐</span> "
            }),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => self.open("p", ""),
            Tag::Heading { level, .. } => self.open(heading(level as u8, self.heading_offset), ""),
            Tag::BlockQuote(None) => self.open("blockquote", ""),
            Tag::BlockQuote(Some(kind)) => self.alert(kind),
            Tag::CodeBlock(kind) => {
                let words = match kind {
                    CodeBlockKind::Fenced(words) => words.into_string(),
                    CodeBlockKind::Indented => "text".to_owned(),
                };
                self.fence = Some((words, String::new()));
            }
            Tag::HtmlBlock => self.html = Some(String::new()),
            Tag::List(None) => self.open("ul", ""),
            Tag::List(Some(1)) => self.open("ol", ""),
            Tag::List(Some(start)) => self.open("ol", &format!(" start=\"{start}\"")),
            Tag::Item => self.frames.open_part("li", "", Origin::Markdown),
            Tag::FootnoteDefinition(label) => {
                let frames = std::mem::take(&mut self.frames);
                let links = std::mem::take(&mut self.links);
                self.outer.push((frames, links, label.into_string()));
            }
            Tag::Table(columns) => {
                self.columns = columns;
                self.open("div", " class=\"lb-table\" role=\"group\" tabindex=\"0\"");
                self.frames.open_part("table", "", Origin::Markdown);
            }
            Tag::TableHead => {
                self.in_table_head = true;
                self.column = 0;
                self.frames.open_part("thead", "", Origin::Markdown);
                self.frames.open_part("tr", "", Origin::Markdown);
            }
            Tag::TableRow => {
                self.column = 0;
                self.frames.open_part("tr", "", Origin::Markdown);
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
                    self.frames.out.push_str("<br>");
                }
                self.frames.out.push('\n');
            }
            TagEnd::CodeBlock => self.fence(),
            TagEnd::HtmlBlock => {
                if let Some(html) = self.html.take() {
                    self.raw_block(&html);
                }
            }
            TagEnd::FootnoteDefinition => {
                if let Some((frames, links, label)) = self.outer.pop() {
                    let body = std::mem::replace(&mut self.frames, frames).finish();
                    self.links = links;
                    self.footnotes.define(&label, &body);
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
                self.frames.open_part("tbody", "", Origin::Markdown);
            }
            TagEnd::TableCell => {
                if !self.close() {
                    self.frames.out.push(' ');
                }
            }
            TagEnd::TableRow
            | TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Link => {
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

    /// Opens an element of markdown; within an image's description there are none.
    fn open(&mut self, tag: &'static str, attributes: &str) {
        if self.images == 0 {
            let written = self.frames.open(tag, attributes, Origin::Markdown);
            self.notes.nested_deep |= !written;
        }
    }

    /// Closes the innermost element of markdown; says whether it had been written.
    pub(crate) fn close(&mut self) -> bool {
        if self.images > 0 {
            return true;
        }
        let written = self.frames.close();
        self.settle_links();
        written
    }

    fn alert(&mut self, kind: BlockQuoteKind) {
        let (class, title) = match kind {
            BlockQuoteKind::Note => ("note", "Note"),
            BlockQuoteKind::Tip => ("tip", "Tip"),
            BlockQuoteKind::Important => ("important", "Important"),
            BlockQuoteKind::Warning => ("warning", "Warning"),
            BlockQuoteKind::Caution => ("caution", "Caution"),
        };
        self.open(
            "div",
            &format!(" class=\"lb-alert lb-alert-{class}\" role=\"note\""),
        );
        let _ = writeln!(self.frames.out, "<p class=\"lb-alert-title\">{title}</p>");
    }

    fn cell(&mut self) {
        let attributes = match self.columns.get(self.column) {
            Some(Alignment::Left) => " class=\"lb-left\"",
            Some(Alignment::Center) => " class=\"lb-center\"",
            Some(Alignment::Right) => " class=\"lb-right\"",
            Some(Alignment::None) | None => "",
        };
        self.column += 1;
        let tag = if self.in_table_head { "th" } else { "td" };
        self.frames.open_part(tag, attributes, Origin::Markdown);
    }

    /// A fence is a block of its own: a diff where it says so, else code.
    fn fence(&mut self) {
        let Some((words, text)) = self.fence.take() else {
            return;
        };
        let fence = Fence::read(&words);
        let mut block = String::new();
        if fence.is_diff() && DiffModel::parse(&text, fence.filename).is_some() {
            push_diff(&mut block, &text, fence.filename, self.deadline, self.notes);
        } else {
            let syntax = language::find(fence.language, fence.filename, &text);
            push_code(
                &mut block,
                &text,
                syntax,
                fence.filename,
                self.deadline,
                self.notes,
            );
        }
        push_slot(&mut self.frames.out, self.blocks.len());
        self.frames.out.push('\n');
        self.blocks.push(block);
    }
}

/// The tag of a heading lowered by `offset`.
pub(crate) fn heading(level: u8, offset: u8) -> &'static str {
    match level.saturating_add(offset) {
        0 | 1 => "h1",
        2 => "h2",
        3 => "h3",
        4 => "h4",
        5 => "h5",
        _ => "h6",
    }
}
